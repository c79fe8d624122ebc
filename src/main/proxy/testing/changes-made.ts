// The one statement of what the proxy may do to a body: put in the bytes it says it put in, at one place, inside one string
// value or as one value of their own; every other byte stays. Widened here when the proxy learns further edits.
// Used by tests only.
import { commonPrefix } from '../body/splice.ts';

const BLOCK = /<recollection>\n[\s\S]*\n<\/recollection>/;

/** What is wrong with a body as the upstream got it; null when nothing is. */
export function wrongChange(sent: Buffer, got: Buffer, injectedBytes: number): string | null {
  if (injectedBytes === 0) return sent.equals(got) ? null : 'a body changed in which nothing was put';
  if (got.length !== sent.length + injectedBytes) {
    return `${injectedBytes} bytes were said to be put in; the body grew by ${got.length - sent.length}`;
  }
  // Where texts repeat, several places come to the same bytes; the last possible one stands for them all.
  const at = commonPrefix(sent, got);
  if (!got.subarray(at + injectedBytes).equals(sent.subarray(at)))
    return 'bytes beside the insertion changed';
  return wrongValue(JSON.parse(sent.toString()), JSON.parse(got.toString()));
}

/** A place where two values differ, and what stands there. */
type Difference = readonly [before: unknown, after: unknown];

function wrongValue(before: unknown, after: unknown): string | null {
  const found = differences(before, after);
  const [difference, ...others] = found;
  // None: the insertion is in a member that a later one of its name hides from everybody.
  if (difference === undefined) return 'the recollection is nowhere a reader would find it';
  if (others.length > 0) return `${found.length} values changed`;
  const [was, is] = difference;
  if (was === undefined || was === null)
    return isBlockAlone(is) ? null : 'a new value is more than the recollection';
  if (typeof was !== 'string' || typeof is !== 'string') return 'a value that is no text changed';
  return grewByBlock(was, is) ? null : 'a text changed by more than the recollection';
}

/** Texts grow at their start, at their end, or behind a heading. */
function grewByBlock(was: string, is: string): boolean {
  const block = BLOCK.exec(is);
  if (!block) return false;
  const before = is.slice(0, block.index);
  const after = is.slice(block.index + block[0].length);
  return [before + after, before.replace(/\n\n$/, '') + after, before + after.replace(/^\n\n/, '')]
    .concat(before.replace(/### System:\n$/, '') + after.replace(/^\n\n/, ''))
    .includes(was);
}

/** A text, a message or a part that holds the recollection and what belongs to it. */
function isBlockAlone(value: unknown): boolean {
  if (typeof value === 'string') return BLOCK.test(value);
  if (typeof value !== 'object' || value === null) return false;
  const { role, type, content, text, ...rest } = value as Record<string, unknown>;
  if (Object.keys(rest).length > 0) return false;
  const isMarked = role === 'system' || type === 'text' || type === 'input_text';
  return isMarked && isBlockAlone(content ?? text);
}

function differences(before: unknown, after: unknown): Difference[] {
  if (Array.isArray(before) && Array.isArray(after)) return differencesOfLists(before, after);
  if (isRecord(before) && isRecord(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) => differences(before[name], after[name]));
  }
  return Object.is(before, after) ? [] : [[before, after]];
}

/** One element may have come in; otherwise element by element. */
function differencesOfLists(before: readonly unknown[], after: readonly unknown[]): Difference[] {
  if (after.length === before.length) return before.flatMap((value, n) => differences(value, after[n]));
  if (after.length !== before.length + 1) return [[before, after]];
  const same = before.findIndex((value, n) => differences(value, after[n]).length > 0);
  const place = same < 0 ? before.length : same;
  const rest = before.slice(place).flatMap((value, n) => differences(value, after[place + 1 + n]));
  return [[undefined, after[place]], ...rest];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
