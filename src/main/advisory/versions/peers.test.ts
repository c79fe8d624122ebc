// Promise: where others order versions too, we order them alike, but for differences that are listed here with their reasons. A row of
// differences that is never met is stale and fails.
import { compare as orderPep440 } from '@renovatebot/pep440';
import { compareVersions, validate } from 'compare-versions';
// @ts-expect-error it comes without types
import orderDeb from 'deb-version-compare';
import { compare as orderNodeSemver, valid } from 'semver';
import { describe, expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { compare } from './compare.ts';
import type { Scheme } from './scheme.ts';
import type { Order } from './schemes/rules.ts';

/** Why a peer answers otherwise, and an example of it. */
interface Difference {
  readonly reason: string;
  readonly example: readonly [string, string];
  is(a: string, b: string): boolean;
}

interface Peer {
  readonly name: string;
  readonly scheme: Scheme;
  /** Null for what the peer does not take for a version; then we need not either. */
  order(a: string, b: string): Order | null;
  readonly differences: readonly Difference[];
}

/** Where a peer throws, it does not take one of them for a version. */
const orNull = (order: () => number): Order | null => {
  try {
    return Math.sign(order()) as Order;
  } catch {
    return null;
  }
};

const LONG = ['90071992547409930', '90071992547409931'] as const;
const either =
  (is: (version: string) => boolean): Difference['is'] =>
  (a, b) =>
    is(a) || is(b);
const hasLongNumber = either((version) => /[0-9]{16}/.test(version));
const hasZeroInFront = either((version) => /(?:^|[^0-9])0[0-9]/.test(version));
const ROUNDED = 'it keeps numbers as floating point, which ends at 2^53';

const PEERS: readonly Peer[] = [
  {
    name: 'semver',
    scheme: 'semver',
    order: (a, b) => (valid(a) === null || valid(b) === null ? null : orNull(() => orderNodeSemver(a, b))),
    differences: [],
  },
  {
    name: '@renovatebot/pep440',
    scheme: 'pypi',
    order: (a, b) => orNull(() => orderPep440(a, b)),
    differences: [{ reason: ROUNDED, example: [`1.${LONG[0]}`, `1.${LONG[1]}`], is: hasLongNumber }],
  },
  {
    name: 'deb-version-compare',
    scheme: 'deb',
    order: (a, b) => orNull(() => orderDeb(a, b)),
    differences: [
      { reason: ROUNDED, example: [`1.${LONG[1]}`, `1.${LONG[0]}`], is: hasLongNumber },
      { reason: 'it tells 01 from 1', example: ['1.01', '1.1'], is: hasZeroInFront },
      {
        reason: 'it looks at no revision where the other version has none',
        example: ['1.0', '1.0-1'],
        is: (a, b) => a.includes('-') !== b.includes('-'),
      },
      {
        reason: 'it sorts digits behind letters, where the policy has them end the letters',
        example: ['1-a', '1-1'],
        is: either((version) => /-[A-Za-z.+~]/.test(version)),
      },
    ],
  },
  {
    name: 'compare-versions',
    scheme: 'semver',
    order: (a, b) => (validate(a) && validate(b) ? orNull(() => compareVersions(a, b)) : null),
    differences: [
      {
        reason: ROUNDED,
        example: [`1.${LONG[0]}.2`, `1.${LONG[1]}.1`],
        is: hasLongNumber,
      },
      {
        reason: 'it takes the digits that a word begins with for a number',
        example: ['1.0.0-0-rc', '1.0.0-0'],
        is: either((version) => /[-.][0-9]+-/.test(version.replace(/^[^-]*/, ''))),
      },
      {
        reason: 'it takes four numbers, and x for any, where SemVer has three',
        example: ['1.0.0.1', '1.0.0'],
        is: either((version) => /^v?[0-9]+(?:\.[0-9]+){2}\.[0-9x]/.test(version)),
      },
      {
        reason: 'it takes 01 for a number, which SemVer does not',
        example: ['1.01.0', '1.0.0'],
        is: hasZeroInFront,
      },
    ],
  },
];

const NUMBER = fc.constantFrom('0', '0', '1', '1', '2', '9', '10', '01', ...LONG);
const ENDS: Readonly<Record<string, readonly string[]>> = {
  semver: ['', '-0', '-1', '-alpha', '.1', '.x', '.10', '-rc', '+b', '-a-b', '.beta'],
  pypi: [
    '',
    'a1',
    'b',
    '-rc2',
    '.post',
    '-1',
    '.dev',
    'dev3',
    '+a',
    '+1.x',
    '.a',
    '.POST2',
    '-preview3',
    '_r1',
  ],
  deb: ['', '~', '~rc1', '+', '.', 'a', 'A', '-1', '-0', '-1~b', '+deb12u1', '-a', 'Z', '.x'],
};
const BEFORE: Readonly<Record<string, readonly string[]>> = {
  semver: ['', 'v'],
  pypi: ['', 'v', '1!'],
  deb: ['', '0:', '2:'],
};

const versionLike = (scheme: Scheme): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom(...(BEFORE[scheme] ?? [])),
      fc.array(NUMBER, scheme === 'semver' ? { minLength: 3, maxLength: 3 } : { minLength: 1, maxLength: 4 }),
      fc.array(fc.constantFrom(...(ENDS[scheme] ?? [])), { maxLength: 3 }),
    )
    .map(([before, numbers, ends]) => before + numbers.join('.') + ends.join(''));

describe.each(PEERS)('$name', ({ scheme, order, differences }) => {
  it('orders as we do, but for what is listed', () => {
    fc.assert(
      fc.property(versionLike(scheme), versionLike(scheme), (a, b) => {
        const theirs = order(a, b);
        if (theirs === null || differences.some(({ is }) => is(a, b))) return;
        expect([a, b, compare(scheme, a, b)]).toEqual([a, b, theirs]);
      }),
      { numRuns: runs(20_000) },
    );
  });

  it.each(differences)('differs: $reason', ({ example: [a, b], is }) => {
    expect(is(a, b)).toBe(true);
    expect(compare(scheme, a, b)).not.toBe(order(a, b));
  });
});
