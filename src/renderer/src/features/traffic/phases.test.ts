// Promise: the bar's phases add up to the request's whole time and none is negative, also for odd measurements.

import { expect, it } from 'vitest';
import { fc } from '../../../../shared/testing/campaign.ts';
import { phasesOf } from './phases.ts';

const ms = fc.double({ min: 0, max: 1e6, noNaN: true });

it('adds up to the total when the measurements are in order', () => {
  fc.assert(
    fc.property(ms, ms, ms, ms, (addedMs, queuedMs, first, tokens) => {
      const firstByteMs = addedMs + queuedMs + first;
      const totalMs = firstByteMs + tokens;
      const sum = phasesOf({ addedMs, queuedMs, firstByteMs, totalMs }).reduce((a, p) => a + p.ms, 0);
      expect(sum).toBeCloseTo(totalMs, 4);
    }),
  );
});

it('never shows a negative phase, whatever was measured', () => {
  fc.assert(
    fc.property(ms, ms, fc.option(ms), fc.option(ms), (addedMs, queuedMs, firstByteMs, totalMs) => {
      for (const phase of phasesOf({ addedMs, queuedMs, firstByteMs, totalMs }))
        expect(phase.ms).toBeGreaterThan(0);
    }),
  );
});

it('has no token phase without a first byte', () => {
  expect(phasesOf({ addedMs: 1, queuedMs: 0, firstByteMs: null, totalMs: 30 }).map((p) => p.phase)).toEqual([
    'added',
    'firstByte',
  ]);
});
