// Promise: a range of npm is spelt out as node-semver spells it out, and holds what lies between its bounds, prereleases like any other.
import { Range } from 'semver';
import { expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { inNpmRange, writeNpmRange } from './npm-range.ts';

/** As node-semver has it; null for what it refuses. */
function theirs(range: string, prereleases: boolean): string | null {
  try {
    return new Range(range, { includePrerelease: prereleases }).range || '*';
  } catch {
    return null;
  }
}

const PART = fc.constantFrom('0', '0', '1', '2', '10', 'x', '*', 'X');
const VERSION = fc
  .tuple(
    fc.constantFrom('', '', 'v'),
    fc.array(PART, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('', '', '', '-alpha.1', '-0', '+b'),
  )
  .map(([before, parts, end]) => before + parts.join('.') + end);
const BOUND = fc
  .tuple(
    fc.constantFrom('', '', '=', '<', '<=', '>', '>=', '~', '~>', '^'),
    fc.constantFrom('', '', ' '),
    VERSION,
  )
  .map((parts) => parts.join(''));
const CHAIN = fc.oneof(
  fc.array(BOUND, { maxLength: 3 }).map((bounds) => bounds.join(' ')),
  // node-semver keeps a `v` in the words of a hyphenated range, which changes nothing
  fc
    .tuple(VERSION, VERSION)
    .map((ends) => ends.map((end) => end.replace('v', '')))
    .map(([from, to]) => `${from} - ${to}`),
);
const RANGE = fc.array(CHAIN, { minLength: 1, maxLength: 3 }).map((chains) => chains.join(' || '));

/** Node-semver passes over a number behind an x where it follows ^, ~ or a hyphen; to us it is a mistake everywhere. */
const GAP = /[xX*]\.[0-9]/;

it('is written as node-semver writes it', () => {
  fc.assert(
    fc.property(RANGE, fc.boolean(), (range, prereleases) => {
      const expected = GAP.test(range) ? null : theirs(range, prereleases);
      expect([range, writeNpmRange(range, { prereleases })]).toEqual([range, expected]);
    }),
    { numRuns: runs(20_000) },
  );
});

it.each<[string, string, boolean | null]>([
  ['^1.2.3', '1.9.0', true],
  ['^1.2.3', '1.2.3-rc.1', false],
  ['^1.2.3', '2.0.0-rc.1', false],
  ['^1.2.3', '1.3.0-rc.1', true],
  ['<2.0.0', '2.0.0-rc.1', true],
  ['~1.2 || 3.x', '3.4.5', true],
  ['1.2.3 - 2', '2.9.9', true],
  ['>x', '1.0.0', false],
  ['', '1.0.0', true],
  ['latest', '1.0.0', null],
  ['^1.2.3', 'latest', null],
  ['1.x.3', '1.0.3', null],
  ['>= <1.0.0', '0.1.0', null],
])('%s holds %s: %s', (range, version, expected) => {
  expect(inNpmRange(range, version, { prereleases: false })).toBe(expected);
});

it('refuses a text longer than any range', () => {
  expect(writeNpmRange('1 || '.repeat(20_000), { prereleases: false })).toBeNull();
});
