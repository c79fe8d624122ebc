// Promise: a feature that registers a kind has its jobs run, retried, paused, listed, described and counted, with no other file
// changed (docs/house.md, Adding); jobs of a kind this version does not know are kept and shown. On both databases.
import { expect, it } from 'vitest';
import * as z from 'zod';
import { Job, JobCounts } from '../../shared/model/job.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../shared/model/settings.ts';
import type { JobKind } from '../store/jobs/job-kind.ts';
import { passTime, queueOver } from '../store/testing/temp-jobs.ts';
import { TEST_DIALECTS, tempStore } from '../store/testing/temp-store.ts';
import { JobDesk } from './job-desk.ts';
import { JobsWatch } from './jobs-watch.ts';

const NONE = { active: 0, done: 0, dead: 0 };
const JobsState = z.object({ counts: z.array(JobCounts) });

const Payload = z.strictObject({ host: z.string() });

const PING: JobKind<z.infer<typeof Payload>> = {
  name: 'ping',
  schema: Payload,
  retry: { maxAttempts: 2, firstRetryMs: 1000, longestRetryMs: 1000 },
  describe: ({ host }) => ({ project: 'default', line: `Is ${host} there?` }),
  describeWaiting: (count) => `${count} pings wait`,
  title: 'Pings',
  when: 'once a minute',
  pause: { setting: 'ask_paused', label: 'Ping hosts' },
  mend: { text: 'Mend the network.' },
};

it.each(TEST_DIALECTS)('a kind of its own on %s', async (dialect) => {
  await using temp = await tempStore(dialect);
  const { store, clock } = temp;
  const settings: Settings = { ...DEFAULT_SETTINGS, ask_paused: true };
  const queue = queueOver(store, temp, () => settings);
  let noNetwork = false;
  const attempts: string[] = [];
  const reached: string[] = [];
  const handled: string[] = [];
  queue.register(PING, {
    batch: 10,
    held: () => (noNetwork ? 'No network.' : null),
    reconsider: () => {
      noNetwork = false;
    },
    async perform(jobs, finish) {
      attempts.push(jobs.map(({ payload }) => payload.host).join(' '));
      if (jobs.some(({ payload }) => payload.host === 'down')) throw new Error('nobody there');
      await store.write((writer) => finish(writer, 'pong'));
      reached.push(...jobs.map(({ payload }) => payload.host));
    },
    onHandled: async (_, { host }, how) => void handled.push(`${host} ${how}`),
  });
  const desk = new JobDesk({ store, jobs: queue, clock });
  const watch = new JobsWatch({
    jobs: queue,
    tasks: { list: () => [], watch: () => () => undefined },
    budget: { today: async () => null as never },
    clock,
    onChange: () => undefined,
  });
  const add = (kind: string, key: string) =>
    store.write((writer) => queue.enqueue(writer, [{ kind, key, payload: JSON.stringify({ host: key }) }]));
  const listed = async () =>
    (await desk.list({ limit: 9, offset: 0 })).jobs.map(
      ({ title, status, summary }) => `${title}: ${summary} ${status}`,
    );
  const settled = async () => {
    queue.wake();
    await queue.settled();
  };
  const paused = 'An operator has paused it (ask_paused).';
  const known = { kind: 'ping', title: 'Pings', when: 'once a minute', pause: PING.pause };
  const unknown = { kind: 'dance', title: 'dance', when: '', pause: null, paused: false };
  const notKnown = expect.stringContaining('does not know');
  try {
    await add('ping', 'up');
    await add('ping', 'down');
    await add('dance', 'later');
    queue.start();
    await settled();
    expect(JobsState.parse(await watch.state()).counts).toEqual([
      { ...known, paused: true, held: paused, ...NONE, waiting: 2 },
      { ...unknown, held: notKnown, ...NONE, waiting: 1 },
    ]);
    expect(watch.heldKinds()).toEqual([
      { waiting: '2 pings wait', reason: paused, fix: 'Mend the network.' },
      { waiting: '1 job of kind dance waits', reason: notKnown, fix: expect.stringContaining('version') },
    ]);

    settings.ask_paused = false;
    noNetwork = true;
    await settled();
    expect((await watch.state()).counts[0]).toMatchObject({ paused: false, held: 'No network.' });
    expect(attempts).toEqual([]);
    queue.reconsider();
    await settled();
    expect(attempts).toEqual(['up down', 'up', 'down']);
    expect(reached).toEqual(['up']);
    await settled();
    expect(attempts).toHaveLength(3);
    await passTime(temp, 1000);
    await settled();
    expect(attempts.slice(3)).toEqual(['down']);
    expect((await listed()).sort()).toEqual([
      'Pings: Is down there? dead',
      'Pings: Is up there? done',
      'dance: Of kind dance, which this version of the program does not know. waiting',
    ]);

    const [dead] = (await desk.list({ kind: 'ping', statuses: ['dead'], limit: 9, offset: 0 })).jobs;
    noNetwork = true;
    expect(Job.parse(await desk.retry(dead?.id ?? ''))).toMatchObject({ attempts: 0 });
    await settled();
    expect(attempts.slice(4)).toEqual(['down']);
    await desk.discard(dead?.id ?? '', 'no such host', 'ann');
    expect(handled).toEqual(['down queued', 'down discarded']);

    const dances = await desk.list({ kind: 'dance', limit: 9, offset: 0 });
    expect(dances.jobs).toMatchObject([{ attempts: 0, status: 'waiting' }]);
    await expect(desk.list({ kind: 'sing', limit: 9, offset: 0 })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: 'There is no kind of job sing. Ask for one of: ping, dance.',
    });
  } finally {
    watch.close();
    await queue.close();
  }
});

it('breaks off what is under way when the kind is paused, and blames nobody', async () => {
  await using temp = await tempStore();
  const { store } = temp;
  const settings: Settings = { ...DEFAULT_SETTINGS };
  const queue = queueOver(store, temp, () => settings);
  queue.register(PING, {
    batch: 1,
    perform: async (_jobs, _finish, signal) => {
      settings.ask_paused = true;
      queue.reconsider();
      signal.throwIfAborted();
    },
  });
  queue.start();
  await store.write((writer) =>
    queue.enqueue(writer, [{ kind: 'ping', key: 'up', payload: '{"host":"up"}' }]),
  );
  queue.wake();
  await queue.settled();
  expect((await queue.list({ limit: 9, offset: 0 })).jobs).toMatchObject([
    { status: 'waiting', attempts: 0, lastError: 'An operator has paused it (ask_paused).' },
  ]);
  await queue.close();
});

it('has one handler, and has it before the queue starts', async () => {
  await using temp = await tempStore();
  const queue = queueOver(temp.store, temp);
  const handler = { batch: 1, perform: async () => undefined };
  queue.register(PING, handler);
  expect(() => queue.register(PING, handler)).toThrow('Two handlers');
  queue.start();
  expect(() => queue.register({ ...PING, name: 'late' }, handler)).toThrow('after the queue had started');
  await queue.close();
});
