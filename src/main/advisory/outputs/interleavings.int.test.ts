// Promise: however asking, making, taking in and waiting fall together, a brief is made once, kept under the key of the evidence it was made of, found by whoever waits for it,
// and as old as it may be and no older. On both databases.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/model/envelope.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../../shared/model/settings.ts';
import { keepDocuments } from '../../store/evidence/documents.ts';
import type { JobQueue } from '../../store/jobs/job-queue.ts';
import { queueOver } from '../../store/testing/temp-jobs.ts';
import { TEST_DIALECTS, type TempStore, tempStore } from '../../store/testing/temp-store.ts';
import { noTraces } from '../../telemetry/testing/no-traces.ts';
import { ARRANGED, leaking } from '../brief/testing/answers.ts';
import { readContext } from '../context/read-context.ts';
import { CANARY, CVE, documents, PROJECT, TRUSTED, takeIn } from '../context/testing/left-pad-case.ts';
import { rowsOf } from '../evidence/rows.ts';
import { matchProject } from '../findings/matching.ts';
import { readDocument } from '../formats/read-document.ts';
import { statement } from '../testing/documents.ts';
import { BRIEF_JOB } from './brief-job.ts';
import { BriefWorker } from './brief-worker.ts';
import { Briefs } from './briefs.ts';
import { FOLLOW_UP } from './follow-up-job.ts';
import { FollowUpWorker } from './follow-up-worker.ts';
import type { BriefAsked } from './plan-brief.ts';
import type { BriefsParts, ModelKnown } from './ports.ts';

const HOUR_MS = 3_600_000;
const NOBODY: ModelKnown = { label: null, provider: null, isLocal: false, problem: null };
const SOMEBODY: ModelKnown = { label: 'words', provider: 'ollama', isLocal: true, problem: null };

describe.each(TEST_DIALECTS)('on %s', (dialect) => {
  let temp: TempStore;
  let queue: JobQueue;
  let briefs: Briefs;
  let settings: Settings;
  let known: ModelKnown;
  /** What the model does next. */
  let answer: (signal: AbortSignal) => Promise<string>;
  let asked: number;
  let parts: BriefsParts;
  /** What comes of signing. */
  let sign: () => [];

  beforeEach(async () => {
    temp = await tempStore(dialect);
    const { store, clock, log } = temp;
    await takeIn(store, documents());
    settings = { ...DEFAULT_SETTINGS, brief_requests_per_minute: 10_000 };
    [known, asked, answer] = [NOBODY, 0, async () => ARRANGED];
    sign = () => [];
    queue = queueOver(store, { clock, log }, () => settings);
    const nothing = () => undefined;
    let next = 0;
    parts = {
      ...{ store, clock, queue, ids: () => `id-${++next}`, settings: () => settings, profiles: () => ({}) },
      ...{ trusted: () => TRUSTED, log, canary: () => CANARY },
      traces: noTraces(),
      models: {
        about: async () => known,
        digest: async () => 'weights',
        async ask(_purpose, _turns, signal) {
          asked++;
          return answer(signal);
        },
        usedUpUntil: async () => null,
      },
      context: (what, signal) => readContext(what, { index: store, clock: { monotonic: () => 0 }, signal }),
      signer: {
        problem: () => null,
        sign: async () => sign(),
        stateOf: async () => ({ intact: true, signature: 'unsigned' }),
      },
      counters: {
        requested: nothing,
        took: nothing,
        validationFailed: nothing,
        covered: nothing,
        blocked: nothing,
        stored: nothing,
      },
    };
    briefs = new Briefs(parts);
    queue.register(BRIEF_JOB, new BriefWorker(parts, () => briefs.kept()));
    queue.register(FOLLOW_UP, new FollowUpWorker({ store, clock, jobs: queue }));
    queue.start();
  });
  afterEach(async () => {
    await queue.close();
    await temp[Symbol.asyncDispose]();
  });

  const wish = (more: Partial<BriefAsked['request']> = {}): BriefAsked => ({
    ...{ project: PROJECT, task: 'summary' },
    request: { advisoryKey: CVE, profile: 'default', forceRefresh: false, ...more },
  });
  const rows = () =>
    temp.store.reader
      .selectFrom('advisory_ai_outputs')
      .select(['cache_key', 'revision', 'supersedes', 'fallback_reason'])
      .orderBy('id')
      .execute();
  async function made(more: Partial<BriefAsked['request']> = {}) {
    const first = await briefs.ask(wish(more));
    if (first.kind === 'there') return first.brief;
    await queue.settled();
    const found = await briefs.output(PROJECT, first.cacheKey, first.revision);
    if (found.kind !== 'there') throw new Error('It is still being made.');
    return found.brief;
  }
  async function takeMore(): Promise<void> {
    const said = statement({
      author: 'Latecomer',
      product: 'pkg:npm/left-pad@1.0.0',
      vulnerability: CVE,
      status: 'fixed',
    });
    const read = await readDocument(Buffer.from(said));
    if (!read.ok) throw new Error(read.reason);
    await temp.store.write((writer) =>
      keepDocuments(writer, [rowsOf(PROJECT, 'test', read)], temp.clock.now()),
    );
    const { signal } = new AbortController();
    await matchProject(PROJECT, { store: temp.store, clock: temp.clock, trusted: TRUSTED, signal });
  }

  it('fifty who ask at once share one job, and fifty who want it anew one more', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => briefs.ask(wish())));
    expect(new Set(all.map((one) => (one.kind === 'queued' ? one.jobId : 'there'))).size).toBe(1);
    await queue.settled();
    const anew = await Promise.all(
      Array.from({ length: 50 }, () => briefs.ask(wish({ forceRefresh: true }))),
    );
    expect(new Set(anew.map((one) => (one.kind === 'queued' ? one.revision : 0)))).toEqual(new Set([2]));
    await queue.settled();
    expect((await rows()).map(({ revision }) => revision)).toEqual([1, 2]);
  });

  it('a good brief lives a day, and then becomes another revision', async () => {
    const first = await made();
    temp.clock.advance(24 * HOUR_MS - 1000);
    expect(await briefs.ask(wish())).toMatchObject({
      kind: 'there',
      brief: { revision: 1, cache: { hit: true, age_s: 86_399 } },
    });
    temp.clock.advance(1000);
    expect(await made()).toMatchObject({ revision: 2, supersedes: `${first.cache_key}/1` });
    // Replaced, it lives a day from then on; the old one is there for who names it.
    temp.clock.advance(23 * HOUR_MS);
    expect(await briefs.ask(wish())).toMatchObject({ kind: 'there', brief: { revision: 2 } });
    expect(await briefs.output(PROJECT, first.cache_key, 1)).toMatchObject({
      kind: 'there',
      brief: { revision: 1 },
    });
  });

  it('one without the model that was meant lives five minutes, and so does a refusal', async () => {
    known = SOMEBODY;
    answer = () => Promise.reject(new AppError('UNAVAILABLE', 'gone', { kind: 'unreachable' }));
    expect((await made()).inference).toEqual({ fallback_reason: 'unreachable' });
    answer = async () => ARRANGED;
    temp.clock.advance(299_000);
    expect(await briefs.ask(wish())).toMatchObject({ kind: 'there', brief: { revision: 1 } });
    temp.clock.advance(1000);
    expect((await made()).inference).toEqual({ model_id: 'words' });
    answer = async () => leaking(CANARY);
    await expect(made({ forceRefresh: true })).rejects.toMatchObject({ code: 'BRIEF_REFUSED' });
    await expect(briefs.ask(wish())).rejects.toMatchObject({
      details: { codes: ['canary_leak'] },
    });
    answer = async () => ARRANGED;
    temp.clock.advance(300_000);
    expect(await made()).toMatchObject({ revision: 4, guardrail: { blocked: false } });
  });

  it('where evidence comes while it waits it is kept under its own key, and who asked for the other finds it', async () => {
    known = SOMEBODY;
    let letGo = (): void => {};
    answer = () => new Promise((resolve) => (letGo = () => resolve(ARRANGED)));
    const ahead = await briefs.ask(wish({ policyVersion: 'other' }));
    expect(ahead.kind).toBe('queued');
    const waits = await briefs.ask(wish());
    if (waits.kind !== 'queued') throw new Error('It is there.');
    await expect.poll(() => asked).toBe(1);
    await takeMore();
    answer = async () => ARRANGED;
    letGo();
    await queue.settled();
    const found = await briefs.output(PROJECT, waits.cacheKey);
    expect(found).toMatchObject({ kind: 'there', brief: { revision: 1 } });
    expect(found.kind === 'there' && found.brief.cache_key).not.toBe(waits.cacheKey);
    expect(await briefs.ask(wish())).toMatchObject({
      kind: 'there',
      brief: { cache_key: found.kind === 'there' && found.brief.cache_key },
    });
    expect(asked).toBe(2);
  });

  it('evidence that comes makes it another brief at once, whatever was asked a moment before', async () => {
    const before = await made();
    expect(await briefs.ask(wish())).toMatchObject({ kind: 'there' });
    await takeMore();
    const after = await made();
    expect(after.cache_key).not.toBe(before.cache_key);
    expect(after).toMatchObject({ revision: 1, supersedes: `${before.cache_key}/1` });
    expect((await briefs.history(PROJECT, after.cache_key)).map(({ cache_key }) => cache_key)).toEqual([
      after.cache_key,
      before.cache_key,
    ]);
  });

  it('a key that cannot be opened here leaves a brief unsigned; a program that should sign, none', async () => {
    sign = () => {
      throw new AppError('UNAVAILABLE', 'The private key cannot be opened.');
    };
    expect((await made()).signatures).toEqual([]);
    expect(temp.log.lines.some(({ message }) => message === 'a brief is kept unsigned')).toBe(true);
    const wanted = await briefs.ask(wish({ profile: 'gost-local' }));
    await queue.settled();
    expect(wanted.kind === 'queued' && (await briefs.output(PROJECT, wanted.cacheKey)).kind).toBe('queued');
  });

  it('computed is answered beside the worded one that was refused, asks no model, and leaves it as it is', async () => {
    known = SOMEBODY;
    answer = async () => leaking(CANARY);
    await expect(made()).rejects.toMatchObject({ code: 'BRIEF_REFUSED' });
    const before = asked;
    const first = await briefs.ask({ ...wish(), computed: true });
    if (first.kind !== 'queued') throw new Error('It is there.');
    await queue.settled();
    const found = await briefs.output(PROJECT, first.cacheKey, first.revision);
    expect(found).toMatchObject({
      brief: { inference: {}, effective_mode: 'Local', guardrail: { blocked: false }, revision: 1 },
    });
    expect(asked).toBe(before);
    expect(await briefs.ask({ ...wish(), computed: true })).toMatchObject({ kind: 'there' });
    await expect(briefs.ask(wish())).rejects.toMatchObject({ code: 'BRIEF_REFUSED' });
  });

  describe('cancelled', () => {
    const nothing = async () => {
      expect(await rows()).toEqual([]);
      const { store } = temp;
      expect(
        await store.reader.selectFrom('job').select('kind').where('kind', '<>', 'brief').execute(),
      ).toEqual([]);
    };
    /** A model that answers once it is told to, or gives up when it is broken off. */
    function waiting(): { readonly letGo: () => void; readonly broken: () => unknown } {
      let letGo = (): void => {};
      let broken: unknown;
      answer = (signal) =>
        new Promise((resolve, reject) => {
          letGo = () => resolve(ARRANGED);
          signal.addEventListener('abort', () => {
            broken = signal.reason;
            reject(new AppError('CANCELLED', 'broken off'));
          });
        });
      return { letGo: () => letGo(), broken: () => broken };
    }
    const queued = async (more: Partial<BriefAsked['request']> = {}) => {
      const wanted = await briefs.ask(wish(more));
      if (wanted.kind !== 'queued') throw new Error('It is there.');
      return wanted;
    };

    it('while it waits, nothing is made, and it can be asked for again', async () => {
      settings = { ...settings, briefs_paused: true };
      const { cacheKey, jobId } = await queued();
      expect(await briefs.cancel(PROJECT, cacheKey, 1)).toEqual({ kind: 'absent', cacheKey });
      await expect(briefs.output(PROJECT, cacheKey)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      settings = { ...settings, briefs_paused: false };
      queue.wake();
      await queue.settled();
      await nothing();
      expect(await briefs.cancel(PROJECT, cacheKey, 1)).toEqual({ kind: 'absent', cacheKey });
      expect((await queued()).jobId).not.toBe(jobId);
      expect(await made()).toMatchObject({ cache_key: cacheKey, revision: 1 });
    });

    it('while a model words it, the model is broken off, and all who waited find it absent', async () => {
      known = SOMEBODY;
      const model = waiting();
      const [{ cacheKey, jobId }, other] = await Promise.all([queued(), queued()]);
      expect(other.jobId).toBe(jobId);
      await expect.poll(() => asked).toBe(1);
      expect(await briefs.cancel(PROJECT, cacheKey)).toEqual({ kind: 'absent', cacheKey });
      await queue.settled();
      expect(model.broken()).toBeInstanceOf(Error);
      await expect(briefs.output(PROJECT, cacheKey)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await nothing();
      expect(await queue.get(jobId)).toMatchObject({ status: 'done', result: 'Cancelled by an operator.' });
    });

    it('while another process words it, which keeps nothing even if it notices too late', async () => {
      known = SOMEBODY;
      const model = waiting();
      const { cacheKey } = await queued();
      await expect.poll(() => asked).toBe(1);
      // Over a queue that works on nothing, as in a process that only asked.
      const elsewhere = queueOver(temp.store, temp);
      const there = new Briefs({ ...parts, queue: elsewhere });
      expect(await there.cancel(PROJECT, cacheKey)).toEqual({ kind: 'absent', cacheKey });
      model.letGo();
      await queue.settled();
      await nothing();
      await expect(briefs.output(PROJECT, cacheKey)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await elsewhere.close();
    });

    it('after it was kept, it stays and is answered', async () => {
      const brief = await made();
      expect(await briefs.cancel(PROJECT, brief.cache_key, 1)).toMatchObject({
        kind: 'there',
        brief: { output_hash: brief.output_hash },
      });
      expect(await rows()).toHaveLength(1);
    });

    it('at whichever moment, it is either there whole or nothing is', async () => {
      for (let n = 0; n < 24; n++) {
        const { cacheKey } = await queued({ policyVersion: `v${n}` });
        for (let turn = 0; turn < n; turn++) await new Promise((resolve) => setImmediate(resolve));
        const came = await briefs.cancel(PROJECT, cacheKey);
        await queue.settled();
        const kept = (await rows()).filter((row) => row.cache_key === cacheKey).length;
        expect([came.kind, kept]).toEqual(came.kind === 'there' ? ['there', 1] : ['absent', 0]);
      }
    });

    it("a new revision is not made, the one before stays, and another project's is out of reach", async () => {
      const { cache_key: cacheKey } = await made();
      settings = { ...settings, briefs_paused: true };
      const { revision } = await queued({ forceRefresh: true });
      expect(await briefs.cancel('other', cacheKey, revision)).toEqual({ kind: 'absent', cacheKey });
      expect((await queue.counts()).brief).toMatchObject({ waiting: 1 });
      expect(await briefs.cancel(PROJECT, cacheKey, revision)).toEqual({ kind: 'absent', cacheKey });
      expect(await briefs.output(PROJECT, cacheKey)).toMatchObject({ kind: 'there', brief: { revision: 1 } });
    });
  });

  it('looking makes nothing: no job, no row, no first sight of a model', async () => {
    known = SOMEBODY;
    expect(await briefs.find(wish())).toMatchObject({ kind: 'absent' });
    await expect(briefs.output(PROJECT, 'f'.repeat(64))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { store } = temp;
    for (const table of ['advisory_ai_outputs', 'brief_model_pin'] as const)
      expect(await store.reader.selectFrom(table).selectAll().execute()).toEqual([]);
    expect((await queue.counts())[BRIEF_JOB.name]).toMatchObject({ waiting: 0, done: 0 });
  });

  it('a job that failed for good is asked for anew, and says why until then', async () => {
    const wanted = await briefs.ask(wish());
    if (wanted.kind !== 'queued') throw new Error('It is there.');
    await queue.settled();
    await temp.store.write(({ db }) => db.deleteFrom('advisory_ai_outputs').execute());
    await temp.store.write(({ db }) =>
      db
        .updateTable('job')
        .set({ status: 'dead', last_error: 'model_digest_mismatch: other weights' })
        .where('kind', '=', 'brief')
        .execute(),
    );
    await expect(briefs.output(PROJECT, wanted.cacheKey)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      details: { reason: 'model_digest_mismatch' },
    });
    expect(await made()).toMatchObject({ cache_key: wanted.cacheKey, revision: 1 });
  });

  it('one whose row is gone, as after a restore, is made anew', async () => {
    const first = await made();
    await temp.store.write(({ db }) => db.deleteFrom('advisory_ai_outputs').execute());
    expect(await made()).toMatchObject({
      cache_key: first.cache_key,
      revision: 1,
      output_hash: first.output_hash,
    });
  });

  it('a secret in a key goes into no job and no brief', async () => {
    const secret = ['ghp_', 'a8Xk2Lm9Qr4Tz7Wv1Yb5Nc3Pd6Se0Uf2Gh4J'].join('');
    await briefs.ask(wish({ advisoryKey: `left-pad with ${secret}` })).catch(() => undefined);
    await queue.settled();
    const jobs = await temp.store.reader.selectFrom('job').select('payload').execute();
    expect(JSON.stringify([jobs, await rows()])).not.toContain(secret);
  });
});
