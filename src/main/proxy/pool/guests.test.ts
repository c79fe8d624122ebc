// Promise: no agent ever waits for a call of our own, whatever happens in whatever order; a call of our own goes as soon as there is room that no agent
// wants, and none is lost.
import { describe, expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import type { Guest } from './guests.ts';
import type { Seat } from './port.ts';
import { ManualClock } from './testing/manual-clock.ts';
import { UpstreamPool } from './upstream-pool.ts';

const NONE: ReadonlySet<string> = new Set();
const URL_A = 'http://127.0.0.1:1';

function poolOf(slots: number | null) {
  const pool = new UpstreamPool({
    ...{ upstreams: [{ name: 'a', url: URL_A, slots }], clock: new ManualClock(), probes: false },
  });
  const agent = () =>
    pool.acquire(
      { client: 'c', conversation: null, model: 'm', tried: NONE, usesSlot: true, pinnedTo: null },
      new AbortController().signal,
    );
  return { pool, agent };
}

const seated = (got: ReturnType<UpstreamPool['acquire']>): Seat => {
  if (got.kind !== 'seat') throw new Error(`an agent had to wait: ${got.kind}`);
  return got;
};
const settled = async () => {
  for (let n = 0; n < 5; n++) await Promise.resolve();
};

describe('a call of our own', () => {
  it('finds the upstream by any path of its address, and nothing elsewhere', () => {
    const { pool } = poolOf(1);
    expect(
      ['http://127.0.0.1:1/v1', 'http://localhost:1', 'http://127.0.0.1:2', 'no url'].map((url) =>
        pool.nameAt(url),
      ),
    ).toEqual(['a', 'a', undefined, undefined]);
  });

  it('waits while agents use every slot, and goes when one is given back', async () => {
    const { pool, agent } = poolOf(1);
    const seat = seated(agent());
    let guest: Guest | undefined;
    void pool.guests.ask('a', new AbortController().signal).then((came) => {
      guest = came;
    });
    await settled();
    expect([guest, pool.guests.waiting]).toEqual([undefined, 1]);
    seat.release({ kind: 'answered', status: 200 });
    await settled();
    expect(guest?.givesWay.aborted).toBe(false);
  });

  it('gives way at once to an agent that would have to wait for it, and not where there is room for both', async () => {
    for (const [slots, gives] of [
      [1, true],
      [2, false],
      [null, true],
    ] as const) {
      const { pool, agent } = poolOf(slots);
      const guest = await pool.guests.ask('a', new AbortController().signal);
      seated(agent());
      expect([slots, guest.givesWay.aborted]).toEqual([slots, gives]);
    }
  });

  it('that is not wanted any more leaves the line, and the end of the program refuses who waits', async () => {
    const { pool, agent } = poolOf(1);
    seated(agent());
    const left = new AbortController();
    const waits = pool.guests.ask('a', left.signal);
    left.abort(new Error('stopped'));
    await expect(waits).rejects.toThrow('stopped');
    const other = pool.guests.ask('a', new AbortController().signal);
    pool.stopWaiting();
    await expect(other).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(pool.guests.waiting).toBe(0);
  });

  it('property: agents are seated as if there were no guests, slots are never overbooked, and whoever can go does', async () => {
    const step = fc.record({ do: fc.constantFrom('agent', 'end', 'guest', 'leave', 'abort'), n: fc.nat(9) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.constantFrom(1, 2, 3), async (steps, slots) => {
        const { pool, agent } = poolOf(slots);
        const plain = poolOf(slots);
        const seats: [Seat, Seat][] = [];
        let inside: Guest[] = [];
        let asked: AbortController[] = [];
        for (const { do: what, n } of steps) {
          if (what === 'agent') {
            const [got, without] = [agent(), plain.agent()];
            expect(got.kind).toBe(without.kind);
            if (got.kind === 'seat' && without.kind === 'seat') seats.push([got, without]);
            // Whoever waits here is seated by a later end, in both alike; this test needs no more of it.
            else return;
          } else if (what === 'end')
            for (const seat of seats.splice(n % (seats.length + 1), 1)[0] ?? [])
              seat.release({ kind: 'answered', status: 200 });
          else if (what === 'guest') {
            const own = new AbortController();
            asked.push(own);
            void pool.guests.ask('a', own.signal).then(
              (guest) => {
                inside.push(guest);
                asked = asked.filter((one) => one !== own);
              },
              () => undefined,
            );
          } else if (what === 'leave') inside.splice(n % (inside.length + 1), 1)[0]?.leave();
          else asked.splice(n % (asked.length + 1), 1)[0]?.abort();
          await settled();
          for (const guest of inside.filter(({ givesWay }) => givesWay.aborted)) guest.leave();
          inside = inside.filter(({ givesWay }) => !givesWay.aborted);
          expect(seats.length + inside.length).toBeLessThanOrEqual(slots);
          if (asked.length > 0) expect(seats.length + inside.length).toBe(slots);
        }
      }),
      { numRuns: runs(3000) },
    );
  });
});
