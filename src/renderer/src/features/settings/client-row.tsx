// One client as a line: its name, what it may do, its keys, what it does now, when it was last here. Opens its panel.
import { ChevronDown, KeyRound } from 'lucide-react';
import { Button } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { Client } from '../../../../shared/model/client.ts';
import { cx } from '../../ui/cx.ts';
import { formatShort } from '../../ui/format.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { liveKeysOf } from './client-draft.ts';
import styles from './clients.module.css';

interface ClientRowProps {
  readonly client: Client;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

export function ClientRow({ client, isOpen, onToggle }: ClientRowProps) {
  const { t } = useTranslation();
  const keys = liveKeysOf(client).length;
  const { running, waiting, requests, seenAt } = client;
  return (
    <Button className={cx(styles.row)} aria-expanded={isOpen} onPress={onToggle}>
      <code className={styles.name}>{client.name}</code>
      <span className={styles.may}>
        <May client={client} />
      </span>
      <span className={styles.keys} data-some={keys > 0}>
        {keys > 0 ? (
          <>
            <KeyRound size={14} strokeWidth={1.5} />
            {t('clients.keyCount', { count: keys })}
          </>
        ) : null}
      </span>
      <span className={styles.now} data-busy={running + waiting > 0}>
        {running > 0 ? <span>{t('clients.running', { count: running })}</span> : null}
        {waiting > 0 ? <span data-waiting>{t('clients.waiting', { count: waiting })}</span> : null}
      </span>
      <span className={styles.seen}>
        {requests > 0 ? `${t('clients.requests', { count: requests, shown: formatShort(requests) })} · ` : ''}
        {seenAt === null ? t('clients.never') : <TimeAgo at={seenAt} />}
      </span>
      <ChevronDown className={styles.chevron} size={16} strokeWidth={1.5} />
    </Button>
  );
}

/** Its limits, in few words; that there are none is said too. */
function May({ client }: { client: Client }) {
  const { t } = useTranslation();
  const { stored, project, concurrency, ratePerMinute, mitigationsOff, learning, questions } = client;
  const words: string[] = [];
  if (!stored) words.push(t('clients.seenOnly'));
  if (project !== null) words.push(t('clients.onlyProject', { project }));
  if (concurrency !== null) words.push(t('clients.atOnce', { count: concurrency }));
  if (ratePerMinute !== null) words.push(t('clients.aMinute', { count: ratePerMinute }));
  if (mitigationsOff.length > 0) words.push(t('clients.less', { count: mitigationsOff.length }));
  if (learning !== 'project') words.push(t(`clients.learns.${learning}`));
  if (questions !== 'sparing') words.push(t(`clients.asked.${questions}`));
  else if (client.leftAloneUntil !== null) words.push(t('clients.asked.leftAlone'));
  return <>{words.length === 0 ? t('clients.anything') : words.join(' · ')}</>;
}
