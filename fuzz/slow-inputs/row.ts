// What a row of the registry of scanners is made of: the text is put together from alphabets, and modules are named by their room. Used by scanners.ts and
// evidence-scanners.ts.
import type { AlphabetName } from './alphabets.ts';

/** On the way of a request: the whole of it stays under the guard, so each part has a share. */
export const ON_THE_WAY = 25;
/** Behind the requests, in slices. */
export const SLICE = 15;
/** What waits for nothing else: a model's answer, a line of a file, a command. */
export const ASIDE = 50;

export interface Row {
  readonly name: string;
  readonly modules: string;
  readonly alphabets: readonly AlphabetName[];
  readonly most?: number;
  /** How often a text is read in one go; 1 when absent. */
  readonly ways?: number;
  readonly holdMs?: number;
  readonly steps: (text: string) => Iterable<unknown>;
}

/** One call that nothing comes between. */
export const once =
  (read: (text: string) => unknown) =>
  (text: string): Iterable<unknown> => [read(text)];

export const within = (room: string, files: string): string =>
  files
    .split(' ')
    .map((file) => `${room}/${file}`)
    .join(' ');
