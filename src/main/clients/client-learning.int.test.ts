// What a client says is learnt for its project, for itself, or not at all: through HTTP, on both databases.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asOperator, post, save, state } from '../core/testing/client-calls.ts';
import { startTestCore, type TestCore } from '../core/testing/start-test-core.ts';
import { dropDatabase, freshDatabase, TEST_DIALECTS, type TestDialect } from '../store/testing/temp-store.ts';

const SAID = 'gnommoweb is a database.';
const as = (client: string, project?: string) => ({
  'x-festinger-client': client,
  ...(project === undefined ? {} : { 'x-festinger-project': project }),
});

async function startRoad(dialect: TestDialect): Promise<TestCore> {
  const dataDir = mkdtempSync(join(tmpdir(), 'festinger-learning-'));
  const { database, location } = await freshDatabase(dialect, dataDir);
  const road = await startTestCore({ dataDir, database });
  return Object.assign(Object.create(road) as TestCore, {
    async [Symbol.asyncDispose]() {
      await road[Symbol.asyncDispose]();
      if ('url' in location) await dropDatabase(location.url);
      rmSync(dataDir, { recursive: true, force: true });
    },
  });
}

/** A client says something, as often as it takes to be heard and asked about. */
async function says(road: TestCore, client: string, text: string, project?: string): Promise<void> {
  for (let n = 0; n < 4; n++) {
    const first = { role: 'system', content: `Turn ${n} of ${client}.` };
    await road.chat([first, { role: 'user', content: text }], {}, as(client, project));
    await road.core.settle();
  }
}

/** The block a client is given when it asks. */
async function recalled(road: TestCore, client: string, asked: string, project?: string): Promise<string> {
  const messages = await road.chat([{ role: 'user', content: asked }], {}, as(client, project));
  await road.core.settle();
  return messages
    .map(({ content }) => /<recollection>[\s\S]*<\/recollection>/.exec(content)?.[0] ?? '')
    .join('');
}

async function recall(road: TestCore, client: string, query: string): Promise<unknown> {
  const { body } = await road.call(`/recall?${query}`, { headers: as(client) });
  return (body as { data: { recollection: unknown } }).data.recollection;
}

describe.each(TEST_DIALECTS)('what a client says is learnt (%s)', (dialect) => {
  it('for its project: everybody is recalled it', async () => {
    await using road = await startRoad(dialect);
    await says(road, 'alice', SAID);
    expect(await recalled(road, 'bob', 'What is gnommoweb?')).toContain('gnommoweb: [type] database');
  });

  it('for itself: only it is recalled it, in prompts and by /recall, and only in that project', async () => {
    await using road = await startRoad(dialect);
    await save(road, 'alice', { learning: 'self' });
    await says(road, 'alice', SAID);
    const told = await road.call('/iknowthat', {
      ...post({ fact: 'gnommoweb -ispart academia' }, as('alice')),
    });
    expect(told).toMatchObject({ status: 200, body: { data: { status: 'inserted' } } });
    const own = 'gnommoweb: [membership] academia [type] database';
    expect(await recalled(road, 'alice', 'What is gnommoweb?')).toContain(own);
    expect(await recall(road, 'alice', 'concept=gnommoweb')).toBe(own);
    expect(await recalled(road, 'bob', 'What is gnommoweb?')).not.toContain('database');
    expect(await recall(road, 'bob', 'concept=gnommoweb')).toBeNull();
    expect(await recalled(road, 'alice', 'What is gnommoweb?', 'other')).not.toContain('database');
  });

  it('for itself: a place that its project holds is the project’s, and nothing is contested', async () => {
    await using road = await startRoad(dialect);
    await save(road, 'alice', { learning: 'self' });
    await says(road, 'alice', SAID);
    await road.tell('gnommoweb -isa repo');
    expect(await recalled(road, 'alice', 'What is gnommoweb now?')).toContain('gnommoweb: [type] repo\n');
    expect(JSON.stringify((await road.operator('/conflicts')).body)).not.toContain('gnommoweb');
  });

  it('not at all: nothing of its prompts is counted, learnt or heard, and it is recalled what others taught', async () => {
    await using road = await startRoad(dialect);
    await road.tell('zorblatt -isa server');
    await save(road, 'alice', { learning: 'off' });
    await says(road, 'alice', `${SAID} Ask zorblatt.`);
    const concept = await road.operator('/api/console/concepts/gnommoweb');
    expect(concept.body).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } });
    const zorblatt = await road.operator('/api/console/concepts/zorblatt');
    expect(zorblatt.body).toMatchObject({ data: { concept: { encounterCount: 0 } } });
    expect(await recalled(road, 'alice', 'What is zorblatt?')).toContain('zorblatt: [type] server');
    const told = await road.call('/iknowthat', post({ fact: 'gnommoweb -isa repo' }, as('alice')));
    expect(told).toMatchObject({ status: 403, body: { error: { code: 'LEARNING_OFF' } } });
  });

  it('nobody asks for another client’s own project by its name', async () => {
    await using road = await startRoad(dialect);
    await save(road, 'alice', { learning: 'self' });
    await says(road, 'alice', SAID);
    const own = /own\.[a-z0-9._-]+/.exec(await exported(road))?.[0];
    expect(own).toMatch(/^own\.alice\.[0-9a-f]{16}$/);
    const chat = await road.call('/api/chat', post({ model: 'demo-plain', messages: [] }, as('bob', own)));
    expect(chat.status).toBe(403);
    expect((await road.call(`/recall?concept=gnommoweb&project=${own}`)).status).toBe(403);
    expect((await road.call('/iknowthat', post({ fact: 'a -isa b', project: own }))).status).toBe(403);
  });

  it('is kept, shown and changed back', async () => {
    await using road = await startRoad(dialect);
    const saved = await save(road, 'alice', { learning: 'off' });
    expect(saved).toMatchObject({ learning: 'off', version: 1 });
    expect((await state(road)).clients).toMatchObject([{ name: 'alice', learning: 'off' }]);
    await save(road, 'alice', { learning: 'project' }, 1);
    await says(road, 'alice', SAID);
    expect(await recalled(road, 'bob', 'What is gnommoweb?')).toContain('database');
    await expect(
      asOperator(road, '/clients', { name: 'x', learning: 'some', expectedVersion: 0 }),
    ).rejects.toThrow('learning');
  });
});

async function exported({ core }: TestCore): Promise<string> {
  const headers = { authorization: `Bearer ${core.token}` };
  const answer = await fetch(`${core.consoleUrl}/api/console/files/export?format=jsonl`, { headers });
  return await answer.text();
}
