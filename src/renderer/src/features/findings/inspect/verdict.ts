// The one sentence a finding begins with, and how serious it looks: what a person decided first, then what the evidence says. Pure. Called by the inspector.
import type { Finding } from '../../../../../shared/model/evidence/finding.ts';

type Tone = 'bad' | 'wait' | 'ok' | 'info';

/** Which sentence of the catalogue (`findings.inspect.verdict`), and what stands in it. */
export type Verdict = { readonly tone: Tone } & (
  | { readonly says: 'below'; readonly version: string; readonly fix: string }
  | { readonly says: 'accepted' | 'acceptedOver'; readonly at: number }
  | { readonly says: 'fixed'; readonly version: string }
  | { readonly says: 'stale'; readonly version: string }
  | {
      readonly says:
        | 'noFix'
        | 'noVersion'
        | 'under_investigation'
        | 'unknown'
        | 'not_affected'
        | 'held'
        | 'unimportant'
        | 'decidedAffected'
        | 'decidedNotAffected'
        | 'decidedFixed'
        | 'staleNone';
    }
);

const DECIDED = {
  affected: { says: 'decidedAffected', tone: 'bad' },
  not_affected: { says: 'decidedNotAffected', tone: 'ok' },
  fixed: { says: 'decidedFixed', tone: 'ok' },
} as const;

/** What the evidence says, whatever anybody decided. */
export function evidenceVerdict(finding: Finding): Verdict {
  const { status, held, fixedIn } = finding;
  const { version } = finding.component;
  switch (status) {
    case 'fixed':
      return version === null ? { says: 'not_affected', tone: 'ok' } : { says: 'fixed', version, tone: 'ok' };
    case 'not_affected':
      return { says: 'not_affected', tone: 'ok' };
    case 'affected':
      if (held) return { says: 'held', tone: 'wait' };
      if (finding.unimportant) return { says: 'unimportant', tone: 'info' };
      if (version === null) return { says: 'noVersion', tone: 'bad' };
      return fixedIn === null
        ? { says: 'noFix', tone: 'bad' }
        : { says: 'below', version, fix: fixedIn, tone: 'bad' };
    case 'under_investigation':
    case 'unknown':
      return held ? { says: 'held', tone: 'wait' } : { says: status, tone: 'wait' };
  }
}

/** What holds now. */
export function verdictOf(finding: Finding): Verdict {
  const { decision } = finding;
  if (decision === null || decision.state === 'stale') return evidenceVerdict(finding);
  if (decision.kind === 'accepted') {
    const at = decision.expiresAt ?? decision.at;
    return decision.state === 'holds'
      ? { says: 'accepted', at, tone: 'info' }
      : { says: 'acceptedOver', at, tone: 'bad' };
  }
  return DECIDED[decision.kind];
}

/** That there was a decision, and that the version moved from under it; null where there is none. */
export function staleOf({ decision }: Finding): Verdict | null {
  if (decision?.state !== 'stale') return null;
  return decision.version === null
    ? { says: 'staleNone', tone: 'wait' }
    : { says: 'stale', version: decision.version, tone: 'wait' };
}
