// Cuts text into canonical tokens: words, dotted names, and runs of capitalised words joined with `_`. URLs and paths
// give no tokens. Linear, without regular expressions on the text; long texts are read in slices.
// Called for every new segment of every prompt. Source: memory.md Tokeniser; seed 002 "Tokenisation Rules".
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
import { type SlashChunk, SlashChunks } from './path-spans.ts';
import type { Lexicon } from './types.ts';
import { canonicalToken, MAX_TOKEN_CHARS, wordEnd } from './words.ts';

export { canonicalToken, isNoiseToken, MAX_TOKEN_CHARS } from './words.ts';

/** Called with a canonical token and the UTF-16 offsets of what it was made of. */
export type TokenVisitor = (token: string, start: number, end: number) => void;

/** A stretch that is known to be a name (see `forEachName`): it is the token it stands for, and nothing in it another. */
export interface TokenSpan {
  readonly token: string;
  readonly start: number;
  readonly end: number;
}

const NO_NAMES: readonly TokenSpan[] = [];

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
  readonly #visit: TokenVisitor;
  readonly #dictionary: Dictionary | undefined;
  readonly #chunks: SlashChunks;
  readonly #names: readonly TokenSpan[];
  /** The name to come, and where it starts. */
  #name = 0;
  #nameAt: number;
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
  #heading = false;

  /** @param names in order, none over another */
  constructor(
    text: string,
    visit: TokenVisitor,
    dictionary: Dictionary | undefined,
    names: readonly TokenSpan[] = NO_NAMES,
  ) {
    this.#text = text;
    this.#visit = visit;
    this.#dictionary = dictionary;
    this.#chunks = new SlashChunks(text);
    this.#names = names;
    this.#nameAt = names[0]?.start ?? Number.POSITIVE_INFINITY;
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
      if (at >= this.#nameAt) {
        at = this.#passName(at);
        continue;
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

  /** Reports the name that starts here; one that started in a path is left out. @returns where to read on */
  #passName(at: number): number {
    const name = this.#names[this.#name++] as TokenSpan;
    this.#nameAt = this.#names[this.#name]?.start ?? Number.POSITIVE_INFINITY;
    if (name.start < at) return at;
    this.#flush();
    this.#sentenceStart = false;
    this.#terminated = false;
    this.#inLongWord = false;
    this.#visit(name.token, name.start, name.end);
    return name.end;
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
    let lower = true;
    let unit = text.charCodeAt(start);
    for (; unit < 128 && plainEnd < furthest; unit = text.charCodeAt(++plainEnd)) {
      const kind = ASCII_CLASS[unit] as number;
      if (kind < LETTER) break;
      if (kind === UPPER) lower = false;
    }
    const plain = plainEnd === text.length || (unit < 128 && (ASCII_CLASS[unit] as number) <= FULL_STOP);
    const end = plain ? plainEnd : wordEnd(text, start, Math.min(text.length, furthest));
    const sentenceStart = this.#sentenceStart;
    this.#sentenceStart = false;
    this.#terminated = false;
    const token = end - start > MAX_TOKEN_CHARS ? '' : tokenOf(text.slice(start, end), plain, lower);
    if (token === '' || token.length > MAX_TOKEN_CHARS) {
      this.#flush();
      this.#inLongWord = end - start > MAX_TOKEN_CHARS;
    } else if (firstKind === UPPER && this.#joins(token, sentenceStart)) {
      this.#extendRun(token, start, end);
    } else {
      if (this.#runEnd >= 0) this.#flush();
      this.#visit(token, start, end);
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
      this.#visit(token, start, end);
      return;
    }
    this.#run.push(token);
    this.#runStarts.push(start);
  }

  /** Ends the run: reports it as one token. */
  #flush(): void {
    if (this.#run.length > 0) {
      const joined = this.#run.length === 1 ? (this.#run[0] as string) : this.#run.join('_');
      if (joined.length > MAX_TOKEN_CHARS) this.#emitApart();
      else this.#visit(joined, this.#runStarts[0] as number, this.#runEnd);
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
      this.#visit(word, start, wordEnd(this.#text, start));
    }
    this.#run.length = 0;
    this.#runStarts.length = 0;
  }
}

/** The canonical form of one raw word; `plain` words are ASCII. */
function tokenOf(word: string, plain: boolean, lower: boolean): string {
  if (!plain) return canonicalToken(word);
  return lower ? word : word.toLowerCase();
}

/** Characters between two looks at the clock. */
const STEP_CHARS = 4096;

/**
 * Visits every token of the text, in order. Without a dictionary the first word of a sentence joins a run like any other.
 * Throughput is tens of MiB per second; a text of more than 64 KiB in the core's loop is for `tokeniseSlices`.
 * @param isLate asked every few thousand characters
 * @param names stretches that are known names, in order
 * @returns false when it got late on the way
 */
export function forEachToken(
  text: string,
  visit: TokenVisitor,
  dictionary?: Dictionary,
  isLate?: () => boolean,
  names?: readonly TokenSpan[],
): boolean {
  const scanner = new TokenScanner(text, visit, dictionary, names);
  if (isLate === undefined) return scanner.advance(text.length);
  for (let limit = STEP_CHARS; !scanner.advance(limit); limit += STEP_CHARS) if (isLate()) return false;
  return true;
}

/** The tokens of the text, in order, with repetitions. */
export function tokenise(text: string, dictionary?: Dictionary, names?: readonly TokenSpan[]): string[] {
  const tokens: string[] = [];
  forEachToken(text, (token) => tokens.push(token), dictionary, undefined, names);
  return tokens;
}

/**
 * The same tokens in batches, each after about `sliceChars` more characters, so that a caller can let other work in
 * between: 16 Ki characters take about half a millisecond, at worst (a new script, nothing but capitals) a few.
 *
 * @example for (const tokens of tokeniseSlices(text)) { count(tokens); await nextTurn(); }
 */
export function* tokeniseSlices(
  text: string,
  dictionary?: Dictionary,
  sliceChars = 16_384,
  names?: readonly TokenSpan[],
): Generator<string[]> {
  let tokens: string[] = [];
  const scanner = new TokenScanner(text, (token) => tokens.push(token), dictionary, names);
  for (let limit = sliceChars, done = false; !done; limit += sliceChars) {
    done = scanner.advance(limit);
    yield tokens;
    tokens = [];
  }
}
