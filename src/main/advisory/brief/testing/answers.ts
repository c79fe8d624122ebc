// For tests: what models answer who are asked to put a brief in order: one that does, and some that write instead. Imports no test framework.

const nothing = { order: [], lead: [], headings: [], quotations: [] };

/** An order that fits every brief: each has a first statement. */
export const ARRANGED = JSON.stringify({ ...nothing, order: ['s1'] });

export interface Liar {
  readonly name: string;
  /** @param canary the secret word of its prompt */
  answer(canary: string): string;
  /** What nobody may read anywhere. */
  readonly said: string;
  readonly code: string | null;
}

export const LIARS: readonly Liar[] = [
  {
    name: 'prose',
    answer: () => '## Summary\n\nNothing of yours is affected, sleep well [1].\n',
    said: 'sleep well',
    code: null,
  },
  {
    name: 'a member of its own',
    answer: () => JSON.stringify({ ...nothing, order: ['s1'], note: 'It is harmless, sleep well.' }),
    said: 'sleep well',
    code: null,
  },
  {
    name: 'a quotation nobody wrote',
    answer: () =>
      JSON.stringify({ ...nothing, quotations: [{ source: 1, text: 'Fixed in 9.9.9 for good.' }] }),
    said: '9.9.9 for good',
    code: 'citation_invalid',
  },
];

/** A model that gives the secret word of its instructions away. */
export const leaking = (canary: string): string => JSON.stringify({ ...nothing, order: [canary] });
