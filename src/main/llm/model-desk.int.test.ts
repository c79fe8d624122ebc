// Asking models: the one chosen, within the day's budget whoever asks at the same time, counted whatever became of it.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AppError } from '../../shared/model/envelope.ts';
import { PROVIDERS } from '../../shared/model/language-model.ts';
import type { AskModel } from '../memory/ask-model.ts';
import { START, TEST_DIALECTS, type TestDialect } from '../store/testing/temp-store.ts';
import { localDay } from './limits/budgets.ts';
import { newModel, QUESTION, tempDesk } from './testing/temp-desk.ts';

async function desk(dialect: TestDialect = 'sqlite') {
  const opened = await tempDesk(dialect);
  onTestFinished(() => opened[Symbol.asyncDispose]());
  const ask: AskModel = opened.llm.ask;
  const calls = () => opened.temp.store.reader.selectFrom('model_call').selectAll().orderBy('id').execute();
  return { ...opened, ask, calls };
}

const problemOf = (asked: Promise<unknown>): Promise<AppError> =>
  asked.then(
    () => expect.fail('it answered'),
    (error: unknown) => {
      if (error instanceof AppError) return error;
      throw error;
    },
  );

describe.each(PROVIDERS)('a question to %s', (provider) => {
  it('is answered as the port promises, and counted', async () => {
    const { ask, choose, calls, upstream, llm, counted } = await desk();
    await choose(provider, { inputPrice: 3, outputPrice: 15 });
    upstream.script({
      behave: { text: '{"parent":"repo"}', usage: { promptTokens: 1000, completionTokens: 200 } },
    });
    expect(await ask.ask(QUESTION)).toEqual({
      text: '{"parent":"repo"}',
      model: `${provider} under test`,
      inputTokens: 1000,
      outputTokens: 200,
      ms: 0,
    });
    const [call] = await calls();
    expect(call).toMatchObject({ day: localDay(START), purpose: 'write', model: `${provider} under test` });
    expect(call).toMatchObject({ input_tokens: 1000, output_tokens: 200, problem: null });
    expect([Boolean(call?.ok), Boolean(call?.estimated)]).toEqual([true, false]);
    expect(await llm.budget.today()).toMatchObject({ tokens: 1200, calls: 1, failed: 0 });
    expect((await llm.budget.today()).cost).toBeCloseTo((1000 * 3 + 200 * 15) / 1e6, 12);
    expect(counted).toMatchObject([{ purpose: 'write', outcome: 'ok', inputTokens: 1000 }]);
  });

  it('whose answer says nothing of tokens is counted by characters, and says so', async () => {
    const { ask, choose, calls, upstream } = await desk();
    await choose(provider);
    upstream.script({ behave: { text: 'x'.repeat(400), usage: 'none' } });
    const answer = await ask.ask(QUESTION);
    expect(answer.outputTokens).toBe(100);
    expect(answer.inputTokens).toBeGreaterThan(20);
    expect(Boolean((await calls())[0]?.estimated)).toBe(true);
  });
});

describe('what goes wrong', () => {
  it.each([
    [{ fail: { status: 401, message: 'no' } }, 'UNAVAILABLE', false, 'unauthenticated'],
    [{ fail: { status: 404, message: 'no' } }, 'UNAVAILABLE', false, 'not_found'],
    [{ fail: { status: 429, message: 'no' } }, 'UNAVAILABLE', true, 'rate_limited'],
    [{ fail: { status: 500, message: 'no' } }, 'UNAVAILABLE', true, 'server'],
    [{ fail: { status: 400, message: 'no' } }, 'UNAVAILABLE', false, 'bad_request'],
    [{ pieces: ['x'.repeat(10_000_000)] }, 'BAD_ANSWER', false, 'too_large'],
    [{ raw: { body: '{"broken' } }, 'BAD_ANSWER', false, 'protocol'],
    [{ text: '{"parent"', doneReason: 'length' as const }, 'BAD_ANSWER', false, 'protocol'],
    [{ text: ' \n' }, 'BAD_ANSWER', false, 'protocol'],
  ])('%j is %s, retryable %s', async (behave, code, retryable, kind) => {
    const { ask, choose, upstream } = await desk();
    await choose('ollama');
    upstream.script({ behave });
    const error = await problemOf(ask.ask(QUESTION));
    expect(error).toMatchObject({ code, retryable, details: { kind, model: 'ollama under test' } });
    expect(error.message).toMatch(/^The model ollama under test .*\.$/);
  });

  it('says how long to wait', async () => {
    const { ask, choose, upstream } = await desk();
    await choose('openai');
    upstream.script({ behave: { fail: { status: 429, message: 'slow', headers: { 'retry-after': '30' } } } });
    expect((await problemOf(ask.ask(QUESTION))).details).toMatchObject({ retryAfterMs: 30_000, status: 429 });
  });

  it('times out after the setting, and is cancelled by the caller', async () => {
    const { ask, choose, upstream, settings, temp } = await desk();
    await choose('openai');
    settings.model_timeout_seconds = 3;
    upstream.script({ behave: { hold: { afterTokens: 0 } } });
    let arrived = upstream.nextRequest();
    const asked = problemOf(ask.ask(QUESTION));
    await arrived;
    temp.clock.advance(3000);
    expect(await asked).toMatchObject({ code: 'TIMEOUT', retryable: true });
    arrived = upstream.nextRequest();
    const left = new AbortController();
    const again = problemOf(ask.ask({ ...QUESTION, signal: left.signal }));
    await arrived;
    left.abort();
    expect(await again).toMatchObject({ code: 'CANCELLED', retryable: false });
  });

  it('is recorded: nothing for a refusal, an estimate for an answer that broke off', async () => {
    const { ask, choose, upstream, calls, llm } = await desk();
    await choose('openai');
    upstream.script({ times: 1, behave: { fail: { status: 401, message: 'wrong key' } } });
    await problemOf(ask.ask(QUESTION));
    upstream.script({ times: 1, behave: { text: 'one two three', cut: { afterTokens: 2, how: 'end' } } });
    await problemOf(ask.ask(QUESTION));
    const [refused, broken] = await calls();
    expect(refused).toMatchObject({ input_tokens: 0, output_tokens: 0 });
    expect(refused?.problem).toMatch(/^unauthenticated: refuses the key \(HTTP 401\): wrong key/);
    expect(broken?.input_tokens).toBeGreaterThan(20);
    expect(broken?.output_tokens).toBe(2);
    expect(broken?.problem).toMatch(/^protocol: ended its answer/);
    expect(await llm.budget.today()).toMatchObject({ calls: 2, failed: 2 });
  });
});

describe('whom to ask', () => {
  it('is a setting; without one, or with one that leads nowhere, it says so before and after', async () => {
    const { ask, choose, settings, llm } = await desk();
    expect(ask.problem('write')).toMatch(/write_model_id is empty/);
    expect(await problemOf(ask.ask(QUESTION))).toMatchObject({ code: 'UNAVAILABLE', retryable: false });
    const id = await choose('ollama');
    expect(ask.problem('write')).toBeNull();
    expect(ask.problem('resolve')).toBeNull();
    settings.resolve_model_id = 'gone';
    expect(ask.problem('resolve')).toMatch(/names the model gone, which is not there/);
    expect((await problemOf(ask.ask({ ...QUESTION, purpose: 'resolve' }))).message).toMatch(/gone/);
    settings.write_model_id = null;
    await llm.models.remove(id, 1).catch((error: AppError) => expect(error.code).toBe('NOT_ALLOWED'));
  });

  it('can be a model of config.yaml, with its key from the environment', async () => {
    const { ask, file, env, settings, upstream } = await desk();
    file.push({ ...newModel('openai', `${upstream.url}/v1`), id: 'local', apiKeyEnv: 'TEST_MODEL_KEY' });
    settings.write_model_id = 'local';
    expect(ask.problem('write')).toMatch(/TEST_MODEL_KEY.*is not set/);
    env.TEST_MODEL_KEY = 'fk-from-the-environment';
    expect(ask.problem('write')).toBeNull();
    expect((await ask.ask(QUESTION)).model).toBe('local');
    expect(upstream.requests.at(-1)?.header('authorization')).toBe('Bearer fk-from-the-environment');
  });

  it('that takes no schema is asked in words', async () => {
    const { ask, choose, llm, upstream, temp } = await desk();
    const id = await choose('openai');
    await temp.store.write((writer) =>
      writer.db
        .updateTable('models')
        .set({ abilities: '{"tools":null,"jsonSchema":false,"contextTokens":null}' })
        .where('id', '=', Number(id))
        .execute(),
    );
    await llm.refresh();
    upstream.script({ times: 1, behave: { text: '```json\n{"parent": "repo"}\n```' } });
    expect((await ask.ask(QUESTION)).text).toBe('{"parent": "repo"}');
    expect(upstream.requests.at(-1)?.json()).not.toHaveProperty('response_format');
    expect(upstream.requests.at(-1)?.systemSeen).toMatch(/fit this JSON schema:\n\{"type":"object"/);
  });
});

/** A server that speaks as told, once for each question. */
async function serverThat(answers: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => answers(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

/** Streams one answer as OpenAI does. */
function stream(response: ServerResponse, content: string, usage?: object): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const say = (chunk: object) => response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  say({ choices: [{ delta: { content } }] });
  say({ choices: [{ delta: {}, finish_reason: 'stop' }], ...(usage ? { usage } : {}) });
  response.end('data: [DONE]\n\n');
}

it.each([
  ['no numbers', {}],
  ['zeros', { prompt_tokens: 0, completion_tokens: 0 }],
  ['words', { prompt_tokens: 'many', completion_tokens: null }],
])('a server that counts with %s does not get around the budget', async (_what, usage) => {
  const { llm, settings, ask, calls } = await desk();
  const url = await serverThat((response) => stream(response, '{"parent":"repo"}'.padEnd(4000), usage));
  settings.write_model_id = (await llm.models.add(newModel('openai', url))).id;
  await ask.ask(QUESTION);
  expect((await llm.budget.today()).tokens).toBeGreaterThan(1000);
  expect(Boolean((await calls())[0]?.estimated)).toBe(true);
});

const KEY = 'zebra/Giraffe"Okapi+seventeen tapirs';

it('a key that is replaced while a call uses it does not come out of that call', async () => {
  const { llm, settings, ask, calls } = await desk();
  const held = Promise.withResolvers<ServerResponse>();
  const fields = newModel('openai', await serverThat(held.resolve));
  const { id, version } = await llm.models.add({ ...fields, apiKey: KEY });
  settings.write_model_id = id;
  const problem = problemOf(ask.ask(QUESTION));
  const response = await held.promise;
  await llm.models.update(id, version, { ...fields, apiKey: 'another-key-altogether' });
  response.writeHead(401, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { message: `Incorrect API key provided: ${KEY}` } }));
  expect((await problem).message).toMatch(/refuses the key/);
  expect(JSON.stringify([(await problem).message, await calls()])).not.toMatch(/Giraffe|tapirs/);
});

it('a key that an answer spells with escapes is taken out of it', async () => {
  const { llm, settings, ask } = await desk();
  const spelled = [...KEY].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
  const url = await serverThat((response) => stream(response, `{"parent":"${spelled}"}`));
  settings.write_model_id = (await llm.models.add({ ...newModel('openai', url), apiKey: KEY })).id;
  expect(JSON.parse((await ask.ask(QUESTION)).text)).toEqual({ parent: '[redacted]' });
});

it('an answer comes without thoughts that the server left in it', async () => {
  const { ask, choose, upstream } = await desk();
  await choose('openai');
  upstream.script({ behave: { text: '<think>\nA repo? {"parent": 1}\n</think>\n\n{"parent": "repo"}\n' } });
  expect((await ask.ask(QUESTION)).text).toBe('{"parent": "repo"}');
});

describe.each(TEST_DIALECTS)('the daily budget on %s', (dialect) => {
  it('holds for many at once, in two processes', async () => {
    const { ask, choose, upstream, settings, again, llm, calls } = await desk(dialect);
    await choose('ollama');
    const other = (await again()).ask;
    await other.problem('write');
    upstream.script({ behave: { text: '{}', usage: { promptTokens: 100, completionTokens: 4096 } } });
    // Room for four calls of what one may use at most.
    settings.budget_daily_tokens = 4 * 4300;
    const asked = Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? ask : other).ask(QUESTION));
    const settled = await Promise.allSettled(asked);
    const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as AppError] : []));
    expect(settled.length - refused.length).toBe(4);
    expect(new Set(refused.map((error) => error.code))).toEqual(new Set(['BUDGET_EXCEEDED']));
    const budget = await llm.budget.today();
    expect(budget.tokens).toBeLessThanOrEqual(budget.tokenLimit);
    expect((await calls()).length, 'refused calls are not made').toBe(4);
    // A pool of another program may look at a port that was its upstream's.
    expect(upstream.requests.filter(({ method }) => method === 'POST').length).toBe(4);
  });

  it('says until when, and starts anew at midnight', async () => {
    const { ask, choose, settings, temp, llm } = await desk(dialect);
    await choose('ollama');
    settings.budget_daily_tokens = 0;
    const error = await problemOf(ask.ask(QUESTION));
    expect(error).toMatchObject({ code: 'BUDGET_EXCEEDED', retryable: true });
    const { resetsAt } = await llm.budget.today();
    expect(error.details).toMatchObject({ resetsAt, retryAfterMs: resetsAt - temp.clock.now() });
    expect(new Date(resetsAt).getHours()).toBe(0);
    settings.budget_daily_tokens = 5000;
    await ask.ask(QUESTION);
    settings.budget_daily_tokens = 100;
    await problemOf(ask.ask(QUESTION));
    temp.clock.advance(resetsAt - temp.clock.now());
    settings.budget_daily_tokens = 5000;
    expect(await llm.budget.today()).toMatchObject({ tokens: 0, calls: 0 });
    await ask.ask(QUESTION);
  });

  it('holds for money where prices are known', async () => {
    const { ask, choose, settings, upstream } = await desk(dialect);
    settings.budget_daily_cost = 0.5;
    await choose('ollama', { outputPrice: 100 });
    upstream.script({ behave: { text: '{}', usage: { promptTokens: 10, completionTokens: 1000 } } });
    await ask.ask(QUESTION);
    const error = await problemOf(ask.ask(QUESTION));
    expect(error.message).toMatch(/0\.10 of 0\.50 US dollars/);
    settings.budget_daily_cost = 0;
    await choose('ollama');
    settings.budget_daily_tokens = 100_000;
    await expect(problemOf(ask.ask(QUESTION))).resolves.toMatchObject({ code: 'BUDGET_EXCEEDED' });
  });

  it('keeps the reservation of a call whose process died', async () => {
    const { ask, choose, upstream, again, temp } = await desk(dialect);
    await choose('openai');
    upstream.script({ behave: { hold: { afterTokens: 0 } } });
    const arrived = upstream.nextRequest();
    const left = new AbortController();
    const asked = problemOf(ask.ask({ ...QUESTION, signal: left.signal }));
    await arrived;
    const elsewhere = await again();
    const during = await elsewhere.budget.today();
    expect(during).toMatchObject({ calls: 1, failed: 0 });
    expect(during.tokens).toBeGreaterThan(4096);
    left.abort();
    await asked;
    expect((await elsewhere.budget.today()).tokens).toBeLessThan(200);
    expect(temp.log.lines.filter((line) => line.level !== 'info')).toEqual([]);
  });
});
