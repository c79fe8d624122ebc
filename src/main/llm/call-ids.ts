// Ids of tool calls: unique over a conversation, whatever servers give (nothing, the same one twice, one that starts anew with each answer), and on the
// wire in the one form that every server takes. Pure. Called by open-chat-model.ts and the providers.
import { createHash } from 'node:crypto';
import type { ChatMessage, ToolCall } from './chat-model.ts';

const USABLE = /^[\w.:-]{1,100}$/;
/** Mistral's takes nothing else; OpenAI's no more than 40 characters; Anthropic's letters, digits, `_` and `-`. */
const EVERYWHERE = /^[A-Za-z0-9]{9}$/;

export class CallIds {
  readonly #taken: Set<string>;
  #count: number;

  /** @param messages what was said so far */
  constructor(messages: readonly ChatMessage[]) {
    this.#taken = new Set(
      messages.flatMap((message) =>
        message.role === 'assistant' ? (message.toolCalls ?? []).map(({ id }) => id) : [],
      ),
    );
    this.#count = this.#taken.size;
  }

  /** The call with an id that no other of the conversation has. */
  own(call: ToolCall): ToolCall {
    const id = USABLE.test(call.id) && !this.#taken.has(call.id) ? call.id : this.#fresh();
    this.#taken.add(id);
    return { ...call, id };
  }

  #fresh(): string {
    let id: string;
    do id = `call_${this.#count++}`;
    while (this.#taken.has(id));
    return id;
  }
}

/** A tool's name as every server takes it: models make up others, and a history that holds one is refused for good. */
export const wireName = (name: string): string => name.replaceAll(/[^\w-]/g, '_').slice(0, 64) || 'unknown';

/** The same for the same id, so that what was sent once is sent alike again. */
export function wireId(id: string): string {
  if (EVERYWHERE.test(id)) return id;
  const hash = createHash('sha256').update(id).digest();
  return BigInt(`0x${hash.toString('hex', 0, 16)}`)
    .toString(36)
    .padStart(9, '0')
    .slice(-9);
}
