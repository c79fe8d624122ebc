// Promise: a model that a setting names and that is not there is said with what, where and how to mend it, in the log, in Overview and
// beside the setting, whoever set it; nothing refuses to start for it, and once it is there the word is gone. A whole core over HTTP.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChosenModel } from '../../shared/model/language-model.ts';
import type { SystemStatus } from '../../shared/model/status.ts';
import { type DemoUpstream, startDemoUpstream } from '../fixtures/upstream.ts';
import { ManualClock, MemoLog } from '../store/testing/temp-store.ts';
import type { Log } from '../telemetry/log.ts';
import { createLog } from '../telemetry/log.ts';
import { ChosenModels } from './chosen-models.ts';
import { asOperator, set } from './testing/client-calls.ts';
import { startTestCore, type TestCore } from './testing/start-test-core.ts';

let upstream: DemoUpstream;
beforeAll(async () => {
  upstream = await startDemoUpstream();
});
afterAll(() => upstream.close());

const chosen = (road: TestCore) => asOperator<ChosenModel[]>(road, '/models/chosen');
const jobs = async (road: TestCore) =>
  (await asOperator<SystemStatus>(road, '/system/status')).parts.find(({ name }) => name === 'jobs');
const config = (url: string, model: string) => `
upstreams: [{ name: ollama, url: "${url}" }]
models: [{ id: local, provider: ollama, model: "${model}" }]
settings: { write_model_id: local, resolve_model_id: "9" }
`;

describe('models that config.yaml names', () => {
  it('are said at the start when they are not there, with what there is and how to get them', async () => {
    await using road = await startTestCore({ config: config(upstream.url, 'not-pulled:7b') });
    const [write, resolve] = await chosen(road);
    expect([write?.use, write?.state, resolve?.use, resolve?.state]).toEqual([
      ...['write', 'missing', 'resolve', 'missing'],
    ]);
    const { problem, fix } = write as ChosenModel;
    const at = `the Ollama at ${upstream.url} does not have.`;
    expect(problem).toBe(`write_model_id: local is "not-pulled:7b", which ${at}`);
    expect(fix).toMatch(/^Run `ollama pull not-pulled:7b` there, or choose another .*qwen2\.5:7b/);
    expect(resolve?.problem).toBe(
      'resolve_model_id: it names "9", and no model is called so, in the console or under models in config.yaml.',
    );
    expect(resolve?.fix).toBe('Choose another in Settings, Models, or add it. There are: local.');
    expect(await jobs(road)).toMatchObject({ health: 'wait', reason: problem, fix });
    // Agents are served all the same.
    expect((await road.call('/api/tags')).status).toBe(200);
    // An edit of the file is followed.
    const mended = config(upstream.url, 'qwen2.5:7b').replace(
      'resolve_model_id: "9"',
      'resolve_model_id: local',
    );
    writeFileSync(join(road.dataDir, 'config.yaml'), mended);
    await expect.poll(async () => (await jobs(road))?.health, { timeout: 10_000 }).toBe('ok');
    expect(await chosen(road)).toMatchObject([{ state: 'there' }, { state: 'there' }]);
  });

  it('are found under any spelling of their name', async () => {
    await using road = await startTestCore({ config: config(upstream.url, 'nomic-embed-text') });
    expect((await chosen(road))[0]).toEqual({ use: 'write', state: 'there', problem: null, fix: null });
  });

  it('are not called missing while Ollama is down', async () => {
    await using road = await startTestCore({ config: config('http://127.0.0.1:9', 'demo-plain') });
    const [write] = await chosen(road);
    expect(write?.state).toBe('unchecked');
    expect(write?.problem).toMatch(
      /^write_model_id: whether http:\/\/127\.0\.0\.1:9 has "demo-plain" was not checked\. /,
    );
  });
});

it('follows what is chosen, added and removed in the console', async () => {
  await using road = await startTestCore();
  expect(await chosen(road)).toEqual([]);
  await set(road, 'write_model_id', '42');
  expect((await chosen(road))[0]?.fix).toMatch(/There is none yet\.$/);
  const fields = { label: 'Local', provider: 'ollama' };
  const added = await asOperator<{ id: string }>(road, '/models', { ...fields, modelName: 'demo-plain' });
  await set(road, 'write_model_id', added.id);
  expect(await chosen(road)).toEqual([{ use: 'write', state: 'there', problem: null, fix: null }]);
  await asOperator(road, `/models/${added.id}`, { ...fields, modelName: 'gone', expectedVersion: 1 });
  // Noticed without being asked.
  await expect
    .poll(async () => (await jobs(road))?.fix ?? '', { timeout: 10_000 })
    .toContain('`ollama pull gone`');
  // An endpoint of OpenAI's kind is not asked for its list.
  await asOperator(road, `/models/${added.id}`, {
    ...{
      label: 'Far',
      provider: 'openai',
      baseUrl: 'http://127.0.0.1:9/v1',
      modelName: 'x',
      expectedVersion: 2,
    },
  });
  expect(await chosen(road)).toEqual([{ use: 'write', state: 'unchecked', problem: null, fix: null }]);
});

describe('the watch', () => {
  const missing: ChosenModel = { use: 'write', state: 'missing', problem: 'gone', fix: 'pull it' };
  const there: ChosenModel = { use: 'write', state: 'there', problem: null, fix: null };

  it('looks again every minute while something is missing, and says each change once', async () => {
    const clock = new ManualClock();
    const log = new MemoLog();
    let found: ChosenModel[] = [missing];
    let changes = 0;
    const watch = new ChosenModels({
      ...{ check: async () => found, clock, log: log as unknown as Log, onChange: () => changes++ },
    });
    await watch.look();
    await watch.look();
    expect([changes, watch.missing, clock.nextTimer]).toEqual([1, [missing], 60_000]);
    found = [there];
    clock.advance(60_000);
    await watch.look();
    expect([changes, watch.missing, clock.nextTimer]).toEqual([2, [], undefined]);
    watch.close();
  });

  it('is silent once closed', async () => {
    const clock = new ManualClock();
    let asked = 0;
    const check = async () => {
      asked++;
      return [missing];
    };
    const watch = new ChosenModels({ check, clock, log: createLog('silent'), onChange: () => {} });
    await watch.look();
    watch.close();
    await watch.look();
    expect([asked, clock.nextTimer]).toEqual([1, undefined]);
  });
});
