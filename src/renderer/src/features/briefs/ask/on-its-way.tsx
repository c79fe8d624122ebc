// What was asked for and is not shown yet: being made, cancelled, refused, failed, or there while something else was looked at. One line where the form is closed.
import { CircleAlert, CircleCheck, CircleSlash, LoaderCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { formatRoute } from '../../../session/router.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import styles from './ask.module.css';
import { askStore } from './ask-store.ts';

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

export function OnItsWay() {
  const { t } = useTranslation();
  const { isOpen, wanted, isAsking, queued, outcome, open, cancel, dismiss } = useStore(askStore);
  if (isOpen || wanted === null) return null;
  const said = { task: t(`briefs.task.${wanted.task}`), key: wanted.advisoryKey };
  if (isAsking || queued !== null)
    return (
      <div className={styles.strip} role="status">
        <LoaderCircle {...ICON} className="turning info" />
        <p className={styles.stripWords}>{t('briefs.ask.wait.queued', said)}</p>
        <a href={formatRoute('jobs')}>{t('briefs.ask.wait.jobs')}</a>
        {queued === null ? null : (
          <Button variant="quiet" writes onPress={() => void cancel().then(toList)}>
            {t('briefs.ask.wait.cancel')}
          </Button>
        )}
      </div>
    );
  if (outcome === null) return null;
  if (outcome.kind === 'there')
    return (
      <div className={styles.strip} data-tone="ok" role="status">
        <CircleCheck {...ICON} />
        <p className={styles.stripWords}>
          <a href={formatRoute('briefs', outcome.place.cacheKey)} onClick={dismiss}>
            {t('briefs.ask.done', said)}
          </a>
        </p>
        <Button variant="quiet" onPress={dismiss}>
          {t('briefs.ask.dismiss')}
        </Button>
      </div>
    );
  if (outcome.kind === 'cancelled')
    return (
      <div className={styles.strip} role="status">
        <CircleSlash {...ICON} />
        <p className={styles.stripWords}>{t('briefs.ask.cancelled', said)}</p>
        <Button onPress={() => open()}>{t('briefs.ask.form')}</Button>
        <Button variant="quiet" onPress={dismiss}>
          {t('briefs.ask.dismiss')}
        </Button>
      </div>
    );
  const words =
    outcome.kind === 'refused'
      ? outcome.answer.codes.map((code) => t(`briefs.code.${code}.says`)).join(' ')
      : outcome.kind === 'failed'
        ? outcome.message
        : outcome.failure.message;
  return (
    <div className={styles.strip} data-tone="bad" role="alert">
      <CircleAlert {...ICON} />
      <p className={styles.stripWords}>
        <b>{t(outcome.kind === 'refused' ? 'briefs.ask.refusedTitle' : 'briefs.ask.failedTitle')}.</b> {words}
      </p>
      <Button onPress={() => open()}>{t('briefs.ask.form')}</Button>
      <Button variant="quiet" onPress={dismiss}>
        {t('briefs.ask.dismiss')}
      </Button>
    </div>
  );
}

/** The button that had the focus is gone. */
function toList(): void {
  document.querySelector<HTMLElement>('[data-list], [data-rest]')?.focus();
}
