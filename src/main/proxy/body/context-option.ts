// The context length (`options.num_ctx`) in the raw bytes of a request to `/api/chat` or `/api/generate`: what the client asks for, and
// where one can be added without changing another byte. Pure. Source: Ollama's API, Modelfile parameters. Used by exchange/context-length.ts.
import { JsonCursor, type ValueSpan } from './json-cursor.ts';
import { decodeString } from './json-strings.ts';
import type { Edit } from './splice.ts';

const OPEN_BRACE = 0x7b;
const SMALL_N = 0x6e; // null

export interface ContextOption {
  /** Tokens that the client asks for itself; null for none. */
  readonly requested: number | null;
  /** Adds one; null where the client asks for one itself, or gives options that cannot be added to. */
  readonly add: ((tokens: number) => Edit) | null;
}

/** A list of numbers of 16 MB takes longer to step over than the loop may be held. */
const MOST_MS = 25;

const NONE: ContextOption = { requested: null, add: null };

/** @param bytes of a JSON object; of anything else nothing is said */
export function contextOption(bytes: Buffer): ContextOption {
  const options: (ValueSpan & { num: ValueSpan | null; isEmpty: boolean })[] = [];
  let close = 0;
  let isEmpty = true;
  try {
    const until = performance.now() + MOST_MS;
    const limits = { items: Number.POSITIVE_INFINITY, isLate: () => performance.now() > until };
    const cursor = new JsonCursor(bytes, 0, limits);
    if (cursor.peek() !== OPEN_BRACE) return NONE;
    cursor.object((key) => {
      isEmpty = false;
      // Go reads the names of members in any case.
      if (decodeString(bytes, key).toLowerCase() !== 'options') {
        cursor.value();
        return;
      }
      const first = cursor.peek();
      const start = cursor.pos;
      let [num, isBare]: [ValueSpan | null, boolean] = [null, true];
      if (first === OPEN_BRACE)
        cursor.object((name) => {
          isBare = false;
          const isWanted = decodeString(bytes, name) === 'num_ctx';
          const value = cursor.value();
          if (isWanted) num = value;
        });
      else cursor.value();
      options.push({ start, end: cursor.pos, first, num, isEmpty: isBare });
    });
    close = cursor.pos - 1;
  } catch {
    return NONE; // the upstream says what is wrong with it
  }
  const [given, ...more] = options;
  if (more.length > 0) return NONE;
  if (!given)
    return {
      requested: null,
      add: adding(close, close, (text) => `${isEmpty ? '' : ','}"options":{${text}}`),
    };
  if (given.first === SMALL_N)
    return { requested: null, add: adding(given.start, given.end, (text) => `{${text}}`) };
  if (given.first !== OPEN_BRACE) return NONE;
  if (given.num) return { requested: numberIn(bytes, given.num), add: null };
  const at = given.start + 1;
  return { requested: null, add: adding(at, at, (text) => (given.isEmpty ? text : `${text},`)) };
}

const adding =
  (start: number, end: number, around: (text: string) => string) =>
  (tokens: number): Edit => ({ start, end, bytes: Buffer.from(around(`"num_ctx":${tokens}`)) });

function numberIn(bytes: Buffer, { start, end }: ValueSpan): number | null {
  const value = Number(bytes.toString('latin1', start, Math.min(end, start + 32)));
  return Number.isInteger(value) && value > 0 ? value : null;
}
