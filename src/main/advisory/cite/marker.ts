// The grammar of one marker of a citation: what between two brackets is meant as one, and which ids it names. Knows nothing of the text around it.
// Used by inline.ts, which finds the brackets, and citations.ts, which reads them. Source: advisory, Guardrails.

/** Ids are u32, as those of sources are; 0 is none. */
const MOST_ID = 0xffff_ffff;
const MOST_WIDE = 1000;

/** Brackets in the text that are meant as a marker, of whatever ids. */
export interface Brackets {
  readonly end: number;
  readonly isCaret: boolean;
}

const ONLY_NUMBERS = /\[[\p{Nd}\s,;，、；\p{Pd}−]+\]/uy;
const HAS_DIGIT = /\p{Nd}/u;
/** What reads as a day, and is none. */
const DAY = /^\[\s*\d{4}-\d{2}-\d{2}\s*\]$/;
const CARET = /\[\^(?:[^[\]\r\n]*|[\p{Nd}\s,;，、；\p{Pd}−]*)\]/uy;
const BROKEN_OFF = /\[\^[0-9][0-9 \t,;–-]*/y;

/**
 * Brackets that are meant as a marker and begin at this place: `[` with nothing in it but digits, signs of lists and ranges and blanks, one digit at
 * least; or all that begins with `[^`, to the end of its line; or a `[^1` that nothing closes.
 */
export function bracketsAt(text: string, from: number, end: number): Brackets | null {
  const isCaret = text.charAt(from + 1) === '^';
  const found = matchAt(isCaret ? CARET : ONLY_NUMBERS, text, from, end);
  if (found !== null) {
    if (!isCaret && (!HAS_DIGIT.test(found) || DAY.test(found))) return null;
    return { end: from + found.length, isCaret };
  }
  if (!isCaret) return null;
  const broken = matchAt(BROKEN_OFF, text, from, end)?.trimEnd();
  return broken === undefined ? null : { end: from + broken.length, isCaret };
}

function matchAt(pattern: RegExp, text: string, from: number, end: number): string | null {
  pattern.lastIndex = from;
  const found = pattern.exec(text)?.[0];
  return found === undefined || from + found.length > end ? null : found;
}

const ID = /^[1-9][0-9]{0,9}$/;
const LINE_END = /[\n-\r\u0085\u2028\u2029]/;

/** How many ids the ranges of one text may name: a thousand a marker is allowed, and a megabyte of such markers would fill the memory. */
export interface Allowance {
  left: number;
}

/**
 * The ids of a marker, in the order they are written, each once; null where it is malformed: an id that is no number from 1 to 2³²−1 without a leading
 * zero, a range that descends or has more than 1,000 ids, an end of line inside, a list or range with nothing in a place; or where nothing of the
 * allowance is left for its ranges.
 * @example idsOf('[^1, 3–5]', { left: 1000 }) // [1, 3, 4, 5]
 */
export function idsOf(marker: string, allowance: Allowance): readonly number[] | null {
  if (!marker.endsWith(']') || LINE_END.test(marker)) return null;
  const ids = new Set<number>();
  for (const part of marker.slice(marker.startsWith('[^') ? 2 : 1, -1).split(/[,;]/)) {
    const ends = part.split(/[-–]/).map(idOf);
    const [first = 0, last = first] = ends;
    if (ends.length > 2 || ends.includes(null) || first === null || last === null) return null;
    if (last < first || last - first >= MOST_WIDE) return null;
    allowance.left -= last - first;
    if (allowance.left < 0) return null;
    for (let id = first; id <= last; id++) ids.add(id);
  }
  return [...ids];
}

function idOf(text: string): number | null {
  const digits = text.trim();
  const id = ID.test(digits) ? Number(digits) : 0;
  return id > 0 && id <= MOST_ID ? id : null;
}
