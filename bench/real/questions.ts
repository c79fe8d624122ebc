// How often agents are asked what a word means: real conversations go through a whole program over HTTP, turn by turn, one after the
// other in one process that starts with an empty memory and learns. Each is a client of its own, so that nobody's silence ends the
// questions of others (memory D22). Called by real.ts.
import { startTestCore } from '../../src/main/core/testing/start-test-core.ts';
import { blockIn, readBlock } from './block.ts';
import type { Message, Transcript } from './material.ts';

export interface Questions {
  readonly conversations: number;
  readonly requests: number;
  /** Requests whose prompt carried a question. */
  readonly withQuestion: number;
  /** Conversations in which something was asked. */
  readonly asking: number;
  /** Words asked about and where, each once a conversation. */
  readonly asked: { readonly word: string; readonly conversation: string }[];
}

/** The requests an agent would have sent: one for every message of a person or a tool that an answer follows, or that is the last. */
export function requestsOf(messages: readonly Message[]): Message[][] {
  const isAnswered = (at: number) => messages[at + 1]?.role === 'assistant' || at === messages.length - 1;
  return messages.flatMap(({ role }, at) =>
    (role === 'user' || role === 'tool') && isAnswered(at) ? [messages.slice(0, at + 1)] : [],
  );
}

/** @throws Error when the program does not answer a request */
export async function questionsOf(transcripts: readonly Transcript[]): Promise<Questions> {
  await using road = await startTestCore();
  const asked: Questions['asked'] = [];
  let [requests, withQuestion] = [0, 0];
  for (const [n, { id, messages }] of transcripts.entries()) {
    const words = new Set<string>();
    for (const request of requestsOf(messages)) {
      const sent = road.upstream.nextRequest(({ path }) => path === '/v1/chat/completions');
      const answer = await road.call('/v1/chat/completions', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-festinger-client': `client-${n}` },
        body: JSON.stringify({ model: 'demo-plain', messages: request }),
      });
      if (answer.status !== 200) throw new Error(`${id}: ${answer.status} ${JSON.stringify(answer.body)}`);
      requests++;
      const found = wordsAskedIn((await sent).body);
      if (found.length > 0) withQuestion++;
      for (const word of found) words.add(word);
      await road.core.settle();
    }
    asked.push(...[...words].map((word) => ({ word, conversation: id })));
  }
  const asking = new Set(asked.map(({ conversation }) => conversation)).size;
  return { conversations: transcripts.length, requests, withQuestion, asking, asked };
}

function wordsAskedIn(body: Buffer): string[] {
  const { messages } = JSON.parse(body.toString()) as { messages: { content: unknown }[] };
  return messages.flatMap(({ content }) =>
    typeof content === 'string' ? readBlock(blockIn(content)).asked : [],
  );
}
