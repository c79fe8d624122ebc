// What the durable queue promises, on either database: the same suite for both implementations.
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/model/envelope.ts';
import type { JobStatus } from '../../../shared/model/job.ts';
import { openStore, type Store, type StoreWriter } from '../store.ts';
import { ASKED, type Asked, passTime, queueOver } from '../testing/temp-jobs.ts';
import {
  dropDatabase,
  emptyPostgres,
  ManualClock,
  MemoLog,
  TEST_DIALECTS,
  type TempStore,
  tempStore,
} from '../testing/temp-store.ts';
import { CLAIM_MS, type ClaimedJob, ClaimLostError, type NewJob, RENEW_CLAIM_MS } from './job.ts';
import type { JobHandler } from './job-kind.ts';
import type { JobQueue } from './job-queue.ts';
import { type JobWorker, retryDelay } from './job-worker.ts';

const ask = (key: string, payload: object = { key }): NewJob => ({
  ...{ kind: 'ask', key, payload: JSON.stringify(payload) },
});
const learn = (key: string): NewJob => ({ ...ask(key), kind: 'learn' });
const keyOf = ({ payload }: { payload: string | Asked }) =>
  (typeof payload === 'string' ? (JSON.parse(payload) as Asked) : payload).key;

/** Registers the kind and starts. */
const work = (queue: JobQueue, handler: JobHandler<Asked>): JobWorker<Asked> => {
  const worker = queue.register(ASKED, handler);
  queue.start();
  return worker;
};

describe('the delay before a job is tried again', () => {
  it('doubles up to the longest, less up to a quarter', () => {
    const policy = { maxAttempts: 8, firstRetryMs: 1000, longestRetryMs: 600_000 };
    expect([1, 2, 3, 8, 30].map((n) => retryDelay(policy, n, 0))).toEqual([
      1000, 2000, 4000, 128_000, 600_000,
    ]);
    expect(retryDelay(policy, 3, 1)).toBe(3000);
  });
});

describe.each(TEST_DIALECTS)('the job queue on %s', (dialect) => {
  let temp: TempStore;
  let queue: JobQueue;
  const open: JobQueue[] = [];
  const another = (store: Store = temp.store) => {
    const made = queueOver(store, temp);
    open.push(made);
    return made;
  };
  beforeEach(async () => {
    temp = await tempStore(dialect);
    queue = another();
  });
  afterEach(async () => {
    for (const made of open.splice(0)) await made.close();
    await temp[Symbol.asyncDispose]();
  });

  const add = (...jobs: NewJob[]) => temp.store.write((writer) => queue.enqueue(writer, jobs));
  const pass = (ms: number) => passTime(temp, ms);
  /** What jobs did, one row for each time; the primary key would refuse a second one of the same name. */
  const effect = (writer: StoreWriter, name: string) =>
    writer.db
      .insertInto('config')
      .values({ key: `did.${name}`, value: '1', updated_at: 0 })
      .execute();
  const effects = async () => {
    const rows = await temp.store.reader
      .selectFrom('config')
      .select('key')
      .where('key', 'like', 'did.%')
      .execute();
    return rows.map((row) => row.key.slice(4)).sort();
  };
  const doer = (store: Store = temp.store, change: Partial<JobHandler<Asked>> = {}): JobHandler<Asked> => ({
    batch: 10,
    perform: (jobs, finish) =>
      store.write(async (writer) => {
        for (const job of jobs) await effect(writer, keyOf(job));
        await finish(writer);
      }),
    ...change,
  });
  const statuses = async () => {
    const { ask: counts } = await queue.counts();
    return counts;
  };
  const none: Record<JobStatus, number> = { waiting: 0, active: 0, done: 0, dead: 0 };
  const one = async (status: JobStatus) => {
    const [job] = (await queue.list({ statuses: [status], limit: 1, offset: 0 })).jobs;
    if (!job) throw new Error(`no job is ${status}`);
    return job;
  };

  it('takes a job in once for each kind and key, in whichever batch and transaction', async () => {
    expect(await add(ask('a'), ask('a'), ask('b'), learn('a'))).toBe(3);
    expect(await add(ask('b', { key: 'other' }), ask('c'))).toBe(1);
    const { jobs, total } = await queue.list({ kind: 'ask', limit: 10, offset: 0 });
    expect(total).toBe(3);
    expect(jobs.map(keyOf).sort()).toEqual(['a', 'b', 'c']);
  });

  it('takes nothing in when the transaction fails', async () => {
    const failing = temp.store.write(async (writer) => {
      await queue.enqueue(writer, [ask('a')]);
      throw new AppError('INTERNAL', 'no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await statuses()).toBeUndefined();
  });

  it('does jobs in the order they came, a large transaction in pieces too', async () => {
    const keys = Array.from({ length: 45 }, (_, i) => `k${i}`);
    await add(...keys.slice(0, 40).map((key) => ask(key)));
    await add(...keys.slice(40).map((key) => ask(key)));
    const seen: string[] = [];
    const worker = work(queue, {
      batch: 7,
      perform: (jobs, finish) => {
        seen.push(...jobs.map(keyOf));
        return temp.store.write(finish);
      },
    });
    await worker.settled();
    expect(seen).toEqual(keys);
    expect(await statuses()).toEqual({ ...none, done: 45 });
  });

  it('keeps what came of a job, and forgets done ones after a while, with their keys', async () => {
    await add(ask('a'));
    const worker = work(queue, {
      batch: 1,
      perform: (_jobs, finish) => temp.store.write((writer) => finish(writer, 'two facts')),
    });
    await worker.settled();
    expect(await one('done')).toMatchObject({ result: 'two facts', lastError: null, attempts: 0 });
    expect(await add(ask('a'))).toBe(0);
    await pass(10_000);
    await temp.store.jobs.forgetDone(5000);
    expect(await add(ask('a'))).toBe(1);
  });

  it('finishes a job in the transaction of its effect: both or neither', async () => {
    await add(ask('a'));
    let fails = true;
    const worker = work(
      queue,
      doer(temp.store, {
        perform: (jobs, finish) =>
          temp.store.write(async (writer) => {
            await effect(writer, keyOf(jobs[0] as ClaimedJob<Asked>));
            await finish(writer);
            if (fails) throw new AppError('INTERNAL', 'after all was written');
          }),
      }),
    );
    await worker.settled();
    expect(await effects()).toEqual([]);
    expect(await statuses()).toEqual({ ...none, waiting: 1 });
    expect(await one('waiting')).toMatchObject({ attempts: 1, lastError: 'after all was written' });
    fails = false;
    await pass(ASKED.retry.firstRetryMs);
    await worker.settled();
    expect(await effects()).toEqual(['a']);
    expect(await statuses()).toEqual({ ...none, done: 1 });
  });

  it('tries a failed job again later and later, not before, and buries it in the end', async () => {
    await add(ask('a'));
    let attempts = 0;
    const worker = work(queue, {
      batch: 1,
      perform: async () => {
        attempts++;
        throw new Error(`attempt ${attempts}`);
      },
    });
    await worker.settled();
    const { maxAttempts } = ASKED.retry;
    for (let n = 1; n < maxAttempts; n++) {
      expect(attempts).toBe(n);
      await pass(retryDelay(ASKED.retry, n, 0) - 1000);
      await worker.settled();
      expect(attempts).toBe(n);
      await pass(1000);
      worker.wake();
      await worker.settled();
    }
    expect(attempts).toBe(maxAttempts);
    expect(await statuses()).toEqual({ ...none, dead: 1 });
    expect(await one('dead')).toMatchObject({ attempts: maxAttempts, lastError: `attempt ${maxAttempts}` });
    await pass(100 * 86_400_000);
    worker.wake();
    await worker.settled();
    expect(attempts).toBe(maxAttempts);
    expect(await statuses()).toEqual({ ...none, dead: 1 });
  });

  it('lets one job at fault fail alone', async () => {
    await add(ask('a'), ask('bad'), ask('c'));
    const batches: string[][] = [];
    const worker = work(
      queue,
      doer(temp.store, {
        perform: (jobs, finish) => {
          batches.push(jobs.map(keyOf));
          return temp.store.write(async (writer) => {
            for (const job of jobs) {
              if (keyOf(job) === 'bad') throw new AppError('INTERNAL', 'bad');
              await effect(writer, keyOf(job));
            }
            await finish(writer);
          });
        },
      }),
    );
    await worker.settled();
    expect(batches).toEqual([['a', 'bad', 'c'], ['a'], ['bad'], ['c']]);
    expect(await effects()).toEqual(['a', 'c']);
    expect(await statuses()).toEqual({ ...none, waiting: 1, done: 2 });
  });

  it('lets a handler say that a job waits without blame, or is dead at once, and tells it in the same transaction', async () => {
    await add(ask('waits'), ask('dies'));
    const told: string[] = [];
    const worker = work(queue, {
      batch: 1,
      perform: async ([job]) => {
        throw new Error(keyOf(job as ClaimedJob<Asked>));
      },
      judge: (error) =>
        (error as Error).message === 'waits'
          ? { kind: 'wait', afterMs: 60_000, reason: 'the budget is used up' }
          : { kind: 'dead', reason: 'hopeless' },
      onPutBack: async (writer, job, outcome) => {
        told.push(`${keyOf(job)} ${outcome.kind}`);
        await effect(writer, `${keyOf(job)}-${told.length}`);
      },
    });
    await worker.settled();
    expect(told.sort()).toEqual(['dies dead', 'waits wait']);
    expect(await one('waiting')).toMatchObject({ attempts: 0, lastError: 'the budget is used up' });
    expect(await one('dead')).toMatchObject({ attempts: 1, lastError: 'hopeless' });
    for (let n = 0; n < 12; n++) {
      await pass(60_000);
      worker.wake();
      await worker.settled();
    }
    expect(told).toHaveLength(14);
    expect(await one('waiting')).toMatchObject({ attempts: 0 });
  });

  it('gives jobs of a process that ended to another, and refuses what the dead one would still say', async () => {
    await add(ask('a'), ask('b'));
    const [first] = await temp.store.jobs.claim('ask', 1);
    if (!first) throw new Error('nothing was handed out');
    expect(await temp.store.jobs.claim('ask', 10)).toHaveLength(1);
    expect(await statuses()).toEqual({ ...none, active: 2 });
    await pass(CLAIM_MS + 1);
    const second = another(await temp.again());
    const worker = work(second, doer());
    await worker.settled();
    expect(await effects()).toEqual(['a', 'b']);
    const late = temp.store.write(async (writer) => {
      await effect(writer, 'late');
      await temp.store.jobs.finish(writer, [first], null);
    });
    await expect(late).rejects.toThrow(ClaimLostError);
    const outcome = { kind: 'dead', reason: 'late' } as const;
    expect(await temp.store.write((writer) => temp.store.jobs.putBack(writer, first, outcome))).toBe(false);
    expect(await effects()).toEqual(['a', 'b']);
    expect(await statuses()).toEqual({ ...none, done: 2 });
  });

  it('keeps a claim while its process works on it', async () => {
    await add(ask('a'));
    const [job] = await temp.store.jobs.claim('ask', 1);
    if (!job) throw new Error('nothing was handed out');
    for (let n = 0; n < 5; n++) {
      await pass(8000);
      await temp.store.jobs.renew([job]);
      expect(await temp.store.jobs.claim('ask', 1)).toEqual([]);
    }
    await temp.store.write((writer) => temp.store.jobs.finish(writer, [job], null));
    expect(await statuses()).toEqual({ ...none, done: 1 });
  });

  it('finishes a job while its claim is being renewed', async () => {
    await add(ask('slow'));
    const worker = work(queue, {
      batch: 1,
      perform: ([job], finish) =>
        temp.store.write(async (writer) => {
          await effect(writer, job ? keyOf(job) : '');
          // Falls due within the transaction, and has to wait for it on SQLite.
          temp.clock.advance(RENEW_CLAIM_MS);
          await finish(writer);
        }),
    });
    await worker.settled();
    expect(await effects()).toEqual(['slow']);
    expect(await statuses()).toEqual({ ...none, done: 1 });
  });

  it('buries a job that ends its process every time, and tells its handler in the same transaction', async () => {
    await add(ask('a'), ask('other'));
    const { maxAttempts } = ASKED.retry;
    for (let n = 0; n < maxAttempts; n++) {
      expect(await temp.store.jobs.claim('ask', 1)).toMatchObject([{ attempts: n, payload: '{"key":"a"}' }]);
      await pass(CLAIM_MS + 1);
    }
    const told: object[] = [];
    let fails = true;
    const worker = work(
      queue,
      doer(temp.store, {
        onPutBack: async (writer, job, outcome) => {
          told.push({ key: keyOf(job), attempts: job.attempts, kind: outcome.kind });
          await effect(writer, 'told');
          if (fails) throw new AppError('INTERNAL', 'after all was written');
        },
      }),
    );
    await worker.settled();
    expect(await effects()).toEqual([]);
    expect((await statuses())?.dead).toBe(0);
    fails = false;
    await pass(5000);
    await worker.settled();
    expect(await effects()).toEqual(['other', 'told']);
    expect(told.at(-1)).toEqual({ key: 'a', attempts: maxAttempts - 1, kind: 'dead' });
    expect(await statuses()).toEqual({ ...none, dead: 1, done: 1 });
    expect(await one('dead')).toMatchObject({
      ...{ attempts: maxAttempts, lastError: expect.stringMatching(/ended in the middle/) },
    });
  });

  it('buries nobody when processes are killed in the middle of many jobs, and only the one that ends them when one does', async () => {
    const keys = Array.from({ length: 25 }, (_, i) => `k${i}`);
    await add(...keys.map((key) => ask(key)));
    const { jobs } = temp.store;
    const { maxAttempts } = ASKED.retry;
    const buried: string[] = [];
    const bury = {
      after: maxAttempts,
      tell: async (_: StoreWriter, job: ClaimedJob) => void buried.push(keyOf(job)),
    };
    const done: string[] = [];
    /** A process that takes ten, does so many of them, and is killed in the middle of the next. */
    const process = async (doing: (job: ClaimedJob) => boolean): Promise<readonly ClaimedJob[]> => {
      const held = await jobs.claim('ask', 10, { bury });
      for (const job of held) {
        if (!doing(job)) break;
        await temp.store.write((writer) => jobs.finish(writer, [job], null));
        done.push(keyOf(job));
      }
      await pass(CLAIM_MS + 1);
      return held;
    };
    expect((await process(() => false)).map(({ goesAlone }) => goesAlone)).toEqual(Array(10).fill(false));
    for (let killed = 0; killed < maxAttempts; killed++) {
      const held = await process((job) => job.id === String(killed + 1));
      expect(held.map(({ attempts }) => attempts)).toEqual([1, ...Array(9).fill(0)]);
      expect(held.every(({ goesAlone }) => goesAlone)).toBe(true);
    }
    expect([done, buried]).toEqual([keys.slice(0, maxAttempts), []]);
    for (let n = 0; buried.length === 0 && n < 50; n++) await process((job) => keyOf(job) !== 'k10');
    expect(buried).toEqual(['k10']);
    await work(queue, doer()).settled();
    expect(await statuses()).toEqual({ ...none, done: keys.length - 1, dead: 1 });
  });

  it('does one after the other, in their order, what a process left that ended in the middle', async () => {
    await add(ask('a'), ask('b'), ask('c'));
    await temp.store.jobs.claim('ask', 2);
    await pass(CLAIM_MS + 1);
    const batches: string[][] = [];
    const worker = work(
      another(await temp.again()),
      doer(temp.store, {
        perform: async (jobs, finish) => {
          batches.push(jobs.map(keyOf));
          await temp.store.write((writer) => finish(writer));
        },
      }),
    );
    await worker.settled();
    expect(batches).toEqual([['a'], ['b'], ['c']]);
    expect(await statuses()).toEqual({ ...none, done: 3 });
  });

  it('gives back unblamed those that waited for their turn alone when it closes', async () => {
    await add(ask('a'), ask('b'), ask('c'));
    await temp.store.jobs.claim('ask', 3);
    await pass(CLAIM_MS + 1);
    const second = another(await temp.again());
    let closed: Promise<void> | undefined;
    const worker = work(
      second,
      doer(temp.store, {
        perform: async (_, finish) => {
          closed = second.close();
          await temp.store.write((writer) => finish(writer));
        },
      }),
    );
    await worker.settled();
    await closed;
    expect(await statuses()).toEqual({ ...none, done: 1, waiting: 2 });
    const again = await temp.store.jobs.claim('ask', 10);
    expect(again.map(({ attempts, goesAlone }) => [attempts, goesAlone])).toEqual([
      [0, false],
      [0, false],
    ]);
  });

  it('never applies a job twice, however many processes work', async () => {
    const keys = Array.from({ length: 60 }, (_, i) => `k${i}`);
    await add(...keys.map((key) => ask(key)));
    const stores = [temp.store, await temp.again(), await temp.again()];
    const workers = stores.map((store) => work(another(store), doer(store, { batch: 4 })));
    await Promise.all(workers.map((worker) => worker.settled()));
    // Who lost a claim to another leaves the job to it.
    for (let n = 0; n < 3; n++) {
      await pass(CLAIM_MS + 1);
      for (const worker of workers) worker.wake();
      await Promise.all(workers.map((worker) => worker.settled()));
    }
    expect(await effects()).toEqual([...keys].sort());
    expect(await statuses()).toEqual({ ...none, done: 60 });
  });

  it('holds jobs while paused and goes on at once', async () => {
    await add(ask('a'));
    let paused = true;
    const worker = work(queue, doer(temp.store, { held: () => (paused ? 'paused' : null) }));
    await worker.settled();
    expect(await statuses()).toEqual({ ...none, waiting: 1 });
    paused = false;
    worker.wake();
    await worker.settled();
    expect(await effects()).toEqual(['a']);
    await add(ask('b'), ask('c'));
    const stops = work(another(), {
      ...doer(temp.store, { batch: 1, held: () => (paused ? 'paused' : null) }),
      perform: (_jobs, finish) => {
        paused = true;
        return temp.store.write(finish);
      },
    });
    await stops.settled();
    expect(await statuses()).toEqual({ ...none, waiting: 1, done: 2 });
  });

  it('runs a dead or waiting job again with a clean slate when told to', async () => {
    await add(ask('a'));
    let fails = true;
    const worker = work(queue, {
      batch: 1,
      perform: async (jobs, finish) => {
        if (fails) throw new Error('no');
        await doer().perform(jobs, finish, new AbortController().signal);
      },
      judge: (_error, job) => (job.attempts === 1 ? { kind: 'dead', reason: 'no' } : undefined),
    });
    await worker.settled();
    const { id, attempts, runAt } = await one('waiting');
    expect(attempts).toBe(1);
    expect(await temp.store.write((writer) => queue.retry(writer, id))).toBe(true);
    expect(await queue.get(id)).toMatchObject({ attempts: 0, lastError: null, status: 'waiting' });
    expect((await queue.get(id))?.runAt).toBeLessThan(runAt);
    await pass(1);
    worker.wake();
    await worker.settled();
    await pass(ASKED.retry.firstRetryMs);
    await worker.settled();
    expect(await statuses()).toEqual({ ...none, dead: 1 });
    fails = false;
    expect(await temp.store.write((writer) => queue.retry(writer, id))).toBe(true);
    expect(await queue.get(id)).toMatchObject({ attempts: 0, finishedAt: null });
    worker.wake();
    await worker.settled();
    expect(await effects()).toEqual(['a']);
    expect(await temp.store.write((writer) => queue.retry(writer, id))).toBe(false);
  });

  it('discards a job that nobody works on, and only such a one', async () => {
    await add(ask('a'), ask('b'));
    const [active] = await temp.store.jobs.claim('ask', 1);
    const waiting = await one('waiting');
    const discard = (id: string) => temp.store.write((writer) => queue.discard(writer, id));
    expect(await discard(active?.id ?? '')).toBe(false);
    expect(await discard(waiting.id)).toBe(true);
    expect(await discard(waiting.id)).toBe(false);
    for (const id of ['x', '12345', '7d444840-9dc0-11d1-b245-5ffdce74fad2']) {
      expect(await discard(id)).toBe(false);
      expect(await temp.store.write((writer) => queue.retry(writer, id))).toBe(false);
      expect(await queue.get(id)).toBeNull();
    }
    expect(await statuses()).toEqual({ ...none, active: 1 });
  });

  /** What waits until it is told to end, and then commits all the same. */
  const stubborn = (store: Store): { handler: JobHandler<Asked>; begun: () => number; ended: unknown[] } => {
    let begun = 0;
    const ended: unknown[] = [];
    const handler = doer(store, {
      batch: 1,
      perform: async ([job], finish, signal) => {
        begun++;
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        ended.push(signal.reason);
        await store.write(async (writer) => {
          await effect(writer, job ? keyOf(job) : '');
          await finish(writer);
        });
      },
    });
    return { handler, begun: () => begun, ended };
  };
  const cancel = (key: string) =>
    temp.store.write((writer) => queue.cancel(writer, 'ask', key, 'No more wanted.'));

  it('ends what waits and what is under way for a key, which commits nothing, and frees the key', async () => {
    await add(ask('a'), ask('a/again'), ask('ab'));
    const { handler, begun, ended } = stubborn(temp.store);
    const worker = work(queue, handler);
    await expect.poll(begun).toBe(1);
    const ids = await cancel('a');
    expect(ids).toHaveLength(2);
    queue.breakOff('ask', ids);
    await expect.poll(begun).toBe(2);
    expect(ended).toEqual([expect.any(ClaimLostError)]);
    expect(await effects()).toEqual([]);
    expect(await cancel('a')).toEqual([]);
    expect(await one('done')).toMatchObject({ result: 'No more wanted.', lastError: null });
    expect(await add(ask('a'))).toBe(1);
    // What is under way now is another's.
    queue.breakOff('ask', ids);
    expect(await statuses()).toEqual({ ...none, active: 1, waiting: 1, done: 2 });
    await Promise.all([queue.close(), worker.settled()]);
  });

  it('ends what another process works on with the next renewal of its claim', async () => {
    await add(ask('a'));
    const store = await temp.again();
    const other = another(store);
    const { handler, begun, ended } = stubborn(store);
    const worker = work(other, handler);
    await expect.poll(begun).toBe(1);
    queue.breakOff('ask', await cancel('a'));
    expect(ended).toEqual([]);
    await pass(RENEW_CLAIM_MS);
    await worker.settled();
    expect(ended).toEqual([expect.any(ClaimLostError)]);
    expect(await effects()).toEqual([]);
    expect(await statuses()).toEqual({ ...none, done: 1 });
  });

  it('leaves alone what was done before it could be ended', async () => {
    await add(ask('a'));
    await work(queue, doer()).settled();
    expect(await cancel('a')).toEqual([]);
    expect(await effects()).toEqual(['a']);
    expect((await one('done')).result).toBeNull();
  });

  it('lists what waits with the next first, what ended with the newest first, in pages', async () => {
    await add(ask('a'), ask('b'), ask('c'), learn('other'));
    const worker = work(queue, doer(temp.store, { batch: 1 }));
    await worker.settled();
    await pass(1000);
    await add(ask('d'));
    await pass(1000);
    worker.wake();
    await worker.settled();
    const list = async (status: JobStatus, limit: number, offset: number) =>
      (await queue.list({ kind: 'ask', statuses: [status], limit, offset })).jobs.map(keyOf);
    expect((await list('done', 2, 0))[0]).toBe('d');
    expect(await list('done', 10, 1)).toHaveLength(3);
    await add(ask('e'));
    await pass(1000);
    await add(ask('f'));
    expect(await list('waiting', 10, 0)).toEqual(['e', 'f']);
    expect((await queue.list({ limit: 10, offset: 0 })).total).toBe(7);
    expect((await queue.list({ kind: 'learn', limit: 10, offset: 0 })).total).toBe(1);
  });

  it('lets the job under way end when it closes, tells it so, and starts no other', async () => {
    await add(ask('a'), ask('b'), ask('c'));
    let closing: Promise<void> | undefined;
    const worker = work(queue, {
      batch: 1,
      perform: async (jobs, finish, signal) => {
        closing ??= queue.close();
        expect(signal.aborted).toBe(true);
        await doer().perform(jobs, finish, signal);
      },
    });
    await worker.settled();
    await closing;
    expect(await effects()).toEqual(['a']);
    worker.wake();
    await worker.settled();
    expect(await statuses()).toEqual({ ...none, waiting: 2, done: 1 });
  });

  it('gives back unblamed what it cut off when it closed', async () => {
    await add(ask('a'));
    const worker = work(queue, {
      batch: 1,
      perform: async (_jobs, _finish, signal) => {
        void queue.close();
        signal.throwIfAborted();
      },
    });
    await worker.settled();
    expect(await one('waiting')).toMatchObject({ attempts: 0 });
    await pass(1);
    await work(another(), doer()).settled();
    expect(await effects()).toEqual(['a']);
  });

  it('waits for a database that fails and goes on by itself', async () => {
    await add(ask('a'));
    const move = (from: string, to: string) =>
      temp.store.write(({ db }) => sql.raw(`alter table ${from} rename to ${to}`).execute(db));
    await move('job', 'away');
    const worker = work(queue, doer());
    await worker.settled();
    await move('away', 'job');
    await pass(5000);
    await worker.settled();
    expect(await effects()).toEqual(['a']);
  });
});

describe.runIf(TEST_DIALECTS.includes('postgres'))('the queue of a new PostgreSQL database', () => {
  it('is installed once, however many processes start at the same time, and starts again as it is', async () => {
    const url = await emptyPostgres();
    const open = () => openStore({ url, clock: new ManualClock(), log: new MemoLog() });
    try {
      const stores = await Promise.all([open(), open(), open()]);
      for (const store of stores) {
        await store.write((writer) => store.jobs.enqueue(writer, [ask('a')]));
        expect((await store.jobs.counts()).ask).toMatchObject({ waiting: 1 });
      }
      await Promise.all(stores.map((store) => store.close()));
      const again = await open();
      expect((await again.jobs.counts()).ask).toMatchObject({ waiting: 1 });
      await again.close();
    } finally {
      await dropDatabase(url);
    }
  });
});
