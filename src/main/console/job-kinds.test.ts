// Promise: a feature that gives the queue a kind has its jobs run, retried, paused, listed, described and counted, with no other
// file changed; and jobs of a kind this version does not know are kept. On both databases.
import { expect, it } from 'vitest';
import * as z from 'zod';
import { DEFAULT_SETTINGS, type Settings } from '../../shared/model/settings.ts';
import type { JobKind } from '../store/jobs/job-kind.ts';
import { passTime, queueOver } from '../store/testing/temp-jobs.ts';
import { TEST_DIALECTS, tempStore } from '../store/testing/temp-store.ts';
import { JobDesk } from './job-desk.ts';
import { JobsWatch } from './jobs-watch.ts';

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
  const queue = queueOver(store, temp);
  const settings: Settings = { ...DEFAULT_SETTINGS, ask_paused: true };
  const reached: string[] = [];
  const handled: string[] = [];
  queue.work(PING, {
    batch: 10,
    held: () => (settings.ask_paused ? 'Paused.' : null),
    async perform(jobs, finish) {
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
    settings: () => settings,
    clock,
    onChange: () => undefined,
  });
  const add = (kind: string, key: string) =>
    store.write((writer) => queue.enqueue(writer, [{ kind, key, payload: JSON.stringify({ host: key }) }]));
  const listed = async () =>
    (await desk.list({ limit: 9, offset: 0 })).jobs.map(
      ({ title, status, summary }) => `${title}: ${summary} ${status}`,
    );
  try {
    await add('ping', 'up');
    await add('ping', 'down');
    await add('dance', 'later');
    const { counts } = await watch.state();
    expect(counts).toEqual([
      {
        ...{ kind: 'ping', title: 'Pings', when: 'once a minute', paused: true, held: 'Paused.' },
        ...{ pause: PING.pause, waiting: 2, active: 0, done: 0, dead: 0 },
      },
      {
        ...{ kind: 'dance', title: 'dance', when: '', paused: false, pause: null },
        ...{ held: expect.stringContaining('does not know'), waiting: 1, active: 0, done: 0, dead: 0 },
      },
    ]);
    expect(watch.heldKinds()).toEqual([
      { waiting: '2 pings wait', reason: 'Paused.', fix: 'Mend the network.' },
    ]);

    settings.ask_paused = false;
    queue.wake();
    await queue.settled();
    expect(reached).toEqual(['up']);
    await passTime(temp, 1000);
    queue.wake();
    await queue.settled();
    expect((await listed()).sort()).toEqual([
      'Pings: Is down there? dead',
      'Pings: Is up there? done',
      'dance: Of kind dance, which this version of the program does not know. waiting',
    ]);
    const { jobs } = await desk.list({ kind: 'ping', statuses: ['dead'], limit: 9, offset: 0 });
    await desk.discard(jobs[0]?.id ?? '', 'no such host', 'ann');
    expect(handled).toEqual(['down discarded']);
    await expect(desk.list({ kind: 'sing', limit: 9, offset: 0 })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: 'There is no kind of job sing. Ask for one of: ping.',
    });
  } finally {
    watch.close();
    await queue.close();
  }
});

it('has one handler', async () => {
  await using temp = await tempStore();
  const queue = queueOver(temp.store, temp);
  const handler = { batch: 1, perform: async () => undefined };
  queue.work(PING, handler);
  expect(() => queue.work(PING, handler)).toThrow('Two handlers');
  await queue.close();
});
