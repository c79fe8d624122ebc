// One alert: what is wrong since when, who sees to it, and what can be done about it: ask why, acknowledge, silence. Used by Resources and Overview.
import { BellOff, Check, CircleAlert, MessageCircleQuestionMark, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Alert } from '../../../../shared/model/alert.ts';
import { formatSoon } from '../../ui/format.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { TimeAgo, useNow } from '../../ui/time-ago.tsx';
import { formatRoute } from '../router.ts';
import { AcknowledgeDialog } from './acknowledge-dialog.tsx';
import { askWhy } from './alert-acts.ts';
import styles from './alerts.module.css';
import { SilenceDialog } from './silence-dialog.tsx';

type OpenDialog = 'acknowledge' | 'silence' | null;

interface AlertItemProps {
  readonly alert: Alert;
  /** Its resource is what is shown: there is nothing to lead to. */
  readonly plain?: boolean;
}

export function AlertItem({ alert, plain = false }: AlertItemProps) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const line = useRef<HTMLLIElement>(null);
  const { severity, message, startedAt, acknowledged, silencedUntil, session } = alert;
  const Icon = severity === 'critical' ? CircleAlert : TriangleAlert;
  const isQuiet = acknowledged !== null || silencedUntil !== null;
  const hasActed = useRef(false);
  // A button that is done with goes away; what had the focus on it has it on the next one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these takes a button away
  useEffect(() => {
    if (hasActed.current && document.activeElement === document.body)
      line.current?.querySelector<HTMLElement>('a, button')?.focus();
  }, [acknowledged, silencedUntil]);
  const open = (which: OpenDialog) => {
    hasActed.current = true;
    setDialog(which);
  };
  return (
    <li ref={line} className={styles.item} data-quiet={isQuiet || undefined}>
      <Icon
        className={severity === 'critical' ? 'bad' : 'wait'}
        size={16}
        strokeWidth={1.75}
        role="img"
        aria-label={t(`alerts.severity.${severity}`)}
      />
      <div className={styles.body}>
        <p className={styles.message}>
          <Message alert={alert} plain={plain} />{' '}
          <span className="quiet">
            <TimeAgo at={startedAt} />
          </span>
        </p>
        <Meta alert={alert} />
      </div>
      <div className={styles.actions}>
        {session === null ? (
          <Button
            variant="quiet"
            icon={MessageCircleQuestionMark}
            writes
            label={t('alerts.askWhyLabel', { message })}
            onPress={() => void askWhy(alert)}
          >
            {t('alerts.askWhy')}
          </Button>
        ) : (
          <a className={styles.session} href={formatRoute('chat', session)}>
            {t('alerts.openInvestigation')}
          </a>
        )}
        {acknowledged === null ? (
          <Button
            variant="quiet"
            icon={Check}
            writes
            label={t('alerts.acknowledgeLabel', { message })}
            onPress={() => open('acknowledge')}
          >
            {t('alerts.acknowledge')}
          </Button>
        ) : null}
        {silencedUntil === null ? (
          <Button
            variant="quiet"
            icon={BellOff}
            writes
            label={t('alerts.silenceLabel', { message })}
            onPress={() => open('silence')}
          >
            {t('alerts.silence')}
          </Button>
        ) : null}
      </div>
      {dialog === 'acknowledge' ? <AcknowledgeDialog alert={alert} onClose={() => setDialog(null)} /> : null}
      {dialog === 'silence' ? <SilenceDialog alert={alert} onClose={() => setDialog(null)} /> : null}
    </li>
  );
}

function Message({ alert: { message, finding, resourceId }, plain }: AlertItemProps) {
  const to =
    finding !== undefined
      ? formatRoute('findings', finding)
      : resourceId === null || plain
        ? null
        : formatRoute('resources', resourceId);
  if (to === null) return message;
  return (
    <a className={styles.link} href={to}>
      {message}
    </a>
  );
}

/** Who sees to it, and until when it is silenced. */
export function Meta({ alert: { acknowledged, silencedUntil } }: { alert: Alert }) {
  const { t } = useTranslation();
  const now = useNow();
  if (acknowledged === null && silencedUntil === null) return null;
  return (
    <p className="quiet">
      {acknowledged === null ? null : (
        <>
          {t('alerts.acknowledgedBy', { who: acknowledged.by })} <TimeAgo at={acknowledged.at} />
          {acknowledged.note === '' ? '' : `: “${acknowledged.note}”`}
        </>
      )}
      {acknowledged !== null && silencedUntil !== null ? ' · ' : null}
      {silencedUntil === null ? null : t('alerts.silenced', { time: formatSoon(silencedUntil, now) })}
    </p>
  );
}
