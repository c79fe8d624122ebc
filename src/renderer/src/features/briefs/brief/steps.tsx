// The steps of a remediation: which component to upgrade to which version, a button that sends the step to the assistant, and the follow-up checks.
// Changes nothing itself.
import { ArrowRight, CalendarCheck, MessageSquare } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { BriefStep } from '../../../../../shared/model/evidence/brief.ts';
import { api, describeFailure } from '../../../session/client.ts';
import { formatRoute, navigate } from '../../../session/router.ts';
import { sayFailed } from '../../../session/toasts.tsx';
import { formatDate } from '../../../ui/format.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { briefsStore } from '../briefs-store.ts';
import { canHandOn } from './standing.ts';
import styles from './steps.module.css';

export function Steps() {
  const { t } = useTranslation();
  const detail = useStore(briefsStore, (s) => s.detail);
  if (detail === null || detail.brief.steps.length === 0) return null;
  const { brief } = detail;
  return (
    <>
      <h4 className={styles.title}>{t('briefs.one.steps.title')}</h4>
      <p className="quiet">{t('briefs.one.steps.says')}</p>
      <ol className={styles.steps}>
        {brief.steps.map((step) => (
          <Step key={step.finding} step={step} canHand={canHandOn(detail)} />
        ))}
      </ol>
      {brief.follow_ups.length === 0 ? null : (
        <>
          <h4 className={styles.title}>{t('briefs.one.steps.done')}</h4>
          <ul className={styles.followUps}>
            {brief.follow_ups.map(({ at, check, target }) => (
              <li key={`${check} ${target}`}>
                <CalendarCheck size={14} strokeWidth={1.75} aria-hidden="true" />
                <span>
                  {t(`briefs.one.steps.followUp.${check}`)}: <code>{target}</code>,{' '}
                  {at === null
                    ? t('briefs.one.steps.later')
                    : t('briefs.one.steps.at', { day: formatDate(Date.parse(at)) })}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** @param canHand false where what it says is nobody's word */
function Step({ step, canHand }: { step: BriefStep; canHand: boolean }) {
  const { t } = useTranslation();
  const { component, version, target, product, fix } = step;
  const [isHanding, setHanding] = useState(false);
  const hand = () => {
    setHanding(true);
    void handOver(step).then((failed) => {
      setHanding(false);
      if (failed !== null) sayFailed(failed);
    });
  };
  return (
    <li className={styles.step}>
      <p>
        <b>{component}</b> <code>{version ?? t('briefs.one.steps.noVersion')}</code>
        {target === null ? null : (
          <>
            {' '}
            <ArrowRight size={14} strokeWidth={1.75} aria-label={t('briefs.one.steps.to')} />{' '}
            <code className={styles.target}>{target}</code>
          </>
        )}{' '}
        {t('briefs.one.steps.in', { product: product.replace(/^name\//, '') })}
      </p>
      <p className="quiet">
        {target === null ? t('briefs.one.steps.noTarget') : t(`briefs.one.steps.fix.${fix}`)}
      </p>
      {canHand ? (
        <Button icon={MessageSquare} writes isEarly={isHanding} onPress={hand}>
          {t(isHanding ? 'briefs.one.steps.handing' : 'briefs.one.steps.hand')}
        </Button>
      ) : null}
    </li>
  );
}

/** Tells the assistant of it in a session of its own, and goes there. @returns why not */
async function handOver({ finding }: BriefStep): Promise<string | null> {
  const { detail } = briefsStore.getState();
  if (detail === null) return null;
  const { cache_key: cacheKey, revision } = detail.brief;
  try {
    const { title, message } = await api.briefs.plan({ cacheKey, revision, finding });
    const { session } = await api.assistant.send({ id: null, message, profile: 'interactive' });
    // Its title is a help and no more: without it the session has the message's beginning.
    await api.assistant.update({ id: session.id, title }).catch(() => undefined);
    navigate(formatRoute('chat', session.id));
    return null;
  } catch (thrown) {
    return describeFailure(thrown).message;
  }
}
