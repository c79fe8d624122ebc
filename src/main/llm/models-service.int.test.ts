// Models as an operator has them: added, changed by one at a time, removed unless in use, tried out; their keys go in only.
import { describe, expect, it, onTestFinished } from 'vitest';
import { LanguageModel, PROVIDERS } from '../../shared/model/language-model.ts';
import { TEST_DIALECTS, type TestDialect } from '../store/testing/temp-store.ts';
import { newModel, QUESTION, tempDesk } from './testing/temp-desk.ts';
import { vaultKeySource } from './vault.ts';

const KEY = 'fk-Recognisable/Key+0123456789';

async function desk(dialect: TestDialect = 'sqlite') {
  const opened = await tempDesk(dialect);
  onTestFinished(() => opened[Symbol.asyncDispose]());
  return { ...opened, models: opened.llm.models };
}

describe.each(TEST_DIALECTS)('models on %s', (dialect) => {
  it('are added, changed and removed', async () => {
    const { models, settings } = await desk(dialect);
    const added = await models.add({
      ...newModel('openai', 'https://api.example.com/v1'),
      inputPrice: 0.5,
      contextTokens: 8192,
      apiKey: KEY,
    });
    expect(LanguageModel.parse(added)).toMatchObject({
      label: 'openai under test',
      keyState: 'ok',
      setBy: 'console',
      version: 1,
      warning: null,
      usedFor: [],
      abilities: { tools: null, jsonSchema: null, contextTokens: 8192 },
    });
    settings.resolve_model_id = added.id;
    const changed = await models.update(added.id, 1, {
      ...newModel('openai', 'https://api.example.com/v2'),
      label: 'Renamed',
    });
    expect(changed).toMatchObject({ label: 'Renamed', keyState: 'ok', version: 2, usedFor: ['resolve'] });
    settings.resolve_model_id = null;
    expect(await models.remove(added.id, 2)).toEqual([]);
  });

  it('two operators cannot change at once', async () => {
    const { models } = await desk(dialect);
    const { id } = await models.add(newModel('ollama'));
    await models.update(id, 1, newModel('ollama'));
    await expect(models.update(id, 1, newModel('ollama'))).rejects.toMatchObject({
      code: 'STALE_VERSION',
      details: { version: 2 },
    });
    await expect(models.remove(id, 1)).rejects.toMatchObject({ code: 'STALE_VERSION' });
    await expect(models.remove('99', 1)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(models.update('local', 1, newModel('ollama'))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('are not removed while a setting names them', async () => {
    const { models, choose } = await desk(dialect);
    const id = await choose('ollama');
    await expect(models.remove(id, 1)).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
      message: expect.stringMatching(/write_model_id and resolve_model_id name it/) as string,
    });
  });

  it('get nothing that a test found out about what they were before', async () => {
    const { models, choose, upstream } = await desk(dialect);
    const id = await choose('openai');
    const changed = Promise.withResolvers<void>();
    upstream.script({ behave: { text: 'no JSON here', hold: { afterTokens: 0, until: changed.promise } } });
    const arrived = upstream.nextArrival();
    const testing = models.test(id);
    await arrived;
    const other = { ...newModel('openai', `${upstream.url}/v1`), modelName: 'a-better-one' };
    await models.update(id, 1, other);
    changed.resolve();
    expect(await testing).toMatchObject({ ok: true, abilities: { jsonSchema: false } });
    const nothing = { tools: null, jsonSchema: null, contextTokens: null };
    expect(await models.list()).toMatchObject([
      { modelName: 'a-better-one', version: 2, abilities: nothing },
    ]);
  });

  it('are seen by another process, and their keys with them', async () => {
    const { models, again } = await desk(dialect);
    const other = await again();
    await models.add({ ...newModel('claude', 'http://127.0.0.1:1'), apiKey: KEY });
    expect(await other.models.list()).toMatchObject([{ provider: 'claude', keyState: 'ok' }]);
    const stranger = await again(
      vaultKeySource({ FESTINGER_VAULT_KEY: Buffer.alloc(32, 7).toString('base64') }, '/nowhere'),
    );
    expect(await stranger.models.list()).toMatchObject([
      { keyState: 'undecryptable', warning: expect.stringMatching(/Enter the key again/) as string },
    ]);
  });
});

describe('a key', () => {
  it('stays when it is left out, goes with null, and is replaced', async () => {
    const { models, upstream, choose, llm } = await desk();
    const id = await choose('openai', { apiKey: KEY });
    const sent = async () => {
      await llm.ask.ask(QUESTION);
      return upstream.requests.at(-1)?.header('authorization');
    };
    const same = newModel('openai', `${upstream.url}/v1`);
    expect(await sent()).toBe(`Bearer ${KEY}`);
    await models.update(id, 1, same);
    expect(await sent()).toBe(`Bearer ${KEY}`);
    await models.update(id, 2, { ...same, apiKey: 'fk-another-key' });
    expect(await sent()).toBe('Bearer fk-another-key');
    expect(await models.update(id, 3, { ...same, apiKey: null })).toMatchObject({ keyState: 'absent' });
    expect(await sent()).toBeUndefined();
  });

  it('is not sent to an address it was not given for, whoever changed the address', async () => {
    const { models, choose, upstream, temp } = await desk();
    const id = await choose('openai', { apiKey: KEY });
    const moved = newModel('openai', 'http://127.0.0.1:9/v1');
    await expect(models.update(id, 1, moved)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringMatching(/is not sent to another address/) as string,
    });
    await temp.store.write((writer) =>
      writer.db
        .updateTable('models')
        .set({ base_url: 'http://localhost:9/v1' })
        .where('id', '=', Number(id))
        .execute(),
    );
    expect(await models.list()).toMatchObject([{ keyState: 'undecryptable' }]);
    expect(upstream.requests.length).toBe(0);
    expect(await models.update(id, 1, { ...moved, apiKey: KEY })).toMatchObject({ keyState: 'ok' });
  });

  it('of one model is of no use to another', async () => {
    const { models, temp, upstream } = await desk();
    const url = `${upstream.url}/v1`;
    await models.add({ ...newModel('openai', url), apiKey: KEY });
    const { id } = await models.add({ ...newModel('openai', url), apiKey: 'fk-another-key' });
    await temp.store.write(async (writer) => {
      const [first] = await writer.db
        .selectFrom('models')
        .select('api_key_encrypted')
        .orderBy('id')
        .execute();
      await writer.db
        .updateTable('models')
        .set({ ...first })
        .where('id', '=', Number(id))
        .execute();
    });
    expect((await models.list()).map((model) => model.keyState)).toEqual(['ok', 'undecryptable']);
  });

  it('over plain http to a far host is warned of', async () => {
    const { models } = await desk();
    const far = newModel('openai', 'http://api.example.com/v1');
    expect(await models.add({ ...far, apiKey: KEY })).toMatchObject({
      warning: expect.stringMatching(/plain http/) as string,
    });
    expect(await models.add(far), 'no key, nothing to steal').toMatchObject({ warning: null });
  });
});

describe('models of config.yaml', () => {
  it('are shown, and changed in the file only', async () => {
    const { models, file, env } = await desk();
    file.push({ ...newModel('claude'), id: 'big', apiKeyEnv: 'BIG_KEY' });
    expect(await models.list()).toMatchObject(
      [{ id: 'big', label: 'big', setBy: 'file', keyState: 'absent', warning: /BIG_KEY/ }].map((one) => ({
        ...one,
        warning: expect.stringMatching(one.warning) as string,
      })),
    );
    env.BIG_KEY = KEY;
    expect(await models.list()).toMatchObject([{ keyState: 'environment', warning: null }]);
    for (const refused of [models.update('big', 1, newModel('claude')), models.remove('big', 1)]) {
      await expect(refused).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    }
  });
});

it.each(['file:///etc/passwd', 'http://169.254.169.254/v1'])('no model is added at %s', async (baseUrl) => {
  const { models } = await desk();
  await expect(models.add(newModel('openai', baseUrl))).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  });
});

it('tries a model that only embeds by having it embed', async () => {
  const { models, choose, llm } = await desk();
  const id = await choose('ollama', { modelName: 'nomic-embed-text' });
  expect(await models.test(id)).toEqual({ ok: true, ms: 0, problem: null, abilities: null });
  // Asked twice in words, refused, and then for a vector.
  expect((await llm.budget.today()).calls).toBe(3);
});

describe.each(PROVIDERS)('trying %s out', (provider) => {
  it('tells what it can do, keeps that, and counts towards the budget', async () => {
    const { models, choose, llm } = await desk();
    const id = await choose(provider, { modelName: 'demo-tools' });
    const contextTokens = provider === 'ollama' ? 32_768 : null;
    const abilities = { tools: true, parallelCalls: false, jsonSchema: true, contextTokens };
    expect(await models.test(id)).toEqual({ ok: true, ms: 0, problem: null, abilities });
    expect(await models.list()).toMatchObject([{ abilities, version: 1 }]);
    const budget = await llm.budget.today();
    expect(budget.calls).toBe(2);
    expect(budget.tokens).toBeGreaterThan(0);
  });

  it('tells what is wrong', async () => {
    const { models, choose, upstream } = await desk();
    const id = await choose(provider);
    upstream.script({ behave: { fail: { status: 401, message: 'invalid key' } } });
    expect(await models.test(id)).toMatchObject({
      ok: false,
      problem: `The model ${provider} under test refuses the key (HTTP 401): invalid key. Enter its key again in Settings.`,
      abilities: null,
    });
  });

  it('notices a model that takes no schema', async () => {
    const { models, choose, upstream } = await desk();
    const id = await choose(provider);
    upstream.script({
      when: ({ body }) => /"format"|json_schema|"reachable"/.test(body.toString()),
      behave: { fail: { status: 400, message: 'unknown parameter' } },
    });
    expect(await models.test(id)).toMatchObject({ ok: true, abilities: { jsonSchema: false } });
  });

  it('stops at the budget', async () => {
    const { models, choose, settings } = await desk();
    const id = await choose(provider);
    settings.budget_daily_tokens = 10;
    await expect(models.test(id)).rejects.toMatchObject({ code: 'BUDGET_EXCEEDED' });
  });
});
