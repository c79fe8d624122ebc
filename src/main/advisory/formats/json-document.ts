// The bytes of a document as JSON: UTF-8, nested no deeper than anything real is, no member named twice. JSON.parse takes the last of two members of one
// name and says nothing, so that two readers of one document could read two things. One pass over the text. Called by read-document.ts.
// Source: advisory, Evidence.
import { Refusal } from './refusal.ts';

/** Real documents nest some thirty deep; schemas are checked by recursion. */
const MAX_DEPTH = 128;

/**
 * @param raw what `decode` made of its bytes
 * @throws Refusal with the JSON pointer and the reason
 */
export function parseDocument(raw: string): unknown {
  const text = withoutMark(raw);
  const value = parsed(text);
  refuseDeepAndDouble(text);
  return value;
}

/** A JSON object whose members nobody has looked at. */
export type Members = Readonly<Record<string, unknown>>;

export const membersOf = (value: unknown): Members | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : null;

/** Without the byte order mark, which says nothing in UTF-8. */
export const withoutMark = (raw: string): string => (raw.startsWith('\ufeff') ? raw.slice(1) : raw);

/**
 * @returns the text that these very bytes are the UTF-8 of
 * @throws Refusal where the bytes are not UTF-8
 */
export function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (
    (first === 0xff && second === 0xfe) ||
    (first === 0xfe && second === 0xff) ||
    first === 0 ||
    second === 0
  )
    throw new Refusal('', 'It is UTF-16 or UTF-32; save it as UTF-8.');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Refusal('', `It is not UTF-8: ${whereNotUtf8(bytes)}. Save it as UTF-8.`);
  }
}

/** The first byte that belongs to no character. */
function whereNotUtf8(bytes: Uint8Array): string {
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isUtf8(bytes.subarray(0, middle + 1))) low = middle + 1;
    else high = middle;
  }
  return `byte ${low}`;
}

/** Whether it is, as far as it goes: it may end within a character. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function parsed(text: string): unknown {
  if (text.trim() === '') throw new Refusal('', 'It is empty.');
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Refusal('', `It is not JSON${whereOf(error)}.`);
  }
}

/** The parser quotes the text, which may hold anything: only where it is, is told. */
function whereOf(error: unknown): string {
  const [, line, column] = /line (\d{1,12}) column (\d{1,12})/.exec(String(error)) ?? [];
  if (line !== undefined) return `: line ${line}, column ${column}`;
  return /end of JSON input/.test(String(error)) ? ': it ends too early' : '';
}

/** An object or a list that is open, and where in it the scanner is. */
interface Open {
  readonly keys: Set<string> | null;
  key: string;
  index: number;
}

/** Goes over text that JSON.parse took. */
function refuseDeepAndDouble(text: string): void {
  const open: Open[] = [];
  let isKey = false;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const inner = open.at(-1);
    if (unit === QUOTE) {
      const end = endOfString(text, at);
      if (isKey && inner?.keys) {
        inner.key = keyOf(text.slice(at, end));
        if (inner.keys.has(inner.key))
          throw new Refusal(
            pointerOf(open),
            'This member is there twice, and which one holds is anybody’s guess.',
          );
        inner.keys.add(inner.key);
        isKey = false;
      }
      at = end - 1;
    } else if (unit === OPEN_OBJECT || unit === OPEN_LIST) {
      if (open.length === MAX_DEPTH)
        throw new Refusal(pointerOf(open), `It is nested more than ${MAX_DEPTH} deep; nothing real is.`);
      open.push({ keys: unit === OPEN_OBJECT ? new Set() : null, key: '', index: 0 });
      isKey = unit === OPEN_OBJECT;
    } else if (unit === CLOSE_OBJECT || unit === CLOSE_LIST) {
      open.pop();
      isKey = false;
    } else if (unit === COMMA && inner) {
      inner.index++;
      isKey = inner.keys !== null;
    }
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;

/** Behind the closing quote. */
function endOfString(text: string, from: number): number {
  let at = from + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return text.length;
    let slashes = 0;
    while (text.charCodeAt(quote - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

/** Two spellings of one name are one name. */
const keyOf = (quoted: string): string =>
  quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);

function pointerOf(open: readonly Open[]): string {
  return open
    .map(({ keys, key, index }) => `/${keys ? key.replaceAll('~', '~0').replaceAll('/', '~1') : index}`)
    .join('');
}
