// The conversation as a model is given it: put together from what is kept entry by entry, whole for every provider. A call nobody answered (a crash,
// a stop) gets an error for a result. Pure. Source: agent, The loop (compaction, orphans).
import type { ModelMessage } from '../model-port.ts';

export const ORPHAN = JSON.stringify({
  ok: false,
  error: {
    code: 'CANCELLED',
    message: 'It was broken off: nobody knows its result. Call it again if it still matters.',
    failed: true,
  },
});

/** @returns the same messages, every call followed by its results before anything else is said */
export function withoutOrphans(messages: readonly ModelMessage[]): ModelMessage[] {
  const whole: ModelMessage[] = [];
  let open = new Map<string, string>();
  const close = () => {
    for (const [callId, name] of open) whole.push({ role: 'tool', callId, name, content: ORPHAN });
    open = new Map();
  };
  for (const message of messages) {
    // What said nothing and called nothing is refused by some servers.
    if (message.role === 'assistant' && message.content === '' && (message.toolCalls ?? []).length === 0)
      continue;
    if (message.role === 'tool') {
      // A result of nothing that was called is refused by providers, too.
      if (!open.delete(message.callId)) continue;
    } else close();
    whole.push(message);
    if (message.role === 'assistant')
      open = new Map((message.toolCalls ?? []).map(({ id, name }) => [id, name]));
  }
  close();
  return whole;
}
