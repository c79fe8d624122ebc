// JSON that others wrote, bounded before anything walks it: size and nesting are checked on the text, so that no recursion of ours or of a library can
// overflow. Used for arguments of tool calls, in and out. Pure. Source: agent, The loop.

export const MAX_ARGUMENT_LEVELS = 64;
/** UTF-16 units. */
export const MAX_ARGUMENT_CHARS = 256 * 1024;

type JsonObject = Readonly<Record<string, unknown>>;

export type BoundedObject =
  | { readonly ok: true; readonly value: JsonObject }
  /** What is wrong, as the end of a sentence: `are no JSON object`. */
  | { readonly ok: false; readonly problem: string };

/** Arguments of a tool call, as a model wrote them; empty text is no arguments. */
export function parseArguments(text: string): BoundedObject {
  if (text.trim() === '') return { ok: true, value: {} };
  if (text.length > MAX_ARGUMENT_CHARS)
    return { ok: false, problem: `are larger than ${MAX_ARGUMENT_CHARS / 1024} KB` };
  if (isTextDeeperThan(text, MAX_ARGUMENT_LEVELS)) return { ok: false, problem: TOO_DEEP };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { ok: true, value: value as JsonObject };
  } catch {
    // It is no JSON: said below.
  }
  return { ok: false, problem: 'are no JSON object' };
}

const TOO_DEEP = `are nested deeper than ${MAX_ARGUMENT_LEVELS} levels`;

/** Brackets that are open at once, outside of strings. Linear, and does not recurse. */
function isTextDeeperThan(text: string, levels: number): boolean {
  let open = 0;
  let isString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (isString) {
      if (char === '\\') at++;
      else if (char === '"') isString = false;
    } else if (char === '"') isString = true;
    else if (char === '[' || char === '{') {
      if (++open > levels) return true;
    } else if (char === ']' || char === '}') open--;
  }
  return false;
}

/** Arguments that a library has parsed already, as text again; what is nested too deep becomes text that is refused for it. */
export function argumentsToText(value: unknown): string {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_ARGUMENT_LEVELS) return '['.repeat(MAX_ARGUMENT_LEVELS + 1);
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return JSON.stringify(value ?? {});
}
