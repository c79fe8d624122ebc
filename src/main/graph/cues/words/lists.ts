// How the scanner's word lists are written: words, or phrases between semicolons, in a template string. Called by the lists beside it only.

/** A set of words, separated by white space. */
export function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter((word) => word !== ''));
}

/** Phrases between semicolons, the longest first. */
export function phrases(list: string): readonly (readonly string[])[] {
  const lines = list.split(';').map((line) => line.trim());
  const split = lines.filter((line) => line !== '').map((line) => line.split(/\s+/));
  return split.sort((a, b) => b.length - a.length);
}
