// How a typed query finds a title: every word of it begins a word of the title or stands inside one. Pure.

/** True when each word of `query` occurs in `title`, whatever the case; an empty query matches all. */
export function matchesWords(title: string, query: string): boolean {
  const text = title.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
