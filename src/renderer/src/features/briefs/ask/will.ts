// What asking for a brief with a profile will come to, as far as that is known before. Pure. Called by what-happens.tsx and the form.
import type { BriefProfileView } from '../../../../../shared/model/evidence/brief.ts';

export type Will =
  | { readonly kind: 'worded' | 'wordedAway' | 'weights'; readonly model: string }
  | { readonly kind: 'computed' | 'off' | 'taskOff' }
  | { readonly kind: 'computedOf'; readonly fallback: NonNullable<BriefProfileView['fallback']> }
  | { readonly kind: 'problem'; readonly problem: string };

/** @param isTaskOn whether briefs of the task are made at all */
export function willOf(profile: BriefProfileView, isTaskOn: boolean): Will {
  const { isOn, problem, model, modelIsLocal, fallback, digestNow } = profile;
  if (!isTaskOn) return { kind: 'taskOff' };
  if (!isOn) return { kind: 'off' };
  if (problem !== null) return { kind: 'problem', problem };
  if (model !== null && digestNow !== null) return { kind: 'weights', model };
  if (model !== null) return { kind: modelIsLocal ? 'worded' : 'wordedAway', model };
  return fallback === null ? { kind: 'computed' } : { kind: 'computedOf', fallback };
}

/** Whether asking comes to anything. */
export const isRefused = ({ kind }: Will): boolean =>
  kind === 'off' || kind === 'problem' || kind === 'taskOff' || kind === 'weights';
