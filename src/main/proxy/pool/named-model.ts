// The model that a small body names, beside the prompts: `show`, `copy`, `delete`, `push` and embeddings. Read from the
// raw bytes without building anything, for as long as the guard allows: clients name it first. Used by pass-body.ts.
import { MAX_MODEL_BYTES } from '../body/call-facts.ts';
import { JsonCursor } from '../body/json-cursor.ts';
import { decodeString, GivenUp, type StringSpan } from '../body/json-strings.ts';

/** Where it may stand, what counts most first: today's key, the one before it, and what `copy` copies. */
const KEYS = ['model', 'name', 'source'] as const;

const OPEN_BRACE = 0x7b;
const QUOTE = 0x22;

const isKey = (name: string): name is (typeof KEYS)[number] => KEYS.some((key) => key === name);

/** A list of numbers of 16 MB takes longer to step over than the loop may be held. */
const MOST_MS = 25;

/** The model's name as it was written; null when the body names none in time or is not JSON. */
export function namedModel(bytes: Buffer): string | null {
  const found = new Map<string, StringSpan>();
  const until = performance.now() + MOST_MS;
  try {
    const limits = { items: Number.POSITIVE_INFINITY, isLate: () => performance.now() > until };
    const cursor = new JsonCursor(bytes, 0, limits);
    if (cursor.peek() !== OPEN_BRACE) return null;
    cursor.object((key) => {
      const name = decodeString(bytes, key);
      if (cursor.peek() === QUOTE && isKey(name)) found.set(name, cursor.string());
      else cursor.value();
    });
  } catch (error) {
    if (!(error instanceof GivenUp)) return null; // the upstream says what is wrong with it
  }
  for (const key of KEYS) {
    const span = found.get(key);
    if (!span || span.end === span.start) continue;
    return span.end - span.start > MAX_MODEL_BYTES ? null : decodeString(bytes, span);
  }
  return null;
}
