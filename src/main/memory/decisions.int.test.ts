// Deciding and taking back over real HTTP, on both databases: what scripts and the console's REST calls get.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Action } from '../../shared/model/decision.ts';
import { Conflict } from '../../shared/model/graph.ts';
import { verify } from '../cli/verify.ts';
import { startTestCore, type TestCore } from '../core/testing/start-test-core.ts';
import { dropDatabase, freshDatabase, TEST_DIALECTS } from '../store/testing/temp-store.ts';

interface Failure {
  ok: false;
  error: { code: string; message: string };
}

describe.each(TEST_DIALECTS)('POST /conflicts/:id on %s', (dialect) => {
  let road: TestCore;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const dir = mkdtempSync(join(tmpdir(), 'festinger-decisions-'));
    const { location, database } = await freshDatabase(dialect, dir);
    road = await startTestCore({ database });
    drop = async () => {
      if ('url' in location) await dropDatabase(location.url);
      rmSync(dir, { recursive: true, force: true });
    };
  });
  afterAll(async () => {
    await road[Symbol.asyncDispose]();
    await drop();
  });

  let n = 0;
  const contested = async (): Promise<Conflict> => {
    const concept = `web-${n++}`;
    await road.tell(
      `${concept} -isa repo in context of type`,
      `${concept} -isa container in context of type`,
    );
    const { body } = await road.operator('/conflicts?limit=500');
    const { conflicts } = (body as { data: { conflicts: Conflict[] } }).data;
    return Conflict.parse(conflicts.find((conflict) => conflict.concept === concept));
  };
  const post = (path: string, body: unknown) =>
    road.operator(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const recall = async (concept: string) => {
    const { body } = await road.call(`/recall?concept=${concept}`);
    return (body as { data: { recollection: string | null } }).data.recollection;
  };

  it('decides with a flat body in snake case, or in camel case, and answers with conflict and action', async () => {
    for (const names of [
      ['existing_dimension', 'new_dimension'],
      ['existingDimension', 'newDimension'],
    ]) {
      const conflict = await contested();
      const { status, body } = await post(`/conflicts/${conflict.id}`, {
        ...{ decision: 'split', reason: 'both are right', expected_version: conflict.version },
        ...{ [names[0] ?? '']: 'Artifact Type', [names[1] ?? '']: 'deployment-type' },
      });
      expect(status).toBe(200);
      const { data } = body as { data: { conflict: unknown; action: unknown } };
      expect(Conflict.parse(data.conflict)).toMatchObject({
        ...{ id: conflict.id, status: 'resolved', decidedBy: 'operator (HTTP)' },
        resolution: { decision: 'split', reason: 'both are right', undoable: true },
      });
      expect(Action.parse(data.action)).toMatchObject({ kind: 'decision', state: 'done' });
      expect(await recall(conflict.concept)).toBe(
        `${conflict.concept}: [artifact_type] repo [deployment-type] container`,
      );
    }
  });

  it('needs no version from a script, but refuses what was decided and what was seen before a change', async () => {
    const conflict = await contested();
    const stale = await post(`/conflicts/${conflict.id}`, { decision: 'keep', expected_version: 7 });
    expect(stale).toMatchObject({ status: 409, body: { ok: false, error: { code: 'STALE_VERSION' } } });
    expect((await post(`/conflicts/${conflict.id}`, { decision: 'keep' })).status).toBe(200);
    const again = await post(`/conflicts/${conflict.id}`, { decision: 'dismiss' });
    expect(again).toMatchObject({ status: 409, body: { error: { code: 'STALE_VERSION' } } });
    expect((again.body as Failure).error.message).toMatch(/decided already: keep, by operator \(HTTP\)/);
  });

  it.each([
    ['no JSON', '{"decision": ', /not JSON/],
    ['no object', '["keep"]', /not a JSON object/],
    ['an unknown decision', { decision: 'guess' }, /"keep" \| "dismiss"/],
    ['a split without names', { decision: 'split' }, /existing_dimension/],
    ['a field nobody knows', { decision: 'keep', dimension: 'x' }, /dimension/],
    ['one name in two spellings', { decision: 'replace', gives_way: 1, givesWay: 2 }, /both spellings/],
    ['a version that is no number', { decision: 'keep', expected_version: 'new' }, /expectedVersion/],
  ])('says what to send when it gets %s', async (_name, body, problem) => {
    const { status, body: answer } = await post('/conflicts/1', body);
    expect(status).toBe(400);
    expect((answer as Failure).error.message).toMatch(problem);
    expect((answer as Failure).error.message).toMatch(/Send \{"decision"/);
  });

  it('puts off to no time that a calendar does not have', async () => {
    const { id, version } = await contested();
    const until = 8_640_000_000_000_001;
    const body = { until, expectedVersion: version };
    expect(await post(`/api/console/conflicts/${id}/snooze`, body)).toMatchObject({
      ...{ status: 400, body: { error: { code: 'INVALID_INPUT' } } },
    });
    expect((await road.operator('/api/console/audit/events?limit=500')).status).toBe(200);
  });

  const console = '/api/console';
  const seen = { expectedVersion: 1 };
  const model = { label: 'a', provider: 'openai', modelName: 'b' };
  it.each<[what: string, path: string, body?: object]>([
    ['a reason in a flat body', '/conflicts/1', { decision: 'keep', reason: 'a\0b' }],
    ['a reason', `${console}/conflicts/1`, { decision: { decision: 'keep' }, reason: 'a\0b', ...seen }],
    ['a note', `${console}/conflicts/1/note`, { note: 'a\0b', ...seen }],
    ['the reason of an undo', `${console}/audit/actions/1/undo`, { reason: 'a\0b' }],
    ['the reason of an edit', `${console}/edges/1/do-not-use`, { doNotUse: true, reason: 'a\0b' }],
    ['the reason to discard a job', `${console}/jobs/1/discard`, { reason: 'a\0b' }],
    ['the number of a job', `${console}/jobs/1%00/retry`, {}],
    ['the label of a model', `${console}/models`, { ...model, label: 'a\0b' }],
    ['the name of a model', `${console}/models`, { ...model, modelName: 'a\0b' }],
    ['the address of a model', `${console}/models`, { ...model, baseUrl: 'http://a/\0' }],
    ['the number of a model', `${console}/models/1%00/test`, {}],
    ['a setting', `${console}/system/settings`, { key: 'write_model_id', value: 'a\0b' }],
    ['a search among conflicts', `${console}/conflicts?search=%00`],
    ['a search among events', `${console}/audit/events?search=%00`],
    ['a search by actor', `${console}/audit/events?actor=%00`],
    ['a search by kind', `${console}/audit/events?kind=%00`],
    ['a search among actions', `${console}/audit/actions?search=%00`],
    ['the reason of an import', `${console}/files/import?reason=%00`, {}],
  ])('refuses a NUL in %s, and says so', async (_what, path, body) => {
    const answer = body === undefined ? await road.operator(path) : await post(path, body);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'INVALID_INPUT' } } });
    expect(JSON.stringify(answer.body)).toMatch(/no NUL characters/);
  });

  it('keeps the same of half a character in the table and in the record', async () => {
    const [decided, noted] = [await contested(), await contested()];
    await post(`/conflicts/${decided.id}`, { decision: 'keep', reason: 'sure \ud83d' });
    const note = { note: 'ask \ud83d', expectedVersion: noted.version };
    expect((await post(`/api/console/conflicts/${noted.id}/note`, note)).body).toMatchObject({
      data: { note: 'ask \ufffd' },
    });
    expect((await post('/api/console/files/verify', {})).body).toMatchObject({
      data: { ok: true, problems: [] },
    });
  });

  it('is for the operator, and knows no conflict that is not there', async () => {
    expect((await road.call('/conflicts/1', { method: 'POST', body: '{}' })).status).toBe(401);
    for (const id of ['999999', 'abc', '1e3', '-1']) {
      expect((await post(`/conflicts/${id}`, { decision: 'keep' })).status).toBe(404);
    }
  });

  it('names the rule that a decision would break', async () => {
    const conflict = await contested();
    const { status, body } = await post(`/conflicts/${conflict.id}`, { decision: 'move', dimension: 'type' });
    expect([status, (body as Failure).error.code]).toEqual([409, 'NOT_ALLOWED']);
  });

  it("is undone, redone, looked back at and verified through the console's REST calls", async () => {
    const conflict = await contested();
    const decided = await post(`/conflicts/${conflict.id}`, { decision: 'replace' });
    const { id } = (decided.body as { data: { action: Action } }).data.action;
    expect(await recall(conflict.concept)).toBe(`${conflict.concept}: [type] container`);
    const undone = await post(`/api/console/audit/actions/${id}/undo`, '{}');
    expect(undone).toMatchObject({ status: 200, body: { data: { kind: 'undo' } } });
    expect(await recall(conflict.concept)).toBe(`${conflict.concept}: [type?] repo`);
    expect(await post(`/api/console/audit/actions/${id}/redo`, '{}')).toMatchObject({ status: 200 });
    const history = await road.operator(`/api/console/concepts/${conflict.concept}/history`);
    const periods = (history.body as { data: { parent: string; validTo: number | null }[] }).data;
    expect(periods.map(({ parent, validTo }) => `${parent} ${validTo === null}`).toSorted()).toEqual([
      ...['container false', 'container true', 'repo false', 'repo false'],
    ]);
    expect(await road.operator('/api/console/audit/verify')).toMatchObject({
      body: { data: { ok: true, brokenAt: null } },
    });
    let said = '';
    const sink = { write: (text: string) => (said += text) };
    const command = { json: false, url: road.core.baseUrl, dataDir: road.dataDir, database: undefined };
    expect(await verify(command, sink)).toBe(0);
    expect(said).toMatch(/^ok: the chains are whole .*\d+ events/);
    const events = await road.operator(`/api/console/audit/events?conflictId=${conflict.id}`);
    expect(
      (events.body as { data: { events: { kind: string }[] } }).data.events.map(({ kind }) => kind),
    ).toEqual([...['conflict.changed', 'conflict.changed', 'conflict.changed', 'conflict.opened']]);
  });
});
