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
  /** The bytes that describe tools to the model. */
  readonly tools: ValueSpan | null;
}

/** A list of numbers of 16 MB takes longer to step over than the loop may be held. */
const MOST_MS = 25;

const NONE: ContextOption = { requested: null, add: null, tools: null };

/** A member `options`, with what stands in it. */
interface Options extends ValueSpan {
  readonly num: ValueSpan | null;
  readonly isEmpty: boolean;
}

/** A body whose prompt was found. */
export interface ScannedBytes {
  /** Of a JSON object; of anything else nothing is said. */
  readonly bytes: Buffer;
  /** Where the list of its messages stands, most of a body: it is not stepped over again. Null where it is not known. */
  readonly list: Pick<ValueSpan, 'start' | 'end'> | null;
}

export function contextOption({ bytes, list }: ScannedBytes): ContextOption {
  const options: Options[] = [];
  let tools: ValueSpan | null = null;
  let isEmpty = true;
  const until = performance.now() + MOST_MS;
  const limits = { items: Number.POSITIVE_INFINITY, isLate: () => performance.now() > until };
  const cursor = new JsonCursor(bytes, 0, limits);
  try {
    if (cursor.peek() !== OPEN_BRACE) return NONE;
    cursor.object((key) => {
      isEmpty = false;
      // Go reads the names of members in any case.
      const name = decodeString(bytes, key).toLowerCase();
      cursor.peek(); // steps to the value
      if (cursor.pos === list?.start) cursor.pos = list.end;
      else if (name === 'options') options.push(readOptions(cursor));
      else {
        const value = cursor.value();
        if (name === 'tools') tools = value;
      }
    });
  } catch {
    return NONE; // the upstream says what is wrong with it
  }
  const [given, ...more] = options;
  if (more.length > 0) return { ...NONE, tools };
  if (given?.num) return { requested: numberIn(bytes, given.num), add: null, tools };
  return { requested: null, add: given ? addingTo(given) : newMember(cursor.pos - 1, isEmpty), tools };
}

function readOptions(cursor: JsonCursor): Options {
  const first = cursor.peek();
  const start = cursor.pos;
  let num: ValueSpan | null = null;
  let isEmpty = true;
  if (first === OPEN_BRACE) {
    cursor.object((key) => {
      isEmpty = false;
      const isWanted = decodeString(cursor.bytes, key) === 'num_ctx';
      const value = cursor.value();
      if (isWanted) num = value;
    });
  } else cursor.value();
  return { start, end: cursor.pos, first, num, isEmpty };
}

const newMember = (close: number, isFirst: boolean): ContextOption['add'] =>
  adding(close, close, (text) => `${isFirst ? '' : ','}"options":{${text}}`);

function addingTo({ start, end, first, isEmpty }: Options): ContextOption['add'] {
  if (first === SMALL_N) return adding(start, end, (text) => `{${text}}`);
  if (first !== OPEN_BRACE) return null;
  return adding(start + 1, start + 1, (text) => (isEmpty ? text : `${text},`));
}

const adding =
  (start: number, end: number, around: (text: string) => string) =>
  (tokens: number): Edit => ({ start, end, bytes: Buffer.from(around(`"num_ctx":${tokens}`)) });

function numberIn(bytes: Buffer, { start, end }: ValueSpan): number | null {
  const value = Number(bytes.toString('latin1', start, Math.min(end, start + 32)));
  return Number.isInteger(value) && value > 0 ? value : null;
}
