// Promise: versions are ordered as their own ecosystem orders them, the order is one (nothing is before itself, nothing goes round), and
// what is no version, too long or of no known scheme is unknown instead of guessed at. Numbers have no greatest.
import { describe, expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { processorTime } from '../../../shared/testing/processor-time.ts';
import { compare, MAX_VERSION_CHARS, orderVersions, versionOf } from './compare.ts';
import { SCHEMES, type Scheme } from './scheme.ts';

/** Ascending, and what stands in one group is equal. Our own examples of what each ecosystem documents. */
const ASCENDING: { readonly [S in Scheme]: readonly string[] } = {
  semver: [
    '0.0.0-0',
    '1.0.0-1|v1.0.0-1+b',
    '1.0.0-1.x',
    '1.0.0-alpha',
    '1.0.0|1.0.0+b|v1.0.0',
    '1.0.10',
    '2.0.0',
  ],
  golang: [
    '0.0.0-20191109021931-daa7c04131f5|v0.0.0-20191109021931-daa7c04131f5',
    'v1.0.0-rc.1',
    'v1|v1.0|1.0.0|v1.0.0+incompatible',
    'v1.2|v1.2.0',
    'v1.10.0',
  ],
  pub: ['1.0.0-dev', '1.0.0', '1.0.0+1', '1.0.0+2', '1.0.0+10', '1.0.0+a', '1.0.1-0'],
  rpm: [
    '1.0~rc1',
    '1.0~rc1^git2',
    '1.0-0.9.fc40',
    '1.0-1.el9|0:1.0-1.el9|1.0-01_el9',
    '1.0-1.el9_2',
    '1.0^20240101-1',
    '1.0a-1',
    '1.0.1-1',
    '1.10-1',
    '1:0.1-1',
  ],
  deb: [
    '1.0~~',
    '1.0~rc1-1',
    '1.0|1.0-0|0:1.0-0',
    '1.0-1~bpo12+1',
    '1.0-1',
    '1.0-1+deb12u1',
    '1.0-1.1',
    '1.0+dfsg-1',
    '1.0.1-1',
    '1.10-1',
    '2:0.1',
  ],
  apk: [
    '1.0_alpha',
    '1.0_alpha1',
    '1.0_rc2-r5',
    '1.0',
    '1.0-r1',
    '1.0_git20240101',
    '1.0_p1',
    '1.0a',
    '1.0.1',
    '1.01',
    '1.1',
    '1.10-r0',
  ],
  alpm: ['1.0alpha', '1.0b', '1.0rc', '1.0|1.0-1', '1.0.a', '1.0.1-1', '1.0.1-2', '1:0.1-1'],
  gentoo: [
    '1.0_alpha',
    '1.0_pre1',
    '1.0_rc',
    '1.0|1.0-r0',
    '1.0-r1',
    '1.0_p1',
    '1.0b',
    '1.0.0',
    '1.01',
    '1.1',
    '1.10',
  ],
  pypi: [
    '1.0.dev1',
    '1.0a1.dev1',
    '1.0a1|1.0.0-alpha_1|v1.0A1',
    '1.0b2',
    '1.0rc1|1.0c1|1.0-preview1',
    '1.0|1|1.0.0',
    '1.0+abc',
    '1.0+abc.5',
    '1.0+5',
    '1.0.post1.dev2',
    '1.0.post1|1.0-1|1.0r1',
    '1.0.1',
    '1.10',
    '1!0.1',
  ],
  maven: [
    '1.0-alpha-1|1.0a1|1-ALPHA1',
    '1.0-beta2',
    '1.0-M3|1.0-milestone-3',
    '1.0-RC1|1.0.CR1',
    '1.0-SNAPSHOT',
    '1.0|1|1.0.0.Final|1-ga|1.0.RELEASE',
    '1.0-sp1',
    '1.0-jre8',
    '1.0-1',
    '1.0.1-RC1',
    '1.0.1',
    '1.10',
  ],
  gem: [
    '1.0.0.a',
    '1.0.0.a.1',
    '1.0.0.pre',
    '1.0.0-1|1.0.0.pre.1',
    '1.0|1|1.0.0',
    '1.0.1.rc2',
    '1.0.1',
    '1.10',
  ],
  nuget: [
    '1.0.0-ALPHA|1.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-beta',
    '1.0|1|1.0.0.0|1.0.0+x|1.00',
    '1.0.0.1',
    '1.10',
  ],
  composer: [
    '1.0-dev',
    '1.0-alpha',
    '1.0-alpha2|v1.0.0a2',
    '1.0-beta1',
    '1.0-RC1|1.0.0RC.1',
    '1.0|1.0.0.0|v1|1.0-stable|1.0.0+b',
    '1.0-p1|1.0.0-patch1|1.0pl1',
    '1.0.1',
    '1.10',
  ],
  conan: [
    '1.0-',
    '1.0-alpha.3',
    '1.0-alpha.22',
    '1.0|1|1.0.0',
    '1.0+b1|1.0.0+b1.0',
    '1.0+b2',
    '1.0.1',
    '1.10',
    '1.a',
  ],
  openssl: [
    '0.9.8',
    '0.9.8z',
    '0.9.8za',
    '1.0.2-beta1',
    '1.0.2',
    '1.0.2a',
    '1.1.0-pre1',
    '3.0.0-alpha1',
    '3.0.0',
    '3.0.10',
  ],
  cran: ['0.1-1', '0.1.2|0.01-2', '0.1-10', '1.0', '1.0-0|1.0.0', '1.0.1'],
  integers: ['1', '1.0', '1.0.0', '1.0.1|1.0.01', '1.10', '10'],
  intdot: ['1', '1.0|1.0-rc1', '1.2', '1.10|1.010'],
  datetime: [
    '1969-12-31T23:59:59Z',
    '2024-02-29T00:00:00+02:00',
    '2024-02-29T00:00:00Z|2024-02-28T19:00:00-05:00|2024-02-29T00:00:00.000Z',
    '2024-02-29T00:00:00.09Z',
    '2024-02-29T00:00:00.9Z',
  ],
  lexicographic: ['A', 'a', 'aa', 'ä', '￿', '😀'],
};

describe.each(SCHEMES)('%s', (scheme) => {
  it('orders as documented', () => {
    const groups = ASCENDING[scheme].map((group) => group.split('|'));
    for (const [at, group] of groups.entries()) {
      for (const version of group) {
        for (const equal of group)
          expect([version, equal, compare(scheme, version, equal)]).toEqual([version, equal, 0]);
        for (const later of groups.slice(at + 1).flat())
          expect([version, later, compare(scheme, version, later)]).toEqual([version, later, -1]);
      }
    }
  });

  it('is an order: nothing is before itself, and what is before is not behind', () => {
    fc.assert(
      fc.property(versionLike(scheme), versionLike(scheme), (a, b) => {
        expect(compare(scheme, a, a)).toBe(0);
        const [there, back] = [compare(scheme, a, b), compare(scheme, b, a)];
        expect(there).not.toBeNull();
        expect((there ?? 0) + (back ?? 0)).toBe(0);
      }),
      { numRuns: runs(5000) },
    );
  });

  it.skipIf(scheme === 'conan')(
    `goes round nowhere${scheme === 'conan' ? ' (skipped: it does, as the next test shows)' : ''}`,
    () => {
      fc.assert(
        fc.property(fc.array(versionLike(scheme), { minLength: 3, maxLength: 3 }), (versions) => {
          const read = versions.flatMap((text) => versionOf(scheme, text) ?? []);
          const [a, b, c] = read.toSorted(orderVersions);
          if (a === undefined || b === undefined || c === undefined) return;
          const [first, second] = [orderVersions(a, b), orderVersions(b, c)];
          const known =
            first < 0 && second < 0 ? -1 : EQUAL_IS_EQUAL.has(scheme) ? Math.min(first, second) : null;
          const names = [a.text, b.text, c.text];
          if (known !== null) expect([...names, orderVersions(a, c)]).toEqual([...names, known]);
        }),
        { numRuns: runs(10_000) },
      );
    },
  );
});

/** All but those that leave a release out of account where one version has none: 1-1 = 1 = 1-2, and yet 1-1 < 1-2. */
const EQUAL_IS_EQUAL: ReadonlySet<Scheme> = new Set(
  SCHEMES.filter((scheme) => scheme !== 'rpm' && scheme !== 'alpm'),
);

it('says of conan that its own order goes round', () => {
  expect(['2', '10', '10a'].map((version) => compare('conan', version, '2'))).toEqual([0, 1, -1]);
  expect(compare('conan', '10', '10a')).toBe(-1);
});

const LONG = '123456789012345678901234567890';

it.each(SCHEMES.filter((scheme) => scheme !== 'datetime' && scheme !== 'lexicographic'))(
  'tells numbers of %s apart past all that a number holds',
  (scheme) => {
    const versions = [`1.${LONG}.0`, `1.${LONG.slice(0, -1)}1.0`];
    expect([
      compare(scheme, versions[0] ?? '', versions[1] ?? ''),
      compare(scheme, '1.99.0', versions[0] ?? ''),
    ]).toEqual([-1, -1]);
  },
);

/** No version of the scheme, though it may look like one. */
const NONE: { readonly [S in Scheme]: readonly string[] } = {
  semver: [
    '1',
    '1.2',
    '1.2.3.4',
    '01.2.3',
    '1.2.3-',
    '1.2.3-01',
    '1.2.3-a..b',
    '=1.2.3',
    'latest',
    '1.2.3 4',
  ],
  golang: ['go1.20', 'v1.2-pre', '1.2.3.4', 'v', 'master'],
  pub: ['1.2', '1.2.3+', 'any'],
  rpm: ['(none)', '1.0-1-1', '-1', '1.0-', 'a:1.0', '1:1:1', '1 0'],
  deb: ['a1', '1.0-', '1_0', '2147483648:1', ':1', '1:', '-1'],
  apk: ['1.0-1', '1.a', '1a1', '1.0_foo', '1.0-r', 'v1.0', '1..0', '1.0_p-r1x'],
  alpm: ['1-1-1', ':1', '1~1'],
  gentoo: ['1.0_foo', '1.0-1', '1ab', '.1'],
  pypi: ['1.0-foo', '1..0', 'dev', '1.0+', '1.0a1a2', '2013-01-21T20:33:09'],
  maven: ['[1.0,2.0)', '$(project.version)', '1 0', '-', 'ä'],
  gem: ['a.1', '1..0', '1.0_a', '>=1.0', '1beta'],
  nuget: ['v1.0', '1.0.0.0.0', '1.0-', '1.*', '1.0.0-a..b'],
  composer: ['dev-main', '1.x-dev', '1.0.0.0.0', '1.0-foo', '^1.0'],
  conan: ['', '[>1.0]', '+b', '-pre', '1 0'],
  openssl: ['1.0', '1.0.2A', 'fips-2.0', '1.0.2-foo'],
  cran: ['1', '1.0_1', '1..0'],
  integers: ['1.0a', '.1', '1.'],
  intdot: ['a1', '.1', ''],
  datetime: [
    '2024-02-30T00:00:00Z',
    '2024-01-01',
    '2024-01-01T24:00:00Z',
    '2024-01-01T00:00:00',
    '2024-13-01T00:00:00Z',
  ],
  lexicographic: ['', '\ud800'],
};

it.each(SCHEMES)('reads as %s only what is one', (scheme) => {
  const known = ASCENDING[scheme][0]?.split('|')[0] ?? '';
  for (const none of NONE[scheme]) {
    expect([none, compare(scheme, none, known), compare(scheme, known, none)]).toEqual([none, null, null]);
  }
});

it('knows nothing of a version without a scheme, nor of one longer than any that is published', () => {
  expect(compare(null, '1.0.0', '1.0.0')).toBeNull();
  const longest = `1.0.0-${'a'.repeat(MAX_VERSION_CHARS - 6)}`;
  expect(compare('semver', longest, longest)).toBe(0);
  expect(compare('semver', `${longest}a`, '1.0.0')).toBeNull();
});

it('passes over blanks around a version', () => {
  expect(compare('deb', '  1.0-1\t', '1.0-1')).toBe(0);
});

const PIECES = [
  ...'01aArz.-_~^+:!*é ',
  '10',
  'rc',
  '.0',
  '-1',
  '_p',
  '-r1',
  'alpha',
  '.dev',
  '-SNAPSHOT',
  'v',
  'T',
  'Z',
];

it('answers whatever it is given, and soon', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...PIECES), { maxLength: 400 }).map((pieces) => pieces.join('')),
      fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }).map((pieces) => pieces.join('')),
      (a, b) => {
        const spent = processorTime();
        for (const scheme of SCHEMES) expect([-1, 0, 1, null]).toContain(compare(scheme, a, b));
        expect(spent()).toBeLessThan(250);
      },
    ),
    { numRuns: runs(3000) },
  );
});

/** What may stand before and behind the numbers of a version, and how many numbers there are. */
interface Form {
  readonly before?: readonly string[];
  readonly numbers: readonly [number, number];
  readonly behind: readonly string[];
}

const SEMVER_ENDS = ['', '-0', '-1', '-alpha', '.1', '.x', '-rc', '+b', '+1', '-a-b', `.${LONG}`];
const FORMS: { readonly [S in Scheme]: Form } = {
  semver: { before: ['', 'v'], numbers: [3, 3], behind: SEMVER_ENDS },
  golang: {
    before: ['', 'v'],
    numbers: [1, 3],
    behind: [...SEMVER_ENDS, '-0.20200101000000-abcdef123456', '+incompatible'],
  },
  pub: { numbers: [3, 3], behind: SEMVER_ENDS },
  rpm: {
    before: ['', '0:', '2:'],
    numbers: [1, 3],
    behind: ['', '~rc1', '~', '^', '^git1', 'a', '.', '_', '-1', '-1.el9', '-0~', '+x'],
  },
  deb: {
    before: ['', '0:', '2:'],
    numbers: [1, 3],
    behind: ['', '~', '~rc1', '+', '.', 'a', 'A', '-1', '-0', '-1~b', '+deb12u1', '-a'],
  },
  apk: {
    numbers: [1, 4],
    behind: ['', 'a', 'z', '_alpha', '_rc2', '_p', '_git20', '~ab', '~1', '-r0', '-r1', '-r01'],
  },
  alpm: { before: ['', '1:'], numbers: [1, 3], behind: ['', 'a', 'rc', '.a', '.1', '_1', '-1', '-2', '+b'] },
  gentoo: { numbers: [1, 4], behind: ['', 'a', 'z', '_alpha', '_rc2', '_p', '_p1', '-r0', '-r1', '-r01'] },
  pypi: {
    before: ['', 'v', '1!'],
    numbers: [1, 4],
    behind: ['', 'a1', 'b', '-rc2', '.post', '-1', '.dev', 'dev3', '+a', '+1.x', '.a'],
  },
  maven: {
    before: ['', 'v', 'a', '.', '-'],
    numbers: [1, 4],
    behind: [
      '',
      '-',
      '.',
      '-1',
      '.a',
      '-a',
      'rc',
      'rc1',
      '-rc-1',
      'ga',
      '-ga-0',
      '-SNAPSHOT',
      '.Final',
      'sp',
      '-x',
      '-0',
      '.0',
      'a0',
      '_1',
    ],
  },
  gem: { numbers: [1, 4], behind: ['', '.a', '.0', '.rc1', '-1', '-a', '.b.0', '.A'] },
  nuget: { numbers: [1, 4], behind: ['', '-A', '-a', '.1', '-1', '.01', '+x', '-a-b'] },
  composer: {
    before: ['', 'v'],
    numbers: [1, 4],
    behind: ['', '-dev', 'RC', '-beta1', '.2', 'a', 'p1', '-stable', '+b', '_patch'],
  },
  conan: { before: ['', 'a.'], numbers: [1, 4], behind: ['', '-', '-pre', '.a', '+b', '+b.1', 'a', '*'] },
  openssl: { numbers: [3, 3], behind: ['', 'a', 'z', 'za', '-beta1', '-pre2', '-alpha3'] },
  cran: { numbers: [2, 4], behind: ['', '-0', '-1', '-01'] },
  integers: { numbers: [1, 4], behind: [''] },
  intdot: { numbers: [1, 4], behind: ['', '-x', '.', 'a'] },
  datetime: { numbers: [1, 1], behind: [''] },
  lexicographic: { before: ['', 'é', '😀', 'Z'], numbers: [1, 4], behind: ['', 'a', '\u{1F600}', '￿'] },
};

const NUMBER = fc.constantFrom('0', '0', '1', '1', '2', '9', '10', '01', '007', LONG);

/** Versions that a scheme reads, often alike. */
function versionLike(scheme: Scheme): fc.Arbitrary<string> {
  if (scheme === 'datetime') return MOMENT;
  const { before = [''], numbers, behind } = FORMS[scheme];
  return fc
    .tuple(
      fc.constantFrom(...before),
      fc.array(NUMBER, { minLength: numbers[0], maxLength: numbers[1] }),
      fc.array(fc.constantFrom(...behind), { maxLength: 3 }),
    )
    .map(([start, parts, ends]) => start + parts.join('.') + ends.join(''))
    .filter((text) => versionOf(scheme, text) !== null);
}

const MOMENT = fc
  .tuple(
    fc.constantFrom('2024-02-29', '2024-03-01', '1969-12-31', '0001-01-01'),
    fc.constantFrom('00:00:00', '23:59:59', '12:30:00'),
    fc.constantFrom('', '.0', '.09', '.9', '.900'),
    fc.constantFrom('Z', '+00:00', '-05:00', '+23:59'),
  )
  .map(([day, time, fraction, offset]) => `${day}T${time}${fraction}${offset}`);
