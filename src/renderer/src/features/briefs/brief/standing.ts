// How a brief was written, where it came from, and whether it can be acted on. Pure. Called by the head, the steps and the printed page.
import type { BriefDetail, StoredBrief } from '../../../../../shared/model/evidence/brief.ts';

export type Standing = 'refused' | 'worded' | 'fallback' | 'computed';

export function standingOf({ guardrail, inference }: Pick<StoredBrief, 'guardrail' | 'inference'>): Standing {
  if (guardrail.blocked) return 'refused';
  if (inference.model_id !== undefined) return 'worded';
  return inference.fallback_reason === undefined ? 'computed' : 'fallback';
}

/** Whether it is unchanged since it was signed. */
export const isSound = ({ intact, signature }: Pick<BriefDetail, 'intact' | 'signature'>): boolean =>
  intact && signature !== 'invalid';

/** What is said of where it came from; null for one that was made here. */
export function originOf({ cameFrom, signature }: Pick<BriefDetail, 'cameFrom' | 'signature'>) {
  if (cameFrom === null) return null;
  return { says: signature === 'valid' ? 'came' : 'cameUnknown', bundle: cameFrom } as const;
}

/** Whether its steps may be sent to the assistant: not of a changed brief, nor of one from another host whose signature is unknown. */
export const canHandOn = (detail: Pick<BriefDetail, 'intact' | 'signature' | 'cameFrom'>): boolean =>
  isSound(detail) && originOf(detail)?.says !== 'cameUnknown';
