// JSON read so that its whole numbers stay apart however long they are: ids of messages and users have more digits than a
// double holds, and those that differ in the last ones would count as the same. Used by canonical-args.ts, turn-features.ts
// and tool-text.ts.

/** Fewer digits are held exactly. */
const LONG_NUMBER = /\d{16}/;
const WHOLE_NUMBER = /^-?\d{16,}$/;

/** The value; a whole number a double does not hold is given as its digits. @throws SyntaxError as JSON.parse does */
export function parseExactly(text: string): unknown {
  return LONG_NUMBER.test(text) ? JSON.parse(text, asWritten) : JSON.parse(text);
}

function asWritten(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source ?? '';
  return WHOLE_NUMBER.test(source) ? source : value;
}
