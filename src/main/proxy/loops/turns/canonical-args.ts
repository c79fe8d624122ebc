// A tool's arguments as one text that is the same however they are spelled: members sorted, white space folded.
// Never throws; what is nested too deep or is no JSON stays as it stands. Used by turn-features.ts.
import { parseExactly } from './exact-json.ts';
import { foldSpace } from './mask.ts';

/** Deeper than any tool's arguments; below it a value is taken as its text. */
const MAX_DEPTH = 32;

/** Arguments in one spelling. A string is read as JSON where it is JSON (OpenAI sends them so). */
export function canonicalArguments(value: unknown): string {
  if (typeof value !== 'string') return spelled(value, 0);
  const text = value.trim();
  if (text.startsWith('{') || text.startsWith('[')) {
    try {
      return spelled(parseExactly(text), 0);
    } catch {
      return foldSpace(text);
    }
  }
  return foldSpace(text);
}

function spelled(value: unknown, depth: number): string {
  if (typeof value === 'string') return JSON.stringify(foldSpace(value));
  if (typeof value !== 'object' || value === null) return String(value);
  if (depth >= MAX_DEPTH) return Array.isArray(value) ? '[…]' : '{…}';
  if (Array.isArray(value)) return `[${value.map((item) => spelled(item, depth + 1)).join(',')}]`;
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${spelled((value as Record<string, unknown>)[key], depth + 1)}`);
  return `{${members.join(',')}}`;
}
