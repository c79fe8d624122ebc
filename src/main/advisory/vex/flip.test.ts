// Promise: the fact that is named does turn the decision over, none that is smaller does, and where none is named none does.
import { expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { standingOf } from './claim.ts';
import { decide } from './consensus.ts';
import { applyFact, FACT_SENTENCES, flipOf, possibleFacts } from './flip.ts';
import { anyQuestion, claim, question, strong } from './testing/claims.ts';

const SAFE = strong({ id: 's', status: 'not_affected', issuerTrusted: true });

it('names the word that would have to change', () => {
  const warning = claim({ id: 'w', issuer: 'Debian', issuerTrusted: true });
  const held = question([SAFE, warning]);
  expect(decide(held).rule).toBe('trusted_disagree');
  expect(flipOf(held)).toEqual({
    ...{ fact: 'restated', issuer: 'Debian', status: 'not_affected', resultingStatus: 'not_affected' },
  });
});

it('what is known to be exploited is turned over by no one fact while two call it affected', () => {
  const warnings = [claim({ issuer: 'x', advisory: 'GHSA-1' }), claim({ issuer: 'y', advisory: 'GO-1' })];
  expect(flipOf({ ...question([SAFE, ...warnings], true), product: 'npm/left-pad' })).toBeNull();
});

it('a statement that closes nothing names whom to trust', () => {
  const stranger = claim({ id: 'x', issuer: 'acme', status: 'not_affected' });
  const asked = question([stranger, claim({ id: 'r', issuer: 'GHSA', advisory: 'GHSA-1' })]);
  expect(flipOf(asked)).toEqual({ fact: 'trusted', issuer: 'acme', resultingStatus: 'not_affected' });
});

it('of silence it says who would have to speak', () =>
  expect(flipOf(question([]))).toMatchObject({ fact: 'vendor_states', resultingStatus: 'not_affected' }));

it('a fact that is named turns it over, those before it do not, and where none is named none does', () => {
  let named = 0;
  fc.assert(
    fc.property(anyQuestion, (asked) => {
      const standing = standingOf(decide(asked).status);
      const after = possibleFacts(asked).map((fact) => ({
        fact,
        status: decide(applyFact(asked, fact)).status,
      }));
      const first = after.find((one) => standingOf(one.status) !== standing);
      const flip = flipOf(asked);
      expect(flip).toEqual(first === undefined ? null : { ...first.fact, resultingStatus: first.status });
      if (flip !== null) named++;
    }),
    { numRuns: runs(1000) },
  );
  expect(named).toBeGreaterThan(0);
});

it('every fact of the list has its sentence', () => {
  const kinds = new Set(
    possibleFacts(question([SAFE, claim({ id: 'o', issuer: 'other' })])).map(({ fact }) => fact),
  );
  expect([...kinds].sort()).toEqual(Object.keys(FACT_SENTENCES).sort());
});

it('a fact adds or takes back words and leaves the question as it was', () => {
  const asked = question([SAFE, claim({ id: 'o', issuer: 'other' })]);
  const before = structuredClone(asked);
  for (const fact of possibleFacts(asked)) applyFact(asked, fact);
  expect(asked).toEqual(before);
  expect(applyFact(asked, { fact: 'withdrawn', issuer: 'other' }).claims).toEqual([SAFE]);
  expect(applyFact(asked, { fact: 'restated', issuer: 'nobody', status: 'fixed' })).toEqual(asked);
});
