// Finds where a JSON object in running text ends and where its members lie, without parsing or copying it.
// Tolerant of raw line breaks inside strings (templates write them). Linear; never throws. Used by segment.ts, prose.ts.

export interface JsonMember {
  readonly key: string;
  /** Offsets of the value. */
  readonly start: number;
  readonly end: number;
}

export type JsonScan =
  | { readonly kind: 'object'; readonly end: number; readonly members: JsonMember[] }
  /** The text ends inside the object; `members` holds what came before. */
  | { readonly kind: 'open'; readonly members: JsonMember[] }
  /** Not JSON after all; `at` is as far as it was read. */
  | { readonly kind: 'broken'; readonly at: number };

const BACKSLASH = 0x5c;
const QUOTE = 0x22;

function skipSpace(text: string, from: number): number {
  SPACE.lastIndex = from;
  SPACE.test(text);
  return SPACE.lastIndex;
}

const SPACE = /[ \t-\r]*/y;

/** The offset after the string that starts at `from` with the quote `quote`, or -1 when it does not end. */
function stringEnd(text: string, from: number, quote = QUOTE): number {
  for (let at = from + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === BACKSLASH) at++;
    else if (unit === quote) return at + 1;
  }
  return -1;
}

/**
 * The offset after the bracket that closes the one at `from`, or -1. Brackets inside strings do not count.
 * @param limit not read beyond
 * @param quote the quote that strings are written with (Python writes `'`)
 */
export function closingBracket(text: string, from: number, limit = text.length, quote = QUOTE): number {
  let depth = 0;
  for (let at = from; at < limit; at++) {
    const unit = text.charCodeAt(at);
    if (unit === quote) {
      const end = stringEnd(text, at, quote);
      if (end < 0 || end > limit) return -1;
      at = end - 1;
    } else if (unit === 0x7b || unit === 0x5b) depth++;
    else if ((unit === 0x7d || unit === 0x5d) && --depth === 0) return at + 1;
  }
  return -1;
}

/** The offset after the value at `from`; -1 when the text ends before it does. */
function valueEnd(text: string, from: number): number {
  const first = text.charCodeAt(from);
  if (first === QUOTE) return stringEnd(text, from);
  if (first === 0x7b || first === 0x5b) return closingBracket(text, from);
  VALUE_END.lastIndex = from;
  return VALUE_END.exec(text)?.index ?? -1;
}

const VALUE_END = /[,}\] \n\r\t]/g;

/** Reads the object whose `{` is at `from`. */
export function scanObject(text: string, from: number): JsonScan {
  const members: JsonMember[] = [];
  for (let at = skipSpace(text, from + 1); at < text.length; ) {
    if (members.length === 0 && text[at] === '}') return { kind: 'object', end: at + 1, members };
    if (text[at] !== '"') return { kind: 'broken', at };
    const keyEnd = stringEnd(text, at);
    if (keyEnd < 0) return { kind: 'open', members };
    const colon = skipSpace(text, keyEnd);
    if (colon < text.length && text[colon] !== ':') return { kind: 'broken', at: colon };
    const start = skipSpace(text, colon + 1);
    const end = valueEnd(text, start);
    members.push({ key: text.slice(at + 1, keyEnd - 1), start, end: end < 0 ? text.length : end });
    if (end < 0) return { kind: 'open', members };
    const after = skipSpace(text, end);
    if (text[after] === '}') return { kind: 'object', end: after + 1, members };
    if (after < text.length && text[after] !== ',') return { kind: 'broken', at: after };
    at = skipSpace(text, after + 1);
  }
  return { kind: 'open', members };
}

/** The text of a string value: decoded, or as it stands when it is not a JSON string. */
export function stringValue(text: string, member: JsonMember): string {
  const raw = text.slice(member.start, member.end);
  if (!raw.startsWith('"')) return raw;
  try {
    const value: unknown = JSON.parse(
      raw.replace(/[\n\r\t]/g, (c) => (c === '\n' ? '\\n' : c === '\r' ? '\\r' : '\\t')),
    );
    return typeof value === 'string' ? value : raw;
  } catch {
    // An escape that JSON does not know: the words are still readable as they stand.
    return raw.slice(1, raw.endsWith('"') ? -1 : undefined);
  }
}
