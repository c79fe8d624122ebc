// What the strict table says of a program: the sub-commands, options and operands that only read, and the form of their values. Types, and the
// reading of the short notation into maps. Whatever a row does not name asks. Used by programs/*, options.ts and table-read.ts.
// Source: structure, S1.

export interface ProgramNotes {
  /** Single letters as getopt(3) writes them: `an:W::`. */
  readonly short?: string;
  /** Words: `all lines= color=? arg==`: no value, one (attached or next), perhaps one attached, two that follow. Never abbreviated. */
  readonly long?: string;
  /** Options with one dash and many letters, in the notation of `long`. */
  readonly words?: string;
  /** `-20`, as in `head -20`. */
  readonly digits?: true;
  /** Options end at the first operand. */
  readonly stop?: true;
  /** Operands at least and at most; any number when absent. */
  readonly least?: number;
  readonly most?: number;
  /** What every operand must look like; a plain name, path or number when absent. */
  readonly like?: RegExp;
  /** What all operands, with a space between them, must look like. */
  readonly form?: RegExp;
  /** One of these options must be there. */
  readonly needs?: string;
  /** Values of options that have to look like something. */
  readonly values?: Readonly<Record<string, RegExp>>;
  /** Operands below which it waits for its standard input; options (`less`) that stand for one. */
  readonly stdin?: number;
  readonly less?: string;
  /** None of its options writes or runs anything: names of files that a pattern brings may begin with a dash. */
  readonly isInert?: true;
  /** Its operands are files whose contents it shows; with `less`, behind the words it searches for. */
  readonly showsFiles?: true;
  /** Runs in the sandbox alone: what it reads may name programs to run (git, pip), or has a language of its own. */
  readonly confinedOnly?: true;
  /** Where a host stands that it would ask over the network: in its operands, in the values of these options. */
  readonly hosts?: { readonly operands: 'all' | 'first' | 'at' | 'none'; readonly options?: string };
  /** Sub-commands; `''` is none. */
  readonly sub?: Readonly<Record<string, ProgramNotes>>;
  /** The client of a database: statements are looked at, and the server is told to change nothing. */
  readonly client?: 'psql' | 'mysql' | 'redis' | 'sqlite';
}

export type Table = Readonly<Record<string, ProgramNotes>>;

/** How many values an option takes: none, one, perhaps one that is attached, or two words. */
export type Takes = 'none' | 'one' | 'attached' | 'two';

export interface Program extends Omit<ProgramNotes, 'short' | 'long' | 'words' | 'sub' | 'needs' | 'less'> {
  readonly letters: ReadonlyMap<string, Takes>;
  readonly longs: ReadonlyMap<string, Takes>;
  readonly singles: ReadonlyMap<string, Takes> | null;
  readonly needed: readonly string[];
  readonly standIns: readonly string[];
  readonly subs: ReadonlyMap<string, Program> | null;
}

export function compileTable(table: Table): ReadonlyMap<string, Program> {
  return new Map(
    Object.entries(table).flatMap(([names, notes]) => {
      const program = compile(notes);
      return names.split(' ').map((name): [string, Program] => [name, program]);
    }),
  );
}

function compile(notes: ProgramNotes): Program {
  const { short = '', long = '', words, sub, needs = '', less = '', ...rest } = notes;
  return {
    ...rest,
    letters: new Map(
      [...short.matchAll(/([^:])(:{0,2})/g)].map(([, letter, colons]) => [
        letter as string,
        colons === '' ? 'none' : colons === ':' ? 'one' : 'attached',
      ]),
    ),
    longs: named(`${long} help version`),
    singles: words === undefined ? null : named(words),
    needed: split(needs),
    standIns: split(less),
    subs: sub === undefined ? null : compileTable(sub),
  };
}

const split = (list: string): string[] => list.split(/\s+/).filter((word) => word !== '');

const named = (list: string): Map<string, Takes> =>
  new Map(
    split(list).map((word): [string, Takes] => {
      if (word.endsWith('==')) return [word.slice(0, -2), 'two'];
      if (word.endsWith('=?')) return [word.slice(0, -2), 'attached'];
      if (word.endsWith('=')) return [word.slice(0, -1), 'one'];
      return [word, 'none'];
    }),
  );
