// What the strict table (resources/commands/table.json) says of a program: the sub-commands, options and operands that only read, and the form of
// their values. The schema of its rows, and the reading of their short notation into maps. Whatever a row does not name asks. Used by
// programs.ts, options.ts and table-read.ts. Source: structure, S1.
import * as z from 'zod';

/**
 * A regular expression of the tables; `(?i)` in front of all of it ignores case. Never `(?i:…)`: V8 forgets that one in a process that has compiled
 * about a megabyte of expressions (decision 074).
 */
export const formOf = (source: string): RegExp =>
  source.startsWith('(?i)') ? new RegExp(source.slice(4), 'i') : new RegExp(source);

const Form = z.string().transform(formOf);
const Count = z.number().int().min(0);

const notes = {
  /** Single letters as getopt(3) writes them: `an:W::`. */
  short: z.string().default(''),
  /** Words: `all lines= color=? arg==`: no value, one (attached or next), perhaps one attached, two that follow. Never abbreviated. */
  long: z.string().default(''),
  /** Options with one dash and many letters, in the notation of `long`. */
  words: z.string().optional(),
  /** `-20`, as in `head -20`. */
  digits: z.literal(true).optional(),
  /** Options end at the first operand. */
  stop: z.literal(true).optional(),
  /** Operands at least and at most; any number when absent. */
  least: Count.optional(),
  most: Count.optional(),
  /** What every operand must look like; a plain name, path or number when absent. */
  like: Form.optional(),
  /** What all operands, with a space between them, must look like. */
  form: Form.optional(),
  /** One of these options must be there. */
  needs: z.string().default(''),
  /** Options that only read beside one of these others. */
  with: z
    .record(
      z.string(),
      z.string().transform((list) => list.split(' ')),
    )
    .optional(),
  /** Values of options that have to look like something. */
  values: z.record(z.string(), Form).optional(),
  /** What the values of all other options have to look like; no file and no program when absent. */
  value: Form.optional(),
  /** The words after its first operand are a command that runs elsewhere, in a container: the table judges it. */
  enters: z.literal(true).optional(),
  /** `--` begins another command of its own. */
  chains: z.literal(true).optional(),
  /** Operands below which it waits for its standard input; options (`less`) that stand for one. */
  stdin: Count.optional(),
  less: z.string().default(''),
  /** None of its options writes or runs anything: names of files that a pattern brings may begin with a dash. */
  isInert: z.literal(true).optional(),
  /** Its operands are files whose contents it shows; with `less`, behind the words it searches for. */
  showsFiles: z.literal(true).optional(),
  /** Where a host stands that it would ask over the network: in its operands, in the values of these options. */
  hosts: z
    .strictObject({ operands: z.enum(['all', 'first', 'none']), options: z.string().optional() })
    .optional(),
  /** The client of a database: statements are looked at, and the server is told to change nothing. */
  client: z.enum(['psql', 'mysql', 'redis', 'sqlite']).optional(),
};

const Notes = z.strictObject(notes);
interface Row extends z.output<typeof Notes> {
  /** Sub-commands; `''` is none. */
  readonly sub?: Readonly<Record<string, Row>> | undefined;
}
const Row: z.ZodType<Row> = Notes.extend({ sub: z.lazy(() => z.record(z.string(), Row)).optional() });

export type Client = NonNullable<Row['client']>;

/** How many values an option takes: none, one, perhaps one that is attached, or two words. */
export type Takes = 'none' | 'one' | 'attached' | 'two';

export interface Program extends Omit<Row, 'short' | 'long' | 'words' | 'sub' | 'needs' | 'less'> {
  readonly letters: ReadonlyMap<string, Takes>;
  readonly longs: ReadonlyMap<string, Takes>;
  readonly singles: ReadonlyMap<string, Takes> | null;
  readonly needed: readonly string[];
  readonly standIns: readonly string[];
  readonly subs: ReadonlyMap<string, Program> | null;
}

/** @param rows by names, as the table has them: parsed before, or written in code */
export function compileRows(rows: Readonly<Record<string, unknown>>): ReadonlyMap<string, Program> {
  return compiled(z.record(z.string(), Row).parse(rows));
}

function compiled(rows: Readonly<Record<string, Row>>): ReadonlyMap<string, Program> {
  return new Map(
    Object.entries(rows).flatMap(([names, row]) => {
      const program = compile(row);
      return names.split(' ').map((name): [string, Program] => [name, program]);
    }),
  );
}

function compile({ short, long, words, sub, needs, less, ...rest }: Row): Program {
  return {
    ...rest,
    letters: new Map(
      [...short.matchAll(/([^:])(:{0,2})/g)].map(([, letter, colons]) => [
        letter as string,
        colons === '' ? 'none' : colons === ':' ? 'one' : 'attached',
      ]),
    ),
    longs: named(`help version ${long}`),
    singles: words === undefined ? null : named(words),
    needed: split(needs),
    standIns: split(less),
    subs: sub === undefined ? null : compiled(sub),
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
