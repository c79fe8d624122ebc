// Promises: what the rules find is never missed by the glance in front of them; texts that are the same to the rules open alike.

import { describe, expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { scanBody } from '../body/body-scanner.ts';
import { traces } from './eval/corpus.ts';
import { requestsOf } from './eval/trace.ts';
import { historyOf } from './history.ts';
import { mayRepeat } from './may-repeat.ts';
import { findCounter, findNearArguments, findStuck } from './no-progress.ts';
import { findComplaints, findNearRepeat, findRounds } from './rules.ts';
import { foldSpace, maskObservation } from './turns/mask.ts';
import { SeenTurns } from './turns/seen-turns.ts';
import { agree, opening } from './turns/turn-glance.ts';

describe('a glance', () => {
  it('misses nothing that the rules find', () => {
    let found = 0;
    for (const { route, body } of traces().flatMap((trace) => requestsOf({ ...trace, sends: 1 }))) {
      const index = scanBody(body, route);
      if (!index) throw new Error('the body is JSON');
      const seen = new SeenTurns();
      seen.take({ body, index, sharedBytes: 0 });
      const isQuick = mayRepeat(seen);
      const everyTurn = new Set(seen.turns.keys());
      const history = historyOf(seen.features(), everyTurn);
      const steps = history.steps.filter(({ from }) => from > history.lastHuman);
      const segments = history.userSegments.filter(({ turn }) => turn > history.lastHuman);
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

  it('takes no two texts for different that are the same when masked', () => {
    const volatile = [
      ['2026-11-22 01:53:56', '2026-11-23 04:00:11'],
      ['Sun Nov 22 01:53:56 UTC 2026', 'November 3, 2026'],
      ['abcdabcd-abcd-abcd-abcd-abcdabcdabcd', '1bcdabcd-abcd-abcd-abcd-abcdabcdabcd'],
      ['request id abcdef', 'trace-id: zyxwvu1'],
      ['/tmp/x8Fh29k.txt', '/tmp/tmpab3cd9ef'],
      ['tmpab3cd9ef', 'tmpzz3cd9ef'],
      ['Foo@1b6d3586', 'Foo@2c7e4697'],
      ['pid 4711', 'pid 9'],
      ['7 ms', '12.5 ms'],
    ] as const;
    const piece = fc.oneof(
      fc.constantFrom(...volatile),
      fc.constantFrom(' ', '\n', '  ', 'ok', 'Done.', 'we go on to the next of them', '\u0001 a[3]:'),
    );
    const text = (pieces: (string | readonly [string, string])[], side: 0 | 1) =>
      pieces.map((one) => (typeof one === 'string' ? one : one[side])).join(' ');
    const key = (said: string) => foldSpace(maskObservation(said).text);
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
        const [a, b] = [text(pieces, 0), text(pieces, 1)];
        if (key(a) === key(b)) expect(agree(opening(a), opening(b))).toBe(true);
      }),
      { numRuns: runs(2000) },
    );
  });
});
