// What every inspector is given and answers with. Types, and how a program's words are read by a row of its own. Used by all of inspect/.
// Source: decision 051.
import { type Arguments, readArguments, UnknownOption } from '../options.ts';
import type { Word } from '../parse-command.ts';
import { compileTable, type Program, type ProgramNotes } from '../program.ts';
import { refused, type Verdict } from '../verdict.ts';

export interface Inspected {
  readonly name: string;
  /** Behind the name. */
  readonly words: readonly Word[];
  readonly program: Program;
  /** Something is piped or handed into it. */
  readonly isFed: boolean;
}

export type Inspect = (inspected: Inspected) => Verdict;

/** The row of a program that only its inspector reads. */
export const row = (notes: ProgramNotes): Program => compileTable({ it: notes }).get('it') as Program;

/** Options, and operands none of which is a pattern. @throws UnknownOption */
export const plainArguments = (
  words: readonly Word[],
  program: Program,
): Arguments & { readonly plain: readonly string[] } => {
  const read = readArguments(words, program);
  if (read.operands.length > (program.most ?? Number.POSITIVE_INFINITY))
    throw new UnknownOption('more operands than are understood');
  return { ...read, plain: read.operands.map(({ text }) => text) };
};

export const valuesOf = (read: Arguments, ...names: readonly string[]): string[] =>
  read.options.flatMap(({ name, values }) => (names.includes(name) ? values : []));

export const unsure = (reason: string): Verdict => refused('content', reason);
