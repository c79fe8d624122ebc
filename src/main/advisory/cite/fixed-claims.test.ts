// Promise: a version that is called fixed, or that is advised outside of the remediation, is no affected one; what nobody can compare, denies or only tells of is left alone.
import { expect, it } from 'vitest';
import { citationsIn } from './citations.ts';
import { type FixedParts, fixedFaults } from './fixed-claims.ts';
import { readBrief } from './reading.ts';

/** Fixed in 1.5.2 and 2.0.1; 1.4.0 is affected, and nothing is known of others. */
const parts: FixedParts = {
  isFix: (version) => ['1.5.2', '2.0.1'].includes(version.replace(/^v/, '')),
  isBad: (version) => (version === '1.4.0' ? true : null),
  isDisputed: false,
};
const faults = (text: string, more: Partial<FixedParts> = {}) => {
  const reading = readBrief(text);
  return fixedFaults(reading, citationsIn(reading).citations, { ...parts, ...more }).map(
    ({ reason, version }) => `${reason} ${version}`,
  );
};

it.each([
  ['It is fixed in 1.4.0 [1].', ['called fixed 1.4.0']],
  ['It is fixed in 1.5.2, 2.0.1 or 1.4.0 [1].', ['called fixed 1.4.0']],
  ['The fixed version is `1.4.0` [1].', ['called fixed 1.4.0']],
  ['1.4.0 fixes it [1].', ['called fixed 1.4.0']],
  ['1.4.0 is not affected [1].', ['called fixed 1.4.0']],
  ['### Fixed in 1.4.0', ['called fixed 1.4.0']],
  ['| Package | Fixed in |\n|---|---|\n| a | 1.4.0 [1] |', ['called fixed 1.4.0']],
  ['You should downgrade to 1.4.0 [1].', ['advised 1.4.0']],
  ['You should downgrade Tide.Net to 1.4.0 [1].', ['advised 1.4.0']],
  ['Use 1.4.0 [1].', ['advised 1.4.0']],
  ['It is not fixed in 1.4.0 [1].', []],
  ['It is fixed in v1.5.2, and 1.4.0 is affected [1].', []],
  ['Web uses 1.4.0, to be upgraded from 1.4.0 to 1.5.2 [1].', []],
  ['It is fixed in 7.7.7 [1].', []],
  ['## Remediation\n\nUpgrade to 1.4.0 [1].', []],
])('of %j finds %j', (text, found) => {
  expect(faults(text)).toEqual(found);
});

it('leaves alone who is told of, where somebody does call it good', () => {
  expect(faults('Harbour Works says that 1.4.0 is not affected [1].', { isDisputed: true })).toEqual([]);
});
