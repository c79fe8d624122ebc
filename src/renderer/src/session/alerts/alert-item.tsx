// One alert: what is wrong since when, who sees to it, and what can be done about it: ask why, acknowledge, silence. Used by Resources and Overview.
import {
  Bell,
  BellOff,
  Check,
  CircleAlert,
  type LucideIcon,
  MessageCircleQuestionMark,
  TriangleAlert,
} from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Alert } from '../../../../shared/model/alert.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { formatRoute } from '../router.ts';
import { sayFailed } from '../toasts.tsx';
import { AcknowledgeDialog } from './acknowledge-dialog.tsx';
import { askWhy, endSilence } from './alert-acts.ts';
import styles from './alerts.module.css';
import { SilenceDialog } from './silence-dialog.tsx';
import { SilenceLine } from './silence-line.tsx';

interface AlertItemProps {
  readonly alert: Alert;
  /** Its resource is what is shown: there is nothing to lead to. */
  readonly plain?: boolean;
}

export function AlertItem({ alert, plain = false }: AlertItemProps) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<'acknowledge' | 'silence' | null>(null);
  const line = useRef<HTMLLIElement>(null);
  const { message, startedAt, acknowledged, silence, session } = alert;
  const hasActed = useRef(false);
  // A button that is done with goes away; what had the focus on it has it on the next one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these takes a button away
  useEffect(() => {
    if (hasActed.current && document.activeElement === document.body)
      line.current?.querySelector<HTMLElement>('a, button')?.focus();
  }, [acknowledged, silence]);
  const button = (
    icon: LucideIcon,
    what: 'askWhy' | 'acknowledge' | 'silence' | 'endSilence',
    act: () => void,
  ) => (
    <Button
      variant="quiet"
      icon={icon}
      writes
      label={t('alerts.actLabel', { act: t(`alerts.${what}`), message })}
      onPress={() => {
        hasActed.current = true;
        act();
      }}
    >
      {t(`alerts.${what}`)}
    </Button>
  );
  const end = async (id: string) => {
    const failure = await endSilence(id);
    if (failure) sayFailed(failure.message);
  };
  return (
    <AlertRow alert={alert} plain={plain} when={<TimeAgo at={startedAt} />} ref={line}>
      <div className={styles.actions}>
        {session === null ? (
          button(MessageCircleQuestionMark, 'askWhy', () => void askWhy(alert))
        ) : (
          <a className={styles.session} href={formatRoute('chat', session)}>
            {t('alerts.openInvestigation')}
          </a>
        )}
        {acknowledged === null ? button(Check, 'acknowledge', () => setDialog('acknowledge')) : null}
        {silence === null
          ? button(BellOff, 'silence', () => setDialog('silence'))
          : button(Bell, 'endSilence', () => void end(silence.id))}
      </div>
      {dialog === 'acknowledge' ? <AcknowledgeDialog alert={alert} onClose={() => setDialog(null)} /> : null}
      {dialog === 'silence' ? <SilenceDialog of={alert} onClose={() => setDialog(null)} /> : null}
    </AlertRow>
  );
}

interface AlertRowProps extends AlertItemProps {
  readonly when: ReactNode;
  readonly children?: ReactNode;
  readonly ref?: Ref<HTMLLIElement>;
}

/** An alert, active or past: how bad it is, what is wrong with what, who sees to it. */
export function AlertRow({ alert, plain = false, when, children, ref }: AlertRowProps) {
  const { t } = useTranslation();
  const { severity, message, endedAt, acknowledged, silence } = alert;
  const isHandled = acknowledged !== null || silence !== null;
  const Icon = severity === 'critical' ? CircleAlert : TriangleAlert;
  return (
    <li ref={ref} className={styles.item} data-quiet={isHandled || undefined}>
      <Icon
        className={endedAt !== null || isHandled ? styles.past : severity === 'critical' ? 'bad' : 'wait'}
        size={16}
        strokeWidth={1.75}
        role="img"
        aria-label={t(`alerts.severity.${severity}`)}
      />
      <div className={styles.body}>
        <p className={styles.title}>
          <Title alert={alert} plain={plain} /> <span className="quiet">{when}</span>
        </p>
        <p className={styles.message}>{message}</p>
        {acknowledged === null ? null : (
          <p className="quiet">
            {t('alerts.acknowledgedBy', { who: acknowledged.by })} <TimeAgo at={acknowledged.at} />
            {acknowledged.note === '' ? '' : `: “${acknowledged.note}”`}
          </p>
        )}
        {silence === null ? null : <SilenceLine silence={silence} />}
      </div>
      {children}
    </li>
  );
}

/** What is wrong with what, in two words; leads to it. */
function Title({ alert: { rule, resourceName: name, finding, resourceId }, plain }: AlertItemProps) {
  const { t } = useTranslation();
  const title = t(`alerts.rule.${rule}`);
  const to =
    finding !== undefined
      ? formatRoute('findings', finding)
      : resourceId === null || plain
        ? null
        : formatRoute('resources', resourceId);
  if (to === null) return plain ? title : t('alerts.itemTitle', { title, name });
  return (
    <a className={styles.link} href={to}>
      {plain ? title : t('alerts.itemTitle', { title, name })}
    </a>
  );
}
