// Promise: a streamed answer comes as it is made, whichever API speaks; however it ends, it is counted once, no key comes
// out of it, and a purpose and a run keep within budgets of their own.
import { describe, expect, it, onTestFinished } from 'vitest';
import { AppError } from '../../shared/model/envelope.ts';
import { PROVIDERS } from '../../shared/model/language-model.ts';
import { TEST_DIALECTS, type TestDialect } from '../store/testing/temp-store.ts';
import type { AnswerEvent } from './chat-model.ts';
import type { Llm } from './open-llm.ts';
import { newModel, tempDesk, USE } from './testing/temp-desk.ts';

const REQUEST = {
  purpose: 'write',
  system: 'You help.',
  messages: [{ role: 'user' as const, content: 'What is gnommoweb?' }],
};
const TOOL = { name: 'look_up', description: 'Looks up.', parameters: { type: 'object', properties: {} } };
const KEY = 'zebra-giraffe-okapi-17-tapirs';

async function desk(dialect: TestDialect = 'sqlite') {
  const opened = await tempDesk(dialect);
  onTestFinished(() => opened[Symbol.asyncDispose]());
  const calls = () => opened.temp.store.reader.selectFrom('model_call').selectAll().orderBy('id').execute();
  return { ...opened, desk: opened.llm.ask, calls };
}

/** What came, and how it ended. */
async function read(events: AsyncIterable<AnswerEvent>, onEvent: (event: AnswerEvent) => void = () => {}) {
  const came: AnswerEvent[] = [];
  let error: AppError | null = null;
  try {
    for await (const event of events) {
      came.push(event);
      onEvent(event);
    }
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    error = thrown;
  }
  const text = came.map((event) => (event.type === 'text' ? event.text : '')).join('');
  return { came, text, error };
}

describe.each(PROVIDERS)('a stream of %s', (provider) => {
  it('brings text, thoughts and whole calls as they come, and at its end what it came to', async () => {
    const { desk: asked, choose, calls, upstream, counted } = await desk();
    await choose(provider);
    const held = Promise.withResolvers<void>();
    upstream.script({
      behave: {
        ...{
          thinking: 'I look it up.',
          pieces: ['One ', 'moment.'],
          hold: { afterTokens: 5, until: held.promise },
        },
        ...{ toolCalls: [{ name: 'look_up', arguments: { q: 'dobby' } }] },
        usage: { promptTokens: 90, completionTokens: 12 },
      },
    });
    // The rest is not sent before something of it was seen here.
    const { came, text, error } = await read(asked.stream({ ...REQUEST, tools: [TOOL] }), () =>
      held.resolve(),
    );
    expect(error).toBeNull();
    expect(text).toBe('One moment.');
    const thoughts = came.map((event) => (event.type === 'thinking' ? event.text : ''));
    expect(thoughts.join('')).toBe('I look it up.');
    expect(came.find((event) => event.type === 'tool_call')).toMatchObject({ call: { name: 'look_up' } });
    expect(came.at(-1)).toEqual({
      ...{ type: 'done', reason: 'tool_calls', model: `${provider} under test`, ms: 0 },
      ...{ inputTokens: 90, outputTokens: 12, cost: null },
    });
    expect(await calls()).toMatchObject([{ purpose: 'write', input_tokens: 90, output_tokens: 12 }]);
    expect(counted).toMatchObject([{ purpose: 'write', outcome: 'ok' }]);
  });

  it.each(['a signal', 'its reader, who leaves'])(
    'is ended in mid-stream by %s, and counted',
    async (who) => {
      const { desk: asked, choose, calls, upstream, llm } = await desk();
      await choose(provider);
      upstream.script({ behave: { text: 'one two three four five', hold: { afterTokens: 3 } } });
      const left = new AbortController();
      const arrival = upstream.nextArrival();
      const stream = asked.stream({ ...REQUEST, signal: left.signal });
      if (who === 'a signal') {
        const { text, error } = await read(stream, () => left.abort());
        expect(text).toMatch(/^one/);
        expect(error).toMatchObject({ code: 'CANCELLED', retryable: false });
      } else {
        for await (const event of stream) if (event.type === 'text') break;
      }
      await (await arrival).aborted;
      const [call] = await calls();
      expect(call).toMatchObject({ problem: expect.stringMatching(/^aborted: was /) });
      expect([Boolean(call?.ok), Boolean(call?.estimated)]).toEqual([false, true]);
      expect(call?.output_tokens).toBeLessThan(20);
      expect(await llm.budget.today()).toMatchObject({ calls: 1, failed: 1 });
    },
  );

  it.each(['destroy', 'error', 'end'] as const)(
    'that breaks off (%s) says so after what came, and is counted',
    async (how) => {
      const { desk: asked, choose, calls, upstream } = await desk();
      await choose(provider);
      upstream.script({ behave: { text: 'one two three four', cut: { afterTokens: 2, how } } });
      const { came, text, error } = await read(asked.stream(REQUEST));
      expect('one two three four').toContain(text);
      expect(came.some(({ type }) => type === 'done')).toBe(false);
      expect(error?.code).toMatch(/^(UNAVAILABLE|BAD_ANSWER)$/);
      expect(error?.message).toMatch(new RegExp(`^The model ${provider} under test .*\\.$`));
      const [call] = await calls();
      expect(Boolean(call?.ok)).toBe(false);
      expect(call?.input_tokens).toBeGreaterThan(5);
      expect(call?.output_tokens).toBeLessThanOrEqual(2);
    },
  );

  it('shows no key, in whatever pieces it comes, in thoughts or a call either', async () => {
    const { desk: asked, upstream, llm, settings } = await desk();
    const url = provider === 'openai' ? `${upstream.url}/v1` : upstream.url;
    settings.write_model_id = (await llm.models.add({ ...newModel(provider, url), apiKey: KEY })).id;
    upstream.script({
      behave: {
        ...{
          thinking: `It is ${KEY}.`,
          pieces: ['It is zebra-', 'gir', 'affe-okapi-17-tap', 'irs, not zeb'],
        },
        toolCalls: [{ name: 'look_up', arguments: { q: KEY } }],
      },
    });
    const { came, text } = await read(asked.stream({ ...REQUEST, tools: [TOOL] }));
    expect(text).toBe('It is [redacted], not zeb');
    expect(JSON.stringify(came)).not.toMatch(/giraffe|tapirs/);
  });
});

it('a purpose that nobody registered cannot be asked for, and none is registered twice', async () => {
  const { desk: asked, llm } = await desk();
  const { error } = await read(asked.stream({ ...REQUEST, purpose: 'poetry' }));
  expect(error).toMatchObject({ code: 'INTERNAL', message: expect.stringContaining('poetry') });
  expect(() => llm.register({ ...USE, name: 'write', setting: 'write_model_id' })).toThrow(/twice/);
  expect(llm.models.uses().map(({ name, setting }) => [name, setting])).toEqual([
    ['write', 'write_model_id'],
    ['resolve', 'resolve_model_id'],
  ]);
});

describe.each(TEST_DIALECTS)('budgets of a purpose and of a run on %s', (dialect) => {
  const setUp = async () => {
    const opened = await desk(dialect);
    const most = { run: 1e9, day: 1e9 };
    const register = (llm: Llm) =>
      llm.register({
        ...{ ...USE, name: 'help', setting: 'write_model_id' },
        budgets: {
          run: { tokens: () => most.run, raisedBy: 'help_run_tokens' },
          day: { tokens: () => most.day, raisedBy: 'help_daily_tokens' },
        },
      });
    register(opened.llm);
    await opened.choose('ollama');
    opened.upstream.script({ behave: { text: 'yes', usage: { promptTokens: 100, completionTokens: 900 } } });
    const help = (run: string, asked = opened.desk) => asked.stream({ ...REQUEST, purpose: 'help', run });
    return { ...opened, most, register, help };
  };

  it('refuse a call before it is made, and say which, what of it is used, and what raises it', async () => {
    const { most, help, desk: asked, upstream, counted, temp, llm } = await setUp();
    await read(help('one'));
    most.run = 5000;
    const run = await read(help('one'));
    expect(run.error).toMatchObject({
      code: 'BUDGET_EXCEEDED',
      retryable: false,
      details: { budget: 'run' },
    });
    expect(run.error?.message).toBe(
      'The budget of one run for Names has no room for another call: 1000 of 5000 tokens are used or reserved. help_run_tokens in Settings raises it.',
    );
    expect((await read(help('two'))).error, 'another run').toBeNull();
    most.day = 6000;
    const day = await read(help('three'));
    expect(day.error).toMatchObject({
      code: 'BUDGET_EXCEEDED',
      retryable: true,
      details: { budget: 'purpose' },
    });
    expect(day.error?.message).toMatch(
      /^The daily budget for Names .*: 2000 of 6000 tokens .* help_daily_tokens in/,
    );
    expect(upstream.requests.filter(({ path }) => path === '/api/chat')).toHaveLength(2);
    expect(counted.at(-1)).toMatchObject({ purpose: 'help', outcome: 'refused_by_budget' });
    expect((await read(asked.stream(REQUEST))).error, 'another purpose').toBeNull();
    temp.clock.advance((await llm.budget.today()).resetsAt - temp.clock.now());
    expect((await read(help('three'))).error, 'another day').toBeNull();
  });

  it('take nothing of the tokens that all others share, and are not held back by them', async () => {
    const { help, desk: asked, llm, settings } = await setUp();
    // Room for one call of the others, which reserves some 4,100.
    settings.budget_daily_tokens = 4300;
    for (const run of ['one', 'two', 'three', 'four', 'five'])
      expect((await read(help(run))).error).toBeNull();
    expect(await llm.budget.today()).toMatchObject({ tokens: 0, calls: 5 });
    expect((await read(asked.stream(REQUEST))).error, 'the nightly job').toBeNull();
    expect((await read(asked.stream(REQUEST))).error?.details).toMatchObject({ budget: 'day', tokens: 1000 });
    expect((await read(help('six'))).error, 'which has its own').toBeNull();
  });

  it('count what stands in the arguments of earlier calls, too', async () => {
    const { most, desk: asked } = await setUp();
    most.run = 6000;
    const call = { id: 'c1', name: 'look_up', arguments: JSON.stringify({ q: 'x'.repeat(8000) }) };
    const { error } = await read(
      asked.stream({
        ...{ ...REQUEST, purpose: 'help', run: 'long' },
        messages: [
          { role: 'user', content: 'Look' },
          { role: 'assistant', content: '', toolCalls: [call] },
          { role: 'tool', callId: 'c1', name: 'look_up', content: 'nothing' },
        ],
      }),
    );
    expect(error).toMatchObject({ code: 'BUDGET_EXCEEDED', details: { budget: 'run' } });
  });

  it('are used up by what is reserved: a call under way goes on to its end, the next one waits its turn', async () => {
    const { most, help, upstream, again, register } = await setUp();
    const other = await again();
    register(other);
    most.run = 6000;
    const held = Promise.withResolvers<void>();
    upstream.script({
      times: 1,
      behave: { text: 'one two three', hold: { afterTokens: 1, until: held.promise } },
    });
    const first = help('one');
    await first.next();
    const second = await read(help('one', other.ask));
    expect(second.error).toMatchObject({ code: 'BUDGET_EXCEEDED', details: { budget: 'run' } });
    held.resolve();
    expect((await read(first)).came.at(-1)).toMatchObject({ type: 'done', reason: 'stop' });
    expect((await read(help('one', other.ask))).error, 'what was not used is free again').toBeNull();
  });

  it('count what was used, also of a server that goes beyond what it may', async () => {
    const { most, help, upstream } = await setUp();
    most.run = 9000;
    upstream.script({
      times: 1,
      behave: { text: 'yes', usage: { promptTokens: 100, completionTokens: 8500 } },
    });
    expect((await read(help('one'))).error).toBeNull();
    expect((await read(help('one'))).error?.details).toMatchObject({ budget: 'run', tokens: 8600 });
  });
});
