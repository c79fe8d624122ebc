// Past and active alerts, of one resource or of all, newest first, and further back when asked.
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Alert } from '../../../../shared/model/alert.ts';
import { Dialog } from '../../ui/dialog.tsx';
import type { Failure } from '../../ui/failure.ts';
import { formatFull, formatMs } from '../../ui/format.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { attempt } from '../ask.ts';
import { api } from '../client.ts';
import { formatRoute } from '../router.ts';
import { AlertRow } from './alert-item.tsx';
import styles from './alerts.module.css';

const PAGE = 50;
const HOUR_MS = 3_600_000;

export interface HistoryOf {
  readonly id: string;
  readonly name: string;
}

export function HistoryDialog({ of, onClose }: { of: HistoryOf | null; onClose: () => void }) {
  const { t } = useTranslation();
  const [alerts, setAlerts] = useState<readonly Alert[] | null>(null);
  const [isWhole, setWhole] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const resourceId = of?.id;
  const load = useCallback(
    async (before?: Alert) => {
      const refused = await attempt(async () => {
        const page = await api.alerts.history({
          limit: PAGE,
          ...(resourceId === undefined ? {} : { resourceId }),
          ...(before ? { before: before.startedAt } : {}),
        });
        setAlerts((known) => [...(before ? (known ?? []) : []), ...page.alerts]);
        setWhole(page.alerts.length < PAGE);
      });
      setFailure(refused);
    },
    [resourceId],
  );
  useEffect(() => void load(), [load]);
  const last = alerts?.at(-1);
  return (
    <Dialog
      title={of ? t('alerts.historyOf', { name: of.name }) : t('alerts.historyTitle')}
      isOpen
      onClose={onClose}
      width="wide"
    >
      {failure ? <ErrorState failure={failure} onRetry={() => void load()} compact /> : null}
      {alerts === null && !failure ? <Skeleton rows={4} /> : null}
      {alerts?.length === 0 ? <p className="quiet">{t('alerts.historyNone')}</p> : null}
      <ul className={styles.list}>
        {alerts?.map((alert) => (
          <PastAlert key={alert.id} alert={alert} />
        ))}
      </ul>
      {last && !isWhole ? (
        <Button variant="quiet" onPress={() => void load(last)}>
          {t('alerts.historyMore')}
        </Button>
      ) : null}
    </Dialog>
  );
}

function PastAlert({ alert }: { alert: Alert }) {
  const { t } = useTranslation();
  const { startedAt, endedAt, session } = alert;
  const when = (
    <>
      {formatFull(startedAt)} ·{' '}
      {endedAt === null ? (
        <b>{t('alerts.active')}</b>
      ) : (
        t('alerts.lasted', { span: spanOf(endedAt - startedAt) })
      )}
    </>
  );
  return (
    <AlertRow alert={alert} when={when}>
      {session === null ? null : (
        <a className={styles.session} href={formatRoute('chat', session)}>
          {t('alerts.openInvestigation')}
        </a>
      )}
    </AlertRow>
  );
}

/** `12 min 3 s`, `5 h 12 min`, `3 d 4 h`. */
function spanOf(ms: number): string {
  if (ms < HOUR_MS) return formatMs(ms);
  const hours = Math.floor(ms / HOUR_MS);
  if (hours < 48) return `${hours} h ${Math.floor((ms % HOUR_MS) / 60_000)} min`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}
