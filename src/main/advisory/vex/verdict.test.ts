// Promise: a verdict carries all that explains it, under the weights it was made with.
import { expect, it } from 'vitest';
import { groupClaims } from './claim.ts';
import { claim, DAY, NOW, strong } from './testing/claims.ts';
import { verdictOn } from './verdict.ts';
import { TRUST_WEIGHTS, weightsDigest } from './weights.ts';

it('shows terms, rule, sentence, history, flip and what could not be held against the version', () => {
  const [group] = groupClaims([
    strong({ id: 's', status: 'not_affected', issuerTrusted: true }),
    strong({ id: 'old', status: 'affected', issuerTrusted: true, statedAt: NOW - 9 * DAY }),
    claim({ id: 'r', issuer: 'osv', version: null, versions: '<6' }),
  ]);
  if (group === undefined) throw new Error('no group');
  expect(verdictOn(group, { now: NOW, kev: false })).toMatchObject({
    ...{
      vulnerability: 'CVE-2024-3094',
      version: '5.6.1',
      status: 'not_affected',
      held: false,
      rule: 'trusted',
    },
    ...{ sentence: 'An issuer you trust says so.', unbound: ['r'], history: [{ id: 'old' }] },
    terms: [{ claim: 's', counts: 'vote' }],
    flip: { fact: 'restated', issuer: 'vendor', status: 'affected', resultingStatus: 'affected' },
    weights: { version: '2', digest: weightsDigest(TRUST_WEIGHTS) },
  });
});

it('other weights have another digest, and the shares of these are whole', () => {
  const { provenance, coverage, replayability } = TRUST_WEIGHTS.shares;
  expect(provenance + coverage + replayability).toBeCloseTo(1, 12);
  expect(weightsDigest({ ...TRUST_WEIGHTS, undated: 0.2 })).not.toBe(weightsDigest(TRUST_WEIGHTS));
  expect(weightsDigest({ ...TRUST_WEIGHTS })).toBe(weightsDigest(TRUST_WEIGHTS));
});
