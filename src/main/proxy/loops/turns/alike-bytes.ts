// Whether two results may be the same but for what is masked in them, told from their bytes without decoding them: word by
// word from their beginnings, where words that have a digit may stand for each other. Says yes too often, and no for results
// whose words differ. Called by may-repeat.ts in front of the shapes.

/** Bytes of each that are looked at. */
const LOOKED_AT = 600;
/** Words without a digit that may differ: names of months, of temporary files. */
const MOST_DIFFERENT = 3;

const isBreak = (byte: number): boolean => byte <= 0x20 || byte === 0x22 || byte === 0x5c || byte === 0x2c;
const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;

/** @param a the bytes of a result as they stand in a body, one UTF-16 unit each @param b another's */
export function mayBeAlike(a: string, b: string): boolean {
  const endA = Math.min(a.length, LOOKED_AT);
  const endB = Math.min(b.length, LOOKED_AT);
  let different = 0;
  for (let i = 0, j = 0; i < endA && j < endB; ) {
    let hasDigitA = false;
    let hasDigitB = false;
    const fromA = i;
    const fromB = j;
    for (; i < endA && !isBreak(a.charCodeAt(i)); i++) hasDigitA ||= isDigit(a.charCodeAt(i));
    for (; j < endB && !isBreak(b.charCodeAt(j)); j++) hasDigitB ||= isDigit(b.charCodeAt(j));
    const isCut = i === endA || j === endB;
    if (!isCut && !(hasDigitA && hasDigitB) && !isSame(a, fromA, i, b, fromB, j)) {
      if (++different > MOST_DIFFERENT) return false;
    }
    i++;
    j++;
  }
  return true;
}

function isSame(a: string, fromA: number, toA: number, b: string, fromB: number, toB: number): boolean {
  if (toA - fromA !== toB - fromB) return false;
  for (let i = fromA, j = fromB; i < toA; i++, j++) if (a.charCodeAt(i) !== b.charCodeAt(j)) return false;
  return true;
}
