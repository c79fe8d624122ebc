// Tells a refinement from a contradiction: `server` and `media_server` say the same of a thing, one of them more. Pure, on
// canonical tokens alone. Called by whoever holds a claim's parent against the known one. Source: memory.md D19.

/**
 * Whether a claim's parent says more or less of what the known parent says: the same head with more or fewer words before it.
 * @param known canonical token of the parent that stands, `server`
 * @param said canonical token of the claim's parent, `media_server`
 * @returns `'more'` when what is said is the more specific, `'less'` when what is known is, null when they are equal or differ
 * @example refines('server', 'media_server') // 'more'
 */
export function refines(known: string, said: string): 'more' | 'less' | null {
  const [before, after] = [known.split('_'), said.split('_')];
  if (before.length === after.length) return null;
  const [short, long] = before.length < after.length ? [before, after] : [after, before];
  if (!isWithin(short, long)) return null;
  return long === after ? 'more' : 'less';
}

/** Whether all words stand in the longer name in the same order, both ending in the same head. */
function isWithin(short: readonly string[], long: readonly string[]): boolean {
  if (short.at(-1) !== long.at(-1) || short.includes('')) return false;
  let at = 0;
  for (const word of long) if (word === short[at]) at++;
  return at === short.length;
}
