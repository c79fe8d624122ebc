// Programs that read and filter files (resources/commands/readers.json), which may run in the sandbox with any option: the kernel keeps them from
// everything else. What is named there decides no danger, only whether a command is worth trying in the sandbox. Used by confined-read.ts.
// Source: structure, S1.

import table from '../../../../resources/commands/readers.json' with { type: 'json' };
import { formOf } from './program.ts';

export interface Reader {
  /** A word that says the program is to change something: the operator is asked instead. */
  readonly changes?: RegExp;
  /** One of its words has to be like this, or the program writes files. */
  readonly needs?: RegExp;
  /** What all its words look like when it is a reader; in any other way it runs what it is given. */
  readonly form?: RegExp;
}

export const READERS: ReadonlyMap<string, Reader> = new Map([
  ...table.any.map((name): [string, Reader] => [name, {}]),
  ...Object.entries(table.some).map(([name, row]): [string, Reader] => [
    name,
    Object.fromEntries(Object.entries(row).map(([part, source]) => [part, formOf(source)])),
  ]),
]);
