// Promise: constraints in a chain hold together or not at all, by the order of their scheme alone, in the spellings people use; what is
// not understood is unknown.
import { expect, it } from 'vitest';
import { fulfils } from './constraints.ts';
import type { Scheme } from './scheme.ts';

it.each<[Scheme, string, string, boolean | null]>([
  ['pypi', '>=1.2, <2, !=1.5', '1.2.0', true],
  ['pypi', '>=1.2, <2, !=1.5', '1.5.0', false],
  ['pypi', '>=1.2, <2, !=1.5', '2.0', false],
  ['pypi', '>=1.2,<2,', '1.9', true],
  ['semver', '>= 1.0.0 <2.0.0', '2.0.0-rc.1', true],
  ['semver', '>=1.0.0 <2.0.0 || >=3.0.0', '3.1.0', true],
  ['semver', '>=1.0.0 <2.0.0 || >=3.0.0', '2.5.0', false],
  ['semver', '== 1.0.0', '1.0.0+b', true],
  ['semver', '1.0.0', '1.0.1', false],
  ['deb', '<< 1:1.0-1', '1.0-1', true],
  ['deb', '>> 1:1.0-1', '1:1.0-1', false],
  ['rpm', '<0:4.18.0-553.el8_10', '4.18.0-552.el8', true],
  ['pypi', '*', '1.0', true],
  ['pypi', '*', 'trunk', null],
  ['pypi', '', '1.0', null],
  ['pypi', '>=1.0 ||', '1.0', null],
  ['pypi', '>=', '1.0', null],
  ['pypi', '> >=1.0', '1.0', null],
  ['pypi', '>=1.0 <', '1.0', null],
  ['pypi', '=>1.0', '1.0', null],
  ['pypi', '~=1.4', '1.4', null],
  ['pypi', '<next', '1.0', null],
  ['pypi', '<1.0 and >0.5', '0.7', null],
])('%s %s holds %s: %s', (scheme, text, version, expected) => {
  expect(fulfils(scheme, text, version)).toBe(expected);
});

it('knows nothing without a scheme, nor of a text that no advisory holds', () => {
  expect(fulfils(null, '>=1.0', '1.0')).toBeNull();
  expect(fulfils('pypi', '>=1.0, '.repeat(20_000), '1.0')).toBeNull();
});
