// What a model is told before the sources, per task, as versioned data: a change of a word is a new version, which makes a new cache key. Holds no
// directive and no canary; build-prompt.ts puts those in. Source: advisory, Prompt assembly.

/** Goes up with every change of a template, and of the order build-prompt.ts puts the parts in. */
export const TEMPLATE_VERSION = '3';

export const TASKS = ['summary', 'conflict', 'remediation'] as const;
export type PromptTask = (typeof TASKS)[number];

/** The four sections of every brief, in order, and the words their headings have. */
export const SECTIONS = [
  ['summary', 'Summary'],
  ['conflicts', 'Conflicts'],
  ['remediation', 'Remediation'],
  ['references', 'References'],
] as const;

/** What each task asks for, a line each. */
export const TEMPLATES: Readonly<Record<PromptTask, readonly string[]>> = {
  summary: [
    'You arrange a brief for an operator about one security advisory. Its sentences are written already: they are the statements in the last source.',
    'Order them so that the operator learns first what matters most here: whether they are affected, how bad it is, what to do and by when.',
  ],
  conflict: [
    'You arrange a brief for an operator about where sources disagree. Its sentences are written already: they are the statements in the last source.',
    'Order them so that the operator learns first who says what, what decided between them, and what would change the outcome.',
  ],
  remediation: [
    'You arrange a brief for an operator about how to remedy one vulnerability. Its sentences are written already: they are the statements in the last source.',
    'Order them so that the operator can act: the step that helps most first.',
  ],
};

/** How every brief is arranged, whatever its task. */
export const FORM: readonly string[] = [
  'Answer with one JSON object and nothing else: {"order": [], "lead": [], "headings": [], "quotations": []}. You write no sentence of your own; none would be shown.',
  '"order": the ids of the statements, such as "s1", in the order in which they are to be read; leave out what adds nothing. "lead": at most 4 of them for the first paragraph.',
  '"headings": any of "do_by", "what_to_do", "where_sources_disagree", "who_says_what", "in_their_words".',
  '"quotations": at most 4, each {"source": N, "text": "..."} with whole sentences of source N, letter for letter, of 8 to 300 characters. Its source is its citation.',
];
