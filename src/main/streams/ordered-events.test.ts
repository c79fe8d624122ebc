// Promises: who follows, and comes back with the id it had last, is told each event once and in order, or that there is a gap and
// nothing after it is missed; whoever is slow takes no memory; an abort ends it. Whatever the interleaving.

import { describe, expect, it } from 'vitest';
import { fc } from '../../shared/testing/campaign.ts';
import { ManualClock } from '../proxy/pool/testing/manual-clock.ts';
import { OrderedEvents, type Told } from './ordered-events.ts';

const KEEP = 4;
const MS = 16;

function start(epoch = 'one') {
  const clock = new ManualClock();
  const events = new OrderedEvents<number>({ epoch, clock, keep: KEEP, everyMs: MS });
  let last = 0;
  const add = (count = 1) => {
    for (let n = 0; n < count; n++) events.add(++last);
  };
  return { clock, events, add };
}

const GAP = { events: null };
type Stream = AsyncGenerator<Told<number>, void, void>;
const settled = () => new Promise<'nothing'>((resolve) => setImmediate(() => resolve('nothing')));
/** What is told next, or that nothing is, now. */
const told = async (next: ReturnType<Stream['next']>) => Promise.race([next, settled()]);

describe('following', () => {
  it('begins with a gap, after which nothing is missed, even what happens before it is taken', async () => {
    const { clock, events, add } = start();
    add(2);
    const stream = events.follow(undefined);
    const first = stream.next();
    add();
    expect((await first).value).toMatchObject(GAP);
    add();
    clock.advance(MS);
    expect((await stream.next()).value).toMatchObject({ events: [3, 4] });
  });

  it.each([
    ['with the newest: nothing', 6, 'nothing'],
    ['with the one before: that one', 5, [6]],
    ['with the one before the oldest that is kept: all that is kept', 2, [3, 4, 5, 6]],
    ['with one older: a gap', 1, null],
  ])('goes on %s', async (_name, had, expected) => {
    const { clock, events, add } = start();
    const ids: string[] = [];
    const before = events.follow(undefined);
    ids.push(((await before.next()).value as Told<number>).id);
    for (let n = 0; n < 6; n++) {
      add();
      clock.advance(MS);
      ids.push(((await before.next()).value as Told<number>).id);
    }
    const stream = events.follow(ids[had]);
    const next = stream.next();
    if (expected === 'nothing') {
      expect(await told(next)).toBe('nothing');
      add();
      clock.advance(MS);
      expect((await next).value).toMatchObject({ events: [7] });
    } else {
      expect((await next).value).toMatchObject({ id: ids[6], events: expected });
    }
  });

  it.each([
    ['of another run of the program', (id: string) => id.replace('one', 'two')],
    ['of an event that has not been', (id: string) => id.replace('2', '3')],
    ['that is none', () => 'no id'],
    ['that is no number', () => '-1.one'],
  ])('begins with a gap for an id %s', async (_name, change) => {
    const { events, add } = start();
    add(2);
    const { id } = (await events.follow(undefined).next()).value as Told<number>;
    expect(change(id)).not.toBe(id);
    expect((await events.follow(change(id)).next()).value).toEqual({ id, ...GAP });
  });

  it('finds a gap when it was too slow for what is kept, and the newest after it', async () => {
    const { clock, events, add } = start();
    const stream = events.follow(undefined);
    await stream.next();
    add(KEEP + 1);
    clock.advance(MS);
    expect((await stream.next()).value).toMatchObject(GAP);
    add();
    clock.advance(MS);
    expect((await stream.next()).value).toMatchObject({ events: [KEEP + 2] });
  });

  it('finds a gap where what happened was cut off, live and when it comes back', async () => {
    const { clock, events, add } = start();
    const stream = events.follow(undefined);
    await stream.next();
    add();
    clock.advance(MS);
    const { id } = (await stream.next()).value as Told<number>;
    events.cut();
    clock.advance(MS);
    expect((await stream.next()).value).toMatchObject(GAP);
    expect((await events.follow(id).next()).value).toMatchObject(GAP);
    add(2);
    clock.advance(MS);
    expect((await stream.next()).value).toMatchObject({ events: [2, 3] });
  });

  it('hears of events in bundles, however quick it is', async () => {
    const { clock, events, add } = start();
    const stream = events.follow(undefined);
    await stream.next();
    add();
    clock.advance(MS);
    expect((await stream.next()).value).toMatchObject({ events: [1] });
    add();
    const next = stream.next();
    expect(await told(next)).toBe('nothing');
    add();
    clock.advance(MS);
    expect((await next).value).toMatchObject({ events: [2, 3] });
  });

  it('ends when it is aborted, waiting or not begun, and nothing is left of it', async () => {
    const { clock, events, add } = start();
    const abort = new AbortController();
    const stream = events.follow(undefined, abort.signal);
    await stream.next();
    const next = stream.next();
    abort.abort();
    expect((await next).done).toBe(true);
    expect((await events.follow(undefined, abort.signal).next()).done).toBe(true);
    add();
    expect(clock.pending).toBe(0); // nobody to tell
  });

  it('ends when it is aborted in the midst of more than is told at once', async () => {
    const clock = new ManualClock();
    const events = new OrderedEvents<number>({ epoch: 'one', clock, keep: 10_000, everyMs: MS });
    const abort = new AbortController();
    for (let n = 1; n <= 2500; n++) events.add(n);
    const stream = events.follow('0.one', abort.signal);
    expect((await stream.next()).value?.events).toHaveLength(1000);
    abort.abort();
    expect((await stream.next()).done).toBe(true);
    const counts: (number | undefined)[] = [];
    const whole = events.follow('0.one');
    for (let n = 0; n < 3; n++) counts.push((await whole.next()).value?.events?.length);
    expect(counts).toEqual([1000, 1000, 500]);
  });
});

it('tells each event once and in order between two gaps, whatever the interleaving', async () => {
  const Step = fc.oneof(
    fc.record({ kind: fc.constant('add' as const), count: fc.integer({ min: 1, max: KEEP + 2 }) }),
    fc.constantFrom(
      { kind: 'read' as const },
      { kind: 'tick' as const },
      { kind: 'leave' as const },
      { kind: 'cut' as const },
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { maxLength: 40 }), async (steps) => {
      const { clock, events } = start();
      const all: number[] = [];
      /** What a follower knows: how many of all events it has taken in, by being told or by reading everything at a gap. */
      let known = 0;
      let id: string | undefined;
      let stream = events.follow(undefined);
      let next: ReturnType<Stream['next']> | undefined;
      /** The newest event that was told since the last gap. */
      let newest: number | undefined;
      const read = async () => {
        next ??= stream.next();
        const result = await told(next);
        if (result === 'nothing') return false;
        next = undefined;
        const value = result.value as Told<number>;
        id = value.id;
        if (value.events === null) [known, newest] = [all.length, undefined];
        // A snapshot may hold what is told after it, too: never less.
        else
          for (const event of value.events) {
            expect(event).toBeLessThanOrEqual(known + 1);
            if (newest !== undefined) expect(event).toBe(newest + 1);
            newest = event;
            known = Math.max(known, event);
          }
        return true;
      };
      for (const step of steps) {
        if (step.kind === 'add') for (let n = 0; n < step.count; n++) events.add(all.push(all.length + 1));
        if (step.kind === 'cut') events.cut();
        if (step.kind === 'tick') clock.advance(MS);
        if (step.kind === 'read') await read();
        if (step.kind === 'leave') {
          // What was on its way is lost with the connection, and its id never came.
          stream = events.follow(id);
          next = undefined;
        }
      }
      clock.advance(MS);
      while (await read());
      expect(known).toBe(all.length);
    }),
  );
});
