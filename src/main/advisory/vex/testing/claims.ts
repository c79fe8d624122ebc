// Statements for the tests of this room: one as plain as they come, and any at all. Used by its tests.
import { fc } from '../../../../shared/testing/campaign.ts';
import { STATUSES, type VexClaim } from '../claim.ts';
import type { Question } from '../consensus.ts';

export const NOW = Date.UTC(2026, 8, 1);
export const DAY = 86_400_000;

/** A vendor's unsigned statement of ten days ago; `over` is what is otherwise. */
export const claim = (over: Partial<VexClaim>): VexClaim => ({
  id: 'c1',
  status: 'affected',
  issuer: 'vendor',
  issuerTrusted: false,
  signed: false,
  statedAt: NOW - 10 * DAY,
  ...over,
});

/** A signed statement of now. */
export const strong = (over: Partial<VexClaim>): VexClaim => claim({ signed: true, statedAt: NOW, ...over });

export const question = (claims: readonly VexClaim[], kev = false): Question => ({
  claims,
  kev,
  product: 'deb/debian/xz-utils',
  now: NOW,
});

/** Any statement about one product at one version; an issuer is trusted or not, and so in all it says. */
const anyClaim: fc.Arbitrary<VexClaim> = fc
  .record({
    id: fc.integer({ min: 0, max: 999 }).map((n) => `c${n}`),
    issuer: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    status: fc.constantFrom(...STATUSES),
    signed: fc.boolean(),
    advisory: fc.option(fc.constantFrom('GHSA-1', 'GO-1'), { nil: undefined }),
    days: fc.integer({ min: -400, max: 2000 }),
    distribution: fc.boolean(),
  } as const)
  .map(({ days, advisory, ...members }) =>
    claim({
      ...members,
      ...(advisory === undefined ? {} : { advisory }),
      statedAt: NOW - days * DAY,
      issuerTrusted: members.issuer === 'a' || members.issuer === 'b',
    }),
  );

export const anyQuestion: fc.Arbitrary<Question> = fc
  .tuple(fc.array(anyClaim, { maxLength: 8 }), fc.integer({ min: 0, max: 9 }))
  .map(([claims, chance]) => question(claims, chance === 0));
