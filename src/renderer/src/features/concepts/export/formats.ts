// The formats a view is taken out in, by what they hold of it.

export const FORMATS = {
  picture: ['svg', 'png'],
  table: ['csv'],
  graph: ['graphml', 'json'],
} as const;
export type Kind = keyof typeof FORMATS;
export type Format = (typeof FORMATS)[Kind][number];
