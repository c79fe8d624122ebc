// An entry of a document as it is shown: its JSON with line ends, or as it is where it is none. Pure.

/** Longer entries are shown from their beginning. */
const MOST_CHARACTERS = 20_000;

export function prettyRecord(record: string): { readonly text: string; readonly cut: boolean } {
  let text = record;
  try {
    text = JSON.stringify(JSON.parse(record), null, 2);
  } catch {
    // Shown as it came.
  }
  return { text: text.slice(0, MOST_CHARACTERS).toWellFormed(), cut: text.length > MOST_CHARACTERS };
}
