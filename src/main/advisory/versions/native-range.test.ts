// Promise: a range in the notation of an ecosystem means the same as the VERS that is made of it; a notation or a range that is not
// understood whole gives none.
import { expect, it } from 'vitest';
import { versOfNative } from './native-range.ts';

it.each<[string, string, string | null]>([
  ['npm', '^1.1.7 || >= 2.0.1', '>=1.1.7|<2.0.0|>=2.0.1'],
  ['npm', '<=v2.0.0-alpha7', '<=2.0.0-alpha7'],
  ['npm', '*', '*'],
  ['npm', '1.0.0 || *', '*'],
  ['npm', '>1.0.0 >2.0.0', null],
  ['npm', 'latest', null],
  ['conan', '~1.2', '>=1.2|<1.3-'],
  ['conan', '^0.0.3', '>=0.0.3|<0.0.4-'],
  ['conan', '>=1 <2 || 3.1, include_prerelease', '>=1|<2|3.1'],
  ['conan', '^x', null],
  ['gem', '~>2.0.8', '>=2.0.8|<2.1'],
  ['gem', '~> 2.0, != 2.5', '>=2.0|!=2.5|<3'],
  ['gem', '~> a', null],
  ['nuget', '[1.0.0, 2.0.0)', '>=1.0.0|<2.0.0'],
  ['nuget', '(1.0,]', '>1.0'],
  ['nuget', '[1.0]', '1.0'],
  ['nuget', '1.0', '>=1.0'],
  ['nuget', '[1.0,2.0,3.0]', null],
  ['nuget', '[1.0,2.0', null],
  ['nuget', '(1.0)', null],
  ['pypi', '>= 1.0, != 1.5', '>=1.0|!=1.5'],
  ['pypi', '~=1.0', null],
  ['nginx', '0.8.40+', '>=0.8.40|<0.9.0'],
  ['nginx', '1.5.6-1.13.2', '>=1.5.6|<=1.13.2'],
  ['nginx', 'all', null],
  ['openssl', '3.0.1, 0.9.7a', '0.9.7a|3.0.1'],
  ['openssl', 'none', null],
  ['maven', '[1.0,2.0)', null],
])('%s %s', (type, native, expected) => {
  expect(versOfNative(type, native)).toBe(expected === null ? null : `vers:${type}/${expected}`);
});
