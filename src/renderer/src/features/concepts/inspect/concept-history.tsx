// A concept's own history, read when it is opened: what was done about it, by whom, when and why, with the way back where there is one,
// and every period of every fact it was the subject of. Nothing here is kept; Audit has the whole record.
import { Redo2, Undo2 } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { type Api, api, describeFailure } from '../../../session/client.ts';
import { DimensionMark, MarkedText, SourceChip, Token } from '../../../session/marks.tsx';
import { formatRoute } from '../../../session/router.ts';
import { sayFailed, undoable } from '../../../session/toasts.tsx';
import type { Failure } from '../../../ui/failure.ts';
import { formatFull } from '../../../ui/format.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { conceptsStore } from '../concepts-store.ts';
import styles from './concept-history.module.css';

type Record = Awaited<ReturnType<Api['audit']['record']>>;
type Entry = Record['entries'][number];
type Period = Awaited<ReturnType<Api['audit']['history']>>[number];

interface Read {
  readonly entries: readonly Entry[];
  readonly next: number | null;
  readonly periods: readonly Period[];
}

/** A page may begin within an action that the page before has told. */
function followed(before: readonly Entry[], more: readonly Entry[]): Entry[] {
  const told = new Set(before.flatMap(({ action }) => action?.id ?? []));
  return [...before, ...more.filter(({ action }) => action === null || !told.has(action.id))];
}

export function ConceptHistory({ token }: { token: string }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.history} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('concepts.history.title')}</summary>
      {isOpen ? <Contents token={token} /> : null}
    </details>
  );
}

function Contents({ token }: { token: string }) {
  const { t } = useTranslation();
  const [read, setRead] = useState<Read | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  // What is told elsewhere about it shows here, too.
  const detail = useStore(conceptsStore, (s) => s.detail);
  const load = useCallback(async () => {
    try {
      const [{ entries, next }, periods] = await Promise.all([
        api.audit.record({ token }),
        api.audit.history({ token }),
      ]);
      setRead({ entries, next, periods });
      setFailure(null);
    } catch (thrown) {
      setFailure(describeFailure(thrown));
    }
  }, [token]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a concept that was read anew may have another history
  useEffect(() => void load(), [load, detail]);
  if (failure) return <ErrorState failure={failure} onRetry={() => void load()} compact />;
  if (read === null) return <Skeleton rows={3} />;
  const older = async (before: number) => {
    try {
      const { entries, next } = await api.audit.record({ token, before });
      setRead({ ...read, entries: followed(read.entries, entries), next });
    } catch (thrown) {
      sayFailed(describeFailure(thrown).message);
    }
  };
  return (
    <>
      <h4 className={styles.title}>{t('concepts.history.done')}</h4>
      {read.entries.length === 0 ? <p className="quiet">{t('concepts.history.none')}</p> : null}
      <ul>
        {read.entries.map((entry) => (
          <Done key={entry.id} entry={entry} onChanged={load} />
        ))}
      </ul>
      {read.next === null ? null : (
        <Button variant="quiet" onPress={() => void older(read.next ?? 0)}>
          {t('concepts.history.more')}
        </Button>
      )}
      <h4 className={styles.title}>{t('concepts.history.periods')}</h4>
      {read.periods.length === 0 ? <p className="quiet">{t('concepts.history.noPeriods')}</p> : null}
      <ul>
        {read.periods.map((period) => (
          <Held key={`${String(period.edgeId)} ${String(period.validFrom)}`} period={period} />
        ))}
      </ul>
    </>
  );
}

function Done({ entry, onChanged }: { entry: Entry; onChanged: () => Promise<void> }) {
  const { t } = useTranslation();
  const refresh = useStore(conceptsStore, (s) => s.refresh);
  const [busy, setBusy] = useState(false);
  const { action, actor, at, summary } = entry;
  const href = formatRoute(
    'audit',
    String(action?.id ?? entry.id),
    action === null ? { view: 'events' } : {},
  );
  async function turn(way: 'undo' | 'redo', id: number): Promise<void> {
    const back = way === 'undo' ? 'redo' : 'undo';
    const call = (which: 'undo' | 'redo') => async () => {
      await api.audit[which]({ id, reason: '' });
      await refresh();
      await onChanged();
    };
    setBusy(true);
    try {
      await call(way)();
      undoable({
        text: t(`concepts.history.did.${way}`, { what: summary }),
        undo: call(back),
        redo: call(way),
      });
    } catch (thrown) {
      sayFailed(describeFailure(thrown).message);
    }
    setBusy(false);
  }
  return (
    <li className={styles.entry} data-undone={action?.state === 'undone'}>
      <p>
        <span className={styles.what}>
          <MarkedText text={summary} />
        </span>{' '}
        {action?.state === 'undone' ? <span className="quiet">({t('concepts.history.undone')})</span> : null}
      </p>
      <p className={styles.said}>
        <a href={href}>
          <TimeAgo at={at} />
          <span className="sr-only">
            {t('concepts.history.open')}: {summary}
          </span>
        </a>{' '}
        {t('concepts.history.byActor', { actor: action?.actor ?? actor })}
        {action !== null && action.reason !== ''
          ? `, ${t('concepts.history.because', { reason: action.reason })}`
          : ''}
      </p>
      {action === null || action.state === 'final' ? null : (
        <Button
          writes
          variant="quiet"
          isDisabled={busy}
          icon={action.state === 'done' ? Undo2 : Redo2}
          label={t(`concepts.history.${action.state === 'done' ? 'undo' : 'redo'}`, { what: summary })}
          onPress={() => void turn(action.state === 'done' ? 'undo' : 'redo', action.id)}
        >
          {t(action.state === 'done' ? 'action.undo' : 'concepts.history.again')}
        </Button>
      )}
    </li>
  );
}

function Held({ period }: { period: Period }) {
  const { t } = useTranslation();
  const { parent, dimension, source, validFrom, validTo, endedBy } = period;
  const from = formatFull(validFrom);
  return (
    <li className={styles.entry}>
      <p className={styles.fact}>
        <DimensionMark name={dimension} /> <Token token={parent} /> <SourceChip source={source} />
      </p>
      <p className={styles.said}>
        {validTo === null
          ? t('concepts.history.since', { from })
          : t('concepts.history.span', { from, to: formatFull(validTo) })}
        {endedBy === null ? null : (
          <>
            {' · '}
            <a href={formatRoute('audit', String(endedBy), { view: 'events' })}>
              {t('concepts.history.ended')}
            </a>
          </>
        )}
      </p>
    </li>
  );
}
