// Whether one kind is another with more words before the same head: a media server is a server. Pure; knows words, not
// facts. Called by the write path (memory/). Source: memory D19.

/** Words that say of the head that it is not one, or is no more: an ex-server refines no server. */
const DENIES = new Set(['anti', 'ex', 'fake', 'former', 'mock', 'non', 'not', 'pseudo']);

/**
 * How a claimed kind stands to the known one.
 * @param claimed a canonical token
 * @param known a canonical token
 * @returns `more` when the claim is the more specific one, `less` when the known one is, null when neither
 * @example refinement('media_server', 'server') === 'more'
 */
export function refinement(claimed: string, known: string): 'more' | 'less' | null {
  const [said, held] = [wordsOf(claimed), wordsOf(known)];
  if (isMoreOf(said, held)) return 'more';
  return isMoreOf(held, said) ? 'less' : null;
}

function isMoreOf(long: readonly string[], short: readonly string[]): boolean {
  const before = long.length - short.length;
  return (
    before > 0 &&
    short.length > 0 &&
    short.every((word, i) => word === long[before + i]) &&
    !long.slice(0, before).some((word) => DENIES.has(word))
  );
}

/** `-` and `_` are the same between words (memory D17). */
function wordsOf(token: string): string[] {
  return token.split(/[-_]/).filter((word) => word !== '');
}
