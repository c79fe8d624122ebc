// What the published clients are made to say. Every prompt names one thing, the tide: a Festinger that was told of it recalls it in each
// of them, another one has nothing to say and, since it is a plain word, nothing to ask. Used by tests only.

/** What a Festinger has to be told so that it recalls something in each prompt. */
export const FACT = 'tide -isa event';

export const MODEL = 'qwen2.5:7b';
export const QUESTION = 'Is the tide high \u2013 or low? \u{1f30a}';

export const THREAD = [
  { role: 'system' as const, content: 'You help the operators.' },
  { role: 'user' as const, content: QUESTION },
];
export const SCHEMA = {
  type: 'object' as const,
  properties: { name: { type: 'string' }, depth: { type: 'integer', minimum: 2 } },
  required: ['name'],
};
export const TOOL = {
  type: 'function' as const,
  function: { name: 'look_up', description: 'a', parameters: SCHEMA },
};
/** A picture of one point, base64. */
export const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
