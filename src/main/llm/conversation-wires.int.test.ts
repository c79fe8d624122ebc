// Conversations with tools as each API takes them: strict servers refuse none of ours, words alone are asked for in each API's way, and what was sent once
// is sent in the same bytes again, so that a model that has read it need not read it anew.
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PROVIDERS } from '../../shared/model/language-model.ts';
import { fc, RUNS } from '../../shared/testing/campaign.ts';
import { systemClock } from '../core/clock.ts';
import { ModelNetwork } from './call-guard.ts';
import { wireId } from './call-ids.ts';
import type { ChatMessage, ChatModel, ToolCall, ToolSpec } from './chat-model.ts';
import { openChatModel } from './open-chat-model.ts';
import { askOnce } from './testing/scripted-model.ts';
import type { ScriptedRequest } from './testing/scripted-requests.ts';
import { type ScriptedServer, startScriptedServer } from './testing/scripted-server.ts';

const network = new ModelNetwork(systemClock);
afterAll(() => network.close());

const TOOLS: readonly ToolSpec[] = ['query', 'control'].map((name) => ({
  ...{ name, description: `Does ${name}.` },
  parameters: { type: 'object', properties: { id: { type: 'string' } } },
}));

const user = (content: string): ChatMessage => ({ role: 'user', content });
const said = (content: string, toolCalls: readonly ToolCall[] = []): ChatMessage => ({
  ...{ role: 'assistant', content },
  ...(toolCalls.length > 0 ? { toolCalls } : {}),
});
const result = ({ id, name }: ToolCall, content: string): ChatMessage => ({
  ...{ role: 'tool', callId: id, name, content },
});
const call = (id: string, args = '{"id":"a"}', name = 'query'): ToolCall => ({ id, name, arguments: args });

const [A, B] = [call('call_a'), call('call_b', '{}', 'control')];
const HISTORY = [
  user('What runs?'),
  ...[said('', [A, B]), result(A, 'nginx'), result(B, '')],
  user('And now?'),
];

describe.each(PROVIDERS)('%s', (wire) => {
  let server: ScriptedServer;
  beforeEach(async () => {
    server = await startScriptedServer({ wire });
  });
  afterEach(() => server.close());

  const model = (isOfficial = false): ChatModel =>
    openChatModel(
      {
        ...{ provider: wire, baseUrl: server.baseUrl, isOfficial, modelName: 'scripted' },
        ...{ apiKey: () => null, contextTokens: null },
      },
      network,
    );
  const last = (): ScriptedRequest => {
    const request = server.requests.at(-1);
    if (!request) throw new Error('nothing was asked');
    return request;
  };

  it('takes several results of one answer and words behind them', async () => {
    const { end, error } = await askOnce(model(), { system: 'Be brief.', messages: HISTORY, tools: TOOLS });
    expect(error).toBeNull();
    expect(end).toBe('stop');
    const results = last().messages.filter(({ role }) => role === 'tool');
    expect(results.map(({ content }) => content)).toEqual(['nginx', '']);
    if (wire === 'ollama') expect(results).toMatchObject([{ name: 'query' }, { name: 'control' }]);
    else expect(results).toMatchObject([{ callId: wireId('call_a') }, { callId: wireId('call_b') }]);
  });

  it('asks for words alone', async () => {
    await askOnce(model(), { messages: HISTORY, tools: TOOLS, toolChoice: 'none' });
    const { tools, toolChoice } = last();
    if (wire === 'ollama') expect(tools).toEqual([]);
    else expect({ tools, toolChoice }).toEqual({ tools: ['query', 'control'], toolChoice: 'none' });
    await askOnce(model(), { messages: HISTORY, tools: TOOLS, toolChoice: 'auto' });
    expect(last()).toMatchObject({ tools: ['query', 'control'], toolChoice: null });
    // Nothing to choose among: some refuse the word alone.
    await askOnce(model(), { messages: [user('Hello.')], toolChoice: 'none' });
    expect(last()).toMatchObject({ tools: [], toolChoice: null });
  });

  it('gives every call of a conversation an id of its own', async () => {
    const messages: ChatMessage[] = [user('Look twice.')];
    for (let turn = 0; turn < 3; turn++) {
      // A server whose ids begin anew, one of them twice.
      const calls = ['c_0', 'c_1', 'c_1'].map((id) => ({ id, name: 'query', arguments: {} }));
      server.say({ calls });
      const outcome = await askOnce(model(), { messages, tools: TOOLS });
      expect(outcome.calls).toHaveLength(3);
      messages.push(said('', outcome.calls), ...outcome.calls.map((one) => result(one, 'x')));
    }
    const ids = messages
      .flatMap((one) => (one.role === 'assistant' ? (one.toolCalls ?? []) : []))
      .map(({ id }) => id);
    expect(new Set(ids).size).toBe(9);
    expect((await askOnce(model(), { messages, tools: TOOLS })).error).toBeNull();
  });

  it('sends arguments back as an object, whatever the model wrote', async () => {
    const odd = ['', '{"id": 1', '[1]', 'null', '"a"', '{"id": 1}'].map((text, at) => call(`c${at}`, text));
    const messages = [user('Go.'), said('', odd), ...odd.map((one) => result(one, 'x'))];
    expect((await askOnce(model(), { messages, tools: TOOLS })).error).toBeNull();
    const [, asked] = last().messages;
    const sent = asked?.role === 'assistant' ? asked.calls.map((one) => JSON.parse(one.arguments)) : [];
    expect(sent).toEqual([
      {},
      ...['{"id": 1', '[1]', 'null', '"a"'].map((unreadable) => ({ unreadable })),
      { id: 1 },
    ]);
  });

  const text = fc.constantFrom('', ' ', 'Hello.', 'line\nbreak "quoted"', '漢字', '}]');
  const round = fc.oneof(
    text.map((words) => [user(words)]),
    text.map((words) => [said(words)]),
    fc
      .record({ words: text, results: fc.array(text, { minLength: 1, maxLength: 3 }), spoken: text })
      .map(({ words, results, spoken }) => ({ words, results, spoken })),
  );
  const conversation = fc
    .record({ first: fc.constantFrom('Hello.', 'What runs?'), rounds: fc.array(round, { maxLength: 6 }) })
    .map(({ first, rounds }) => {
      const groups: ChatMessage[][] = [[user(first)]];
      for (const [at, one] of rounds.entries()) {
        if (Array.isArray(one)) groups.push(one);
        else {
          const calls = one.results.map((_, place) => call(`c${at}_${place}`));
          groups.push([
            said(one.words, calls),
            ...calls.map((each, place) => result(each, one.results[place] ?? '')),
          ]);
        }
      }
      return groups;
    });

  it.each(wire === 'ollama' ? [false] : [false, true])(
    'refuses no conversation, and sends what it sent before in the same bytes (its own service: %s)',
    async (isOfficial) => {
      const holds = fc.asyncProperty(conversation, async (groups) => {
        let before: ScriptedRequest | undefined;
        for (let count = 1; count <= groups.length; count++) {
          const messages = groups.slice(0, count).flat();
          const outcome = await askOnce(model(isOfficial), { system: 'Be brief.', messages, tools: TOOLS });
          expect(outcome.error?.message).toBeUndefined();
          if (before) expectGrown(before, last());
          before = last();
        }
      });
      await fc.assert(holds, { numRuns: RUNS });
    },
  );
});

/** All that stood up to the end of the messages stands there again, and behind them the same. */
function expectGrown(before: ScriptedRequest, after: ScriptedRequest): void {
  const [old, grown] = [before, after].map(partsOf);
  if (!old || !grown) throw new Error('no body');
  // Without the brackets that close the last message's blocks and the list: what is new may go in between.
  expect(grown.head.startsWith(old.head.replace(/(?:\]\}|\})?\]$/, ''))).toBe(true);
  expect(grown.rest).toBe(old.rest);
}

function partsOf({ body, raw }: ScriptedRequest): { head: string; rest: string } {
  const list = JSON.stringify(raw.messages);
  const end = body.indexOf(list) + list.length;
  expect(body.indexOf(list)).toBeGreaterThan(0);
  return { head: body.slice(0, end), rest: body.slice(end) };
}
