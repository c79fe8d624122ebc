// The fold under which names are one name (case, blanks, `-` and `_` alike, accents kept; a joint stays between two digits),
// and the running hash by which a text is matched against names, letter by letter. Pure. Source: memory D17.

const UNDERSCORE = 0x5f;
const DASH = 0x2d;

// FNV-1a over UTF-16 code units, its bits mixed once more at the end. It starts elsewhere in every process: words come from
// outside, and whoever knew where they fall could make them all fall on one place.
export const HASH_START = Math.floor(Math.random() * 2 ** 32) | 0;
export const HASH_FACTOR = 0x01000193;

/** A hash of a token, 32 bits. */
export function hashOf(token: string): number {
  let hash = HASH_START;
  for (let i = 0; i < token.length; i++) hash = Math.imul(hash ^ token.charCodeAt(i), HASH_FACTOR);
  return mixedHash(hash);
}

/** A running hash, once nothing comes any more. */
export function mixedHash(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (half ^ (half >>> 13)) | 0;
}

/** The running fold one UTF-16 unit of a canonical token further; for what joins its words there is `foldJoint`. */
export function foldUnit(state: number, unit: number): number {
  return Math.imul(state ^ unit, HASH_FACTOR);
}

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;
export const isJoint = (unit: number): boolean => unit === UNDERSCORE || unit === DASH;

/** The running fold over what stands between two words or parts of one: a joint where both sides are digits. */
export function foldJoint(state: number, before: number, after: number): number {
  return isDigit(before) && isDigit(after) ? foldUnit(state, DASH) : state;
}

/** The running fold a canonical token further. */
export function foldToken(state: number, token: string): number {
  let folded = state;
  for (let i = 0; i < token.length; i++) {
    const unit = token.charCodeAt(i);
    folded = isJoint(unit)
      ? foldJoint(folded, token.charCodeAt(i - 1), token.charCodeAt(i + 1))
      : foldUnit(folded, unit);
  }
  return folded;
}

/** A canonical token as the fold sees it: two tokens are the same name where these are equal. */
export function foldOf(token: string): string {
  let folded = '';
  let from = 0;
  for (let i = 0; i < token.length; i++) {
    if (!isJoint(token.charCodeAt(i))) continue;
    const keeps = isDigit(token.charCodeAt(i - 1)) && isDigit(token.charCodeAt(i + 1));
    folded += keeps ? `${token.slice(from, i)}-` : token.slice(from, i);
    from = i + 1;
  }
  return from === 0 ? token : folded + token.slice(from);
}

export const isSameName = (a: string, b: string): boolean => a === b || foldOf(a) === foldOf(b);
