// Promise: what the rules find is never missed by the look at the bytes in front of them.

import { describe, expect, it } from 'vitest';
import { scanBody } from '../body/body-scanner.ts';
import { traces } from './eval/corpus.ts';
import { requestsOf } from './eval/trace.ts';
import { historyOf } from './history.ts';
import { mayRepeat } from './may-repeat.ts';
import { findCounter, findNearArguments, findStuck } from './no-progress.ts';
import { findComplaints, findNearRepeat, findRounds } from './rules.ts';
import { SeenTurns } from './turns/seen-turns.ts';

describe('a look at the bytes', () => {
  it('misses nothing that the rules find', () => {
    let found = 0;
    for (const { route, body } of traces().flatMap((trace) => requestsOf({ ...trace, sends: 1 }))) {
      const index = scanBody(body, route);
      if (!index) throw new Error('the body is JSON');
      const seen = new SeenTurns();
      seen.take({ body, index, sharedBytes: 0 });
      const isQuick = mayRepeat(seen);
      const everyTurn = new Map(Array.from(seen.turns.keys(), (turn) => [turn, 0]));
      const history = historyOf(seen.features(), everyTurn);
      const steps = history.steps.filter(({ from }) => from > history.lastHuman);
      const segments = history.segments.filter(({ turn }) => turn > history.lastHuman);
      const finding =
        findRounds(history, steps) ??
        findComplaints(history, steps, segments) ??
        findNearRepeat(history, steps) ??
        findNearArguments(history, steps) ??
        findCounter(history, steps) ??
        findStuck(history, steps);
      if (!finding) continue;
      found++;
      expect(isQuick).toBe(true);
    }
    expect(found).toBeGreaterThan(500);
  });
});
