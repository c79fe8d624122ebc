// Statements for the tests of this room: one as plain as they come, and any at all. Used by its tests.
import { fc } from '../../../../shared/testing/campaign.ts';
import { STATUSES, type VexClaim } from '../claim.ts';
import type { Question } from '../consensus.ts';
import { TRUST_WEIGHTS } from '../weights.ts';

export const NOW = Date.UTC(2026, 8, 1);
export const DAY = 86_400_000;

/** A vendor's unsigned blanket statement of ten days ago about the version; `over` is what is otherwise. */
export const claim = (over: Partial<VexClaim>): VexClaim => ({
  ...{ id: 'c1', vulnerability: 'CVE-2024-3094', product: 'deb/debian/xz-utils', version: '5.6.1' },
  ...{
    status: 'affected',
    issuer: 'vendor',
    issuerTrusted: false,
    source: 'vendor',
    statedAt: NOW - 10 * DAY,
  },
  ...{ provenance: 'authenticated', scope: 'exact', replayable: 'described', strength: 'blanket' },
  ...over,
});

/** A statement that weighs as much as one can. */
export const strong = (over: Partial<VexClaim>): VexClaim =>
  claim({
    provenance: 'signed_logged',
    replayable: 'pinned',
    strength: 'reachability',
    statedAt: NOW,
    ...over,
  });

export const question = (claims: readonly VexClaim[], kev = false): Question => ({
  ...{ claims, kev, now: NOW, weights: TRUST_WEIGHTS },
});

/** Any statement about one product at one version; an issuer is trusted or not, and so in all it says. */
const anyClaim: fc.Arbitrary<VexClaim> = fc
  .record({
    id: fc.integer({ min: 0, max: 999 }).map((n) => `c${n}`),
    issuer: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    status: fc.constantFrom(...STATUSES),
    source: fc.constantFrom('vendor', 'distribution', 'database', 'scanner', 'operator'),
    provenance: fc.constantFrom('signed_logged', 'signed', 'authenticated', 'manual'),
    scope: fc.constantFrom('exact', 'range', 'family', 'heuristic'),
    replayable: fc.constantFrom('pinned', 'described', 'none'),
    strength: fc.constantFrom('reachability', 'config_evidence', 'blanket', 'under_investigation'),
    days: fc.integer({ min: -400, max: 2000 }),
    distribution: fc.boolean(),
  } as const)
  .map(({ days, ...members }) =>
    claim({
      ...members,
      statedAt: NOW - days * DAY,
      issuerTrusted: members.issuer === 'a' || members.issuer === 'b',
    }),
  );

export const anyQuestion: fc.Arbitrary<Question> = fc
  .tuple(fc.array(anyClaim, { maxLength: 8 }), fc.integer({ min: 0, max: 9 }))
  .map(([claims, chance]) => question(claims, chance === 0));
