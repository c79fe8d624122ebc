// What the loop rules find in a conversation that is seen once, as a whole. Used by tests only.
import { scanBody } from '../../body/body-scanner.ts';
import type { LoopFinding } from '../finding.ts';
import { LoopMemory } from '../loop-memory.ts';

/**
 * @param said messages behind a first one of a person
 * @param pace milliseconds from the last answer to this request; null where none is known, which is a person's
 */
export function look(said: readonly object[], pace: number | null = null): LoopFinding | null {
  const messages = [{ role: 'user', content: 'Go.' }, ...said];
  const body = Buffer.from(JSON.stringify({ model: 'm', messages }));
  const index = scanBody(body, 'openai_chat');
  if (!index) throw new Error('the body is JSON');
  const memory = new LoopMemory();
  if (pace !== null) memory.noteWhole('me', -pace);
  const seen = { body, index, route: 'openai_chat' as const, client: 'me', sharedBytes: 0, now: 0 };
  return memory.look({ ...seen, breakerMs: 300_000, off: new Set() });
}

/** A call of the API's own and what came back. */
export const step = (n: number, name: string, args: object, result: string): object[] => [
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: `c${n}`, type: 'function', function: { name, arguments: JSON.stringify(args) } }],
  },
  { role: 'tool', tool_call_id: `c${n}`, content: result },
];
