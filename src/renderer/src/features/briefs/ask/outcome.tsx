// What became of what was asked for, where nothing is to be read: why, in a sentence for each code, and what helps.
import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { formatRoute } from '../../../session/router.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { briefsStore } from '../briefs-store.ts';
import { adviceOf, canBeComputed } from './advice.ts';
import styles from './ask.module.css';
import { askStore, type Outcome as Came } from './ask-store.ts';
import { useTakeWeights } from './use-take-weights.ts';

export function Outcome({ outcome }: { outcome: Came }) {
  const { t } = useTranslation();
  const wanted = useStore(askStore, (s) => s.wanted);
  // It is offered, or was wanted: neither needs a reason.
  if (outcome.kind === 'there' || outcome.kind === 'cancelled') return null;
  return (
    <div className={styles.outcome} role="alert">
      <p className={styles.outcomeTitle}>
        <CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" />
        <b>{t(outcome.kind === 'refused' ? 'briefs.ask.refusedTitle' : 'briefs.ask.failedTitle')}</b>
      </p>
      {outcome.kind === 'refused' ? (
        <>
          {outcome.answer.codes.map((code) => (
            <div key={code}>
              <p>{t(`briefs.code.${code}.says`)}</p>
              <p className="muted">{t(`briefs.code.${code}.todo`)}</p>
            </div>
          ))}
          <div className="buttons">
            {wanted !== null && canBeComputed(outcome.answer.codes) ? (
              <Button
                writes
                onPress={() =>
                  void askStore.getState().ask({ ...wanted, computed: true, forceRefresh: false })
                }
              >
                {t('briefs.ask.computed')}
              </Button>
            ) : null}
            <a
              className={styles.way}
              href={formatRoute('briefs', outcome.answer.cacheKey)}
              onClick={() => askStore.getState().close()}
            >
              {t('briefs.ask.look')}
            </a>
            <a className={styles.way} href={formatRoute('settings', null, { tab: 'models' })}>
              {t('briefs.ask.chooseModel')}
            </a>
          </div>
        </>
      ) : (
        <>
          <p>{outcome.kind === 'failed' ? outcome.message : outcome.failure.message}</p>
          <Advice outcome={outcome} />
        </>
      )}
    </div>
  );
}

function Advice({ outcome }: { outcome: Exclude<Came, { kind: 'there' | 'cancelled' | 'refused' }> }) {
  const { t } = useTranslation();
  const takeWeights = useTakeWeights();
  const profile = useStore(askStore, (s) => s.wanted?.profile);
  const live = useStore(briefsStore, (s) => s.live);
  switch (adviceOf(outcome)) {
    case 'weights':
      return profile === undefined ? null : (
        <Button
          writes
          onPress={() =>
            void takeWeights(profile, live?.profiles.find(({ name }) => name === profile)?.model ?? '')
          }
        >
          {t('briefs.weights.take')}
        </Button>
      );
    case 'settings':
      return (
        <a className={styles.way} href={formatRoute('settings', null, { tab: 'all' })}>
          {t('briefs.ask.toSettings')}
        </a>
      );
    case 'evidence':
      return (
        <a className={styles.way} href={formatRoute('findings', null, { view: 'evidence' })}>
          {t('briefs.ask.takeIn')}
        </a>
      );
    case 'none':
      return null;
  }
}
