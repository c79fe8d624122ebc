// Cuts text into canonical tokens: words, dotted names, and runs of capitalised words joined with `_`. URLs and paths
// give no tokens. Linear, without regular expressions on the text; long texts are read in slices.
// Called for every new segment of every prompt. Source: memory, Tokeniser.

import type { Lexicon } from '../types.ts';
import {
  ASCII_CLASS,
  classAt,
  DOT,
  FULL_STOP,
  LETTER,
  LINE_END,
  SPACE,
  TERMINATOR,
  UNDERSCORE,
  UPPER,
  widthAt,
} from './characters.ts';
import { foldUnit, HASH_START } from './fold.ts';
import { type SlashChunk, SlashChunks } from './path-spans.ts';
import { canonicalToken, MAX_TOKEN_CHARS, wordEnd } from './words.ts';

export { canonicalToken, isNoiseToken, MAX_TOKEN_CHARS } from './words.ts';

/** Called with a canonical token and the UTF-16 offsets of what it was made of. */
export type TokenVisitor = (token: string, start: number, end: number) => void;

/** Takes the tokens of a text in order, without a string where none is needed. Offsets are UTF-16. */
export interface TokenSink {
  /**
   * A plain word: ASCII letters and digits; in lower case it is its token.
   * @param state its running fold, see name-index.ts
   */
  word(start: number, end: number, state: number): void;
  token(token: string, start: number, end: number): void;
}

/** Finds known names in the same text (lookup.ts): they come before the rules for unknown ones. */
export interface NameFinder {
  /** Whether a name may start with a plain word; anything else is to be looked at. @param state its running fold */
  mayStart(state: number): boolean;
  /** Looks for a name that starts at the offset. @returns where it ends, or the offset itself */
  find(start: number): number;
  /** Takes the name found last. */
  take(): void;
  /** Takes the names of a stretch that holds no tokens: a URL, a path. */
  takeWithin(start: number, end: number): void;
}

/** The dictionary decides whether the first word of a sentence is capitalised for itself or by its place. */
export type Dictionary = Pick<Lexicon, 'isCommon'>;

/** A run of more capitalised words than this is a heading. */
const MAX_RUN = 6;

/** Words that never join a capitalised run: stop words and the cue keywords. */
const APART = new Set(
  (
    'a an the and or but nor yet so of in on at by for to from with without within into onto over under about above ' +
    'below between through during before after since until against per via as if then else than that this these those ' +
    'there here when while where why how what which who whom whose because although though unless is am are was were ' +
    'be been being do does did done has have had having can could will would shall should may might must not no yes ' +
    'i you he she it we they me him her us them my your his its our their mine yours all any both each every some ' +
    'such only also just now please let isa ispart'
  ).split(' '),
);

/**
 * Reads one text from front to back and can stop after any number of characters.
 * A token is reported once it is certain, so a capitalised run is reported when the word after it has been seen.
 */
class TokenScanner {
  readonly #text: string;
  readonly #sink: TokenSink;
  readonly #dictionary: Dictionary | undefined;
  readonly #chunks: SlashChunks;
  readonly #names: NameFinder | undefined;
  #at = 0;
  #chunk: SlashChunk | null = null;
  /** From here on `#chunk` has to be looked at. */
  #checkAt = 0;
  #inLongWord = false;
  #sentenceStart = true;
  #terminated = false;
  /** The capitalised run so far; `#heading` when it grew too long. */
  #run: string[] = [];
  #runStarts: number[] = [];
  #runEnd = -2;
  /** The running fold of the run's only word, where it is plain; else 0. */
  #runState = 0;
  #heading = false;

  constructor(
    text: string,
    sink: TokenSink,
    dictionary: Dictionary | undefined,
    names: NameFinder | undefined,
  ) {
    this.#text = text;
    this.#sink = sink;
    this.#dictionary = dictionary;
    this.#chunks = new SlashChunks(text);
    this.#names = names;
  }

  /** Reads on to `limit` or a little past it (a word, a stretch of path). @returns whether the text is at its end. */
  advance(limit: number): boolean {
    const text = this.#text;
    const end = Math.min(limit, text.length);
    let at = this.#at;
    while (at < end) {
      if (at >= this.#checkAt) {
        this.#at = at;
        if (this.#skippedPath()) {
          at = this.#at;
          continue;
        }
      }
      const unit = text.charCodeAt(at);
      const kind = unit < 128 ? (ASCII_CLASS[unit] as number) : classAt(text, at);
      if (this.#inLongWord && kind >= UNDERSCORE) at += widthAt(text, at);
      else if (kind >= LETTER) at = this.#word(at, kind);
      else {
        this.#inLongWord = false;
        if (kind !== SPACE || this.#terminated) this.#separator(kind);
        at += unit < 128 ? 1 : widthAt(text, at);
      }
    }
    this.#at = at;
    if (at < text.length) return false;
    this.#flush();
    return true;
  }

  /** Jumps over a URL or path; otherwise finds the next chunk that could be one. */
  #skippedPath(): boolean {
    const chunk = this.#chunk;
    if (chunk?.isPath && this.#at < chunk.end) {
      this.#flush();
      this.#names?.takeWithin(this.#at, chunk.end);
      this.#at = chunk.end;
      this.#checkAt = chunk.end;
      this.#sentenceStart = false;
      this.#terminated = false;
      this.#inLongWord = false;
      return true;
    }
    const next = this.#chunks.next(this.#at);
    this.#chunk = next;
    if (next === null) this.#checkAt = Number.POSITIVE_INFINITY;
    else this.#checkAt = next.isPath ? next.start : next.end;
    return this.#at >= this.#checkAt;
  }

  #separator(kind: number): void {
    if (kind === LINE_END || kind === FULL_STOP || (kind === SPACE && this.#terminated)) {
      this.#sentenceStart = true;
      this.#terminated = false;
    } else if (kind === DOT || kind === TERMINATOR) {
      this.#terminated = true;
    }
  }

  /** Reads the word at `start`. @returns where it ends, or how far a word that is too long was read. */
  #word(start: number, firstKind: number): number {
    const text = this.#text;
    // Most words are plain ASCII letters up to a space: they are cut here, the rest go through wordEnd.
    const furthest = start + MAX_TOKEN_CHARS + 2;
    let plainEnd = start;
    let state = HASH_START;
    let unit = text.charCodeAt(start);
    for (; unit < 128 && plainEnd < furthest; unit = text.charCodeAt(++plainEnd)) {
      const kind = ASCII_CLASS[unit] as number;
      if (kind < LETTER) break;
      state = foldUnit(state, unit | 0x20);
    }
    const plain = plainEnd === text.length || (unit < 128 && (ASCII_CLASS[unit] as number) <= FULL_STOP);
    const isShort = plainEnd - start <= MAX_TOKEN_CHARS;
    const named = this.#named(start, firstKind, plain && isShort ? state : 0);
    if (named > start) return named;
    const sentenceStart = this.#sentenceStart;
    this.#sentenceStart = false;
    this.#terminated = false;
    if (plain && isShort && firstKind !== UPPER) {
      if (this.#runEnd >= 0) this.#flush();
      this.#sink.word(start, plainEnd, state);
      return plainEnd;
    }
    const end = plain ? plainEnd : wordEnd(text, start, Math.min(text.length, furthest));
    const token = end - start > MAX_TOKEN_CHARS ? '' : tokenOf(text.slice(start, end), plain);
    if (token === '' || token.length > MAX_TOKEN_CHARS) {
      this.#flush();
      this.#inLongWord = end - start > MAX_TOKEN_CHARS;
    } else if (firstKind === UPPER && this.#joins(token, sentenceStart)) {
      this.#extendRun(token, start, end);
      this.#runState = plain && this.#run.length === 1 ? state : 0;
    } else {
      if (this.#runEnd >= 0) this.#flush();
      if (plain) this.#sink.word(start, end, state);
      else this.#sink.token(token, start, end);
    }
    return end;
  }

  /** Lets the known name that starts here be taken. @param state of a plain word, 0 for any other @returns where it ends */
  #named(start: number, kind: number, state: number): number {
    const names = this.#names;
    if (names === undefined) return start;
    if (state !== 0 && kind !== UPPER && !names.mayStart(state)) return start;
    const end = names.find(start);
    if (end > start) {
      this.#flush();
      names.take();
      this.#sentenceStart = false;
      this.#terminated = false;
      this.#inLongWord = false;
    }
    return end;
  }

  #joins(token: string, sentenceStart: boolean): boolean {
    if (APART.has(token)) return false;
    return !(sentenceStart && this.#dictionary?.isCommon(token));
  }

  #extendRun(token: string, start: number, end: number): void {
    const adjacent = start === this.#runEnd + 1 && classAt(this.#text, this.#runEnd) === SPACE;
    if (!adjacent) this.#flush();
    else if (this.#run.length === MAX_RUN) {
      this.#emitApart();
      this.#heading = true;
    }
    this.#runEnd = end;
    if (this.#heading) {
      this.#sink.token(token, start, end);
      return;
    }
    this.#run.push(token);
    this.#runStarts.push(start);
  }

  /** Ends the run: reports it as one token. */
  #flush(): void {
    if (this.#run.length > 0) {
      const joined = this.#run.length === 1 ? (this.#run[0] as string) : this.#run.join('_');
      const start = this.#runStarts[0] as number;
      if (joined.length > MAX_TOKEN_CHARS) this.#emitApart();
      else if (this.#runState !== 0) this.#sink.word(start, this.#runEnd, this.#runState);
      else this.#sink.token(joined, start, this.#runEnd);
      this.#run.length = 0;
      this.#runStarts.length = 0;
    }
    this.#runEnd = -2;
    this.#heading = false;
  }

  /** Reports the run's words one by one. */
  #emitApart(): void {
    for (const [i, word] of this.#run.entries()) {
      const start = this.#runStarts[i] as number;
      this.#sink.token(word, start, wordEnd(this.#text, start));
    }
    this.#run.length = 0;
    this.#runStarts.length = 0;
  }
}

/** The canonical form of one raw word; `plain` words are ASCII. */
const tokenOf = (word: string, plain: boolean): string => (plain ? word.toLowerCase() : canonicalToken(word));

/** A sink that makes a string of every token. */
const asStrings = (text: string, visit: TokenVisitor): TokenSink => ({
  word: (start, end) => visit(text.slice(start, end).toLowerCase(), start, end),
  token: visit,
});

/** Characters between two looks at the clock. */
const STEP_CHARS = 4096;

/**
 * Visits every token of the text, in order. Without a dictionary the first word of a sentence joins a run like any other.
 * Throughput is tens of MiB per second; a text of more than 64 KiB in the core's loop is for `tokenSlices`.
 */
export function forEachToken(text: string, visit: TokenVisitor, dictionary?: Dictionary): void {
  new TokenScanner(text, asStrings(text, visit), dictionary, undefined).advance(text.length);
}

/**
 * Hands every token of the text to the sink, in order, and the known names to the finder, which come first.
 * @param isLate asked every few thousand characters
 * @returns false when it got late on the way
 */
export function readTokens(
  text: string,
  sink: TokenSink,
  dictionary: Dictionary,
  names?: NameFinder,
  isLate?: () => boolean,
): boolean {
  const scanner = new TokenScanner(text, sink, dictionary, names);
  if (isLate === undefined) return scanner.advance(text.length);
  for (let limit = STEP_CHARS; !scanner.advance(limit); limit += STEP_CHARS) if (isLate()) return false;
  return true;
}

/** The tokens of the text, in order, with repetitions. */
export function tokenise(text: string, dictionary?: Dictionary): string[] {
  const tokens: string[] = [];
  forEachToken(text, (token) => tokens.push(token), dictionary);
  return tokens;
}

/**
 * The same as `readTokens` in slices of about `sliceChars` characters, so that a caller can let other work in between: 16 Ki
 * characters take a fraction of a millisecond, at worst (a new script, nothing but capitals) a few.
 *
 * @example for (const _ of tokenSlices(text, sink, dictionary, names)) await nextTurn();
 */
export function* tokenSlices(
  text: string,
  sink: TokenSink,
  dictionary: Dictionary,
  names: NameFinder | undefined,
  sliceChars = 16_384,
): Generator<void> {
  const scanner = new TokenScanner(text, sink, dictionary, names);
  for (let limit = sliceChars, done = false; !done; limit += sliceChars) {
    done = scanner.advance(limit);
    yield;
  }
}
