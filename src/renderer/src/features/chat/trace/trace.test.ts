// Promise: a run over time is drawn to scale, every bar is to be seen, and what gates held back is told.
import { expect, it } from 'vitest';
import { aCall, aMessage, anAnswer, anEnd } from '../chat.fixture.ts';
import { placeOf, traceOf } from './trace.ts';

it('places turns and calls from the beginning of the run', () => {
  const blocked = { gate: 'intent', verdict: 'blocked', code: null, reason: 'It may write.' } as const;
  const passed = { gate: 'schema', verdict: 'passed', code: null, reason: null } as const;
  const { spanMs, bars } = traceOf([
    aMessage({ at: 5000 }),
    anAnswer({ at: 5100, ms: 400 }),
    aCall({ at: 5500, ms: 250, gates: [passed, blocked] }),
    anEnd({ at: 6000, ms: 1000 }),
  ]);
  expect(spanMs).toBe(1000);
  expect(bars.map(({ from, ms }) => [from, ms])).toEqual([
    [100, 400],
    [500, 250],
  ]);
  expect(bars[1]?.blocked).toEqual([blocked]);
});

it('is as long as its longest part, and never of no length', () => {
  expect(traceOf([aMessage({ at: 0 }), anAnswer({ at: 100, ms: 3000 })]).spanMs).toBe(3100);
  expect(traceOf([]).spanMs).toBe(1);
  expect(traceOf([aMessage({ at: 900 }), anAnswer({ at: 100, ms: null })]).bars[0]).toMatchObject({
    from: 0,
    ms: 0,
  });
});

it('shows the shortest, and lets nothing stand beyond the end', () => {
  expect(placeOf({ from: 0, ms: 0 }, 1000).width).toBeGreaterThan(0.5);
  const { left, width } = placeOf({ from: 1000, ms: 0 }, 1000);
  expect(left + width).toBeLessThanOrEqual(100);
  expect(placeOf({ from: 250, ms: 500 }, 1000)).toEqual({ left: 25, width: 50 });
});
