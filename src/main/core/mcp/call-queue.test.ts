// Promise: however many calls one MCP client sends at once, few of them run, the event loop turns between two, another client's call is next, and what no
// longer fits is refused instead of kept.
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { CallQueue } from './call-queue.ts';

const NEVER = new AbortController().signal;

function rig() {
  const queue = new CallQueue();
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  /** A call that runs until `endOne`. */
  const call = (client: string, signal = NEVER) =>
    queue.run(client, signal, () => {
      begun.push(client);
      return new Promise<string>((resolve) => ends.push(() => resolve(client)));
    });
  const turns = async (count: number) => {
    for (let n = 0; n < count; n++) await turn();
  };
  return { queue, begun, call, turns, endOne: () => ends.shift()?.() };
}

it('runs four calls of one client at once, sixteen of all, and begins one in a turn of the event loop', async () => {
  const { begun, call, turns } = rig();
  for (let n = 0; n < 40; n++) void call('greedy');
  for (let n = 1; n <= 4; n++) {
    await turns(1);
    expect(begun).toHaveLength(n);
  }
  await turns(20);
  expect(begun).toHaveLength(4);
  for (const client of ['b', 'c', 'd', 'e']) for (let n = 0; n < 4; n++) void call(client);
  await turns(40);
  expect(begun).toHaveLength(16);
  expect(new Set(begun)).toEqual(new Set(['greedy', 'b', 'c', 'd', 'e']));
});

it('lets the client with fewest running go next, and a call that throws gives its place back', async () => {
  const { queue, begun, call, turns, endOne } = rig();
  for (let n = 0; n < 200; n++) void call('greedy');
  await turns(10);
  void call('second');
  await turns(1);
  expect(begun.at(-1)).toBe('second');
  endOne();
  await turns(2);
  expect(begun).toHaveLength(6);
  const failing = () => queue.run('second', NEVER, () => Promise.reject(new Error('no')));
  for (let n = 0; n < 10; n++) await expect(failing()).rejects.toThrow('no');
});

it('refuses what does not fit; the client with the most waiting makes room for another', async () => {
  const { begun, call, turns } = rig();
  const calls = Array.from({ length: 256 }, () => call('greedy'));
  const limited = { code: 'RATE_LIMITED', retryable: true };
  await expect(call('greedy')).rejects.toMatchObject(limited);
  void call('second');
  await expect(calls.at(-1)).rejects.toMatchObject(limited);
  await turns(10);
  expect(begun.toSorted()).toEqual(['greedy', 'greedy', 'greedy', 'greedy', 'second']);
});

it('forgets a call whose client has left', async () => {
  const { begun, call, turns } = rig();
  const left = new AbortController();
  const calls = Array.from({ length: 10 }, () => call('greedy', left.signal));
  await turns(10);
  left.abort();
  for (const one of calls.slice(4)) await expect(one).rejects.toMatchObject({ code: 'CANCELLED' });
  await expect(call('greedy', left.signal)).rejects.toMatchObject({ code: 'CANCELLED' });
  await turns(10);
  expect(begun).toHaveLength(4);
});
