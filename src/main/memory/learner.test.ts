import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { enqueueJobs } from '../store/jobs.ts';
import { START, TEST_DIALECTS } from '../store/testing/temp-store.ts';
import { JobWorker, retryDelay } from './job-worker.ts';
import type { LearnedFact } from './learner.ts';
import { type TempMemory, tableFacts, tempMemory, told, triple } from './testing/temp-memory.ts';

describe.each(TEST_DIALECTS)('learning on %s', (dialect) => {
  let t: TempMemory;
  beforeEach(async () => {
    t = await tempMemory(dialect);
  });
  afterEach(() => t[Symbol.asyncDispose]());

  const heard = (segment: string | null) =>
    told({ source: 'gutask', conversation: 'c1', role: 'user', segment });

  describe('learn', () => {
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
      expect(await t.memory.read.jobCounts()).toEqual({ waiting: 0, done: 2, dead: 0 });
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
      expect(await t.memory.read.jobCounts()).toEqual({ waiting: 0, done: 1, dead: 0 });
    });

    it('finishes after a restart what a killed run left behind', async () => {
      const payload = {
        project: 'default',
        fact: { concept: 'left', parent: 'over', dimension: 'type', isIsa: true, confidence: 0.8 },
        provenance: told({ source: 'inferred' }),
      };
      await t.store.write((writer) =>
        enqueueJobs(writer, [{ kind: 'learn', key: 'k', payload: JSON.stringify(payload), at: START }]),
      );
      const next = await t.another();
      await next.memory.idle();
      expect(await tableFacts(t.store, 'default')).toEqual(['left isa over @type']);
    });

    it('lets one unreadable job die alone, after its retries, while the others go through', async () => {
      await t.store.write((writer) =>
        enqueueJobs(writer, [{ kind: 'learn', key: 'bad', payload: '{"what":1}', at: START }]),
      );
      t.memory.learn({ project: 'default', triples: [triple('good isa fact')], provenance: heard('s1') });
      await t.memory.idle();
      expect(await tableFacts(t.store, 'default')).toEqual(['good isa fact @type']);
      expect(await t.memory.read.jobCounts()).toEqual({ waiting: 1, done: 1, dead: 0 });
      for (let attempt = 1; attempt < 8; attempt++) {
        t.temp.clock.advance(retryDelay(attempt));
        await t.memory.idle();
      }
      expect(await t.memory.read.jobCounts()).toEqual({ waiting: 0, done: 1, dead: 1 });
      const dead = await t.store.reader
        .selectFrom('job')
        .selectAll()
        .where('status', '=', 'dead')
        .executeTakeFirst();
      expect(dead).toMatchObject({ attempts: 8 });
      expect(dead?.last_error).toMatch(/project/);
    });

    it('keeps facts taken in while the database cannot be written, and writes them with the next', async () => {
      const rename = (from: string, to: string) =>
        t.store.write(({ db }) => sql.raw(`alter table job rename to ${to}`).execute(db)).then(() => from);
      await rename('job', 'job_away');
      t.memory.learn({ project: 'default', triples: [triple('first isa fact')], provenance: heard('s1') });
      await t.memory.idle();
      await t.store.write(({ db }) => sql.raw('alter table job_away rename to job').execute(db));
      t.memory.learn({ project: 'default', triples: [triple('second isa fact')], provenance: heard('s2') });
      await t.memory.idle();
      expect(await tableFacts(t.store, 'default')).toEqual(['first isa fact @type', 'second isa fact @type']);
    });
  });

  describe('a job worker', () => {
    it('waits twice as long after each failure, ten minutes at most', () => {
      expect([1, 2, 3, 8, 30].map(retryDelay)).toEqual([1000, 2000, 4000, 128_000, 600_000]);
    });

    it('does a job again that failed, when its time has come and not before', async () => {
      const { store, clock, log } = t.temp;
      let failures = 2;
      const done: string[] = [];
      const worker = new JobWorker({
        ...{ store, clock, log, kind: 'test' },
        perform: async (jobs, finish) => {
          if (failures-- > 0) throw new Error('not yet');
          await store.write(finish);
          done.push(...jobs.map((job) => job.payload));
        },
      });
      await store.write((writer) =>
        enqueueJobs(writer, [{ kind: 'test', key: '1', payload: 'work', at: START }]),
      );
      worker.wake();
      await worker.settled();
      expect(done).toEqual([]);
      clock.advance(999);
      await worker.settled();
      expect(done).toEqual([]);
      clock.advance(1);
      await worker.settled();
      expect(failures).toBe(0);
      expect(done).toEqual([]);
      clock.advance(2000);
      await worker.settled();
      expect(done).toEqual(['work']);
      worker.wake();
      await worker.settled();
      expect(done).toEqual(['work']);
      await worker.close();
    });
  });
});
