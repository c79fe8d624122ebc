// Takes the weights that a model has now, and says so. Used by the banner above the list and by what became of a question.
import { useTranslation } from 'react-i18next';
import type { BriefProfile } from '../../../../../shared/model/evidence/brief.ts';
import { say, sayFailed } from '../../../session/toasts.tsx';
import { briefsStore } from '../briefs-store.ts';
import { askStore } from './ask-store.ts';

export function useTakeWeights(): (profile: BriefProfile, model: string) => Promise<void> {
  const { t } = useTranslation();
  return async (profile, model) => {
    const failure = await briefsStore.getState().takeWeights(profile);
    if (failure) return sayFailed(failure.message);
    askStore.getState().dismiss();
    say(t('briefs.weights.taken', { model }));
  };
}
