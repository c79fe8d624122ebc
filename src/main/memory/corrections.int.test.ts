// What is so no more, over HTTP against a whole core on both databases: agents retract what they may, what they may not
// waits for a person, and everything can be taken back.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Action } from '../../shared/model/decision.ts';
import type { Conflict } from '../../shared/model/graph.ts';
import { asOperator, post, save } from '../core/testing/client-calls.ts';
import { startTestCore, type TestCore } from '../core/testing/start-test-core.ts';
import { dropDatabase, freshDatabase, TEST_DIALECTS } from '../store/testing/temp-store.ts';

describe.each(TEST_DIALECTS)('corrections over HTTP on %s', { timeout: 120_000 }, (dialect) => {
  let road: TestCore;
  let close: () => Promise<void>;
  let project: string;
  let runs = 0;
  beforeAll(async () => {
    const dir = mkdtempSync(join(tmpdir(), 'festinger-corrections-'));
    const { location, database } = await freshDatabase(dialect, dir);
    road = await startTestCore({ dataDir: dir, database });
    close = async () => {
      await road[Symbol.asyncDispose]();
      rmSync(dir, { recursive: true, force: true });
      if ('url' in location) await dropDatabase(location.url);
    };
  }, 120_000);
  afterAll(() => close());
  beforeEach(() => {
    project = `p${runs++}`;
  });

  const FACT = 'gnommoweb -ispart pve1 in context of runs-on';
  const send = (body: object, headers: Record<string, string> = {}) =>
    road.call('/iknowthat', post(body, { 'x-festinger-project': project, ...headers }));
  const recalled = async () => {
    const { body } = await road.call(`/recall?concept=gnommoweb&project=${project}`);
    return (body as { data: { recollection: string | null } }).data.recollection;
  };
  const operatorTells = () => asOperator(road, '/facts', { project, fact: FACT });
  const conflicts = async (query = '') => {
    const { body } = await road.operator(`/conflicts?project=${project}${query}`);
    return (body as { data: { conflicts: Conflict[] } }).data.conflicts;
  };
  const newestAction = async () => {
    const { body } = await road.operator(`/api/console/audit/actions?project=${project}`);
    return (body as { data: Action[] }).data[0];
  };

  it('what was told is retracted once, and stays in the history', async () => {
    await send({ fact: FACT });
    const retracted = await send({ retract: `${FACT}.` });
    expect(retracted).toMatchObject({
      status: 200,
      body: {
        ok: true,
        data: {
          ...{ status: 'retracted', concept: 'gnommoweb', parent: 'pve1', dimension: 'runs-on' },
          ...{ is_isa: false, edge_id: expect.any(Number) },
        },
      },
    });
    expect(await recalled()).toBeNull();
    expect(await send({ retract: FACT })).toMatchObject({
      status: 200,
      body: { data: { status: 'absent' } },
    });
    const action = await newestAction();
    expect(action).toMatchObject({ kind: 'correction', summary: 'gnommoweb: [runs-on] pve1 ended' });
    await asOperator(road, `/audit/actions/${action?.id}/undo`, { reason: '' });
    expect(await recalled()).toBe('gnommoweb: [runs-on] pve1');
    await asOperator(road, `/audit/actions/${action?.id}/redo`, { reason: '' });
    expect(await recalled()).toBeNull();
  });

  it('against an operator it waits with priority, and the operator ends it', async () => {
    await operatorTells();
    expect(await send({ retract: FACT })).toMatchObject({
      ...{ status: 202, body: { data: { status: 'conflict', conflict_id: expect.any(Number) } } },
    });
    expect(await recalled()).toBe('gnommoweb: [runs-on?] pve1');
    const [conflict] = await conflicts('&type=correction');
    expect(conflict).toMatchObject({ correction: 'ends', priority: 1, existing: { parent: 'pve1' } });
    const decided = await road.operator(`/conflicts/${conflict?.id}`, post({ decision: 'replace' }));
    expect(decided.status).toBe(200);
    expect(await recalled()).toBeNull();
    expect(await conflicts()).toEqual([]);
  });

  it.each([
    [{ retract: 'gnommoweb' }, 'INVALID_INPUT'],
    [{ retract: FACT, fact: FACT }, 'INVALID_INPUT'],
    [{ retract: [FACT] }, 'INVALID_INPUT'],
    [{ retract: 7 }, 'INVALID_INPUT'],
    [{}, 'INVALID_INPUT'],
  ])('%j is refused, and nothing ends', async (body, code) => {
    await send({ fact: FACT });
    expect(await send(body)).toMatchObject({ status: 400, body: { ok: false, error: { code } } });
    expect(await recalled()).toBe('gnommoweb: [runs-on] pve1');
  });

  it('ends nothing in another project, and nothing for a client that may not teach', async () => {
    await send({ fact: FACT });
    expect(await send({ retract: FACT, project: `${project}-other` })).toMatchObject({
      body: { data: { status: 'absent' } },
    });
    const silent = `silent-${project}`;
    await save(road, silent, { learning: 'off' });
    expect(await send({ retract: FACT }, { 'x-festinger-client': silent })).toMatchObject({
      ...{ status: 403, body: { error: { code: 'LEARNING_OFF' } } },
    });
    // What it learns for itself is all it ends.
    const own = `own-${project}`;
    await save(road, own, { learning: 'self' });
    expect(await send({ retract: FACT }, { 'x-festinger-client': own })).toMatchObject({
      ...{ status: 200, body: { data: { status: 'absent' } } },
    });
    expect(await recalled()).toBe('gnommoweb: [runs-on] pve1');
  });
});
