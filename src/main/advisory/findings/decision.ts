// What a person's word about a finding is worth now: it holds for the version it was given for, and an accepted risk until its day. Pure. Called by findings.ts
// and detail.ts. Source: advisory, Findings.
import type {
  FindingDecision,
  FindingDecisionKind,
  Justification,
} from '../../../shared/model/evidence/finding.ts';
import type { StoredDecision } from '../../store/findings/decisions.ts';
import type { FindingRecord } from './stored-finding.ts';

/** The newest word about a finding: of this version where there is one, else of another, which is stale then. */
export function decisionOn(
  { shown, packageKey, version }: Pick<FindingRecord, 'shown' | 'packageKey' | 'version'>,
  decisions: readonly StoredDecision[],
  now: number,
): FindingDecision | null {
  const about = decisions.filter(
    (one) =>
      one.undoneAt === null &&
      one.product === shown.product.key &&
      one.packageKey === packageKey &&
      one.vulnerability === shown.vulnerability,
  );
  const decided = about.find((one) => one.version === version) ?? about[0];
  return decided ? shownDecision(decided, version, now) : null;
}

/** @param present the version the component has now */
export function shownDecision(
  { id, kind, justification, reason, expiresAt, by, at, version }: StoredDecision,
  present: string | null,
  now: number,
): FindingDecision {
  const isOver = expiresAt !== null && expiresAt <= now;
  return {
    ...{
      id,
      kind: kind as FindingDecisionKind,
      justification: justification as Justification | null,
      reason,
    },
    ...{ expiresAt, by, at, version },
    state: version !== present ? 'stale' : isOver ? 'expired' : 'holds',
  };
}
