// The part of the registry that reads versions and ranges of versions: the text is a version of every scheme, as long as one may be, or a
// range in every notation. Used by scanners.ts.
import { compare, MAX_VERSION_CHARS } from '../../src/main/advisory/versions/compare.ts';
import { fulfils, MAX_RANGE_CHARS } from '../../src/main/advisory/versions/constraints.ts';
import { SCHEMES, schemeNamed } from '../../src/main/advisory/versions/scheme.ts';
import { readVers } from '../../src/main/advisory/versions/vers.ts';
import { atomsOf } from './alphabets.ts';
import type { Scanner } from './scanners.ts';

const ROOM = 'main/advisory/versions';
const within = (files: string): string[] => files.split(' ').map((file) => `${ROOM}/${file}`);
const words = (text: string): string[] => text.split(' ');

const ATOMS = [
  ...words('0 1 01 10 1.0 .0 -0 -1 _1 ~ ~~ ^ ^1 + +b : 1: ! 1! . .. - -- _ a b rc r p A z é v x X *'),
  ...words(
    'alpha beta .rc1 -SNAPSHOT .Final .post .dev _p1 _alpha -r1 -1.el8 dev- 2024-01-01T00:00:00 Z +00:00',
  ),
  ...words(
    '> >= < <= != = == ~> || | , 1.0.0 >=1.0.0 <2.0.0 1.0.0| %25 %2 vers:npm/ vers:deb/ vers: / [ ] ( )',
  ),
  ' ',
  ' - ',
  '0'.repeat(40),
  '9'.repeat(40),
  'a'.repeat(40),
  '.1'.repeat(40),
  '-1'.repeat(40),
];

const atoms = [...ATOMS, ...atomsOf(['marks', 'punctuation', 'space'])];

/** What is made up, against itself and against a part of itself; and as the name of a scheme. */
function* comparedInAll(text: string): Generator<unknown> {
  yield schemeNamed(text);
  for (const scheme of SCHEMES) yield [compare(scheme, text, text), compare(scheme, text, text.slice(0, -1))];
}

const VERS_TYPES = ['npm', 'deb', 'lexicographic'];

/** As it came, and where its notation expects it. */
function* askedInAll(text: string): Generator<unknown> {
  for (const scheme of SCHEMES) yield fulfils(scheme, text, '1.0.0');
  for (const type of VERS_TYPES) yield readVers(`vers:${type}/${text}`);
  yield readVers(text);
}

export const VERSION_SCANNERS: readonly Scanner[] = [
  {
    name: 'a version of any scheme',
    modules: within(
      'compare scheme schemes/rules schemes/semver schemes/go schemes/rpm schemes/deb schemes/pep440 schemes/maven schemes/apk schemes/gentoo schemes/gem schemes/nuget schemes/composer schemes/conan schemes/alpm schemes/openssl schemes/integers schemes/datetime',
    ),
    atoms,
    most: MAX_VERSION_CHARS,
    ways: 4 * SCHEMES.length,
    holdMs: 15,
    steps: comparedInAll,
  },
  {
    name: 'a range of versions in any notation',
    modules: within('constraints vers'),
    atoms,
    most: MAX_RANGE_CHARS - 20,
    ways: SCHEMES.length + VERS_TYPES.length + 1,
    holdMs: 50,
    steps: askedInAll,
  },
];
