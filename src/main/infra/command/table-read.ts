// One simple command judged by the strict table: where its program lies, what is peeled from it, its sub-command, options and operands. What the
// table does not name asks. Says which operands are files and which words name hosts. Pure; called by read-plan.ts and outward.ts.
// Source: structure, S1.
import { clientVerdict } from './database-clients.ts';
import { endlessOf } from './endless.ts';
import { type Arguments, checkOptions, readArguments, UnknownOption } from './options.ts';
import type { SimpleCommand, Word } from './parse-command.ts';
import type { Program } from './program.ts';
import { INTERPRETERS, PROGRAMS, WRITERS, WRITING_VERBS } from './programs.ts';
import { certain, refused, type Verdict } from './verdict.ts';
import { ELEVATORS, peel } from './wrappers.ts';

/** Where systems keep their programs; elsewhere a name says nothing. */
const OWN_DIRECTORY = /^\/(usr\/(local\/)?)?s?bin\/([\w.+-]+|\[)$/;
const PLAIN_OPERAND = /^(?![@|])[\w@%+=:,./~*?^[\](){}#!'" -]+$/;
const CONTAINER = /^\w[\w./-]*$/;
/** Show an environment: outside the sandbox one that may hold secrets. */
const ENVIRONMENT = /^(env|printenv|set|export|declare|typeset|compgen)$/;

/** What the table makes of a command. */
export interface TableRead {
  readonly verdict: Verdict;
  /** The row that judged it; null where none did. */
  readonly program: Program | null;
  readonly name: string;
  /** Operands whose contents are shown; null: it shows none. */
  readonly files: readonly Word[] | null;
  /** Words that name where it asks. */
  readonly hosts: readonly string[];
  /** How many operands it has. */
  readonly operands: number;
  /** The words before the program that was judged, as they are to be run: wrappers, and the way into a container. */
  readonly lead: readonly Word[];
  /** The program that was judged and its words. */
  readonly words: readonly Word[];
  /** It runs in a container. */
  readonly isInside: boolean;
}

type Called = Pick<SimpleCommand, 'words' | 'isFed'>;

/** @returns the name without its directory, or why it is none that can be vouched for */
export function programName(first: Word): { readonly name: string } | { readonly problem: string } {
  if (first.isPattern) return { problem: 'the program is a pattern' };
  const path = OWN_DIRECTORY.exec(first.text);
  if (first.text.includes('/') && path === null)
    return { problem: `${first.text.slice(0, 200)} is not in a directory of the system` };
  const name = path?.[3] ?? first.text;
  return /^[\w.+:[-]+$/.test(name) ? { name } : { problem: 'the program has no plain name' };
}

/** Programs that ask whatever confines a command: they run as somebody else, run what they are given, or change something. */
export function programVerdict(name: string, words: readonly Word[]): Verdict | null {
  const [first] = words;
  if (ELEVATORS.has(name)) return refused('guard', `${name} runs as another user`);
  const isAlone = words.length === 1;
  if (INTERPRETERS.has(name)) {
    if (isAlone && /^--version$|^-V$/.test(first?.text ?? '') && !/^(eval|source|\.|exec)$/.test(name))
      return null;
    const endless = endlessOf([name, ...words.map(({ text }) => text)]);
    return refused(endless === null ? 'guard' : 'endless', `${name} runs what it is given`);
  }
  if (WRITERS.has(name) || name.startsWith('mkfs.') || name.startsWith('fsck.'))
    return mayList(name, words) ? null : refused('known_write', `${name} changes things`);
  return null;
}

/** Named among those that change things, but the table knows a form of it that only lists, and these words look like it. */
function mayList(name: string, words: readonly Word[]): boolean {
  const row = PROGRAMS.get(name);
  if (row === undefined) return false;
  const isNeeded = (text: string): boolean =>
    row.needed.some((one) =>
      one.length === 1
        ? /^-[a-zA-Z]+$/.test(text) && text.includes(one)
        : text.replace(/^--?/, '').split('=')[0] === one,
    );
  return row.subs?.has(words[0]?.text ?? '') ?? words.some(({ text }) => isNeeded(text));
}

/** @param depth how many wrappers were peeled */
export function tableRead(command: Called, depth = 0): TableRead {
  const [first, ...words] = command.words as [Word, ...Word[]];
  const named = programName(first);
  if ('problem' in named) return asks(refused('guard', named.problem));
  const { name } = named;
  const known = programVerdict(name, words);
  if (known !== null) return asks(known);
  const peeled = peel(name, words);
  if (peeled !== null) {
    if ('problem' in peeled) return asks(refused('guard', peeled.problem));
    if (depth > 3) return asks(refused('guard', 'wrapped too often'));
    if (peeled.isFedNames) return asks(refused('guard', 'xargs hands it words that are not known'));
    const within = tableRead({ ...command, words: peeled.words }, depth + 1);
    return { ...within, lead: [...leadOf(command, peeled.words), ...within.lead] };
  }
  const endless = endlessOf([name, ...words.map(({ text }) => text)]);
  if (endless !== null) return asks(refused('endless', endless.reason));
  const program = PROGRAMS.get(name);
  if (program === undefined)
    return asks(
      ENVIRONMENT.test(name)
        ? refused('secrets', `${name} shows or sets an environment`)
        : refused('fallback', `${name} is in no table`),
    );
  try {
    // Programs with sub-commands get a pattern as it is written: it does not name files.
    const isLiteral = program.subs !== null;
    const own = isLiteral ? words.map(({ text }): Word => ({ text, isPattern: false })) : words;
    const read = judgeSub(name, own, program, command.isFed);
    if ('within' in read) return judgeInside(command, read, depth);
    return { ...read, words: [first, ...own] };
  } catch (error) {
    if (!(error instanceof UnknownOption)) throw error;
    return asks(refused('fallback', `${name}: ${error.message}`), program);
  }
}

const leadOf = ({ words }: Called, within: readonly Word[]): readonly Word[] =>
  words.slice(0, words.length - within.length);

interface Entry {
  /** The command that runs in the container. */
  readonly within: readonly Word[];
  /** How many words before it are options of the sub-command that enters, and the container. */
  readonly own: number;
}

/** Judges a command that runs in a container. Drops the request for a terminal: there is none. */
function judgeInside(command: Called, { within, own }: Entry, depth: number): TableRead {
  if (depth > 3) return asks(refused('guard', 'wrapped too often'));
  const read = tableRead({ words: within, isFed: command.isFed }, depth + 1);
  if (read.verdict.proof !== null && read.program?.client === 'sqlite')
    return asks(refused('fallback', `${read.name} is run in a sandbox only, and a container has none`));
  const lead = leadOf(command, within);
  const options = lead
    .slice(lead.length - own)
    .map((word) => ({ ...word, text: word.text.replace(/^-([it]*)t([it]*)$|^--tty(=true)?$/, '-$1$2') }))
    .filter(({ text }) => text !== '-');
  return { ...read, lead: [...lead.slice(0, lead.length - own), ...options, ...read.lead], isInside: true };
}

const asks = (verdict: Verdict, program: Program | null = null): TableRead => ({
  verdict,
  program,
  name: '',
  files: null,
  hosts: [],
  operands: 0,
  ...{ lead: [], words: [], isInside: false },
});

/** Down to the sub-command, then its options and operands. @returns the words of a command that it runs in a container, where it does */
function judgeSub(
  program0: string,
  words0: readonly Word[],
  row: Program,
  isFed: boolean,
): TableRead | Entry {
  let [name, words, program] = [program0, words0, row];
  const asked: string[] = [];
  const judge = (read: Arguments, last: Program): TableRead => {
    const judged = judgeOperands(name, read, last, { isFed, row });
    return { ...judged, hosts: [...asked, ...judged.hosts] };
  };
  for (;;) {
    const read = readArguments(words, program);
    const [container, ...within] = read.operands;
    if (program.enters && within.length > 0) {
      // Where options may follow the container, its command begins behind `--`.
      const before = words.at(-within.length - 1);
      const isWhole = words.slice(-within.length).every((word, n) => word === within[n]);
      if (isWhole && CONTAINER.test(container?.text ?? '') && (program.stop || before?.text === '--'))
        return { within, own: words.length - within.length };
      return asks(refused('guard', `${name}: where its command begins is not known`), row);
    }
    if (program.subs === null) return judge(read, program);
    asked.push(...hostsOf({ options: read.options, operands: [] }, program));
    const [verb, ...rest] = read.operands;
    if (verb === undefined && read.options.some((option) => /^(help|version|v)$/.test(option.name)))
      return reads(name, row);
    const sub = program.subs.get(verb?.text ?? '');
    if (sub === undefined) {
      const phase = WRITING_VERBS.has(verb?.text ?? '') ? 'known_write' : 'fallback';
      return asks(refused(phase, `${[name, verb?.text].join(' ').trim()} is not known to only read`), row);
    }
    if (verb === undefined) {
      checkOptions(read.options, sub);
      return judge(read, sub);
    }
    name = `${name} ${verb.text}`;
    words = rest;
    program = sub;
  }
}

const reads = (name: string, program: Program, more: Partial<TableRead> = {}): TableRead => ({
  ...{ verdict: certain(`${name} only reads`, 'table'), program, name: name.split(' ')[0] ?? '' },
  ...{ files: null, hosts: [], operands: 0, lead: [], words: [], isInside: false },
  ...more,
});

interface Around {
  readonly isFed: boolean;
  readonly row: Program;
}

function judgeOperands(name: string, read: Arguments, program: Program, { isFed, row }: Around): TableRead {
  const { options, operands } = read;
  const refuse = (reason: string, phase: Verdict['phase'] = 'fallback') => asks(refused(phase, reason), row);
  if (options.length === 1 && operands.length === 0 && /^(help|version)$/.test(options[0]?.name ?? ''))
    return reads(name, program);
  const { least = 0, most = Number.POSITIVE_INFINITY, like = PLAIN_OPERAND, form, stdin } = program;
  if (operands.length < least || operands.length > most)
    return refuse(`${name} with ${operands.length} operands is not known to only read`);
  if (program.client !== undefined) {
    const verdict = clientVerdict(program.client, read);
    return { ...reads(name, program, { hosts: hostsOf(read, program), operands: operands.length }), verdict };
  }
  const isSearch = program.standIns.length > 0 && !options.some(({ name: one }) => isPatternOption(one));
  const shown = isSearch ? operands.slice(1) : operands;
  const odd = shown.find(({ text }) => !like.test(text));
  if (odd) return refuse(`${name} ${odd.text.slice(0, 80)} is not known to only read`);
  if (form && !form.test(operands.map(({ text }) => text).join(' ')))
    return refuse(`${name} with these words is not known to only read`);
  const needed = (stdin ?? 0) - (options.some((option) => program.standIns.includes(option.name)) ? 1 : 0);
  if (
    !isFed &&
    (operands.length < needed || (stdin !== undefined && operands.some(({ text }) => text === '-')))
  )
    return refuse(`${name} would wait for its input`, 'endless');
  return reads(name, program, {
    files: program.showsFiles ? shown.filter(({ text }) => text !== '-') : null,
    hosts: hostsOf(read, program),
  });
}

/** With one of these, `grep`'s first operand is a file. */
const isPatternOption = (name: string): boolean => /^(e|regexp)$/.test(name);

function hostsOf({ options, operands }: Arguments, { hosts }: Program): string[] {
  if (hosts === undefined) return [];
  const named = (hosts.options ?? '').split(' ');
  const texts = operands.map(({ text }) => text);
  const asked = hosts.operands === 'all' ? texts : hosts.operands === 'first' ? texts.slice(0, 1) : [];
  return [...asked, ...options.flatMap(({ name, values }) => (named.includes(name) ? values : []))];
}
