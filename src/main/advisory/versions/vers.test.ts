// Promise: only a canonical VERS is read, and what is refused has its reason; a version is in a range as the specification has it; what
// we write we read again.
import { describe, expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';

import type { Comparator } from './constraints.ts';
import { inVers, readVers } from './vers.ts';

const within = (text: string, version: string): boolean | null | string => {
  const read = readVers(text);
  return read.ok ? inVers(read.vers, version) : read.reason;
};

describe('a range', () => {
  it.each<[string, readonly string[], readonly (boolean | null)[]]>([
    [
      'vers:npm/1.2.3|>=2.0.0|<5.0.0',
      ['1.2.3', '1.2.4', '2.0.0', '4.9.9', '5.0.0'],
      [true, false, true, true, false],
    ],
    ['vers:gem/>=2.2.0|!=2.2.1|<2.3.0', ['2.2', '2.2.1', '2.2.2', '2.3.0'], [true, false, true, false]],
    ['vers:pypi/<=1.0|>=2.0', ['0.1', '1.0.0', '1.5', '2.0', '3'], [true, true, false, true, true]],
    ['vers:deb/<1:2.0-1', ['1.9', '1:2.0-1~bpo', '1:2.0-1'], [true, true, false]],
    ['vers:pypi/>1.0', ['1.0', '1.0.post1'], [false, true]],
    ['vers:pypi/!=1.5', ['1.5.0', '1.4'], [false, true]],
    ['vers:pypi/1.0|!=1.5', ['1.0', '1.2', '1.5'], [true, false, false]],
    ['vers:npm/*', ['1.0.0'], [true]],
    ['vers:all/*', ['whatever'], [true]],
    ['vers:none/*', ['1.0.0'], [false]],
    ['vers:npm/<2.0.0', ['latest', '2.0.0-rc.1'], [null, true]],
  ])('%s', (text, versions, expected) => {
    expect(versions.map((version) => within(text, version))).toEqual(expected);
  });
});

it.each([
  ['a blank', 'vers:npm/>=1.0.0| <2.0.0'],
  ['what is no ASCII', 'vers:npm/1.0.0é'],
  ['upper case', 'vers:NPM/1.0.0'],
  ['another scheme of URI', 'purl:npm/1.0.0'],
  ['nothing behind the slash', 'vers:npm/'],
  ['no slash', 'vers:npm'],
  ['a type without an order', 'vers:generic/1.0'],
  ['a pipe at the beginning', 'vers:npm/|1.0.0'],
  ['a pipe at the end', 'vers:npm/1.0.0|'],
  ['a doubled pipe', 'vers:npm/1.0.0||2.0.0'],
  ['an order that is not ascending', 'vers:npm/>=2.0.0|<1.0.0'],
  ['a version twice', 'vers:npm/>=1.0.0|<1.0.0'],
  ['a version twice, in two spellings', 'vers:pypi/1.0|1.0.0'],
  ['a bound that says nothing new', 'vers:npm/>1.0.0|>=2.0.0'],
  ['a version within what is open', 'vers:npm/>=1.0.0|2.0.0'],
  ['a star beside others', 'vers:npm/*|1.0.0'],
  ['all with constraints', 'vers:all/1.0.0'],
  ['a comparator without a version', 'vers:npm/>='],
  ['the sign of equality', 'vers:npm/=1.0.0'],
  ['what is no version', 'vers:npm/<next'],
  ['a percent sign that encodes nothing', 'vers:lexicographic/1%2G'],
  ['an encoding in lower case', 'vers:lexicographic/1%3e'],
  ['an encoding that was not needed', 'vers:lexicographic/1%41'],
  ['colons of a moment encoded', 'vers:datetime/2024-01-01T00%3A00%3A00Z'],
  ['a moment in lower case', 'vers:datetime/2024-01-01t00:00:00z'],
])('refuses %s', (_, text) => {
  expect(readVers(text)).toEqual({ ok: false, reason: expect.stringMatching(/^.{8,}$/) });
});

it('decodes a version once', () => {
  const read = readVers('vers:lexicographic/1%252F0|>a%3Eb');
  expect(
    read.ok && typeof read.vers.constraints !== 'string' && read.vers.constraints.map((c) => c.version.text),
  ).toEqual(['1%2F0', 'a>b']);
});

it('refuses a text longer than any range', () => {
  expect(within(`vers:npm/${'1.0.0|'.repeat(20_000)}2.0.0`, '1.0.0')).toBe('too long');
});

const COMPARATORS: readonly Comparator[] = ['=', '!=', '<', '<=', '>', '>='];

it('takes each bound for what it says', () => {
  const constraint = fc.tuple(fc.constantFrom(...COMPARATORS), fc.integer({ min: 0, max: 12 }));
  fc.assert(
    fc.property(
      fc.uniqueArray(constraint, { minLength: 1, maxLength: 5, selector: String }),
      fc.integer({ min: -1, max: 13 }),
      (drawn, n) => {
        const sorted = [...drawn].sort(([, a], [, b]) => a - b);
        const spelt = sorted.map(([comparator, at]) => `${comparator === '=' ? '' : comparator}1.${at}`);
        const text = `vers:pypi/${spelt.join('|')}`;
        if (!readVers(text).ok) return;
        // the union of the intervals between signposts, counted out one by one
        const holds = (comparator: Comparator, at: number): boolean =>
          ({ '=': n === at, '!=': n !== at, '<': n < at, '<=': n <= at, '>': n > at, '>=': n >= at })[
            comparator
          ];
        const excluded = sorted.some(([comparator, at]) => comparator === '!=' && n === at);
        const positive = sorted.filter(([comparator]) => comparator !== '!=');
        const chains = positive.map(([comparator, at], index) => {
          const before = positive[index - 1];
          const isClosing = comparator.startsWith('<') && before?.[0].startsWith('>') === true;
          const isOpening = comparator.startsWith('>') && positive[index + 1]?.[0].startsWith('<') === true;
          if (isOpening) return false;
          return holds(comparator, at) && (!isClosing || holds(before[0], before[1]));
        });
        const expected = !excluded && (positive.length === 0 || chains.includes(true));
        expect([text, n, within(text, n < 0 ? '0.5' : `1.${n}`)]).toEqual([text, n, expected]);
      },
    ),
    { numRuns: runs(20_000) },
  );
});
