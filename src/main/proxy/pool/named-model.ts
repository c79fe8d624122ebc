// The model that a small body names, beside the prompts: `show`, `copy`, `delete`, `push` and embeddings. Read from the
// raw bytes without building anything. Used by pass-body.ts to find an upstream that has it.
import { MAX_MODEL_BYTES } from '../call-facts.ts';
import { JsonCursor } from '../json-cursor.ts';
import { decodeString, type StringSpan } from '../json-strings.ts';

/** Where it may stand, what counts most first: today's key, the one before it, and what `copy` copies. */
const KEYS = ['model', 'name', 'source'] as const;

const OPEN_BRACE = 0x7b;
const QUOTE = 0x22;

/** The model's name as it was written; null when the body names none or is not JSON. */
export function namedModel(bytes: Buffer): string | null {
  const found = new Map<string, StringSpan>();
  try {
    const cursor = new JsonCursor(bytes);
    if (cursor.peek() !== OPEN_BRACE) return null;
    cursor.object((key) => {
      const name = decodeString(bytes, key);
      if (cursor.peek() === QUOTE) found.set(name, cursor.string());
      else cursor.value();
    });
  } catch {
    return null; // the upstream says what is wrong with it
  }
  for (const key of KEYS) {
    const span = found.get(key);
    if (!span || span.end === span.start) continue;
    return span.end - span.start > MAX_MODEL_BYTES ? null : decodeString(bytes, span);
  }
  return null;
}
