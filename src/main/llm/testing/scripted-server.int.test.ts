// The scripted server speaks each API so that the layer reads what the script says, and refuses the histories a strict server refuses.
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { PROVIDERS } from '../../../shared/model/language-model.ts';
import { systemClock } from '../../core/clock.ts';
import { ModelNetwork } from '../call-guard.ts';
import { openChatModel } from '../open-chat-model.ts';
import { askOnce } from './scripted-model.ts';
import { historyProblem } from './scripted-requests.ts';
import { type ScriptedServer, startScriptedServer } from './scripted-server.ts';

const network = new ModelNetwork(systemClock);
afterAll(() => network.close());

let server: ScriptedServer;
afterEach(() => server.close());

const TOOL = { name: 'query', description: 'Looks.', parameters: { type: 'object', properties: {} } };

describe.each(PROVIDERS)('as %s', (wire) => {
  const open = async () => {
    server = await startScriptedServer({ wire });
    return openChatModel(
      {
        ...{ provider: wire, baseUrl: server.baseUrl, isOfficial: false, modelName: 'scripted' },
        ...{ apiKey: () => null, contextTokens: null },
      },
      network,
    );
  };

  it('says words, thoughts, calls and counts, and keeps what it was asked', async () => {
    const model = await open();
    server.say({
      ...{ thinking: 'Hm.', text: ['One ', 'moment.'], usage: { in: 120, out: 7 } },
      calls: [
        { name: 'query', arguments: { id: 'a', n: 1 } },
        { name: 'query', arguments: {} },
      ],
    });
    const outcome = await askOnce(model, { system: 'Be brief.', tools: [TOOL] });
    expect(outcome).toMatchObject({
      ...{ text: 'One moment.', thinking: 'Hm.', end: 'tool_calls' },
      usage: { inputTokens: 120, outputTokens: 7 },
    });
    expect(outcome.calls.map((call) => JSON.parse(call.arguments) as unknown)).toEqual([
      { id: 'a', n: 1 },
      {},
    ]);
    expect(server.requests[0]).toMatchObject({
      ...{ model: 'scripted', system: 'Be brief.', tools: ['query'] },
      messages: [{ role: 'user', content: 'What is gnommoweb?' }],
    });
  });

  it('answers in the order of the script, then otherwise', async () => {
    const model = await open();
    server.say({ text: 'first' }, ({ messages }) => ({ text: `${messages.length} so far` }));
    server.otherwise(() => ({ text: 'else' }));
    const texts = [await askOnce(model), await askOnce(model), await askOnce(model)].map(({ text }) => text);
    expect(texts).toEqual(['first', '1 so far', 'else']);
  });

  it('fails as it is told to', async () => {
    const model = await open();
    server.say({ fail: 429 }, { text: 'Half', fail: 'close' }, { text: 'Half', fail: 'error' });
    expect((await askOnce(model)).end).toBe('rate_limited');
    expect(await askOnce(model)).toMatchObject({ text: 'Half', end: 'unreachable' });
    // An error's line of Ollama's may arrive in one piece with what came before it, and is looked at first.
    expect((await askOnce(model)).end).toBe('server');
  });

  it('waits where it is told to, and tells who left', async () => {
    const model = await open();
    const held = Promise.withResolvers<void>();
    const leave = new AbortController();
    server.say({ text: 'Here', holdEnd: held.promise });
    const asked = server.next();
    const outcome = askOnce(model, { signal: leave.signal }, () => leave.abort());
    expect((await outcome).end).toBe('aborted');
    expect(await (await asked).over).toBe('left');
    server.say({ text: 'Late', hold: held.promise });
    const late = askOnce(model);
    held.resolve();
    expect((await late).text).toBe('Late');
    expect(await server.requests[1]?.over).toBe('answered');
  });
});

describe('strictly', () => {
  const use = (id: string) => ({ type: 'tool_use', id, name: 'query', input: {} });
  const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: 'x' });
  const user = (content: unknown) => ({ role: 'user', content });
  const assistant = (content: unknown) => ({ role: 'assistant', content });
  const tools = [{ name: 'query' }];
  const called = [user('a'), assistant([use('1'), use('2')])];

  it.each([
    ['results in one message', [...called, user([result('1'), result('2')])], tools, null],
    ['results in two messages', [...called, user([result('1')]), user([result('2')])], tools, 'without'],
    ['words before results', [...called, user([{ type: 'text', text: 'b' }, result('1')])], tools, 'first'],
    ['no tools', [...called, user([result('1'), result('2')])], [], 'must define tools'],
    ['two turns of one', [user('a'), user('b')], [], 'alternate'],
    ['nothing said', [user('a'), assistant([])], [], 'non-empty'],
    ['an empty block', [user('a'), assistant([{ type: 'text', text: '' }])], [], 'non-whitespace'],
    ['a foreign result', [user([result('9')])], tools, 'unexpected'],
  ])('of Anthropic’s: %s', (_, messages, offered, problem) => {
    const found = historyProblem('claude', { messages, tools: offered });
    if (problem === null) expect(found).toBeNull();
    else expect(found).toContain(problem);
  });

  it.each([
    ['a result to each', ['1', '2'], null],
    ['a result short', ['1'], 'did not have'],
    ['a foreign result', ['1', '3'], 'must be a response'],
  ])('of OpenAI’s: %s', (_, ids, problem) => {
    const call = (id: string) => ({ id, function: { name: 'query', arguments: '{}' } });
    const messages = [
      user('a'),
      { role: 'assistant', content: null, tool_calls: [call('1'), call('2')] },
      ...ids.map((id) => ({ role: 'tool', tool_call_id: id, content: 'x' })),
    ];
    const found = historyProblem('openai', { messages, tools });
    if (problem === null) expect(found).toBeNull();
    else expect(found).toContain(problem);
  });
});
