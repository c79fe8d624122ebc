// Promise: what a remediation wants looked after is looked after on its day, each day of a week while it is open and no longer, and says what came of it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClaimedJob, NewJob } from '../../store/jobs/job.ts';
import type { StoreWriter } from '../../store/store-access.ts';
import { type TempStore, tempStore } from '../../store/testing/temp-store.ts';
import { documents, NOW, PROJECT, takeIn } from '../context/testing/left-pad-case.ts';
import type { FollowUpPayload } from './follow-up-job.ts';
import { FollowUpWorker } from './follow-up-worker.ts';
import { type BriefedCore, briefedCore } from './testing/briefed-core.ts';

const DAY_MS = 86_400_000;

describe('a follow-up', () => {
  let temp: TempStore;
  let finding: string;
  beforeAll(async () => {
    temp = await tempStore('sqlite');
    await takeIn(temp.store, documents());
    ({ key: finding } = await temp.store.reader
      .selectFrom('finding')
      .select('key')
      .orderBy('key')
      .executeTakeFirstOrThrow());
  });
  afterAll(() => temp[Symbol.asyncDispose]());

  async function looked(payload: Partial<FollowUpPayload>, now: number) {
    const queued: NewJob[] = [];
    const enqueue = async (_: StoreWriter, jobs: readonly NewJob[]) => queued.push(...jobs);
    const worker = new FollowUpWorker({ store: temp.store, clock: { now: () => now }, jobs: { enqueue } });
    const whole = {
      project: PROJECT,
      finding,
      check: 'version',
      target: 'left-pad 1.2.3',
      at: NOW,
      looks: 0,
      ...payload,
    };
    const job = {
      id: '1',
      kind: 'follow_up',
      payload: whole,
      attempts: 0,
      claim: 1,
      goesAlone: false,
    } as ClaimedJob<FollowUpPayload>;
    let said: string | undefined;
    const finish = async (_: StoreWriter, result?: string) => {
      said = result;
    };
    try {
      await worker.perform([job], finish);
      return { said, next: queued.map((one) => JSON.parse(one.payload) as FollowUpPayload) };
    } catch (error) {
      return worker.judge(error);
    }
  }

  it('waits for its day', async () => {
    expect(await looked({ at: NOW + 3 * DAY_MS }, NOW)).toEqual({
      kind: 'wait',
      afterMs: 3 * DAY_MS,
      reason: 'It is due on 2026-02-04.',
    });
  });

  it('looks again the next day while it is open, a week long', async () => {
    expect(await looked({}, NOW)).toMatchObject({
      said: 'left-pad 1.2.3: still open, it has 1.0.0.',
      next: [{ at: NOW + DAY_MS, looks: 1 }],
    });
    expect(await looked({ looks: 6 }, NOW)).toEqual({
      said: 'left-pad 1.2.3: still open, it has 1.0.0. It is looked for no more.',
      next: [],
    });
  });

  it('ends where the finding is gone, and where somebody mends what nobody did', async () => {
    expect(await looked({ finding: 'f'.repeat(32) }, NOW)).toEqual({
      said: 'left-pad 1.2.3: the finding is gone.',
      next: [],
    });
    expect(await looked({ check: 'rescan', target: 'web' }, NOW)).toEqual({
      said: 'web: 1.2.3 mends it now; ask for a new brief.',
      next: [],
    });
  });
});

describe('a brief on a remediation', () => {
  let core: BriefedCore;
  beforeAll(async () => {
    core = await briefedCore();
  }, 60_000);
  afterAll(() => core[Symbol.asyncDispose]());

  it('has its steps looked after once, whatever revisions come', async () => {
    const jobs = async () => {
      const { body } = await core.test.operator('/api/console/jobs?kind=follow_up');
      return (body as { data: { jobs: { status: string; result: string | null }[] } }).data.jobs;
    };
    const { body } = await core.brief('remediation', { advisoryKey: 'CVE-2026-1000' });
    expect(body.data?.follow_ups).toMatchObject([
      { check: 'version', target: 'left-pad 1.2.3', at: '2026-01-22T00:00:00.000Z' },
      { check: 'version', target: 'left-pad 1.2.3', at: '2026-01-22T00:00:00.000Z' },
    ]);
    await expect.poll(async () => (await jobs()).filter(({ status }) => status === 'done').length).toBe(2);
    expect((await jobs()).find(({ status }) => status === 'done')?.result).toContain(
      'still open, it has 1.0.0',
    );
    await core.brief('remediation', { advisoryKey: 'CVE-2026-1000', forceRefresh: true });
    expect((await jobs()).filter(({ status }) => status === 'waiting')).toHaveLength(2);
    expect(await jobs()).toHaveLength(4);
  });
});
