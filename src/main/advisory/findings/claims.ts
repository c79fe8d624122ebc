// What was said about a component, as statements that can be weighed. An advisory's range is a statement too: of a database, or of the distribution whose package it
// is. Pure. Called by match.ts. Source: advisory, Deterministic tools.
import type { VexClaim } from '../vex/claim.ts';
import type { KnownRisks, Said, SaidClaim } from './inputs.ts';
import type { Judgement } from './judge.ts';
import type { ClaimAnswer } from './judge-claim.ts';

type About = Pick<VexClaim, 'vulnerability' | 'product' | 'version'>;

type Trust = Pick<KnownRisks, 'isTrusted' | 'isSigned'>;

/** Everything in the tables was imported by the operator, or by what the operator set up, and lies there with its digest: `authenticated` at least, and `pinned`. */
const common = (said: Said, about: About, risks: Trust) => ({
  id: said.sourceId,
  ...about,
  issuer: said.issuer,
  issuerTrusted: risks.isTrusted(said),
  statedAt: said.statedAt,
  provenance: risks.isSigned(said) ? ('signed' as const) : ('authenticated' as const),
  replayable: 'pinned' as const,
});

/** @returns null where the advisory says nothing that could be weighed */
export function claimOfAdvisory(judged: Judgement, about: About, risks: Trust): VexClaim | null {
  if (judged.holds === null) return null;
  const { distribution, entry } = judged;
  return {
    ...common(entry, about, risks),
    advisory: entry.advisory,
    status: judged.holds ? 'affected' : judged.mended ? 'fixed' : 'not_affected',
    scope: 'range',
    strength: 'blanket',
    source: distribution ? 'distribution' : 'database',
    ...(distribution ? { distribution } : {}),
  };
}

/** Reasons that say that the code cannot be reached, beside those that say it is not there. */
const UNREACHABLE: ReadonlySet<string> = new Set([
  'vulnerable_code_not_in_execute_path',
  'vulnerable_code_cannot_be_controlled_by_adversary',
]);

export function claimOfStatement(
  { claim, ...said }: SaidClaim,
  { status, scope, distribution }: ClaimAnswer,
  about: About,
  risks: Trust,
): VexClaim {
  const { justification, impact } = claim;
  return {
    ...common(said, about, risks),
    status,
    scope,
    source: said.format === 'cyclonedx' ? 'scanner' : 'vendor',
    ...(distribution ? { distribution } : {}),
    ...(justification === null ? {} : { justification }),
    strength: strengthOf(status, justification, impact),
  };
}

function strengthOf(
  status: VexClaim['status'],
  justification: string | null,
  impact: string,
): VexClaim['strength'] {
  if (status === 'under_investigation' || status === 'unknown') return 'under_investigation';
  if (justification !== null && UNREACHABLE.has(justification)) return 'reachability';
  return justification !== null || impact !== '' ? 'config_evidence' : 'blanket';
}
