// Promise: a preview is 600 code points and an ellipsis, and no sign in it is cut in two.
import { expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { preview } from './preview.ts';

const FAMILY = '👨‍👩‍👧‍👦';

it.each([
  ['', ''],
  ['short', 'short'],
  ['x'.repeat(600), 'x'.repeat(600)],
  ['x'.repeat(601), `${'x'.repeat(600)}…`],
  ['😀'.repeat(600), '😀'.repeat(600)],
  ['😀'.repeat(601), `${'😀'.repeat(600)}…`],
  // A sign of seven code points that begins at the 595th does not fit.
  [`${'x'.repeat(594)}${FAMILY}y`, `${'x'.repeat(594)}…`],
  [`${'x'.repeat(593)}${FAMILY}y`, `${'x'.repeat(593)}${FAMILY}…`],
  // An accent belongs to its letter.
  [`${'x'.repeat(599)}e\u0301`, `${'x'.repeat(599)}…`],
  [`${'x'.repeat(599)}\r\ny`, `${'x'.repeat(599)}…`],
  // One sign without an end is cut all the same.
  [`e${'\u0301'.repeat(700)}`, `e${'\u0301'.repeat(599)}…`],
  ['a\ud800b', 'a\ufffdb'],
])('of case %#', (text, shown) => {
  expect(preview(text)).toBe(shown);
});

it('begins as its text does, has at most 600 code points, and is well formed', () => {
  const text = fc.string({ unit: 'binary', minLength: 550, maxLength: 700 });
  fc.assert(
    fc.property(text, (given) => {
      const shown = preview(given);
      expect(shown.isWellFormed()).toBe(true);
      expect([...shown].length).toBeLessThanOrEqual(601);
      expect(given.toWellFormed().startsWith(shown.replace(/…$/, ''))).toBe(true);
    }),
    { numRuns: runs(300) },
  );
});
