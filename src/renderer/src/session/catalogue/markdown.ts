// Words about what a text shows besides its own: code, pictures, ticked boxes. For Chat and Briefs.
export const markdown = {
  code: { plain: 'text', copy: 'Copy the code' },
  picture: {
    unnamed: 'a picture',
    gone: 'picture: {{words}}',
    link: 'picture: {{words}} (at {{host}})',
  },
  task: { done: 'done', open: 'open' },
} as const;
