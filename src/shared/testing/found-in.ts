// Which of many words stand anywhere in a text, in one walk through it. Used by tests that search all a program wrote for thousands of secrets.

/** So many signs at its beginning tell where a word may stand. */
const HEAD = 8;

/** @param words each of eight UTF-16 units at least @returns those that the text has, as parts of other words too @throws RangeError for a shorter word */
export function foundIn(text: string, words: Iterable<string>): Set<string> {
  const byHead = new Map<string, string[]>();
  for (const word of words) {
    if (word.length < HEAD) throw new RangeError(`${word.length} signs are too few to look for`);
    const head = word.slice(0, HEAD);
    byHead.set(head, [...(byHead.get(head) ?? []), word]);
  }
  const found = new Set<string>();
  for (let at = 0; at + HEAD <= text.length; at++)
    for (const word of byHead.get(text.slice(at, at + HEAD)) ?? [])
      if (text.startsWith(word, at)) found.add(word);
  return found;
}
