// Cuts prose into sentences, sentences into chunks (at commas, brackets, dashes, colons and conjunctions) and
// chunks into words, all with offsets. Knows punctuation and conjunctions, nothing about cues or names.
// One forward pass; called by cues.ts.

import { CLAUSE_BREAKS, OPEN_DETERMINERS } from '../words/function-words.ts';
import { HOLE, ITEM } from './foreign.ts';

export interface Word {
  readonly text: string;
  readonly lower: string;
  readonly start: number;
  readonly end: number;
  /** Carries a possessive `'s`, which `text` and `end` leave out. */
  readonly possessive: boolean;
  /** First word of its sentence or after a colon: its capital says nothing. */
  readonly initial: boolean;
  /** Glued from parts no name has (`a/b`, `x@y`). */
  readonly odd: boolean;
  /** Stands in a code span of its own. */
  readonly code: boolean;
}

/** The punctuation before a chunk. */
export type Mark = ',' | ':' | '(' | ')' | '-' | 'hole' | null;

export interface Chunk {
  readonly mark: Mark;
  /** The conjunction or relative it opens with, taken out of `words`. */
  readonly conjunction: string | null;
  readonly words: readonly Word[];
  /** The punctuation after it; `null` at the end of the sentence or before a conjunction. */
  readonly closedBy: Mark;
}

export interface Sentence {
  readonly start: number;
  readonly end: number;
  readonly isQuestion: boolean;
  readonly chunks: readonly Chunk[];
}

/** A dash joins as a hyphen does where what follows makes an adjective ("5–based"). */
const WORD =
  /[\p{L}\p{N}_][\p{L}\p{N}\p{M}_]*(?:(?:[-.'’@/+&]|–(?=(?:based|like|driven|native|side|aware|powered|compatible|style)\b))[\p{L}\p{N}\p{M}_]+)*(?:\+{1,2}|#)?/uy;
const ABBREVIATIONS: ReadonlySet<string> = new Set(
  'e.g i.e eg ie etc vs cf mr mrs ms dr prof st approx inc ltd co corp jr sr fig vol dept est'.split(' '),
);
/** A line at least this long that ends in mid-sentence was wrapped by hand. */
const WRAP_WIDTH = 40;
const OPEN_ENDED =
  /(?:,|[\s(](?:a|an|the|of|on|by|in|to|and|or|but|that|if|when|whether|is|are|with|for|from|as|at|like|not|our|which|who|because|then))$/i;

/** Where a line break does not end the sentence: the line was wrapped, and the next one carries on. */
function isWrapped(text: string, lineStart: number, at: number): boolean {
  let end = at;
  while (end > lineStart && text[end - 1] === ' ') end--;
  const tail = text.slice(Math.max(lineStart, end - 24), end);
  if (tail === '') return false;
  const next = /^\n {0,4}(\S)/.exec(text.slice(at, at + 6))?.[1] ?? '';
  if (next === '' || next === HOLE || next === ITEM || /^\n\s*\n/.test(text.slice(at, at + 8))) return false;
  if (OPEN_ENDED.test(` ${tail}`)) return true;
  return at - lineStart >= WRAP_WIDTH && /\p{Ll}/u.test(next) && !tail.endsWith(HOLE);
}

function endsAbbreviation(text: string, dot: number): boolean {
  let start = dot;
  while (start > 0 && dot - start < 8 && /[\p{L}.]/u.test(text[start - 1] ?? ' ')) start--;
  const word = text.slice(start, dot).toLowerCase();
  if (ABBREVIATIONS.has(word)) return true;
  return (
    /^\p{L}$/u.test(word) && /^\s+\p{Lu}/u.test(text.slice(dot + 1, dot + 4)) && start > 0 && word !== 'i'
  );
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly isQuestion: boolean;
}

/** Sentence spans in order; semicolons and line breaks (other than wraps) end one too. */
export function sentenceSpans(text: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  let lineStart = 0;
  /** Where the closing marks end that `at` stands among: looked for once for all of them. */
  let stop = 0;
  for (let at = 0; at < text.length; at++) {
    const c = text[at] ?? '';
    if (c >= 'a' && c <= 'z') continue;
    if (c === '\n') {
      if (!isWrapped(text, lineStart, at)) {
        spans.push({ start, end: at, isQuestion: false });
        start = at + 1;
      }
      lineStart = at + 1;
      continue;
    }
    if (!'.!?;…。？！'.includes(c)) continue;
    if (stop <= at) stop = at + 1;
    while (stop < text.length && '.!?…)"”’'.includes(text[stop] ?? ' ')) stop++;
    const glued = /[\p{L}\p{N}_]/u.test(text[stop] ?? ' ');
    if (c === '.' && (glued || (stop === at + 1 && endsAbbreviation(text, at)))) continue;
    spans.push({
      start,
      end: at,
      isQuestion: /[?？]/.test(text.slice(at, Math.min(stop, at + 16))),
    });
    start = stop;
    at = stop - 1;
  }
  spans.push({ start, end: text.length, isQuestion: false });
  return spans.filter((span) => span.end > span.start);
}

const MARKS: ReadonlyMap<string, Mark> = new Map<string, Mark>([
  ...[...',:()'].map((mark): [string, Mark] => [mark, mark as Mark]),
  ['[', '('],
  [']', ')'],
  ...[...'—–'].map((dash): [string, Mark] => [dash, '-']),
  ...[...'/=<>|{}\\\t$@+^~§→⇒➜', HOLE].map((hole): [string, Mark] => [hole, 'hole']),
]);

/** `CI/CD`, `TCP/IP`: two short forms that are one name. */
const PAIR = /^\p{Lu}{2,4}\/\p{Lu}{2,4}$/u;

/** Text that case folding alone brings to its canonical form. */
const PLAIN = /^[\x20-\x7e]*$/;

/** Most words: letters alone. */
const LETTERS = /^[A-Za-z]+$/;

function makeWord(raw: string, start: number, initial: boolean, code: boolean): Word {
  if (LETTERS.test(raw)) {
    const end = start + raw.length;
    return { text: raw, lower: raw.toLowerCase(), start, end, possessive: false, initial, odd: false, code };
  }
  const owned = /['’]s$/i.test(raw);
  const bare = (owned ? raw.slice(0, -2) : raw).replace(/^_+(?=[^_])|(?<=[^_])_+$/g, '').replaceAll('–', '-');
  return {
    text: bare,
    lower: PLAIN.test(bare) ? bare.toLowerCase() : bare.normalize('NFKC').toLowerCase().replaceAll('’', "'"),
    start,
    end: start + (owned ? raw.length - 2 : raw.length),
    possessive: owned,
    initial,
    odd: /[@/&]|\+[^+]/.test(bare) && !PAIR.test(bare),
    code,
  };
}

class ChunkList {
  readonly chunks: Chunk[] = [];
  private words: Word[] = [];
  private mark: Mark = null;
  private conjunction: string | null = null;

  add(word: Word): void {
    this.words.push(word);
  }

  get last(): Word | undefined {
    return this.words.at(-1);
  }

  get isOpen(): boolean {
    return this.words.length > 0;
  }

  /** Ends the running chunk at a conjunction. */
  breakAt(conjunction: string): void {
    // "and when", ", and which": the later word decides how the clause is to be read. "but unless" still is a contrast.
    if (this.words.length > 0 || this.conjunction === 'but') this.close(null);
    this.conjunction = conjunction;
  }

  close(mark: Mark): void {
    if (this.words.length > 0 || this.conjunction !== null) {
      const { words, conjunction } = this;
      this.chunks.push({ mark: this.mark, conjunction, words, closedBy: mark });
      this.mark = mark;
    } else if (this.mark === null || mark === 'hole' || (this.mark !== 'hole' && mark === ':')) {
      this.mark = mark;
    }
    this.words = [];
    this.conjunction = null;
  }
}

/** `call(x)`, `Module::Name`, `tool:action`: punctuation inside code, not between clauses. */
function isCodeMark(text: string, at: number): boolean {
  const c = text[at];
  if (c !== '(' && c !== ':') return false;
  const before = /[\p{L}\p{N}_]/u.test(text[at - 1] ?? ' ');
  if (c === '(') return before && !/^\(s\)/.test(text.slice(at, at + 3));
  return text[at + 1] === ':' || text[at - 1] === ':' || (before && /\p{L}/u.test(text[at + 1] ?? ' '));
}

/** Words and chunks of one sentence. */
export function readSentence(text: string, span: Span): Sentence {
  const list = new ChunkList();
  // A word ends where its sentence does: one that is read beyond would be read again from each of its characters.
  const sentence = text.slice(span.start, span.end);
  let initial = true;
  let at = span.start;
  while (at < span.end) {
    const c = text[at] ?? '';
    if (c === ' ') {
      at++;
      continue;
    }
    WORD.lastIndex = at - span.start;
    const found = WORD.exec(sentence);
    if (found !== null) {
      const word = makeWord(found[0], at, initial, text[at - 1] === '`');
      // "at the till"
      const isNoun = word.lower === 'till' && OPEN_DETERMINERS.has(list.last?.lower ?? '');
      const breaks = !word.possessive && !isNoun && CLAUSE_BREAKS.has(word.lower);
      if (breaks) list.breakAt(word.lower);
      else if (word.text !== '') list.add(word);
      initial = false;
      at += found[0].length;
      continue;
    }
    const dash = c === '-' && /[\s-]/.test(text[at - 1] ?? ' ') && /[\s-]/.test(text[at + 1] ?? ' ');
    const glued = c === '-' && !dash && list.isOpen && !/\s/.test(text[at + 1] ?? ' ');
    const joins = c === '&' && text[at - 1] === ' ' && text[at + 1] === ' ';
    if (joins && list.isOpen) list.breakAt('and');
    const names = c === '=' && text[at - 1] === ' ' && text[at + 1] === ' ';
    const mark: Mark = names
      ? ':'
      : dash
        ? '-'
        : glued || isCodeMark(text, at)
          ? 'hole'
          : (MARKS.get(c) ?? null);
    if (mark !== null) list.close(mark);
    if (mark === ':') initial = true;
    at++;
  }
  list.close(null);
  return { ...span, chunks: list.chunks };
}
