// Promise: nobody is believed to be there who does not answer, and nobody is given up who does. A lost connection is said
// with the time of the last sign of life, tried again with growing pauses, and calls made meanwhile fail at once instead of
// hanging. Catches: a dead wire that is kept, a frozen core that goes unnoticed, a laptop's sleep taken for a lost server.
import { describe, expect, it } from 'vitest';
import { backoff, Connection, NotConnected } from './connection.ts';
import { PULSE } from './heartbeat.ts';

interface Wire {
  /** Whether beats are answered. */
  answers: boolean;
  close(): void;
  ended: boolean;
}

interface Attempt {
  succeed(link: string): Wire;
  fail(): void;
}

/** A door and a clock under the test's control: `open` waits until the test decides it, `wait` until time has gone by. */
function harness({ turnedAway = false, replaceable = true } = {}) {
  const attempts: Attempt[] = [];
  const beats: { answer: () => void }[] = [];
  let now = 1000;
  const timers = new Set<{ at: number; done: () => void }>();
  const door = { turnedAway };
  const connection = new Connection<string>({
    open: () =>
      new Promise((resolve, reject) => {
        attempts.push({
          fail: () => reject(new Error('no answer')),
          succeed: (link) => {
            const closed = Promise.withResolvers<void>();
            const wire: Wire = { answers: true, close: closed.resolve, ended: false };
            const end = () => {
              wire.ended = true;
              closed.resolve();
            };
            const beat = () =>
              new Promise<void>((answer) => {
                beats.push({ answer });
                if (wire.answers) answer();
              });
            resolve({ link, beat, closed: closed.promise, end: replaceable ? end : null });
            return wire;
          },
        });
      }),
    isTurnedAway: async () => door.turnedAway,
    now: () => now,
    random: () => 0.5,
    wait: (ms, wake) =>
      new Promise((resolve) => {
        const timer = { at: now + ms, done: resolve };
        timers.add(timer);
        wake.addEventListener('abort', () => {
          timers.delete(timer);
          resolve();
        });
      }),
  });
  /** What is due is done at its time, as a page that is awake sees it. */
  const pass = async (ms: number) => {
    const end = now + ms;
    await settle();
    for (;;) {
      const due = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      timers.delete(due);
      now = Math.max(now, due.at);
      due.done();
      await settle();
    }
    now = end;
  };
  /** Time goes by and nothing runs; then one late timer does, as after a laptop's sleep. */
  const sleep = async (ms: number) => {
    now += ms;
    const [due] = timers;
    if (due) timers.delete(due);
    due?.done();
    await settle();
  };
  return { connection, attempts, beats, door, pass, sleep, state: () => connection.state.getState() };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** With its first wire open. */
async function opened(options?: Parameters<typeof harness>[0]) {
  const all = harness(options);
  all.connection.start();
  const wire = all.attempts[0]?.succeed('first');
  if (!wire) throw new Error('nothing was opened');
  await settle();
  return { ...all, wire };
}

describe('Connection', () => {
  it('lets a call wait for the first wire', async () => {
    const { connection, attempts, state } = harness();
    const wire = connection.wire();
    attempts[0]?.succeed('first');
    expect((await wire).link).toBe('first');
    expect(state()).toEqual({ phase: 'open', lateMs: null });
  });

  it('rejects calls while lost, says since when and when it retries, and serves the new wire afterwards', async () => {
    const { connection, attempts, wire, pass, state } = await opened();
    await pass(4000);
    wire.close();
    await settle();
    expect(state()).toEqual({ phase: 'lost', since: 5000, retryAt: 5500 });
    await expect(connection.wire()).rejects.toBeInstanceOf(NotConnected);
    await pass(500);
    await expect(connection.wire(), 'while it is tried').rejects.toBeInstanceOf(NotConnected);
    attempts[1]?.succeed('second');
    await settle();
    expect((await connection.wire()).link).toBe('second');
  });

  it('waits longer after each failure in a row, and not at all when asked to look now', async () => {
    const { connection, attempts, pass, state } = harness();
    connection.start();
    attempts[0]?.fail();
    await settle();
    expect(state()).toEqual({ phase: 'lost', since: null, retryAt: 1500 });
    connection.check();
    await settle();
    attempts[1]?.fail();
    await settle();
    expect(state()).toEqual({ phase: 'lost', since: null, retryAt: 2000 });
    await pass(999);
    expect(attempts).toHaveLength(2);
    await pass(1);
    expect(attempts).toHaveLength(3);
  });

  it('does not take a door that opens and says nothing for a success: the pauses grow', async () => {
    const { attempts, pass, connection, state } = harness();
    connection.start();
    for (const retryIn of [500, 1000, 2000]) {
      const wire = attempts.at(-1)?.succeed('mute');
      if (wire) wire.answers = false;
      wire?.close();
      await settle();
      const now = state();
      if (now.phase !== 'lost' || now.retryAt === null) throw new Error(now.phase);
      await pass(retryIn - 1);
      expect(state()).toEqual(now);
      await pass(1);
    }
  });

  it('says within five seconds that a core that stands still does not answer, and since when', async () => {
    const { connection, wire, pass, state } = await opened();
    await pass(10_000);
    wire.answers = false;
    await pass(PULSE.everyMs + PULSE.silentMs);
    expect(state()).toEqual({ phase: 'silent', since: 11_000 });
    await expect(connection.wire(), 'nothing is sent to nobody').rejects.toBeInstanceOf(NotConnected);
  });

  it('calls one that answers late slow, and keeps its wire', async () => {
    const { beats, wire, pass, state, attempts } = await opened();
    wire.answers = false;
    await pass(PULSE.everyMs + 3000);
    expect(state()).toMatchObject({ phase: 'open', lateMs: 3000 });
    await pass(3500);
    expect(state().phase).toBe('silent');
    wire.answers = true;
    beats.at(-1)?.answer();
    await settle();
    expect(state()).toMatchObject({ phase: 'open', lateMs: 6500 });
    await pass(PULSE.everyMs);
    expect(state()).toEqual({ phase: 'open', lateMs: null });
    expect(attempts).toHaveLength(1);
  });

  it('gives up a wire that leads nowhere for fifteen seconds and opens another', async () => {
    const { attempts, wire, pass } = await opened();
    wire.answers = false;
    await pass(PULSE.everyMs + PULSE.givenUpMs);
    expect(wire.ended).toBe(true);
    await pass(500);
    expect(attempts).toHaveLength(2);
  });

  it('keeps the one wire a desktop window is given, however long its core stands still', async () => {
    const { attempts, beats, wire, pass, state } = await opened({ replaceable: false });
    wire.answers = false;
    await pass(120_000);
    expect(state().phase).toBe('silent');
    wire.answers = true;
    beats.at(-1)?.answer();
    await settle();
    expect(state().phase).toBe('open');
    expect(attempts).toHaveLength(1);
  });

  it('does not take its own sleep for the silence of the other end', async () => {
    const { wire, pass, sleep, state } = await opened();
    wire.answers = false;
    await pass(PULSE.everyMs);
    // Asked, and before an answer could come the laptop slept for an hour.
    wire.answers = true;
    await sleep(3_600_000);
    expect(state().phase).toBe('open');
    await pass(10_000);
    expect(state()).toEqual({ phase: 'open', lateMs: null });
  });

  it('knows a second after a sleep that nobody is there any more', async () => {
    const { wire, pass, sleep, state } = await opened();
    await pass(PULSE.everyMs);
    wire.answers = false;
    await sleep(3_600_000);
    expect(state().phase).toBe('open');
    await pass(PULSE.returnMs);
    expect(state()).toMatchObject({ phase: 'silent', since: 3000 });
  });

  it('is not alarmed by timers that a tab in the back gets once a minute', async () => {
    const { sleep, connection } = await opened();
    const phases: string[] = [];
    connection.state.subscribe(({ phase }) => phases.push(phase));
    for (let minute = 0; minute < 30; minute++) await sleep(60_000);
    expect(phases).toEqual([]);
  });

  it('looks at once when it is looked at', async () => {
    const { connection, beats } = await opened();
    await settle();
    const before = beats.length;
    connection.check();
    await settle();
    expect(beats.length).toBe(before + 1);
  });

  it('tells a page that was turned away from one whose server is gone, and does not knock again unasked', async () => {
    const { connection, attempts, door, pass, state } = harness({ turnedAway: true });
    connection.start();
    attempts[0]?.fail();
    await pass(3_600_000);
    expect(state()).toEqual({ phase: 'refused', since: null });
    expect(attempts).toHaveLength(1);
    door.turnedAway = false;
    connection.check();
    await settle();
    attempts[1]?.succeed('let in');
    await settle();
    expect(state().phase).toBe('open');
  });
});

describe('backoff', () => {
  it('grows, stays at 8 seconds, and spreads by half a step', () => {
    expect([1, 2, 3, 5, 6, 1000].map((n) => backoff(n, 0.5))).toEqual([500, 1000, 2000, 8000, 8000, 8000]);
    expect([backoff(2, 0), backoff(2, 1)]).toEqual([750, 1250]);
  });
});
