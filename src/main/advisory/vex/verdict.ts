// The verdict on one product at one version, with everything an explanation shows: who said what, what it weighs, which rule decided,
// what single fact would turn it over, and under which weights. A model may word it; it adds nothing. Called by the brief on conflicts
// and by whoever lists findings.
// Source: advisory, Deterministic tools.
import type { ClaimGroup } from './claim.ts';
import { type Decision, decide } from './consensus.ts';
import { type Flip, flipOf } from './flip.ts';
import { RULES } from './rules.ts';
import { TRUST_WEIGHTS, type TrustWeights, weightsDigest } from './weights.ts';

export interface Verdict extends Decision {
  readonly vulnerability: string;
  readonly product: string;
  readonly version: string | null;
  /** The rule in one sentence. */
  readonly sentence: string;
  readonly flip: Flip | null;
  /** Ids of statements about ranges that this version could not be held against. */
  readonly unbound: readonly string[];
  readonly weights: { readonly version: string; readonly digest: string };
}

/**
 * @param group of `groupClaims`
 * @param now milliseconds; ages are counted in whole days up to it
 * @param kev whether the vulnerability is known to be exploited
 */
export function verdictOn(
  group: ClaimGroup,
  { now, kev, weights = TRUST_WEIGHTS }: { now: number; kev: boolean; weights?: TrustWeights },
): Verdict {
  const question = { claims: group.claims, now, kev, weights };
  const decision = decide(question);
  return {
    ...{ vulnerability: group.vulnerability, product: group.product, version: group.version },
    ...decision,
    sentence: RULES[decision.rule],
    flip: flipOf(question),
    unbound: group.unbound.map(({ id }) => id).sort(),
    weights: { version: weights.version, digest: weightsDigest(weights) },
  };
}
