// The resolution job end to end, over HTTP, with a scripted model on each provider's wire and on both databases:
// seed tests T37, T38 and Test C, the pending marker's journey, and every decision a model may make.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Provider } from '../../../shared/model/language-model.ts';
import { settingTitle } from '../../../shared/setting-titles.ts';
import { type Resolver, scriptedResolver } from '../../core/testing/resolver.ts';
import { startTestCore, type TestCore } from '../../core/testing/start-test-core.ts';
import {
  dropDatabase,
  freshDatabase,
  TEST_DIALECTS,
  type TestDialect,
} from '../../store/testing/temp-store.ts';

const DECOMPOSE = {
  decision: 'decompose',
  existing_dimension: 'artifact-type',
  new_dimension: 'deployment-type',
  reasoning:
    'repo describes what gnommoweb is as a software artifact; container describes how it is deployed',
};
const DISMISS = { decision: 'dismiss', reasoning: 'the known place is confirmed by its owner' };

interface Rig extends AsyncDisposable {
  readonly road: TestCore;
  readonly model: Resolver;
}

async function rig(dialect: TestDialect, provider: Provider = 'openai'): Promise<Rig> {
  const dir = mkdtempSync(join(tmpdir(), 'festinger-resolve-'));
  const place = await freshDatabase(dialect, dir);
  const road = await startTestCore({ database: place.database });
  return {
    road,
    model: await scriptedResolver(road, provider),
    async [Symbol.asyncDispose]() {
      await road[Symbol.asyncDispose]();
      if ('url' in place.location) await dropDatabase(place.location.url);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

const block = (...lines: string[]) => ['<recollection>', ...lines, '</recollection>'].join('\n');

/** Each database and each API once: neither knows of the other. */
const ROADS = TEST_DIALECTS.map((dialect) => ({
  dialect,
  provider: dialect === 'postgres' ? ('claude' as const) : ('openai' as const),
}));

describe.each(ROADS)('on $dialect, asking a model of $provider', ({ dialect, provider }) => {
  it('T37: isa + isa is queued at once, marked, decomposed by the job, and recalled clean in two dimensions', async () => {
    await using it = await rig(dialect, provider);
    const { road, model } = it;
    await road.tell('gnommoweb -isa repo');
    await model.says('gnommoweb is a container.');
    expect(await model.conflicts()).toMatchObject([{ collisionType: 'isa_isa', status: 'pending' }]);
    expect(await model.block('gnommoweb')).toBe(block('gnommoweb: [type?] repo'));
    model.answers(DECOMPOSE);
    expect(await model.run()).toMatchObject({
      ...{ status: 'done', total: 1, done: 1, error: null, started_by: 'http' },
      counts: { decomposed: 1, dismissed: 0, invalid: 0, failed: 0 },
    });
    expect(await model.block('gnommoweb')).toBe(
      block('gnommoweb: [artifact-type] repo [deployment-type] container'),
    );
    expect(await model.conflicts()).toEqual([]);
    expect(await model.conflicts('decided')).toMatchObject([
      {
        ...{ status: 'resolved', decidedBy: 'festinger' },
        resolution: {
          decision: 'split',
          reason: DECOMPOSE.reasoning,
          model: `scripted ${provider}`,
          runId: 1,
        },
      },
    ]);
    expect(await model.journal()).toMatchObject([
      {
        ...{ outcome: 'decomposed', concept: 'gnommoweb', dimension: 'type', runId: 1 },
        ...{ detail: DECOMPOSE.reasoning, model: `scripted ${provider}` },
      },
    ]);
  });

  it('T38: ispart + ispart is queued, dismissed by the job; the world model is unchanged and the marker gone', async () => {
    await using it = await rig(dialect, provider);
    const { road, model } = it;
    await road.tell('gnommoweb -ispart glitch_university');
    await model.says('gnommoweb is part of starfleet.');
    expect(await model.conflicts()).toMatchObject([{ collisionType: 'ispart_ispart' }]);
    expect(await model.block('gnommoweb')).toBe(block('gnommoweb: [membership?] glitch_university'));
    model.answers(DISMISS);
    expect(await model.run()).toMatchObject({ status: 'done', counts: { dismissed: 1 } });
    expect(await model.block('gnommoweb')).toBe(block('gnommoweb: [membership] glitch_university'));
    expect(await model.conflicts('decided')).toMatchObject([{ status: 'dismissed', decidedBy: 'festinger' }]);
  });

  it('Test C: the job migrates the contested edge, adds the other, and leaves two edges and no marker', async () => {
    await using it = await rig(dialect, provider);
    const { road, model } = it;
    await road.tell('gnommoweb -isa repo');
    await model.says('gnommoweb is a container deployed on Docker');
    model.answers(`\`\`\`json\n${JSON.stringify(DECOMPOSE, null, 2)}\n\`\`\``);
    await model.run();
    expect(await model.block('gnommoweb')).toBe(
      block('gnommoweb: [artifact-type] repo [deployment-type] container'),
    );
    const { body } = await road.call('/recall?concept=gnommoweb');
    expect((body as { data: { facts: unknown[] } }).data.facts).toMatchObject([
      { dimension: 'artifact-type', parent: 'repo', contested: false },
      { dimension: 'deployment-type', parent: 'container', contested: false },
    ]);
    const [decided] = await model.conflicts('decided');
    expect(decided).toMatchObject({ status: 'resolved', resolution: { undoable: true } });
  });
});

describe.each(TEST_DIALECTS)('on %s', (dialect) => {
  it('the pending marker’s journey: told, contradicted, marked for agents, run, clean', async () => {
    await using it = await rig(dialect);
    const { road, model } = it;
    await road.tell('gnommoweb -isa container');
    expect(await model.block('gnommoweb')).toBe(block('gnommoweb: [type] container'));
    const told = await road.call('/iknowthat', {
      method: 'POST',
      body: JSON.stringify({ fact: 'gnommoweb -isa repo' }),
    });
    expect(told.status).toBe(202);
    expect(await model.block('gnommoweb')).toBe(block('gnommoweb: [type?] container'));
    model.answers({ ...DECOMPOSE, existing_dimension: 'deployment-type', new_dimension: 'artifact-type' });
    expect((await model.run()).counts.decomposed).toBe(1);
    expect(await model.block('gnommoweb')).toBe(
      block('gnommoweb: [deployment-type] container [artifact-type] repo'),
    );
  });

  it('a pending cycle marks its empty place, also once it is filled, until it is decided', async () => {
    await using it = await rig(dialect);
    const { road, model } = it;
    await road.tell('academia -ispart society', 'glitch_university -ispart academia');
    await model.says('Society is part of Glitch_University.');
    expect(await model.conflicts()).toMatchObject([{ collisionType: 'cycle', concept: 'society' }]);
    expect(await model.block('society')).toBe(block('society: [membership?]'));
    await road.tell('society -ispart world');
    expect(await model.block('society')).toBe(block('society: [membership?] world'));
    model.answers(DISMISS);
    expect(await model.run()).toMatchObject({ counts: { dismissed: 1 } });
    expect(await model.block('society')).toBe(block('society: [membership] world'));
  });

  it.each([
    {
      type: 'ispart_ispart',
      known: 'gnommoweb -ispart glitch_university',
      said: 'gnommoweb is part of starfleet.',
      answer: { decision: 'update', reasoning: 'it moved' },
      outcome: 'updated',
      after: ['gnommoweb: [membership] starfleet'],
    },
    {
      type: 'misclassification',
      known: 'gnommoweb -isa repo',
      said: 'gnommoweb -ispart glitch_university in context of type',
      answer: { decision: 'redimension', dimension: 'membership', which: 'incoming', reasoning: 'a place' },
      outcome: 'redimensioned',
      after: ['gnommoweb: [membership] glitch_university [type] repo'],
    },
    {
      type: 'cycle',
      known: 'gnommoweb -ispart glitch_university',
      said: 'glitch_university -ispart gnommoweb',
      answer: { decision: 'update', reasoning: 'the other way round' },
      outcome: 'updated',
      after: ['glitch_university: [membership] gnommoweb'],
    },
    {
      type: 'isa_isa',
      known: 'gnommoweb -isa repo',
      said: 'gnommoweb -isa unicorn',
      answer: { decision: 'dismiss', reasoning: 'noise' },
      outcome: 'dismissed',
      after: ['gnommoweb: [type] repo'],
    },
  ])('a $type is $outcome as the model proposes', async ({ type, known, said, answer, outcome, after }) => {
    await using it = await rig(dialect);
    const { road, model } = it;
    await road.tell(known);
    if (said.includes(' -is')) {
      await road.call('/iknowthat', { method: 'POST', body: JSON.stringify({ fact: said }) });
    } else await model.says(said);
    expect(await model.conflicts()).toMatchObject([{ collisionType: type }]);
    model.answers(answer);
    expect(await model.run()).toMatchObject({ status: 'done', counts: { [outcome]: 1 } });
    const concept = after[0]?.split(':')[0] ?? '';
    expect(await model.block(concept)).toBe(block(...after));
    const { body } = await road.operator('/reload', { method: 'POST' });
    expect(body).toMatchObject({ ok: true });
    expect(await model.block(concept)).toBe(block(...after));
  });

  it('asks with both facts and their provenance, what people told first, then the oldest, as many as may be', async () => {
    await using it = await rig(dialect);
    const { road, model } = it;
    await road.tell('alpha -isa repo', 'beta -isa repo', 'gamma -isa repo');
    await model.says('alpha is a container.');
    await model.says('beta is a container.');
    await road.call('/iknowthat', { method: 'POST', body: JSON.stringify({ fact: 'gamma -isa container' }) });
    await model.set('resolution_max_items', 2);
    model.answers(DISMISS);
    expect(await model.run()).toMatchObject({ status: 'done', total: 2, done: 2 });
    const asked = model.asked().map((request) => request.body.toString());
    expect(asked).toHaveLength(2);
    expect(asked[0]).toContain('gamma');
    expect(asked[1]).toContain('alpha');
    expect(asked[1]).toContain('alpha is a container.');
    expect(asked[1]).toContain('What kind of thing is this?');
    expect(await model.conflicts()).toMatchObject([{ concept: 'beta' }]);
  });

  it('without a model the run fails at once, says which setting is empty, and conflicts wait for people', async () => {
    await using it = await rig(dialect);
    const { road, model } = it;
    await model.set('resolve_model_id', null);
    await road.tell('gnommoweb -isa repo');
    await model.says('gnommoweb is a container.');
    const { status, body } = await road.operator('/resolve/run', { method: 'POST' });
    expect(status).toBe(503);
    expect(body).toMatchObject({
      error: { code: 'UNAVAILABLE', message: expect.stringContaining(settingTitle('resolve_model_id')) },
    });
    const state = await road.operator('/api/console/resolution');
    expect(state.body).toMatchObject({
      data: {
        ...{
          running: null,
          waiting: 1,
          nextAt: null,
          problem: expect.stringContaining(settingTitle('resolve_model_id')),
        },
        last: { status: 'failed', error: expect.stringContaining(settingTitle('resolve_model_id')) },
      },
    });
  });

  it('with nothing waiting a run is done at once, and needs no model', async () => {
    await using it = await rig(dialect);
    await it.model.set('resolve_model_id', null);
    expect(await it.model.run()).toMatchObject({ status: 'done', total: 0, done: 0 });
  });

  it('answers 202 with the run that is going on, once for all who ask, and stops it on demand', async () => {
    await using it = await rig(dialect);
    const { road, model } = it;
    await road.tell('gnommoweb -isa repo');
    await model.says('gnommoweb is a container.');
    model.behaves({ hold: { afterTokens: 0 } });
    const asked = road.upstream.nextArrival((request) => request.path === '/v1/chat/completions');
    const runs = await Promise.all([1, 2, 3].map(() => road.operator('/resolve/run', { method: 'POST' })));
    expect(runs.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(new Set(runs.map(({ body }) => (body as { data: { run_id: number } }).data.run_id))).toEqual(
      new Set([1]),
    );
    const question = await asked;
    const stopped = await road.operator('/api/console/resolution/stop', { method: 'POST' });
    expect(stopped.body).toMatchObject({
      data: { running: null, last: { status: 'stopped', error: 'Stopped by operator (REST).' }, waiting: 1 },
    });
    expect(await question.closed).toBe('aborted');
    model.answers(DISMISS);
    expect(await model.run()).toMatchObject({ run_id: 2, status: 'done', counts: { dismissed: 1 } });
  });

  it('leaves alone what a person decided or put off while the model thought', async () => {
    await using it = await rig(dialect);
    const { road, model } = it;
    await road.tell('alpha -isa repo', 'beta -isa repo');
    await model.says('alpha is a container.');
    await model.says('beta is a container.');
    const [alpha, beta] = await model.conflicts();
    const { promise, resolve } = Promise.withResolvers<void>();
    model.behaves({ hold: { afterTokens: 0, until: promise }, text: JSON.stringify(DECOMPOSE) });
    const asked = road.upstream.nextArrival((request) => request.path === '/v1/chat/completions');
    const run = model.run();
    await asked;
    const json = { 'content-type': 'application/json' };
    for (const [path, body] of [
      [`/api/console/conflicts/${alpha?.id}`, { decision: { decision: 'keep' } }],
      [`/api/console/conflicts/${beta?.id}/snooze`, { until: Date.now() + 3_600_000 }],
    ] as const) {
      const answer = await road.operator(path, {
        method: 'POST',
        headers: json,
        body: JSON.stringify({ ...body, expectedVersion: 1 }),
      });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    }
    resolve();
    expect(await run).toMatchObject({ status: 'done', counts: { skipped: 2, decomposed: 0 } });
    expect(await model.journal()).toMatchObject([
      { conflictId: beta?.id, outcome: 'skipped', detail: expect.stringContaining('snoozed') },
      { conflictId: alpha?.id, outcome: 'skipped', detail: expect.stringContaining('Decided by operator') },
    ]);
    expect(model.asked()).toHaveLength(1);
    expect(await model.block('alpha')).toBe(block('alpha: [type] repo'));
  });

  it('shows its state to whoever watches: first as it is, then every change until the run is done', async () => {
    await using it = await rig(dialect);
    const { road, model } = it;
    await road.tell('gnommoweb -isa repo');
    await model.says('gnommoweb is a container.');
    model.answers(DISMISS);
    const leave = new AbortController();
    const { body } = await fetch(`${road.core.baseUrl}/api/console/resolution-watch`, {
      headers: { authorization: `Bearer ${road.core.token}` },
      signal: leave.signal,
    });
    let seen = '';
    let run: Promise<unknown> | undefined;
    for await (const chunk of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      seen += chunk;
      if (seen.includes('"waiting":1')) run ??= model.run();
      if (seen.includes('"dismissed":1') && seen.includes('"waiting":0')) break;
    }
    leave.abort();
    await run;
    expect(seen.indexOf('"running":null')).toBeLessThan(seen.indexOf('"dismissed":1'));
  });

  it('suggests for one conflict without touching it', async () => {
    await using it = await rig(dialect);
    const { road, model } = it;
    await road.tell('gnommoweb -isa repo');
    await model.says('gnommoweb is a container.');
    const [conflict] = await model.conflicts();
    model.answers(DECOMPOSE);
    const { body } = await road.operator(`/api/console/conflicts/${conflict?.id}/suggest`, {
      method: 'POST',
    });
    expect(body).toMatchObject({
      data: {
        decision: {
          decision: 'split',
          existingDimension: 'artifact-type',
          newDimension: 'deployment-type',
        },
        ...{ reasoning: DECOMPOSE.reasoning, model: 'scripted openai' },
      },
    });
    expect(await model.conflicts()).toEqual([conflict]);
    expect(await model.journal()).toEqual([]);
  });

  it('names the parts of a suggested split without touching the dimension', async () => {
    await using it = await rig(dialect);
    const { road, model } = it;
    await road.tell('gnommoweb -isa repo');
    const ask = () => road.operator('/api/console/dimensions/type/name-parts', { method: 'POST' });
    expect((await ask()).body).toMatchObject({ error: { code: 'NOT_ALLOWED' } });
    await model.says('gnommoweb is a container.');
    const before = await model.conflicts();
    model.answers({
      parts: [
        { name: 'artifact-type', question: 'What is it built as?' },
        { name: 'container', question: 'What runs it?' },
      ],
    });
    const { body } = await ask();
    expect(body).toMatchObject({
      data: {
        model: 'scripted openai',
        parts: [
          { parents: ['repo'], name: 'artifact-type', question: 'What is it built as?', problem: null },
          { parents: ['container'], name: null, problem: expect.stringContaining('one of the answers') },
        ],
      },
    });
    expect(await model.conflicts()).toEqual(before);
    expect((await road.operator('/api/console/dimensions/type')).body).toMatchObject({
      data: { contestedTotal: 1, usage: { facts: 1 } },
    });
  });
});

describe('the schedule’s setting', () => {
  it('is refused with an example when it is no schedule', async () => {
    await using road = await startTestCore();
    const { status, body } = await road.operator('/api/console/system/settings', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key: 'resolution_schedule', value: 'nightly' }),
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: { code: 'INVALID_INPUT', message: expect.stringContaining('"0 2 * * *"') },
    });
  });
});
