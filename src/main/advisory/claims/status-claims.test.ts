// Promise: a brief that calls the fix affected, or good what lies below it, or turns a range round, or leads to what is older, is found; what is so, and what nobody can compare, is not.
import { expect, it } from 'vitest';
import { statusFaults } from './status-claims.ts';

/** From 2.0.0 to before 2.3.0; 2.3.0 mends it. */
const parts = {
  isFix: (version: string) => version === '2.3.0',
  liesInAffectedRange: (version: string) =>
    /^2\.[0-2]\./.test(version) ? true : version === '9.9.9' ? null : false,
  compares: (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0),
};
const faults = (text: string, isRemedy = false) =>
  statusFaults({ text, ids: [1], isRemedy, start: 0, end: text.length }, parts).map(({ words }) => words);

it.each([
  ['2.3.0 is affected.', 'Calls affected what mends it'],
  ['Affected up to and including 2.3.0.', 'Calls affected what mends it'],
  ['Versions from 2.3.0 on are vulnerable.', 'Calls affected what mends it'],
  ['2.3.0 and later are still vulnerable.', 'Calls affected what mends it'],
  ['The flaw was introduced in 2.3.0.', 'Calls affected what mends it'],
  ['2.3.0 contains the flaw.', 'Calls affected what mends it'],
  ['Versions before 2.3.0 are not affected.', 'Calls good what lies below the fix'],
  ['Nothing below 2.3.0 is vulnerable.', 'Calls good what lies below the fix'],
  ['Older than 2.3.0 means safe.', 'Calls good what lies below the fix'],
  ['Affected are versions from 2.3.0 before 2.0.0.', 'A range whose ends are turned round'],
  ['Avoid 2.3.0.', 'Leads away from what mends it'],
])('of %j says: %s', (text, found) => {
  expect(faults(text)).toContain(found);
});

it.each(['Take the release before 2.3.0.', 'Anything older than 2.3.0 will do.'])(
  'leads below: %j',
  (text) => {
    expect(faults(text, true)).toEqual(['Leads to a version below the fix']);
  },
);

it.each([
  'Versions before 2.3.0 are affected.',
  'Versions from 2.0.0 up to but not including 2.3.0 are affected.',
  'From 2.0.0 before 2.3.0 all are vulnerable.',
  '2.1.0 is affected, and 2.3.0 mends it.',
  'Versions before 2.3.0 are not safe.',
  'The fix was introduced in 2.3.0.',
  '9.9.9 is affected.',
])('has nothing against %j', (text) => {
  expect(faults(text)).toEqual([]);
});

it.each(['If you are below 2.3.0, upgrade to 2.3.0.', 'Upgrade what is older than 2.3.0 to 2.3.0.'])(
  'has nothing against the remedy %j',
  (text) => {
    expect(faults(text, true)).toEqual([]);
  },
);
