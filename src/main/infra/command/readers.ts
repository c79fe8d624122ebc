// Programs that read and filter files (resources/commands/readers.json), which may run in the sandbox with any option: the kernel keeps them from
// everything else. What is named there decides no danger, only whether a command is worth trying in the sandbox. Used by confined-read.ts.
// Source: structure, S1.
import table from '../../../../resources/commands/readers.json' with { type: 'json' };

export interface Reader {
  /** A word that says the program is to change something: the operator is asked instead. */
  readonly changes: RegExp | null;
  /** One of its words has to be like this, or the program writes files. */
  readonly needs: RegExp | null;
  /** What all its words look like when it is a reader; in any other way it runs what it is given. */
  readonly form: RegExp | null;
}

const formOf = (source: string | undefined): RegExp | null =>
  source === undefined ? null : new RegExp(source);
const some: Readonly<Record<string, { readonly [part in keyof Reader]?: string }>> = table.some;

export const READERS: ReadonlyMap<string, Reader> = new Map([
  ...table.any.map((name): [string, Reader] => [name, { changes: null, needs: null, form: null }]),
  ...Object.entries(some).map(([name, { changes, needs, form }]): [string, Reader] => [
    name,
    { changes: formOf(changes), needs: formOf(needs), form: formOf(form) },
  ]),
]);
