// Reading untyped JSON at the demo upstream's border, and writing it the way Go's encoder does.
// Owns no shapes of its own; used by every route of the demo upstream.

export type Json = Record<string, unknown>;

export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value when it is an object, else an empty one. */
export const record = (value: unknown): Json => (isRecord(value) ? value : {});

/** The value when it is an array, else an empty one. */
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The value when it is a string, else the empty string (Go's zero value). */
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The value when it is a finite number, else null. */
export const number = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** What U+2028 is to JSON.parse's sisters in JavaScript source: Go escapes it, and `<`, `>`, `&` too. */
const GO_ESCAPES = /[<>&\u2028\u2029]/g;

/** JSON as Go's `encoding/json` writes it: Ollama's answers carry `\u003c` where JavaScript writes `<`. */
export function goJson(value: unknown): string {
  return JSON.stringify(value).replace(
    GO_ESCAPES,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
