// Promise: one question answers for every kind of range, and a VERS of another scheme than the version's says nothing of it.
import { expect, it } from 'vitest';
import { contains, type VersionRange } from './contains.ts';

const OSV: VersionRange = {
  kind: 'osv',
  ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '2.0' }] }],
  versions: ['2.5'],
};

it('asks ranges of OSV with their list', () => {
  expect(['1.0', '2.0', '2.5.0'].map((version) => contains('pypi', OSV, version))).toEqual([
    true,
    false,
    true,
  ]);
});

it('asks chains of constraints', () => {
  expect(contains('rpm', { kind: 'constraints', text: '<1.2-3' }, '1.2-2')).toBe(true);
});

it('asks a VERS of its own scheme alone', () => {
  const range: VersionRange = { kind: 'vers', text: 'vers:cargo/<2.0.0' };
  expect([
    contains('semver', range, '1.0.0'),
    contains('pypi', range, '1.0.0'),
    contains(null, range, '1.0.0'),
  ]).toEqual([...[true, null, null]]);
  expect(contains(null, { kind: 'vers', text: 'vers:all/*' }, 'x')).toBe(true);
  expect(contains('semver', { kind: 'vers', text: 'vers:npm/2.0.0|1.0.0' }, '1.0.0')).toBeNull();
});
