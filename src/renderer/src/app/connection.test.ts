// Promise: a lost connection is retried with growing pauses, said honestly, and calls made meanwhile fail at once
// instead of hanging. Catches a reconnect that forgets to clear the dead wire.
import { describe, expect, it } from 'vitest';
import { backoff, Connection, NotConnected } from './connection.ts';

interface Attempt {
  succeed(link: string): { close(): void };
  fail(): void;
}

/** A door under the test's control: each `open` waits until the test decides it, each `wait` until it ends it. */
function harness(turnedAway = false) {
  const attempts: Attempt[] = [];
  const waits: { ms: number; end: () => void }[] = [];
  const connection = new Connection<string>({
    open: () =>
      new Promise((resolve, reject) => {
        attempts.push({
          fail: () => reject(new Error('no answer')),
          succeed: (link) => {
            const closed = Promise.withResolvers<void>();
            resolve({ link, closed: closed.promise });
            return { close: closed.resolve };
          },
        });
      }),
    isTurnedAway: async () => turnedAway,
    now: () => 1000,
    wait: (ms, wake) =>
      new Promise((resolve) => {
        waits.push({ ms, end: resolve });
        wake.addEventListener('abort', () => resolve());
      }),
  });
  return { connection, attempts, waits };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('Connection', () => {
  it('lets a call wait for the first wire', async () => {
    const { connection, attempts } = harness();
    const link = connection.link();
    attempts[0]?.succeed('first');
    expect(await link).toBe('first');
    expect(connection.state.getState()).toEqual({ phase: 'open' });
  });

  it('rejects calls while lost, says when it retries, and serves the new wire afterwards', async () => {
    const { connection, attempts, waits } = harness();
    connection.start();
    const wire = attempts[0]?.succeed('first');
    await settle();
    wire?.close();
    await settle();
    expect(connection.state.getState()).toEqual({ phase: 'lost', attempt: 1, retryAt: 1500 });
    await expect(connection.link()).rejects.toBeInstanceOf(NotConnected);
    waits[0]?.end();
    await settle();
    attempts[1]?.succeed('second');
    await settle();
    expect(await connection.link()).toBe('second');
  });

  it('waits longer after each failure in a row, and not at all when asked to retry now', async () => {
    const { connection, attempts, waits } = harness();
    connection.start();
    attempts[0]?.fail();
    await settle();
    connection.retryNow();
    await settle();
    attempts[1]?.fail();
    await settle();
    expect(waits.map((w) => w.ms)).toEqual([500, 1000]);
  });

  it('tells a page that was turned away from one whose server is gone', async () => {
    const { connection, attempts } = harness(true);
    connection.start();
    attempts[0]?.fail();
    await settle();
    expect(connection.state.getState()).toEqual({ phase: 'refused' });
  });
});

describe('backoff', () => {
  it('grows and stays at 15 seconds', () => {
    expect([1, 2, 3, 6, 7, 1000].map(backoff)).toEqual([500, 1000, 2000, 15_000, 15_000, 15_000]);
  });
});
