// Promises of the pool whatever happens in whatever order: no slot is given twice, nobody who could go waits, nobody is
// lost, and nothing is left behind when all is over. No socket is opened: seats are taken and given back only.

import { describe, expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import type { Refusal, Seat, SeatEnd } from './port.ts';
import { ManualClock } from './testing/manual-clock.ts';
import { UpstreamPool } from './upstream-pool.ts';

const NONE: ReadonlySet<string> = new Set();
const SLOTS: Record<string, number> = { a: 1, b: 2 };
const both = Object.entries(SLOTS).map(([name, slots]) => ({ name, url: 'http://127.0.0.1:1', slots }));

interface Asked {
  readonly client: string;
  readonly leaving: AbortController;
  granted: Seat | Refusal | null | 'waiting';
}

/** A pool of a with one slot and b with two, of which client `limited` gets one, and all that was asked of it. */
class Model {
  readonly clock = new ManualClock();
  readonly pool = new UpstreamPool({
    ...{ upstreams: both, clock: this.clock, probes: false },
    limitOf: (client) => (client === 'limited' ? 1 : null),
  });
  readonly asked: Asked[] = [];
  #names: readonly string[] = ['a', 'b'];
  readonly modes = new Map([
    ['a', 'open'],
    ['b', 'open'],
  ]);

  ask(client: string, pinnedTo: string | null): void {
    const leaving = new AbortController();
    const one: Asked = { client, leaving, granted: 'waiting' };
    const want = { client, conversation: client, model: 'm', tried: NONE, usesSlot: true };
    const got = this.pool.acquire({ ...want, pinnedTo }, leaving.signal);
    this.asked.push(one);
    if (got.kind !== 'waiting') one.granted = got;
    else
      void got.granted.then((granted) => {
        one.granted = granted;
      });
  }

  holding(): Asked[] {
    return this.asked.filter(({ granted }) => hasSeat(granted));
  }

  waiting(): Asked[] {
    return this.asked.filter(({ granted }) => granted === 'waiting');
  }

  end(n: number, end: SeatEnd): void {
    const held = this.holding();
    const one = held[n % Math.max(1, held.length)];
    if (!one) return;
    (one.granted as Seat).release(end);
    (one.granted as Seat).release(end); // does nothing
    one.granted = null;
  }

  leave(n: number): void {
    const waiting = this.waiting();
    waiting[n % Math.max(1, waiting.length)]?.leaving.abort();
  }

  setMode(name: string, mode: 'open' | 'paused' | 'draining'): void {
    if (!this.#names.includes(name)) return;
    this.pool.setMode(name, mode);
    this.modes.set(name, mode);
  }

  configure(names: readonly string[]): void {
    for (const name of names) if (!this.#names.includes(name)) this.modes.set(name, 'open');
    this.#names = names;
    this.pool.configure(both.filter(({ name }) => names.includes(name)));
  }

  check(): void {
    const holding = this.holding();
    for (const { name, running } of this.pool.state().upstreams) {
      expect(running).toBeLessThanOrEqual(SLOTS[name] ?? 0);
    }
    expect(holding.filter(({ client }) => client === 'limited').length).toBeLessThanOrEqual(1);
    expect(this.pool.waiting).toBe(this.waiting().length);
    const free = this.pool
      .state()
      .upstreams.filter(({ name, mode, running }) => mode === 'open' && running < (SLOTS[name] ?? 0));
    const held = this.waiting().filter(({ client }) => client === 'anyone');
    if (free.length === this.#names.length && held.length > 0) {
      expect.fail('somebody waits although every upstream is open and has a free slot');
    }
  }
}

const hasSeat = (granted: Asked['granted']): granted is Seat =>
  granted !== null && granted !== 'waiting' && granted.kind === 'seat';

const ENDS: SeatEnd[] = [
  { kind: 'answered', status: 200 },
  { kind: 'answered', status: 502 },
  { kind: 'unreachable' },
  { kind: 'failed', answering: false },
  { kind: 'aborted' },
];
const step = fc.oneof(
  fc.record({
    do: fc.constant('ask' as const),
    client: fc.constantFrom('anyone', 'other', 'limited'),
    pinnedTo: fc.constantFrom(null, null, 'a'),
  }),
  fc.record({ do: fc.constant('end' as const), n: fc.nat(9), end: fc.constantFrom(...ENDS) }),
  fc.record({ do: fc.constant('leave' as const), n: fc.nat(9) }),
  fc.record({
    do: fc.constant('mode' as const),
    name: fc.constantFrom('a', 'b'),
    mode: fc.constantFrom('open' as const, 'paused' as const, 'draining' as const),
  }),
  fc.record({ do: fc.constant('configure' as const), names: fc.constantFrom(['a', 'b'], ['a'], ['b']) }),
  fc.record({ do: fc.constant('time' as const), ms: fc.nat(40_000) }),
);

describe('whatever happens', () => {
  it('no slot is given twice, nobody who could go waits, and nobody is lost', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const model = new Model();
        for (const one of steps) {
          if (one.do === 'ask') model.ask(one.client, one.pinnedTo);
          else if (one.do === 'end') model.end(one.n, one.end);
          else if (one.do === 'leave') model.leave(one.n);
          else if (one.do === 'mode') model.setMode(one.name, one.mode);
          else if (one.do === 'configure') model.configure(one.names);
          else model.clock.advance(one.ms);
          await null; // turns are told in the next microtask
          model.check();
        }
        model.configure(['a', 'b']);
        model.setMode('a', 'open');
        model.setMode('b', 'open');
        await null;
        while (model.holding().length > 0) {
          model.end(0, { kind: 'answered', status: 200 });
          await null;
        }
        expect(model.waiting(), 'all had their turn').toEqual([]);
        expect(model.pool.state().queue).toEqual({ waiting: 0, oldestMs: null, clients: [] });
        expect(model.pool.state().upstreams.map(({ running }) => running)).toEqual([0, 0]);
        await model.pool.close();
      }),
      { numRuns: runs(300) },
    );
  });

  it('closing refuses those who wait, and those who come', async () => {
    const model = new Model();
    for (let i = 0; i < 5; i++) model.ask('anyone', null);
    await model.pool.close();
    model.ask('anyone', null);
    await null;
    expect(model.asked.slice(3).map(({ granted }) => (granted as Refusal).reason)).toEqual([
      'closing',
      'closing',
      'closing',
    ]);
  });
});

/** Three failures in a row open a circuit. */
function failThrice(pool: UpstreamPool, name: string): void {
  for (let n = 0; n < 3; n++) seatAt(pool, name).release({ kind: 'unreachable' });
}

function ask(pool: UpstreamPool, pinnedTo: string | null) {
  const want = { client: 'c', conversation: null, model: null, tried: NONE, usesSlot: true };
  return pool.acquire({ ...want, pinnedTo }, new AbortController().signal);
}

function seatAt(pool: UpstreamPool, pinnedTo: string | null): Seat {
  const got = ask(pool, pinnedTo);
  if (got.kind !== 'seat') throw new Error(`no seat: ${got.kind}`);
  return got;
}

describe('time', () => {
  it('is not the computer’s clock: one that is set back leaves no circuit open', () => {
    const clock = new ManualClock();
    let setBack = 0;
    const wall = { now: () => clock.now() - setBack, monotonic: () => clock.monotonic() };
    const pool = new UpstreamPool({
      ...{ upstreams: both, probes: false },
      clock: { ...wall, after: (ms, callback) => clock.after(ms, callback) },
    });
    failThrice(pool, 'a');
    setBack = 3_600_000;
    clock.advance(1000);
    expect(pool.state().upstreams[0]?.circuit).toBe('half_open');
  });

  it('makes a circuit due for those who wait before it does for those who come', async () => {
    const { pool, clock } = new Model();
    failThrice(pool, 'b');
    clock.advance(500);
    failThrice(pool, 'a');
    for (let n = 0; n < 2; n++) seatAt(pool, 'b');
    clock.advance(500);
    const first = ask(pool, null);
    if (first.kind !== 'waiting') throw new Error('it did not wait for b, which may be tried');
    clock.advance(500); // now a may be tried, too
    expect(ask(pool, null).kind).toBe('waiting');
    expect(await first.granted).toMatchObject({ kind: 'seat', upstream: { name: 'a' } });
    await pool.close();
  });

  it('may make an open circuit due in the middle of a choice: nobody is lost', async () => {
    for (let before = 0; before < 40; before++) {
      const clock = new ManualClock();
      let isRunning = false;
      const tick = () => {
        if (isRunning) clock.advance(1);
        return clock.monotonic();
      };
      const upstreams = both.map((upstream) => ({ ...upstream, slots: 1 }));
      const pool = new UpstreamPool({
        ...{ upstreams, probes: false },
        clock: { now: tick, monotonic: tick, after: (ms, callback) => clock.after(ms, callback) },
      });
      failThrice(pool, 'a');
      clock.advance(500);
      failThrice(pool, 'b');
      const held = seatAt(pool, 'a');
      const ending = seatAt(pool, 'b');
      const last = ask(pool, null);
      if (last.kind !== 'waiting') throw new Error('it did not wait');
      clock.advance(500 - before); // so many readings of the clock before a is due
      isRunning = true;
      ending.release({ kind: 'aborted' });
      held.release({ kind: 'aborted' });
      expect(await last.granted).toMatchObject({ kind: 'seat' });
    }
  });
});

describe('watchers', () => {
  it('hear of changes at most twice a second, with the newest state', () => {
    const { pool, clock } = new Model();
    const heard: string[] = [];
    const stop = pool.watch(({ upstreams }) => heard.push(upstreams.map(({ mode }) => mode).join()));
    pool.setMode('a', 'paused');
    pool.setMode('b', 'draining');
    expect(heard).toEqual([]);
    clock.advance(500);
    expect(heard).toEqual(['paused,draining']);
    clock.advance(5000);
    stop();
    pool.setMode('a', 'open');
    clock.advance(500);
    expect(heard).toHaveLength(1);
  });
});
