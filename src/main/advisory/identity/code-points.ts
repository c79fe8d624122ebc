// The order of texts that is the same on every machine: by code points, and not by code units or by a language. Pure. Called wherever an order must not hang on
// where it is made. Source: advisory, Retrieval.

/** For `sort`: below 0 where `a` comes first. */
export function byCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const [x, y] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (x === y) continue;
    // surrogates stand above the rest of the plane they are written with
    const raised = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);
    return raised(x) - raised(y);
  }
  return a.length - b.length;
}
