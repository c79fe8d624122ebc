// What models and servers put around the JSON they were asked for, taken off in one pass over the text; no pattern that
// could go back and forth, since the text is whatever somebody sent. Pure.

const FENCE = '```';

/** The text within a code block if the whole of it is one, labelled `json` or not at all; otherwise as it is, trimmed. */
export function withoutFence(text: string): string {
  const trimmed = text.trim();
  const firstLineEnd = trimmed.indexOf('\n');
  if (firstLineEnd < 0 || !trimmed.startsWith(FENCE) || !trimmed.endsWith(FENCE)) return trimmed;
  const label = trimmed.slice(FENCE.length, firstLineEnd).trim().toLowerCase();
  if (label !== '' && label !== 'json') return trimmed;
  return trimmed.slice(firstLineEnd + 1, Math.max(firstLineEnd + 1, trimmed.length - FENCE.length)).trim();
}

/** JSON spelled one way: without needless escapes and blanks. Anything else as it is. */
export function spelledPlainly(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}
