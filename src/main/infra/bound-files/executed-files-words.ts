// The words of a command by the table of executed files: which row they fit, which options are given with which values, which operands are
// left. Pure; called by executed-files.ts.
import { EXECUTED_FILES, type ProgramRow } from './executed-files-table.ts';

export interface ShellWord {
  readonly text: string;
  /** Why its value is not known; null: it is. */
  readonly reason: string | null;
  /** It begins with an unquoted `~/`. */
  readonly isHome: boolean;
}

export type OptionKind =
  | 'files'
  | 'values'
  | 'code'
  | 'texts'
  | 'textFollows'
  | 'fromInput'
  | 'directory'
  | 'leaves'
  | 'flags'
  | 'needs';
const WITH_VALUE: readonly OptionKind[] = ['files', 'values', 'code', 'texts', 'directory'];
const ALONE: readonly OptionKind[] = ['textFollows', 'fromInput', 'leaves', 'flags', 'needs'];

export interface FoundRow {
  readonly row: ProgramRow;
  /** What follows the program and its sub-command. */
  readonly words: readonly ShellWord[];
}

interface IndexedRow {
  /** Sub-commands, one of which must be there; null: any. */
  readonly subs: readonly string[] | null;
  readonly row: ProgramRow;
}

/** The rows of the table by the name of the program, in their order. */
const ROWS = new Map<string, IndexedRow[]>();
for (const [pattern, row] of EXECUTED_FILES) {
  const [programs = '', subs] = pattern.split(' ');
  for (const name of programs.split('|'))
    ROWS.set(name, [...(ROWS.get(name) ?? []), { subs: subs?.split('|') ?? null, row }]);
}

const VERSION = /(?<![\d.])[\d.]+$/;

/** The first row for a program with these words, by its name or else by that without its version; null: none. */
export function rowFor(name: string, words: readonly ShellWord[]): FoundRow | null {
  for (const { subs, row } of ROWS.get(name) ?? ROWS.get(name.replace(VERSION, '')) ?? []) {
    if (subs === null) return { row, words };
    const at = words.findIndex(({ text }) => subs.includes(text));
    // What stands before a sub-command may be an option of it, but for those that end at an operand.
    if (at >= 0)
      return {
        row,
        words: row.stop || row.runs !== undefined ? words.slice(at + 1) : words.toSpliced(at, 1),
      };
  }
  return null;
}

interface ReadWords {
  readonly operands: readonly ShellWord[];
  readonly given: readonly { readonly kind: OptionKind; readonly value: ShellWord | undefined }[];
  /** An option that the row does not know, though what follows it depends on that. */
  readonly unknown: string | null;
}

export function readWords(words: readonly ShellWord[], row: ProgramRow): ReadWords {
  const operands: ShellWord[] = [];
  const given: { kind: OptionKind; value: ShellWord | undefined }[] = [];
  let unknown: string | null = null;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as ShellWord;
    const { text } = word;
    if (text === '--' || !/^[-+]./.test(text)) {
      const isEnd = text === '--' || row.stop || (row.runs !== undefined && operands.length >= row.runs);
      operands.push(...words.slice(text === '--' ? at + 1 : at, isEnd ? words.length : at + 1));
      if (isEnd) break;
      continue;
    }
    const [name = ''] = text.split('=', 1);
    const kind = kindOf(row, name);
    if (kind !== null) {
      const attached = name === text ? undefined : { ...word, text: text.slice(name.length + 1) };
      if (attached && kind === 'needs') operands.push(attached);
      given.push({ kind, value: WITH_VALUE.includes(kind) ? (attached ?? words[++at]) : undefined });
      continue;
    }
    for (let letter = 1; letter < text.length && !text.startsWith('--'); letter++) {
      const one = kindOf(row, `${text[0]}${text[letter]}`);
      if (one === null) continue;
      const isValued = WITH_VALUE.includes(one);
      const rest = text.slice(letter + 1).replace(/^=/, '');
      given.push({
        kind: one,
        value: isValued ? (rest === '' ? words[++at] : { ...word, text: rest }) : undefined,
      });
      if (isValued) break;
    }
    const isKnown = name !== text || (!text.startsWith('--') && kindOf(row, text.slice(0, 2)) !== null);
    if (row.flags !== undefined && !isKnown) unknown ??= text;
  }
  return { operands, given, unknown };
}

/** Long options may be shortened. */
function kindOf(row: ProgramRow, option: string): OptionKind | null {
  for (const kind of [...WITH_VALUE, ...ALONE])
    for (const one of row[kind as 'files']?.split(' ') ?? []) {
      if (one === option) return kind;
      if (/^--\w{3}/.test(option) && one.startsWith(option)) return kind;
      // `-abc` in the table stands for each of its letters.
      if (kind === 'flags' && option.length === 2 && /^-\w/.test(one) && one.includes(option[1] as string))
        return kind;
    }
  return null;
}
