// The screen's first sentence: what there is, what is being made, what was refused; and, where a model has other weights now, that nothing is made with it until they are taken.
import { BookOpenCheck, Cpu, LoaderCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { BriefProfileView } from '../../../../shared/model/evidence/brief.ts';
import { AsOf } from '../../ui/as-of.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useTakeWeights } from './ask/use-take-weights.ts';
import styles from './briefs.module.css';
import { briefsStore } from './briefs-store.ts';
import { shortDigest } from './words.ts';

const ICON = { size: 18, strokeWidth: 1.5, 'aria-hidden': true } as const;

export function Headline() {
  const { t } = useTranslation();
  const { live, liveFailure, list, subjects, readState } = useStore(briefsStore);
  if (live === null)
    return liveFailure && !liveFailure.offline ? (
      <div className={styles.head}>
        <ErrorState failure={liveFailure} onRetry={() => void readState()} compact />
      </div>
    ) : null;
  const refused = (list ?? []).filter(({ blocked }) => blocked).length;
  return (
    <>
      <header className={styles.head}>
        <p className={styles.sentence} role="status">
          {live.waiting > 0 ? (
            <LoaderCircle {...ICON} className="turning info" />
          ) : (
            <BookOpenCheck {...ICON} className={subjects ? 'ok' : 'muted'} />
          )}
          <span>
            {subjects === null ? null : t('briefs.head.count', { count: subjects })}
            {refused > 0 ? <> {t('briefs.head.refused', { count: refused })}</> : null}
            {live.waiting > 0 ? <> {t('briefs.head.waiting', { count: live.waiting })}</> : null}
          </span>
        </p>
        <AsOf />
      </header>
      <Weights profiles={live.profiles} />
    </>
  );
}

/** One line a model, whichever profiles it words. */
function Weights({ profiles }: { profiles: readonly BriefProfileView[] }) {
  const { t } = useTranslation();
  const takeWeights = useTakeWeights();
  const changed = new Map<string, BriefProfileView[]>();
  for (const profile of profiles)
    if (profile.model !== null && profile.digestNow !== null)
      changed.set(profile.model, [...(changed.get(profile.model) ?? []), profile]);
  return [...changed].map(([model, of]) => (
    <section key={model} className={styles.weights} data-tone="wait">
      <Cpu size={16} strokeWidth={1.75} aria-hidden="true" />
      <div>
        <b>{t('briefs.weights.title', { model })}</b>
        <p>
          {t('briefs.weights.text', {
            ...{ from: shortDigest(of[0]?.digest ?? ''), to: shortDigest(of[0]?.digestNow ?? '') },
            profiles: of.map(({ title }) => title).join(', '),
          })}
        </p>
      </div>
      <Button writes onPress={() => void (of[0] && takeWeights(of[0].name, model))}>
        {t('briefs.weights.take')}
      </Button>
    </section>
  ));
}
