// What was made of the newest texts, for those who ask of one again and again: gates and tools look at one command, each for something else.
// Used by parse-command.ts and gather.ts.

const MOST = 32;
/** What is longer is looked at anew. */
const LONGEST = 4096;

/** @param look pure; what it answers is changed by nobody */
export function remembered<T>(look: (text: string) => T): (text: string) => T {
  const kept = new Map<string, T>();
  return (text) => {
    if (kept.has(text)) return kept.get(text) as T;
    const seen = look(text);
    if (text.length > LONGEST) return seen;
    const [oldest] = kept.keys();
    if (kept.size >= MOST && oldest !== undefined) kept.delete(oldest);
    kept.set(text, seen);
    return seen;
  };
}
