// Where the secrets of a text stand, and of which type each is: the one search behind `redact` and behind whoever shows types.
// Searches in overlapping pieces, makes regions of what lies over each other, keeps nothing. Never takes anything out itself.
// Linear in the text. Used by redact.ts and, with types, by the guard of advisories.
// Source: memory D12, D25, advisory, Guardrails.
import { type Evidence, evidenceIn, isWithin } from './secret-evidence.ts';
import { visitPlaces } from './secret-places.ts';
import { issuedTypeAt, PRIVATE_KEY, type ShapeType, visitShapes } from './secret-shapes.ts';
import { rankOf, type SecretType } from './secret-types.ts';
import { MARK, visitHidden } from './secrets-in-use.ts';

/** Characters searched in one go, and how far a piece looks back over its border and ahead of it. */
const PIECE = 4096;
const OVERLAP = 512;

/** A mark that says of which type and the how manieth what stood there is. */
const TYPED_MARK = /\[REDACTED:[a-z][a-z0-9_]{0,40}#\d{1,9}\]/g;
const MARK_HERE = new RegExp(TYPED_MARK.source, 'y');
const MARK_BEGINS = '[REDACTED:';

export type FoundSpan<T = ShapeType> = readonly [start: number, end: number, type: T];

export interface SecretSpan {
  /** UTF-16 units; `end` is behind the last. */
  readonly start: number;
  readonly end: number;
  readonly type: SecretType;
}

/**
 * The secrets of a text with their types, in order and apart from each other. What names something and opens nothing stays
 * (secret-evidence.ts): digests, commits, package URLs, certificates, addresses without credentials.
 * @returns where a key in use stands (`hideSecret`), too; marks that stand there already are none
 */
export function secretSpans(text: string): SecretSpan[] {
  const evidence = evidenceIn(text);
  const found: FoundSpan[] = [];
  for (const _ of searchSlices(text, found, evidence)) void _;
  const spans: FoundSpan<SecretType>[] = [];
  for (const [start, end, type] of found) {
    const [from, to] = trimmed(text, start, end);
    if (from < to && !isWithin(evidence, from, to))
      spans.push([start, end, type === 'issued' ? issuedTypeAt(text, start) : type]);
  }
  visitHidden(text, (start, end) => void spans.push([start, end, 'configured_secret']));
  return regionsOf(text, spans).map(([start, end, type]) => ({ start, end, type }));
}

/**
 * Finds the secrets of a text, a few thousand characters a step.
 * @param spans takes what is found; spans may lie over each other, and hold the quotes around a value
 * @param evidence what is not judged by its randomness; absent: everything is
 */
export function* searchSlices(text: string, spans: FoundSpan[], evidence?: Evidence): Generator<void, void> {
  findPrivateKeys(text, spans);
  const searched = unescaped(text);
  const runs = evidence === undefined ? searched : unescaped(evidence.blanked);
  for (let from = 0; from < text.length; from += PIECE) {
    const start = from === 0 ? 0 : wordBefore(searched, from - OVERLAP);
    const end = Math.min(text.length, from + PIECE + OVERLAP);
    const isWhole = start === 0 && end === text.length;
    const piece = isWhole ? searched : searched.slice(start, end);
    const visit = (a: number, b: number, type: ShapeType) => void spans.push([start + a, start + b, type]);
    visitShapes(piece, visit, runs === searched ? piece : runs.slice(start, end));
    visitPlaces(piece, visit);
    if (end === text.length) break;
    yield;
  }
}

/** White space as JSON writes it, as it is read, of the same length: `\nPassword` begins with a word. */
function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\{1,8}[nrt]/g, (blank) => `${' '.repeat(blank.length - 1)}\n`);
}

/** Where to begin so that no word is cut in two, if a word ends near by. */
function wordBefore(text: string, offset: number): number {
  const lowest = Math.max(0, offset - OVERLAP);
  for (let at = offset; at > lowest; at--) if (/\s/.test(text.charAt(at - 1))) return at;
  return Math.max(0, offset);
}

/** Private keys, which may be longer than a piece. */
function findPrivateKeys(text: string, spans: FoundSpan[]): void {
  if (!text.includes('-----BEGIN')) return;
  for (const { index, 0: block } of text.matchAll(PRIVATE_KEY))
    spans.push([index, index + block.length, 'pem_private_key']);
}

const rank = (type: ShapeType): number => (type === 'issued' ? 1 : rankOf(type));

/**
 * What lies over each other or touches is one region, named by the most telling type in it, the first of equals.
 * @param spans in any order; sorted in place
 * @returns in order, apart from each other, without the quotes around them
 */
export function regionsOf<T extends ShapeType>(text: string, spans: FoundSpan<T>[]): FoundSpan<T>[] {
  spans.sort(([a], [b]) => a - b);
  const marks = marksIn(text);
  let mark = 0;
  const regions: [start: number, end: number, type: T][] = [];
  for (const [start, end, type] of spans) {
    while ((marks[mark]?.[1] ?? Number.POSITIVE_INFINITY) <= start) mark++;
    // What begins within a mark is its own type or number.
    if ((marks[mark]?.[0] ?? Number.POSITIVE_INFINITY) < start) continue;
    const last = regions.at(-1);
    const done = last?.[1] ?? 0;
    if (last && end <= done) {
      if (end > last[0] && rank(type) < rank(last[2])) last[2] = type;
      continue;
    }
    const begin = Math.max(start, done);
    const [from, to] = type === 'configured_secret' ? [begin, end] : trimmed(text, begin, end);
    if (to <= from) continue;
    if (last && from === done) {
      last[1] = to;
      if (rank(type) < rank(last[2])) last[2] = type;
    } else regions.push([from, to, type]);
  }
  return regions;
}

/** Where marks with types stand, in order. */
function marksIn(text: string): (readonly [start: number, end: number])[] {
  if (!text.includes(MARK_BEGINS)) return [];
  return Array.from(text.matchAll(TYPED_MARK), ({ index, 0: mark }) => [index, index + mark.length] as const);
}

/** Without the quotes and marks around a value, and without a mark that stands there already. */
function trimmed(text: string, start: number, end: number): readonly [start: number, end: number] {
  let [from, to] = [start, end];
  while (from < to && /[\s\\"'`“”‘’«»*(]/.test(text.charAt(from))) from++;
  while (to > from && /[\s\\"'`“”‘’«».,;:?)\]}*]/.test(text.charAt(to - 1))) to--;
  return isMarked(text, from, to) ? [from, from] : [from, to];
}

function isMarked(text: string, from: number, to: number): boolean {
  if (text.charAt(from) !== '[') return false;
  MARK_HERE.lastIndex = from;
  return text.startsWith(MARK, from) || text.slice(from, to) === MARK.slice(0, -1) || MARK_HERE.test(text);
}
