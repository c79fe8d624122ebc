// Finds URLs and file paths in running text: a dotted name with a scheme or a path is a URL, and none of its pieces is
// a token or prose. One decision per chunk (a run without white space, quotes or brackets), linear in the text.
// Used by tokenise.ts and prose.ts. Source: memory, Tokeniser, D8.

/** Offsets of one chunk that holds a slash; `isPath` says what it is. */
export interface SlashChunk {
  readonly start: number;
  readonly end: number;
  readonly isPath: boolean;
}

/** A chunk is looked at in windows of this many characters, so that no text can make one step long. */
const WINDOW = 4096;

const BREAKS = new Set(
  [...'"`<>|{}[]\u00a0\u2018\u2019\u201a\u201b\u201c\u201d\u2028\u2029\u3000'].map((one) =>
    one.charCodeAt(0),
  ),
);
const isBreak = (unit: number): boolean => unit <= 0x20 || BREAKS.has(unit);

const OPEN = 0x28;
const CLOSE = 0x29;
const QUOTE = 0x27;

/** Walks the slash-bearing chunks of one text in order; offsets only ever move forward. */
export class SlashChunks {
  readonly #text: string;
  #slash = -1;
  #drive = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** The first chunk with a slash (or a drive letter) that ends after `from`, cut to start there; null when none is left. */
  next(from: number): SlashChunk | null {
    const slash = this.#nextSeparator(from);
    if (slash < 0) return null;
    const start = chunkStart(this.#text, slash, from);
    const end = withoutTail(this.#text, chunkEnd(this.#text, slash, start));
    return { start, end, isPath: looksLikePath(this.#text.slice(start, end)) };
  }

  #nextSeparator(from: number): number {
    if (this.#slash < from) this.#slash = found(this.#text.indexOf('/', from));
    if (this.#drive < from) this.#drive = found(this.#text.indexOf(':\\', from));
    const first = Math.min(this.#slash, this.#drive);
    return first === Number.POSITIVE_INFINITY ? -1 : first;
  }
}

const found = (offset: number): number => (offset < 0 ? Number.POSITIVE_INFINITY : offset);

function chunkStart(text: string, slash: number, from: number): number {
  const lowest = Math.max(from, slash - WINDOW);
  let start = slash;
  while (start > lowest) {
    const unit = text.charCodeAt(start - 1);
    if (isBreak(unit) || unit === OPEN || unit === QUOTE) break;
    start--;
  }
  return start;
}

function chunkEnd(text: string, slash: number, start: number): number {
  const highest = Math.min(text.length, slash + WINDOW);
  const quoted = text.charCodeAt(start - 1) === QUOTE;
  let depth = 0;
  let end = slash + 1;
  for (; end < highest; end++) {
    const unit = text.charCodeAt(end);
    if (isBreak(unit) || (quoted && unit === QUOTE)) break;
    if (unit === OPEN) depth++;
    else if (unit === CLOSE && depth-- === 0) break;
  }
  return end;
}

const TAIL = new Set([...".,;:!?)'"]);

/** Where the chunk ends without the sentence's punctuation after it; the slash itself always stays. */
function withoutTail(text: string, end: number): number {
  let trimmed = end;
  while (TAIL.has(text[trimmed - 1] ?? '')) trimmed--;
  return trimmed;
}

const SCHEME = /^[\w.+-]*:\/\//;
const DRIVE = /^[A-Za-z]:\\/;
const ANCHORED = /^(?:\.{0,2}|~[\w-]*|\$\w+|%\w+%)\//;

/**
 * Whether a chunk is a URL or a path rather than words with a slash between them ("and/or", "client/server").
 * A scheme, a leading `/` `./` `~/`, a dotted or ported first piece, a trailing slash, two slashes, or a last piece
 * with an extension make it one.
 */
function looksLikePath(chunk: string): boolean {
  if (SCHEME.test(chunk) || DRIVE.test(chunk)) return true;
  if (ANCHORED.test(chunk)) return chunk.length > 1;
  const slash = chunk.indexOf('/');
  if (slash >= 0 && chunk.includes('/', slash + 1)) return true;
  const first = slash < 0 ? chunk : chunk.slice(0, slash);
  const last = slash < 0 ? '' : chunk.slice(slash + 1);
  if (last === '') return first !== '';
  return /[.:=@]/.test(first) || /\.\w/.test(last);
}
