import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { retryDelay } from '../../store/jobs/job-worker.ts';
import { passTime } from '../../store/testing/temp-jobs.ts';
import { START, TEST_DIALECTS } from '../../store/testing/temp-store.ts';
import { type TempMemory, tableFacts, tempMemory, told, triple } from '../testing/temp-memory.ts';
import type { LearnedFact } from './learner.ts';
import { LEARN } from './learner.ts';

const heard = (segment: string | null) =>
  told({ source: 'gutask', conversation: 'c1', role: 'user', segment });

describe.each(TEST_DIALECTS)('learn on %s', (dialect) => {
  let t: TempMemory;
  beforeEach(async () => {
    t = await tempMemory(dialect);
  });
  afterEach(() => t[Symbol.asyncDispose]());

  const counts = async () => {
    const { waiting, done, dead } = (await t.jobs.counts()).learn ?? {};
    return { waiting, done, dead };
  };

  it('writes what prose said, as inferred, with its own sentence, and tells its listeners', async () => {
    const learned: LearnedFact[] = [];
    const stop = t.memory.on('learned', (one) => learned.push(one));
    const triples = [
      triple('gnommoweb isa repo'),
      triple('dobby isa agent', { sentence: 'dobby is an agent, token=abcdefgh' }),
    ];
    t.memory.learn({ project: 'default', triples, provenance: heard('s1') });
    await t.memory.idle();
    expect(await tableFacts(t.store, 'default')).toEqual([
      'gnommoweb isa repo @type',
      'dobby isa agent @type',
    ]);
    expect(learned.map(({ outcome, provenance }) => [outcome.status, provenance.segment])).toEqual([
      ['inserted', 's1'],
      ['inserted', 's1'],
    ]);
    const [edge] = await t.memory.read.edges(t.graph.edgesOf('default', t.graph.conceptId('dobby') ?? 0));
    expect(edge).toMatchObject({
      source: 'inferred',
      confidence: 0.8,
      provenance: [{ source: 'inferred', role: 'user' }],
    });
    expect(edge?.provenance[0]?.sentence).toBe('dobby is an agent, token=[redacted]');
    stop();
    t.memory.learn({ project: 'default', triples: [triple('later isa thing')], provenance: heard('s2') });
    await t.memory.idle();
    expect(learned).toHaveLength(2);
  });

  it('learns a segment once, however often the conversation is resent', async () => {
    for (let turn = 0; turn < 5; turn++) {
      t.memory.learn({
        project: 'default',
        triples: [triple('gnommoweb isa repo')],
        provenance: { ...heard('s1'), at: START + turn },
      });
      await t.memory.idle();
    }
    const id = t.graph.conceptId('gnommoweb') ?? 0;
    expect(t.graph.edgesOf('default', id)[0]).toMatchObject({ confidence: 0.8, lastConfirmed: START });
    t.memory.learn({
      project: 'default',
      triples: [triple('gnommoweb isa repo')],
      provenance: { ...heard('s2'), at: START + 9 },
    });
    await t.memory.idle();
    expect(t.graph.edgesOf('default', id)[0]?.confidence).toBeGreaterThan(0.8);
    expect(await counts()).toEqual({ waiting: 0, done: 2, dead: 0 });
  });

  it('queues what contradicts, without priority', async () => {
    t.memory.learn({
      project: 'default',
      triples: [triple('gnommoweb isa repo'), triple('gnommoweb isa container')],
      provenance: heard('s1'),
    });
    await t.memory.idle();
    const { conflicts } = await t.memory.read.conflicts({ view: 'open', limit: 9, offset: 0 });
    expect(conflicts.map((conflict) => [conflict.incoming.parent, conflict.priority])).toEqual([
      ['container', 0],
    ]);
  });

  it('drops triples that cannot be facts and keeps the rest', async () => {
    const triples = [
      triple('ok isa fine'),
      triple(`${'x'.repeat(300)} isa long`),
      triple('nan isa bad', { confidence: Number.NaN }),
    ];
    t.memory.learn({ project: 'default', triples, provenance: heard('s1') });
    await t.memory.idle();
    expect(await tableFacts(t.store, 'default')).toEqual(['ok isa fine @type']);
    expect(await counts()).toEqual({ waiting: 0, done: 1, dead: 0 });
  });

  it('finishes after a restart what a killed run left behind', async () => {
    const payload = {
      project: 'default',
      fact: { concept: 'left', parent: 'over', dimension: 'type', isIsa: true, confidence: 0.8 },
      provenance: told({ source: 'inferred' }),
    };
    await t.store.write((writer) =>
      t.store.jobs.enqueue(writer, [{ kind: 'learn', key: 'k', payload: JSON.stringify(payload) }]),
    );
    const next = await t.another();
    await next.memory.idle();
    expect(await tableFacts(t.store, 'default')).toEqual(['left isa over @type']);
  });

  it('lets one unreadable job die alone, after its retries, while the others go through', async () => {
    await t.store.write((writer) =>
      t.store.jobs.enqueue(writer, [{ kind: 'learn', key: 'bad', payload: '{"what":1}' }]),
    );
    t.memory.learn({ project: 'default', triples: [triple('good isa fact')], provenance: heard('s1') });
    await t.memory.idle();
    expect(await tableFacts(t.store, 'default')).toEqual(['good isa fact @type']);
    expect(await counts()).toEqual({ waiting: 1, done: 1, dead: 0 });
    for (let attempt = 1; attempt < 8; attempt++) {
      await passTime(t.temp, retryDelay(LEARN.retry, attempt, 0));
      t.jobs.wake();
      await t.memory.idle();
    }
    expect(await counts()).toEqual({ waiting: 0, done: 1, dead: 1 });
    const [dead] = (await t.jobs.list({ statuses: ['dead'], limit: 1, offset: 0 })).jobs;
    expect(dead).toMatchObject({ attempts: 8 });
    expect(dead?.lastError).toMatch(/project/);
  });

  it('keeps facts taken in while the database cannot be written, and writes them with the next', async () => {
    const hide = (from: string, to: string) =>
      t.store.write(({ db }) => sql.raw(`alter table ${from} rename to ${to}`).execute(db));
    await hide('job', 'job_away');
    t.memory.learn({ project: 'default', triples: [triple('first isa fact')], provenance: heard('s1') });
    await t.memory.idle();
    // A missing table stops every write, until a look finds that they are taken.
    await t.store.trouble();
    await hide('job_away', 'job');
    t.memory.learn({ project: 'default', triples: [triple('second isa fact')], provenance: heard('s2') });
    await t.memory.idle();
    expect(await tableFacts(t.store, 'default')).toEqual(['first isa fact @type', 'second isa fact @type']);
  });
});
