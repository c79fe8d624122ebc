// The one notion of a secret: takes keys, tokens, passwords and what else opens a door out of text before it is stored,
// counted or shown, and says of a single word whether it is one. What secrets look like is in secret-shapes.ts, where they
// stand in secret-places.ts. Linear in the text. Better a word too many than a key too few; not a guarantee.
// Source: memory D12, D25, proxy, Seeing it.
import { visitPlaces } from './secret-places.ts';
import { PRIVATE_KEY, visitShapes } from './secret-shapes.ts';

export { isAskedFor } from './secret-places.ts';
export { isSecretWord } from './secret-shapes.ts';

/** Longest sentence kept as provenance, characters. */
const MAX_SENTENCE = 280;
/** What stands in the place of a secret; as a word it is nobody's name. */
const MARK = '[redacted]';
export const MARK_WORD = 'redacted';

/** Characters searched in one go, and how far a piece looks back over its border and ahead of it. */
const PIECE = 4096;
const OVERLAP = 512;

/** Keys in use, and the spellings they may come back in. */
const hidden = new Map<string, number>();
/** Shorter ones are placeholders such as "none"; taking them out would tear ordinary words apart. */
const MIN_HIDDEN = 6;

/**
 * Makes every `redact` of this process take the value out, whatever it looks like.
 * @returns lets go of it again; a value that was hidden twice stays hidden until both let go
 */
export function hideSecret(secret: string): () => void {
  if (secret.length < MIN_HIDDEN) return () => {};
  const bytes = new TextEncoder().encode(secret);
  const base64 = btoa(String.fromCharCode(...bytes));
  const spellings = new Set([
    secret,
    encodeURIComponent(secret.toWellFormed()),
    JSON.stringify(secret).slice(1, -1),
    base64,
    base64.replace(/[+/=]/g, (char) => ({ '+': '-', '/': '_' })[char] ?? ''),
    Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''),
  ]);
  for (const one of spellings) hidden.set(one, (hidden.get(one) ?? 0) + 1);
  return () => {
    for (const one of spellings) {
      const left = (hidden.get(one) ?? 1) - 1;
      if (left > 0) hidden.set(one, left);
      else hidden.delete(one);
    }
    spellings.clear();
  };
}

/** The text without the keys in use, and otherwise as it is. */
export function withoutHidden(text: string): string {
  let result = text;
  for (const one of hidden.keys()) if (result.includes(one)) result = result.replaceAll(one, MARK);
  return result;
}

/** Takes keys in use out of a text that comes in pieces: what may be the beginning of one waits for the next piece. */
export class HiddenInPieces {
  #held = '';

  /** @returns as much of the text as may be shown */
  take(piece: string): string {
    const text = withoutHidden(this.#held + piece);
    const from = beginningOfHidden(text);
    this.#held = text.slice(from);
    return text.slice(0, from);
  }

  /** @returns what waited, when nothing follows any more */
  end(): string {
    const rest = this.#held;
    this.#held = '';
    return rest;
  }
}

/** Where the beginning of a key stands at the end of the text; the text's length where there is none. */
function beginningOfHidden(text: string): number {
  let from = text.length;
  for (const one of hidden.keys()) {
    const [first = ''] = one;
    for (let at = text.indexOf(first, Math.max(0, text.length - one.length + 1)); at >= 0 && at < from; ) {
      if (one.startsWith(text.slice(at))) from = at;
      at = text.indexOf(first, at + 1);
    }
  }
  return from;
}

/** The text without its secrets. Idempotent. */
export function redact(text: string): string {
  const steps = redactSlices(text);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * The same in steps of a few thousand characters, so that other work gets its turn in between.
 * @returns the text itself when nothing in it is a secret
 */
export function* redactSlices(text: string): Generator<void, string> {
  const open = withoutHidden(text);
  const spans: Span[] = [];
  findPrivateKeys(open, spans);
  const searched = unescaped(open);
  for (let from = 0; from < open.length; from += PIECE) {
    const start = from === 0 ? 0 : wordBefore(searched, from - OVERLAP);
    const end = Math.min(open.length, from + PIECE + OVERLAP);
    findIn(start === 0 && end === open.length ? searched : searched.slice(start, end), start, spans);
    if (end === open.length) break;
    yield;
  }
  return spans.length === 0 ? open : cut(open, spans);
}

/** White space as JSON writes it, as it is read, of the same length: `\nPassword` begins with a word. */
function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\{1,8}[nrt]/g, (blank) => `${' '.repeat(blank.length - 1)}\n`);
}

type Span = readonly [start: number, end: number];

/** Where to begin so that no word is cut in two, if a word ends near by. */
function wordBefore(text: string, offset: number): number {
  const lowest = Math.max(0, offset - OVERLAP);
  for (let at = offset; at > lowest; at--) if (/\s/.test(text.charAt(at - 1))) return at;
  return Math.max(0, offset);
}

function findIn(piece: string, offset: number, spans: Span[]): void {
  const visit = (start: number, end: number) => void spans.push([offset + start, offset + end]);
  visitShapes(piece, visit);
  visitPlaces(piece, visit);
}

/** Private keys, which may be longer than a piece. */
function findPrivateKeys(text: string, spans: Span[]): void {
  if (!text.includes('-----BEGIN')) return;
  for (const { index, 0: block } of text.matchAll(PRIVATE_KEY)) spans.push([index, index + block.length]);
}

/** The text with a mark in the place of every span. */
function cut(text: string, spans: Span[]): string {
  spans.sort(([a], [b]) => a - b);
  let result = '';
  let done = 0;
  let marked = 0;
  for (const [start, end] of spans) {
    if (end <= done) continue;
    const [from, to] = trimmed(text, Math.max(start, done), end);
    if (to <= from) continue;
    if (from > done || marked === 0) result += text.slice(done, from) + MARK;
    done = to;
    marked++;
  }
  return result + text.slice(done);
}

/** Without the quotes and marks around a value, and without a mark that stands there already. */
function trimmed(text: string, start: number, end: number): Span {
  let [from, to] = [start, end];
  while (from < to && /[\s\\"'`“”‘’«»*(]/.test(text.charAt(from))) from++;
  while (to > from && /[\s\\"'`“”‘’«».,;:?)\]}*]/.test(text.charAt(to - 1))) to--;
  return text.startsWith(MARK, from) || text.slice(from, to) === MARK.slice(0, -1)
    ? [from, from]
    : [from, to];
}

/** One sentence for provenance: redacted, on one line, at most 280 characters. */
export function redactSentence(sentence: string): string {
  // Cut roughly first, so that a megabyte is not searched for the sake of a line; a secret at the cut goes too.
  const line = redact(sentence.slice(0, 4 * MAX_SENTENCE))
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= MAX_SENTENCE ? line : `${line.slice(0, MAX_SENTENCE - 1).toWellFormed()}…`;
}
