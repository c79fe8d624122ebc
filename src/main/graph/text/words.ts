// Words and their canonical form: NFKC, lower case, joined with `_`. Used by the tokeniser, the fact grammar, the cue
// scanner and whoever turns a name into a token. Source: memory, Tokeniser.
import { ASCII_CLASS, classAt, DASH, DOT, LETTER, UNDERSCORE, widthAt } from './characters.ts';
import { isInstruction, isOverlong } from './name-rules.ts';

/** Longer words are blobs (base64, minified text), not tokens. UTF-16 units. */
export const MAX_TOKEN_CHARS = 200;

/** Whether a word can start at the offset. */
export function startsWord(text: string, offset: number): boolean {
  return offset < text.length && classAt(text, offset) >= LETTER;
}

/**
 * Where the word that starts at `start` ends, without trailing `_` `-` `.`. A `-` or `.` belongs to a word only between
 * two of its characters (`a--b` and `wait...what` are two words). Looks no further than `limit`.
 */
export function wordEnd(text: string, start: number, limit = text.length): number {
  let end = start;
  let kept = start;
  while (end < limit) {
    const unit = text.charCodeAt(end);
    const kind = unit < 128 ? (ASCII_CLASS[unit] as number) : classAt(text, end);
    if (kind >= UNDERSCORE) {
      end += unit < 128 ? 1 : widthAt(text, end);
      if (kind > UNDERSCORE) kept = end;
    } else if ((kind === DASH || kind === DOT) && end + 1 < limit && classAt(text, end + 1) >= UNDERSCORE) {
      end++;
    } else {
      break;
    }
  }
  return kept;
}

const PLAIN = /^[a-z0-9]+(?:[_.-][a-z0-9]+)*$/;

/** One pass of folding: compatibility forms, case, and one kind of hyphen. */
const fold = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[\u2010\u2011]/g, '-');

/**
 * The token of a name: NFKC, lower case, its words joined with `_` (`Glitch University` -> `glitch_university`).
 * Idempotent. Empty when the name holds no word.
 */
export function canonicalToken(name: string): string {
  if (PLAIN.test(name)) return name;
  const folded = fold(name);
  let token = '';
  for (let at = 0; at < folded.length; ) {
    if (!startsWord(folded, at)) {
      at += 1;
      continue;
    }
    const end = wordEnd(folded, at);
    token += token === '' ? folded.slice(at, end) : `_${folded.slice(at, end)}`;
    at = end;
  }
  return token;
}

const UNIT =
  'st|nd|rd|th|x|k|m|b|g|s|h|d|w|y|ms|us|ns|kb|mb|gb|tb|kib|mib|gib|tib|px|em|rem|hz|khz|mhz|ghz|kg|km|cm|mm|min|sec|am|pm';
const NOISE = new RegExp(
  [
    // A number with its unit; a version; a date with a time glued on; a date with a month's name.
    new RegExp(`^[0-9][0-9._-]*(?:${UNIT})$`),
    /^v?\d+(?:\.\d+)+(?:[-.][a-z0-9]+)*$/,
    /^v\d+$/,
    /^\d{4}-?\d{2}-?\d{2}t\d*z?$/,
    /^\d{0,2}-?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)-\d{2,4}$/,
    // Hexadecimal: 0x..., a UUID, a digest or a short commit hash.
    /^0x[0-9a-f]+$/,
    /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
    /^[0-9a-f]{32,}$/,
    /^(?=[a-f]*\d)[0-9a-f]{7,}$/,
  ]
    .map((pattern) => pattern.source)
    .join('|'),
);

/** Long identifiers mixed of letters and digits: ULIDs, keys, container ids. */
function isRandomId(token: string): boolean {
  if (token.length < 20 || !/^[a-z0-9]+$/.test(token)) return false;
  return token.replace(/[a-z]/g, '').length >= 4;
}

const CUE_KEYWORDS = new Set(['isa', 'ispart']);

/** Most tokens: letters alone. */
const PLAIN_WORD = /^[a-z]{2,}$/;

const JOINT = /[a-z][_.-][a-z]/;

/**
 * Tokens that are never worth asking an agent about: numbers, versions, hashes, UUIDs, dates, single characters, the cue
 * keywords (memory D2), and what is no name: instructions and what is too long for one (memory D25).
 */
export function isNoiseToken(token: string): boolean {
  if (isOverlong(token)) return true;
  if (PLAIN_WORD.test(token)) return CUE_KEYWORDS.has(token);
  if (JOINT.test(token) && isInstruction(token)) return true;
  if (!/\p{L}/u.test(token) || token.length < 2 || [...token].length < 2) return true;
  // Most tokens end here: every other kind of noise has a digit in it.
  if (!/\d/.test(token)) return CUE_KEYWORDS.has(token);
  return NOISE.test(token) || isRandomId(token);
}
