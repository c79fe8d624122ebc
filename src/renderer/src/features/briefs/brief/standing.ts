// How a brief came about, and how near a step of it is to what runs, as words. Pure. Called by the head, the steps and the page on paper.
import type { BriefDetail, StoredBrief } from '../../../../../shared/model/evidence/brief.ts';

export type Standing = 'refused' | 'worded' | 'left' | 'fallback' | 'computed';

/** How a brief came about. */
export function standingOf({ guardrail, inference }: Pick<StoredBrief, 'guardrail' | 'inference'>): Standing {
  if (guardrail.blocked) return 'refused';
  if (inference.model_id !== undefined) return guardrail.codes.length > 0 ? 'left' : 'worded';
  return inference.fallback_reason === undefined ? 'computed' : 'fallback';
}

/** Whether it is what was kept and signed: else nothing of it is to be acted on. */
export const isSound = ({ intact, signature }: Pick<BriefDetail, 'intact' | 'signature'>): boolean =>
  intact && signature !== 'invalid';

/** How near a step is to what runs; the score falls with every component between, and for what only the build needs. */
export const nearness = (score: number): 'near' | 'some' | 'far' =>
  score >= 0.6 ? 'near' : score >= 0.2 ? 'some' : 'far';
