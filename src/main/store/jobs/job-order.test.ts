// Promise (decision 042): jobs of a kind that goes in order are done by one process at a time, however many share a PostgreSQL
// database and however they meet; what a process left that ended comes before what came after it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ASKED, type Asked, passTime, queueOver } from '../testing/temp-jobs.ts';
import { TEST_DIALECTS, type TempStore, tempStore } from '../testing/temp-store.ts';
import { CLAIM_MS, type NewJob } from './job.ts';
import type { JobKind } from './job-kind.ts';
import type { JobQueue } from './job-queue.ts';

const ask = (key: string): NewJob => ({ kind: 'ask', key, payload: JSON.stringify({ key }) });
const IN_ORDER: JobKind<Asked> = { ...ASKED, inOrder: true };
const PROCESSES = 6;
const ROUNDS = 40;

describe.runIf(TEST_DIALECTS.includes('postgres'))('jobs that go in order, on postgres', () => {
  let temp: TempStore;
  const open: JobQueue[] = [];
  beforeEach(async () => {
    temp = await tempStore('postgres');
  });
  afterEach(async () => {
    for (const queue of open.splice(0)) await queue.close();
    await temp[Symbol.asyncDispose]();
  });
  const add = (...keys: string[]) =>
    temp.store.write((writer) => temp.store.jobs.enqueue(writer, keys.map(ask)));
  const claim = (limit: number, store = temp.store) => store.jobs.claim('ask', limit, { inOrder: true });

  it('are handed to nobody while another process holds any of them', async () => {
    await add('a', 'b', 'c');
    const second = await temp.again();
    const held = await claim(2);
    expect(held).toHaveLength(2);
    expect(await claim(2, second)).toEqual([]);
    // Whoever waits looks again when the claim would run out, or sooner, and not all the time.
    expect(await second.jobs.nextLook('ask', true)).toBe(2000);
    await temp.store.write((writer) => temp.store.jobs.finish(writer, held, null));
    expect(await claim(2, second)).toMatchObject([{ payload: '{"key":"c"}' }]);
  });

  it('come back in their order when the process that held them has ended', async () => {
    await add('a', 'b');
    await claim(1);
    const done: string[] = [];
    const queue = queueOver(await temp.again(), temp);
    open.push(queue);
    const worker = queue.register(IN_ORDER, {
      batch: 10,
      perform: async (jobs, finish) => {
        await temp.store.write((writer) => finish(writer));
        done.push(...jobs.map(({ payload }) => payload.key));
      },
    });
    queue.start();
    await worker.settled();
    expect(done).toEqual([]);
    await passTime(temp, CLAIM_MS + 1);
    await worker.settled();
    expect(done).toEqual(['a', 'b']);
  });

  it('are never held by two at once, however many ask at the same moment', async () => {
    const stores = [temp.store];
    while (stores.length < PROCESSES) stores.push(await temp.again());
    let handedOut = 0;
    for (let round = 0; round < ROUNDS; round++) {
      await add(...Array.from({ length: 5 }, (_, n) => `${round}.${n}`));
      const claims = await Promise.all(stores.map((store) => claim(1, store)));
      const held = claims.filter(({ length }) => length > 0);
      expect(held.length).toBeLessThanOrEqual(1);
      handedOut += held.length;
      await temp.store.write((writer) => temp.store.jobs.finish(writer, held.flat(), null));
    }
    expect(handedOut).toBeGreaterThan(ROUNDS / 2);
  });
});
