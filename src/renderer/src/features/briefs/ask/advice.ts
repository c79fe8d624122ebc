// What helps where a brief could not be asked for or made: taking new weights, settings, evidence, or nothing that a screen could lead to. Pure. Called by outcome.tsx.
import type { BriefCode } from '../../../../../shared/model/evidence/brief.ts';
import type { Outcome } from './ask-store.ts';

type Advice = 'weights' | 'settings' | 'evidence' | 'none';

const BY_CODE: Readonly<Record<string, Advice>> = {
  FEATURE_OFF: 'settings',
  BUDGET_EXCEEDED: 'settings',
  RATE_LIMITED: 'settings',
  NOT_FOUND: 'evidence',
  BRIEF_REFUSED: 'evidence',
};

const WEIGHTS = 'model_digest_mismatch';

export function adviceOf(outcome: Exclude<Outcome, { kind: 'there' | 'cancelled' | 'refused' }>): Advice {
  const reason = outcome.kind === 'failed' ? outcome.reason : outcome.failure.details.reason;
  if (typeof reason === 'string' && reason.startsWith(WEIGHTS)) return 'weights';
  const code = outcome.kind === 'failed' ? outcome.reason : outcome.failure.code;
  return Object.hasOwn(BY_CODE, code) ? (BY_CODE[code] ?? 'none') : 'none';
}

/** Of the model's answer: what was computed has none of them. */
const OF_ANSWERS: ReadonlySet<BriefCode> = new Set([
  ...(['citation_missing', 'citation_invalid', 'entity_unsupported', 'remediation_unapproved'] as const),
  'canary_leak',
]);

/** Whether a brief was refused for nothing but what a model wrote. */
export const canBeComputed = (codes: readonly BriefCode[]): boolean =>
  codes.length > 0 && codes.every((code) => OF_ANSWERS.has(code));
