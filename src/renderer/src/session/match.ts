// How a typed query finds a title: every word of it begins a word of the title or stands inside one. Pure.

/** True when each word of `query` occurs in `title`, whatever the case; an empty query matches all. */
export function matchesWords(title: string, query: string): boolean {
  const text = title.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

const words = (text: string): string[] => text.toLowerCase().split(/[^\p{L}\p{N}]+/u);

/**
 * How well a query finds something: 0 is its title, 1 begins it, 2 are words that begin words of it, 3 parts of it, 4 what else is
 * said of it; null finds nothing. An empty query finds everything alike.
 */
export function rankOf(title: string, also: string, query: string): number | null {
  const [text, asked] = [title.toLowerCase(), query.trim().toLowerCase()];
  if (text === asked) return 0;
  if (text.startsWith(asked)) return 1;
  const [given, begun] = [words(asked), words(title)];
  if (given.every((word) => begun.some((one) => one.startsWith(word)))) return 2;
  if (matchesWords(title, asked)) return 3;
  return matchesWords(`${title} ${also}`, asked) ? 4 : null;
}
