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
  const markers = [...prompt.matchAll(FLAT_MARKER)];
  if (markers[0]?.index !== 0) return null;
  return markers.map((marker, n) => {
    const start = marker.index + marker[0].length;
    const next = markers[n + 1]?.index;
    const hasGap = next === undefined && prompt.length - 2 >= start && prompt.endsWith('\n\n');
    const end = next ?? prompt.length - (hasGap ? 2 : 0);
    return { role: FLAT_ROLES[marker[1] as string] as Role, start, end };
  });
}
