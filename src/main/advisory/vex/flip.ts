// The one fact that would turn a decision over: searched in a closed list of what could come to be known, the smallest first. A fact is
// added or a word taken back; that a vulnerability leaves the list of exploited ones is none. It changes nothing by itself. Pure; called
// by match.ts.
// Source: advisory, Deterministic tools.

import type { FindingStatus } from '../../../shared/model/evidence/finding.ts';
import { byCodePoint } from '../identity/code-points.ts';
import { standingOf, type VexClaim } from './claim.ts';
import { decide, type Question, withoutHistory } from './consensus.ts';

/** What could come to be known. Those that say something say it signed, logged and of this very version. */
export type Fact =
  /** The operator chooses to trust an issuer that has spoken. */
  | { readonly fact: 'trusted'; readonly issuer: string }
  /** An issuer that has spoken says this now. */
  | { readonly fact: 'restated'; readonly issuer: string; readonly status: Answer }
  /** An issuer that has spoken takes back all it said. */
  | { readonly fact: 'withdrawn'; readonly issuer: string }
  /** The vendor, trusted and silent so far, says this. */
  | { readonly fact: 'vendor_states'; readonly status: Answer }
  /** The distribution says that its own package has the fix. */
  | { readonly fact: 'distribution_fixes' }
  /** The vulnerability enters the list of those known to be exploited. */
  | { readonly fact: 'enters_kev' };

type Answer = 'affected' | 'not_affected' | 'fixed';
/** So many of those who have spoken, trusted and then latest first, are asked what they could say. */
const MAX_SPEAKERS = 64;
const ANSWERS: readonly Answer[] = ['not_affected', 'fixed', 'affected'];

export type Flip = Fact & { readonly resultingStatus: FindingStatus };

/** One plain sentence a fact, for the operator. */
export const FACT_SENTENCES: Readonly<Record<Fact['fact'], string>> = {
  trusted: 'You choose to trust this issuer.',
  restated: 'This issuer changes its statement about this version.',
  withdrawn: 'This issuer withdraws its statement.',
  vendor_states: 'A vendor you trust makes this statement about this version.',
  distribution_fixes: 'The distribution states that its package at this version has the fix.',
  enters_kev: 'The vulnerability is added to the list of known exploited vulnerabilities (KEV).',
};

/**
 * Every fact of the list for a question, the smallest first: what those say who have spoken, those the operator trusts last, then what
 * others could say, then that it is exploited.
 */
export function possibleFacts(question: Question): readonly Fact[] {
  // An advisory lists versions, and takes no such list back for one product.
  const stated = withoutHistory(question).claims.filter(({ advisory }) => advisory === undefined);
  const speakers = stated
    .toSorted((a, b) => Number(b.issuerTrusted) - Number(a.issuerTrusted))
    .slice(0, MAX_SPEAKERS)
    .toReversed();
  const strangers = stated.filter(({ issuerTrusted }) => !issuerTrusted);
  return [
    ...[...new Set(strangers.map(({ issuer }) => issuer))]
      .sort(byCodePoint)
      .map((issuer): Fact => ({ fact: 'trusted', issuer })),
    ...speakers.flatMap(({ issuer, status }) =>
      ANSWERS.filter((answer) => answer !== status).map(
        (answer): Fact => ({ fact: 'restated', issuer, status: answer }),
      ),
    ),
    ...speakers.map(({ issuer }): Fact => ({ fact: 'withdrawn', issuer })),
    ...ANSWERS.map((status): Fact => ({ fact: 'vendor_states', status })),
    ...(/^(?:deb|rpm|apk|alpm)\//.test(question.product) ? [{ fact: 'distribution_fixes' } as const] : []),
    { fact: 'enters_kev' },
  ];
}

/** The question as it would be once the fact is known. */
export function applyFact(question: Question, fact: Fact): Question {
  const { claims } = question;
  const isStatedBy = (issuer: string) => (one: VexClaim) =>
    one.issuer === issuer && one.advisory === undefined;
  switch (fact.fact) {
    case 'trusted':
      return {
        ...question,
        claims: claims.map((one) => (one.issuer === fact.issuer ? { ...one, issuerTrusted: true } : one)),
      };
    case 'restated': {
      const before = withoutHistory(question).claims.find(isStatedBy(fact.issuer));
      const others = claims.filter((one) => !isStatedBy(fact.issuer)(one));
      return before === undefined
        ? question
        : { ...question, claims: [...others, said(question, fact.status, before)] };
    }
    case 'withdrawn':
      return { ...question, claims: claims.filter((one) => !isStatedBy(fact.issuer)(one)) };
    case 'vendor_states':
      return { ...question, claims: [...claims, said(question, fact.status, {})] };
    case 'distribution_fixes':
      return {
        ...question,
        claims: [...claims, said(question, 'fixed', { distribution: true })],
      };
    case 'enters_kev':
      return { ...question, kev: true };
  }
}

/**
 * The smallest fact of the list that changes what the product is treated as: affected, safe (fixed or not affected) or open. Null where
 * none does, as with a vulnerability that is known to be exploited.
 */
export function flipOf(given: Question): Flip | null {
  const question = withoutHistory(given);
  const standing = standingOf(decide(question).status);
  for (const fact of possibleFacts(question)) {
    const resulting = decide(applyFact(question, fact)).status;
    if (standingOf(resulting) !== standing) return { ...fact, resultingStatus: resulting };
  }
  return null;
}

/** A statement signed and made now, by whoever `by` is. */
const said = ({ claims, now }: Question, status: Answer, by: Partial<VexClaim>): VexClaim => ({
  // an issuer that has not spoken: longer than all names that have
  issuer: `${claims.map(({ issuer }) => issuer).join(' ')} vendor`,
  issuerTrusted: true,
  ...by,
  id: 'fact',
  status,
  statedAt: now,
  signed: true,
});
