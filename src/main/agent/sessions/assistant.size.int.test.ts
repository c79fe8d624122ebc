// Promise: a session never ends because it has grown. On a model of 8,192 tokens and on one of 4,096, turn after turn with long results goes through; no
// request is larger than the model holds, and the operator's first request is still known at the end. Over HTTP.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Provider } from '../../../shared/model/language-model.ts';
import type { Resource } from '../../../shared/model/resource.ts';
import { assistantRoad, calls, type Road, type Sent, says } from '../../core/testing/assistant-road.ts';

vi.setConfig({ testTimeout: 400_000, hookTimeout: 60_000 });

const FIRST = 'My name for this job is bluebird: find out why the backup of tank is late.';
/** Of English and JSON, no tokeniser makes more of them than one in three bytes. */
const BYTES_PER_TOKEN = 3;

const isSummary = ({ text }: Sent) => text.includes('You summarise the earlier part');
/** The last message is the result of a call. */
const isAfterCall = ({ body }: Sent) => {
  const last = (body.messages as { role: string; content: unknown }[]).at(-1);
  return last?.role === 'tool' || JSON.stringify(last?.content).includes('"tool_result"');
};

/** Tokens that the answer was allowed. */
const answerTokens = (body: Sent['body']): number =>
  Number(body.max_tokens ?? (body.options as { num_predict?: number } | undefined)?.num_predict);

describe.each<[Provider, number, number]>([
  ['ollama', 8192, 200],
  ['openai', 4096, 60],
  ['claude', 4096, 60],
])('%s, a model of %d tokens', (wire, contextTokens, turns) => {
  let road: Road;
  let host: Resource;
  beforeAll(async () => {
    road = await assistantRoad({ wire, contextTokens });
    const { resources } = await road.get<{ resources: Resource[] }>('/resources?kind=host');
    host = resources[0] as Resource;
  });
  afterAll(() => road[Symbol.asyncDispose]());

  it(`answers ${turns} messages of one session, each with a long result`, async () => {
    let n = 0;
    const turn = (sent: Sent) => {
      if (isSummary(sent)) return says('The backup of tank was looked at; nothing is wrong so far.');
      if (isAfterCall(sent)) return says(`Looked, number ${n}: nothing unusual in the last lines.`);
      n += 1;
      return calls(['read', { action: 'run', resource: host.id, command: `seq ${n}000 ${n}400` }]);
    };
    road.script(...Array.from({ length: turns * 4 }, () => turn));
    let session: string | undefined;
    for (let message = 0; message < turns; message += 1) {
      const words = message === 0 ? FIRST : `Go on, step ${message}: read the next part of the log.`;
      const played = await road.say(words, session === undefined ? {} : { session_id: session });
      session = played.sessionId;
      expect(played.done.reason, `message ${message}: ${JSON.stringify(played.entries.slice(-3))}`).toBe(
        'answer',
      );
      expect(played.answer).toBe(`Looked, number ${n}: nothing unusual in the last lines.`);
    }
    expect(n).toBe(turns);
    const sizes = road.sent.map(({ text }) => Buffer.byteLength(text) / BYTES_PER_TOKEN);
    expect(Math.max(...sizes)).toBeLessThan(contextTokens);
    for (const { body, text } of road.sent)
      expect(
        answerTokens(body) + Buffer.byteLength(text) / BYTES_PER_TOKEN,
        'request and answer',
      ).toBeLessThan(contextTokens * 1.1);
    const last = road.sent.findLast((sent) => !isSummary(sent));
    expect(last?.text).toContain('bluebird');
    if (wire === 'ollama') expect(last?.body.options).toMatchObject({ num_ctx: contextTokens });
    const { entries } = await road.session(session ?? '');
    const summaries = entries.filter(({ kind }) => kind === 'summary');
    expect(summaries.length).toBeGreaterThan(1);
    expect(entries.filter(({ kind }) => kind === 'user')).toHaveLength(turns);
  });

  it('offers a smaller set of tools where all of them do not fit, and says so', async () => {
    road.script(says('Hello.'));
    await road.say('Hello');
    const tools = (road.sent.at(-1)?.body.tools ?? []) as unknown[];
    const { model } = await road.get<{ model: { problem: string } }>('/sessions');
    expect(tools.length).toBeLessThan(17);
    expect(model.problem).toMatch(
      /holds \d,\d{3} tokens\. There is no room for the tools .*(and \d+ more|graph_reshape)/,
    );
    expect(road.sent.at(-1)?.text).toContain('Not offered to you');
  });

  it('takes a message that is longer than the model holds', async () => {
    road.script(says('That is long.'));
    const played = await road.say(`Read this: ${'a line of a log that was pasted. '.repeat(900)} END`);
    expect(played.answer).toBe('That is long.');
    expect(road.sent.at(-1)?.text).toContain('END');
  });
});
