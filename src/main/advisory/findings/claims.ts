// What was said about a component, as statements that are decided on. An advisory's range is a statement too: of a database, or of the distribution whose package it
// is. Pure. Called by match.ts. Source: advisory, Deterministic tools.
import type { VexClaim } from '../vex/claim.ts';
import type { KnownRisks, Said, SaidClaim } from './inputs.ts';
import type { Judgement } from './judge/judge.ts';
import type { ClaimAnswer } from './judge/judge-claim.ts';

type Trust = Pick<KnownRisks, 'isTrusted' | 'isSigned'>;

const common = (said: Said, risks: Trust, distribution: boolean) => ({
  id: said.sourceId,
  issuer: said.issuer,
  issuerTrusted: risks.isTrusted(said),
  signed: risks.isSigned(said),
  statedAt: said.statedAt,
  ...(distribution ? { distribution } : {}),
});

/** @returns null where the advisory says nothing about this version */
export function claimOfAdvisory(judged: Judgement, risks: Trust): VexClaim | null {
  if (judged.holds === null) return null;
  const { entry, distribution } = judged;
  const status = judged.holds ? 'affected' : judged.mended ? 'fixed' : 'not_affected';
  // Two documents of one id are two voters.
  const document = entry.sourceId.slice(0, entry.sourceId.lastIndexOf('#'));
  return { ...common(entry, risks, distribution), advisory: `${entry.advisory} in ${document}`, status };
}

export const claimOfStatement = (
  said: SaidClaim,
  { status, distribution }: ClaimAnswer,
  risks: Trust,
): VexClaim => ({ ...common(said, risks, distribution), status });
