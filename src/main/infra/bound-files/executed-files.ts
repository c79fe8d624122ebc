// Finds the files that a command executes or applies, by the table beside it, in every command that its text holds: behind sudo, in a
// pipeline, in a text for a shell. Pure: opens nothing. A name that is known only where the command runs is reported with the reason.
// Called by agent/plans/read-executed-files.ts. Source: structure, S1.
import { type Command, forEachChild, type Redirection, type SyntaxNode, type Word } from 'unbash';
import { baseName } from '../command/gather.ts';
import { parseShell } from '../command/shell-text.ts';
import {
  CHANGES_NO_FILE,
  COMMAND_OPTIONS,
  FILE_VARIABLES,
  type ProgramRow,
  SEARCH_VARIABLES,
  SYSTEM_PROGRAM,
} from './executed-files-table.ts';
import { type FoundRow, type OptionKind, readWords, rowFor, type ShellWord } from './executed-files-words.ts';

export type ExecutedFile =
  /** Paths of which the first that exists counts: `/a`, `./a` from where the command starts, `~/a` from the home directory. */
  | {
      readonly paths: readonly string[];
      readonly isOptional: boolean;
      /** A program of the same command that runs earlier, and could change it; null: none. */
      readonly after: string | null;
    }
  /** What it is called, and why nobody can read it beforehand. */
  | { readonly name: string; readonly reason: string };

/** @example executedFiles('cd /srv && sudo sh x.sh') // [{ paths: ['/srv/x.sh'], isOptional: false, after: null }] */
export function executedFiles(command: string): readonly ExecutedFile[] {
  const search = new FileSearch();
  search.text(plainWord(command), { directory: '.', elsewhere: null, depth: 0 });
  return [...search.found.values()];
}

const DEEPEST = 4;
const MOST_NODES = 6000;
const SHOWN = 80;
const NOT_KNOWN = 'the directory it is looked up in is not known';
const UNKNOWN = 'its name holds a variable or a substitution';
const PATTERN = 'its name is a pattern';
const LOOPS: ReadonlySet<string> = new Set(['For', 'While', 'Select', 'ArithmeticFor']);

interface Scope {
  /** Where relative names are looked up; null: not known. */
  directory: string | null;
  /** Why nothing that is named here can be read; null: it can. */
  readonly elsewhere: string | null;
  readonly depth: number;
}

type Stdin =
  | { readonly kind: 'files'; readonly words: readonly ShellWord[]; readonly scope: Scope }
  | { readonly kind: 'text'; readonly text: string }
  /** What another command prints. */
  | { readonly kind: 'pipe' };

class FileSearch {
  readonly found = new Map<string, ExecutedFile>();
  #after: string | null = null;
  #left = MOST_NODES;

  /** @param word what a shell is given to run */
  text({ text, reason }: ShellWord, scope: Scope, stdin: Stdin | null = null): void {
    this.#left -= text.length >> 4;
    const script = scope.depth > DEEPEST || this.#left < 0 ? null : parseShell(text);
    if (script === null) {
      this.#note(text, 'too many commands are nested in it');
      return;
    }
    if (script.errors?.length) this.#note(text, 'part of the command could not be parsed');
    if (reason !== null && scope.depth > 0) this.#note(text, reason);
    this.#visit(script, { ...scope, depth: scope.depth + 1 }, stdin);
  }

  /** Takes parts from the budget. @returns whether it covers them; if not, a note says so */
  #spend(parts: number): boolean {
    this.#left -= parts;
    if (this.#left < 0) this.#note('the command', 'it has too many parts');
    return this.#left >= 0;
  }

  #visit(node: SyntaxNode, scope: Scope, stdin: Stdin | null): void {
    if (!this.#spend(1)) return;
    switch (node.type) {
      case 'Script':
      case 'CompoundList':
      case 'Statement':
      case 'BraceGroup':
        forEachChild(node, (child) => this.#visit(child, scope, stdin));
        return;
      case 'Subshell':
      case 'CommandExpansion':
      case 'ProcessSubstitution':
        forEachChild(node, (child) => this.#visit(child, { ...scope }, stdin));
        return;
      case 'Function':
        this.#visit(node.body, { ...scope, directory: null }, null);
        return;
      case 'AndOr': {
        const before = scope.directory;
        for (const [at, one] of node.commands.entries()) {
          const isEnd = one.type === 'Command' && /^(exit|return)$/.test(one.name?.value ?? '');
          const isElse = node.operators[at - 1] === '||' && scope.directory !== before && !isEnd;
          // It may not have gone there.
          if (isElse) scope.directory = null;
          this.#visit(one, scope, stdin);
          if (isElse) scope.directory = null;
        }
        return;
      }
      case 'Pipeline': {
        let fed = stdin;
        for (const one of node.commands) {
          this.#visit(one, node.commands.length === 1 ? scope : { ...scope }, fed);
          fed = one.type === 'Command' ? outputOf(one, scope) : { kind: 'pipe' };
        }
        return;
      }
      case 'Redirected':
        for (const one of node.redirects) this.#visit(one, { ...scope }, null);
        this.#visit(node.command, scope, stdinOf(node.redirects, scope) ?? stdin);
        return;
      case 'Command':
        this.#command(node, scope, stdin);
        return;
      default: {
        const inner = { ...scope };
        const all = () => forEachChild(node, (child) => this.#visit(child, inner, stdin));
        all();
        if (inner.directory === scope.directory) return;
        // Another round begins where this one ended.
        if (LOOPS.has(node.type)) all();
        scope.directory = null;
      }
    }
  }

  #command(node: Command, scope: Scope, stdin: Stdin | null): void {
    // Substitutions in its words.
    forEachChild(node, (child) => forEachChild(child, (part) => this.#visit(part, { ...scope }, null)));
    const words = node.args.map((arg) => (arg.type === 'Word' ? wordOf(arg) : plainWord(arg.text)));
    for (const one of node.prefix) if (one.type === 'Assignment') this.#variable(plainWord(one.text), scope);
    for (const one of words) this.#variable(one, scope);
    if (node.name === undefined) return;
    this.#program([wordOf(node.name), ...words], scope, stdinOf(node.redirects, scope) ?? stdin);
    const writes = node.redirects.some(({ operator }) => operator.includes('>'));
    const name = baseName(node.name.value);
    if (writes || !CHANGES_NO_FILE.has(name)) this.#after = name;
  }

  /** `LD_PRELOAD=/x.so`, before a command or as a word of env. */
  #variable({ text }: ShellWord, scope: Scope): void {
    const [, name = '', value = ''] = /^(\w+)=(.*)$/s.exec(text) ?? [];
    if (SEARCH_VARIABLES.test(name)) this.#note(name, 'it changes where programs look for what they load');
    if (!FILE_VARIABLES.test(name)) return;
    for (const one of value.split(/[: ]/)) if (one !== '') this.#file(plainWord(one), scope);
  }

  #program(words: readonly ShellWord[], scope: Scope, stdin: Stdin | null): void {
    const [program, ...rest] = words;
    if (program === undefined || !this.#spend(1 + (words.length >> 4))) return;
    const { text } = program;
    if (program.reason !== null) this.#note(text, program.reason);
    else if (/^(cd|pushd|popd)$/.test(text)) goTo(scope, text, rest);
    else if (text.includes('/') && !SYSTEM_PROGRAM.test(text)) this.#file(program, scope);
    const name = baseName(text);
    for (let at = 0; name === 'find' && at < rest.length; at++) {
      if (!COMMAND_OPTIONS.has(rest[at]?.text ?? '')) continue;
      const words = rest.slice(at + 1);
      const end = words.findIndex(
        (one, n) => one.text === ';' || (one.text === '+' && words[n - 1]?.text === '{}'),
      );
      const run = end === -1 ? words : words.slice(0, end);
      this.#program(run, scope, { kind: 'pipe' });
      at += run.length;
    }
    const row = rowFor(name, rest);
    if (row !== null) this.#arguments(name, row, scope, stdin);
  }

  #arguments(name: string, { row, words }: FoundRow, outer: Scope, stdin: Stdin | null): void {
    const { operands, given, unknown } = readWords(words, row);
    const of = (kind: OptionKind) => given.filter((one) => one.kind === kind);
    const scope: Scope = { ...outer, elsewhere: outer.elsewhere ?? row.elsewhere ?? null };
    for (const { value } of of('directory')) scope.directory = value ? pathOf(value, scope.directory) : null;
    if (of('leaves').length > 0 || (row.leaves && operands[0]?.text === '-')) scope.directory = null;
    if (unknown !== null) this.#note(`the script of ${name}`, `the option ${unknown} is not known here`);
    for (const { value } of of('texts')) if (value) this.text(value, scope);

    let files = of('files').flatMap(({ value }) => (value ? [value] : []));
    if (row.isList) files = files.flatMap((one) => one.text.split(',').map((text) => ({ ...one, text })));
    if (row.runs !== undefined) this.#runs(row, operands, scope, stdin);
    else if (row.operands === 'text' || of('textFollows').length > 0)
      this.text(row.operands === 'text' ? joined(operands) : joined(operands.slice(0, 1)), scope);
    else if (of('code').length > 0 || (row.needs && of('needs').length === 0)) return;
    else if (row.operands === 'first' && of('fromInput').length === 0)
      files.push(...(row.isContext ? [] : operands.slice(0, 1)));
    else if (row.operands === 'all') files.push(...operands);
    else if (row.operands === 'paths') files.push(...operands.filter(({ text }) => /\/|\.\w+$/.test(text)));

    for (const one of files) if (one.text !== '-') this.#file(one, scope);
    const takesInput = row.stdin && (files.length === 0 || files.some(({ text }) => text === '-'));
    if (takesInput && stdin) this.#input(name, row, stdin, scope);
    if (files.length > 0) return;
    if (row.otherwise) this.#note(row.otherwise, 'it is more than one file');
    const [context] = row.isContext ? operands : [];
    if (context) this.#file(context, scope);
    for (const [at, names] of (row.defaults ?? []).entries())
      this.#default(names, context ? pathOf(context, scope.directory) : scope.directory, scope, at > 0);
  }

  /** `sudo X=1 program …`, `timeout 5 program …`, `ssh host text` */
  #runs(row: ProgramRow, operands: readonly ShellWord[], scope: Scope, stdin: Stdin | null): void {
    const within = operands.slice(row.runs);
    const first = within.findIndex(({ text }) => !/^\w+=|^-$/.test(text));
    const words = first < 0 ? [] : within.slice(first);
    if (row.operands === 'text') this.text(joined(within), scope, stdin);
    else if (words[0]?.text === '-c') this.text(joined(words.slice(1, 2)), scope);
    else this.#program(row.isFedWords && words.length > 0 ? [...words, FED_WORDS] : words, scope, stdin);
  }

  #input(name: string, row: ProgramRow, stdin: Stdin, scope: Scope): void {
    if (stdin.kind === 'files') for (const one of stdin.words) this.#file(one, stdin.scope);
    else if (stdin.kind === 'pipe') this.#note(`the input of ${name}`, 'another command prints it');
    else if (row.isShell) this.text(plainWord(stdin.text), scope);
  }

  #default(names: readonly string[], directory: string | null, scope: Scope, isOptional: boolean): void {
    if (scope.elsewhere !== null || directory === null) {
      if (!isOptional) this.#note(names[0] as string, scope.elsewhere ?? NOT_KNOWN);
      return;
    }
    const paths = names.map((name) => pathOf(plainWord(name), directory) as string);
    this.#add({ paths, isOptional, after: this.#after });
  }

  #file(word: ShellWord, scope: Scope): void {
    const path = pathOf(word, scope.directory);
    if (scope.elsewhere !== null) this.#note(word.text, scope.elsewhere);
    else if (word.reason !== null) this.#note(word.text, word.reason);
    else if (/^[a-z][\w+.-]*:\/\//i.test(word.text)) this.#note(word.text, 'it is a URL');
    else if (path === null) this.#note(word.text, NOT_KNOWN);
    else if (/(^|\/)\.\.(\/|$)/.test(path)) this.#note(word.text, 'its path holds ..');
    else this.#add({ paths: [path], isOptional: false, after: this.#after });
  }

  #note(name: string, reason: string): void {
    this.#add({ name: name.slice(0, SHOWN), reason });
  }

  #add(file: ExecutedFile): void {
    this.found.set('paths' in file ? file.paths.join('\n') : JSON.stringify(file), file);
  }
}

/** What xargs adds to the words of a command. */
const FED_WORDS: ShellWord = {
  text: 'the words it reads',
  reason: 'they are known only where it runs',
  isHome: false,
};

const plainWord = (text: string): ShellWord => ({
  ...{ text, isHome: false },
  reason: /[$`]/.test(text) ? UNKNOWN : null,
});

const joined = (words: readonly ShellWord[]): ShellWord => ({
  text: words.map(({ text }) => text).join(' '),
  reason: words.find(({ reason }) => reason !== null)?.reason ?? null,
  isHome: false,
});

/** A word without its quotes, and why it may be another where it runs. */
function wordOf({ text, value, parts }: Word): ShellWord {
  const isHome = /^~(\/|$)/.test(text);
  const reason =
    parts?.map(reasonOf).find((one) => one !== null) ??
    (parts === undefined && /[*?]/.test(text.replace(/\\./g, '')) ? PATTERN : null) ??
    (/^~/.test(text) && !isHome ? 'its name begins with the home directory of a user' : null) ??
    (value.includes('{}') ? 'its name is known only where it runs' : null);
  return { text: reason === null ? value : text, reason, isHome };
}

function reasonOf(part: NonNullable<Word['parts']>[number]): string | null {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return null;
    case 'DoubleQuoted':
    case 'LocaleString':
      return part.parts.every(({ type }) => type === 'Literal') ? null : UNKNOWN;
    case 'Glob':
    case 'ExtendedGlob':
    case 'BraceExpansion':
      return PATTERN;
    case 'ProcessSubstitution':
      return 'another command prints it';
    default:
      return UNKNOWN;
  }
}

function pathOf({ text, isHome }: ShellWord, directory: string | null): string | null {
  if (isHome || text.startsWith('/')) return text;
  return directory && `${directory}/${text}`;
}

function goTo(scope: Scope, how: string, words: readonly ShellWord[]): void {
  const [to] = words.filter(({ text }) => !/^-[LPe@]$|^--$/.test(text));
  if (to === undefined) scope.directory = how === 'cd' ? '~' : null;
  else scope.directory = to.reason !== null || /^[-+]|^$/.test(to.text) ? null : pathOf(to, scope.directory);
}

/** What is handed to its standard input; null: nothing of its own. */
function stdinOf(redirects: readonly Redirection[], scope: Scope): Stdin | null {
  let stdin: Stdin | null = null;
  for (const one of redirects) {
    if (one.descriptor !== undefined && !('value' in one.descriptor && one.descriptor.value === 0)) continue;
    if (one.type === 'HereDoc') stdin = { kind: 'text', text: one.body.text };
    else if (one.type === 'HereString') stdin = { kind: 'text', text: one.target?.value ?? '' };
    else if (one.operator.startsWith('<') && one.operator !== '<&' && one.target)
      stdin = { kind: 'files', words: [wordOf(one.target)], scope: { ...scope } };
  }
  return stdin;
}

/** What the next command of a pipeline reads: files as they are, a text that stands here, or what nobody knows. */
function outputOf({ name, args }: Command, scope: Scope): Stdin {
  const words = args.flatMap((arg) => (arg.type === 'Word' ? [wordOf(arg)] : []));
  const isPlain = words.length > 0 && words.every(({ text }) => !text.startsWith('-'));
  if (name?.value === 'cat' && isPlain) return { kind: 'files', words, scope: { ...scope } };
  if (name?.value === 'echo' && isPlain) return { kind: 'text', text: joined(words).text };
  return { kind: 'pipe' };
}
