// The turns of a conversation that somebody flattened into one prompt. Pure and linear.
// Called by `explain text`. Source: memory, Segmenting.
import type { Role } from '../types.ts';

/** A turn of a flattened prompt; offsets of its content, UTF-16. */
export interface FlatTurn {
  readonly role: Role;
  readonly start: number;
  readonly end: number;
}

const FLAT_ROLES: Readonly<Record<string, Role>> = { System: 'system', User: 'user', Assistant: 'assistant' };
const FLAT_MARKER = /(?:^|\n\n)### (System|User|Assistant):\n/g;

/**
 * The turns of a conversation that LiteLLM's `ollama/` route flattened into one prompt, or null when the prompt does not
 * start with a turn's heading. The content excludes the heading and the blank line after it.
 */
export function splitFlatPrompt(prompt: string): FlatTurn[] | null {
  const turns: { role: Role; start: number; end: number }[] = [];
  for (const match of prompt.matchAll(FLAT_MARKER)) {
    const last = turns.at(-1);
    if (last === undefined && match.index !== 0) return null;
    if (last !== undefined) last.end = match.index;
    const role = FLAT_ROLES[match[1] as string] as Role;
    const start = match.index + match[0].length;
    turns.push({ role, start, end: prompt.length });
  }
  const last = turns.at(-1);
  if (last === undefined) return null;
  if (prompt.startsWith('\n\n', last.end - 2) && last.end - 2 >= last.start) last.end -= 2;
  return turns;
}
