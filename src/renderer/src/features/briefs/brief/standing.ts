// How a brief came about, and how near a step of it is to what runs, as words. Pure. Called by the head, the steps and the page on paper.
import type { BriefDetail, StoredBrief } from '../../../../../shared/model/evidence/brief.ts';

export type Standing = 'refused' | 'worded' | 'fallback' | 'computed';

/** How a brief came about. */
export function standingOf({ guardrail, inference }: Pick<StoredBrief, 'guardrail' | 'inference'>): Standing {
  if (guardrail.blocked) return 'refused';
  if (inference.model_id !== undefined) return 'worded';
  return inference.fallback_reason === undefined ? 'computed' : 'fallback';
}

/** Whether it is what was kept and signed: else nothing of it is to be acted on. */
export const isSound = ({ intact, signature }: Pick<BriefDetail, 'intact' | 'signature'>): boolean =>
  intact && signature !== 'invalid';

/** What is said of where it came from; null for one that was made here. */
export function originOf({ cameFrom, signature }: Pick<BriefDetail, 'cameFrom' | 'signature'>) {
  if (cameFrom === null) return null;
  return { says: signature === 'valid' ? 'came' : 'cameUnknown', bundle: cameFrom } as const;
}

/** Whether its steps may be handed on: not what was changed, nor what nobody who is known vouches for. */
export const canHandOn = (detail: Pick<BriefDetail, 'intact' | 'signature' | 'cameFrom'>): boolean =>
  isSound(detail) && originOf(detail)?.says !== 'cameUnknown';

/** How near a step is to what runs; the score falls with every component between, and for what only the build needs. */
export const nearness = (score: number): 'near' | 'some' | 'far' =>
  score >= 0.6 ? 'near' : score >= 0.2 ? 'some' : 'far';
