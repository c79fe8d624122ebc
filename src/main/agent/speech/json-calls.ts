// Calls written as bare JSON: a scan that follows an object, or a list or row of them, character by character and gives up as soon as it cannot be a
// call of a known tool; and the strict reading of what it followed. Used by call-scan.ts. Source: agent, Markup.
import type { SpokenCall } from './speech-event.ts';

/** All that a call's object may hold; anything else makes it data. */
const CALL_KEYS: ReadonlySet<string> = new Set([
  'name',
  'arguments',
  'parameters',
  'input',
  'type',
  'function',
  'id',
]);
const ARGUMENT_KEYS = ['arguments', 'parameters', 'input'] as const;
const CALL_TYPES: ReadonlySet<unknown> = new Set(['function', 'tool_call', 'tool_use', undefined]);
const MAX_KEY = 16;
const MAX_DEPTH = 64;
const BETWEEN = /[ \t\r\n,;]/;
const OUTSIDE_STRINGS = /[ \t\r\n:,{}[\]0-9a-zA-Z+.-]/;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export class JsonScan {
  readonly #tools: ReadonlySet<string>;
  #isList: boolean | null = null;
  #hasListEnd = false;
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  /** The string that is being read, when it lies directly in a call's object. */
  #string: string | null = null;
  #key = '';
  #expectsKey = false;
  #object = '';
  readonly #objects: string[] = [];

  constructor(tools: ReadonlySet<string>) {
    this.#tools = tools;
  }

  /** @returns false when it can be no call. */
  take(char: string): boolean {
    if (this.#depth === 0) return this.#between(char);
    this.#object += char;
    return this.#inString ? this.#inside(char) : this.#structure(char);
  }

  /** Whole objects so far, and nothing begun. */
  get isComplete(): boolean {
    return this.#depth === 0 && this.#objects.length > 0 && this.#isList === this.#hasListEnd;
  }

  /** Null when one of the objects is no call after all. */
  calls(): SpokenCall[] | null {
    const calls = this.#objects.map((object) => strictCall(object, this.#tools));
    return calls.includes(null) ? null : (calls as SpokenCall[]);
  }

  #between(char: string): boolean {
    if (char === '{' && !this.#hasListEnd) {
      this.#isList ??= false;
      this.#depth = 1;
      this.#expectsKey = true;
      this.#object = char;
      return true;
    }
    if (char === '[' && this.#isList === null) {
      this.#isList = true;
      return true;
    }
    if (char === ']' && this.#isList && this.#objects.length > 0 && !this.#hasListEnd) {
      this.#hasListEnd = true;
      return true;
    }
    const isBlank = char === ' ' || char === '\n' || char === '\t' || char === '\r';
    return isBlank || (this.#objects.length > 0 && BETWEEN.test(char));
  }

  #structure(char: string): boolean {
    if (char === '"') {
      this.#inString = true;
      this.#string = this.#depth === 1 ? '' : null;
      return true;
    }
    if (char === '{' || char === '[') return ++this.#depth <= MAX_DEPTH;
    if (char === '}' || char === ']') return this.#close(char);
    if (this.#depth === 1 && char === ',') this.#expectsKey = true;
    return OUTSIDE_STRINGS.test(char);
  }

  #close(char: string): boolean {
    this.#depth--;
    if (this.#depth > 0) return true;
    if (char === ']') return false;
    this.#objects.push(this.#object);
    return true;
  }

  #inside(char: string): boolean {
    if (char === '\n') return false;
    if (this.#isEscaped) this.#isEscaped = false;
    else if (char === '\\') this.#isEscaped = true;
    else if (char === '"') {
      this.#inString = false;
      return this.#string === null || this.#stringEnds(this.#string);
    }
    if (this.#string === null) return true;
    this.#string += char;
    return !this.#expectsKey || this.#string.length <= MAX_KEY;
  }

  /** A key or a value of the call itself. */
  #stringEnds(value: string): boolean {
    if (this.#expectsKey) {
      this.#expectsKey = false;
      this.#key = value;
      return CALL_KEYS.has(value);
    }
    if (this.#key === 'name' || this.#key === 'function') return this.#tools.has(value);
    return this.#key !== 'type' || CALL_TYPES.has(value);
  }
}

/** A call of a known tool with an object of arguments, and nothing else. */
function strictCall(text: string, tools: ReadonlySet<string>): SpokenCall | null {
  let object: unknown;
  try {
    object = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(object) || Object.keys(object).some((key) => !CALL_KEYS.has(key))) return null;
  if (!CALL_TYPES.has(object.type)) return null;
  return callOf(object, tools, true);
}

/**
 * What a parsed object calls; null when that is no known tool, or when its arguments are no object.
 * @param needsArguments a call without any is not taken for one
 */
export function callOf(
  object: Record<string, unknown>,
  tools: ReadonlySet<string>,
  needsArguments: boolean,
): SpokenCall | null {
  const inner = isRecord(object.function) ? object.function : object;
  const named = inner.name ?? inner.function;
  if (typeof named !== 'string') return null;
  const name = toolNamed(named, tools);
  const given = ARGUMENT_KEYS.map((key) => inner[key]).filter((value) => value !== undefined);
  if (name === null || given.length > 1 || (needsArguments && given.length === 0)) return null;
  const args = argumentsText(given[0] ?? {});
  return args === null ? null : { name, arguments: args };
}

/** An object, or an object written as a string, as JSON text. */
function argumentsText(value: unknown): string | null {
  if (isRecord(value)) return JSON.stringify(value);
  if (typeof value !== 'string') return null;
  try {
    const parsed: unknown = JSON.parse(value);
    return isRecord(parsed) ? JSON.stringify(parsed) : null;
  } catch {
    return null;
  }
}

/** The tool that is meant: Kimi writes `functions.query:0`. */
export function toolNamed(written: string, tools: ReadonlySet<string>): string | null {
  const name = written
    .trim()
    .replace(/^functions?\./, '')
    .replace(/:\d{1,6}$/, '');
  return tools.has(name) ? name : null;
}
