// Between two steps of a run: no pause for little work, a turn of the loop where nobody else is there, and time for agents where they are.
import { describe, expect, it } from 'vitest';
import { Pace } from './pace.ts';

function rig() {
  let at = 1000;
  let isServing = false;
  const clock = { now: () => at, monotonic: () => at, after: () => () => undefined };
  const pace = new Pace(clock, () => isServing);
  const took = async () => {
    const began = performance.now();
    await pace.breath();
    return performance.now() - began;
  };
  return {
    pace,
    took,
    work: (ms: number) => {
      at += ms;
    },
    serve: (on: boolean) => {
      isServing = on;
    },
  };
}

/** Timers may come up to a millisecond early. */
const EARLY_MS = 1;

describe('a run between two steps', () => {
  it('pauses eight times as long as it worked while an agent is served', async () => {
    const { took, work, serve } = rig();
    serve(true);
    work(2);
    expect(await took()).toBeGreaterThan(16 - EARLY_MS);
  });

  it('pauses after an agent has asked a moment ago, and no longer once it has left', async () => {
    const { pace, took, work } = rig();
    pace.agentAsked();
    work(1500);
    expect(await took()).toBeGreaterThan(20 - EARLY_MS);
    work(600);
    expect(await took()).toBeLessThan(16);
  });

  it('never pauses longer than twenty milliseconds, however long it waited for a model', async () => {
    const { took, work, serve } = rig();
    serve(true);
    work(60_000);
    expect(await took()).toBeLessThan(200);
  });

  it('goes on at once after little work, and lets others run after more', async () => {
    const { pace, work, serve } = rig();
    const order: string[] = [];
    serve(true);
    work(0.2);
    const little = pace.breath().then(() => order.push('little work'));
    setImmediate(() => order.push('another'));
    await little;
    serve(false);
    work(1);
    await pace.breath().then(() => order.push('more work'));
    expect(order).toEqual(['little work', 'another', 'more work']);
  });
});
