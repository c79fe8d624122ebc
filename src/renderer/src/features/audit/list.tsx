// Actions or events, newest first, in their four states.
import { Redo2, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { AuditEvent } from '../../../../shared/model/audit.ts';
import type { Action } from '../../../../shared/model/decision.ts';
import { MarkedText } from '../../session/marks.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { useNarrow } from '../../ui/use-media.ts';
import { type Column, type ColumnSort, VirtualGrid } from '../../ui/virtual-grid.tsx';
import styles from './audit.module.css';
import { auditStore } from './audit-store.ts';
import { isNarrowed, type Sort, sortedBy } from './criteria.ts';
import { useKindWords } from './kind-words.ts';
import { useNarrowing } from './use-criteria.ts';

interface ListProps {
  readonly selected: string | null;
  readonly onSelect: (id: string | null, enter?: boolean) => void;
}

export function AuditList(props: ListProps) {
  const { criteria, failure, load, events, actions } = useStore(auditStore);
  const { view } = criteria;
  const empty = view === 'actions' ? actions === null : events === null;
  if (failure && empty) return <ErrorState failure={failure} onRetry={() => void load()} />;
  if (empty) return <Skeleton rows={10} />;
  return (
    <>
      {failure && !failure.offline ? (
        <ErrorState failure={failure} onRetry={() => void load()} compact />
      ) : null}
      {view === 'actions' ? <Actions {...props} /> : <Events {...props} />}
    </>
  );
}

/** Undone things are struck and lighter, and say so to a screen reader. */
function Summary({ action }: { action: Action }) {
  const { t } = useTranslation();
  return (
    <span className={styles.summary} data-state={action.state}>
      {action.state === 'undone' ? (
        <Undo2 size={14} strokeWidth={1.75} role="img" aria-label={t('audit.state.undone')} />
      ) : null}
      {action.kind === 'redo' ? <Redo2 size={14} strokeWidth={1.75} /> : null}
      <span>
        <MarkedText text={action.summary} />
      </span>
    </span>
  );
}

/** Pixels. */
const STACKED_HEIGHT = 56;

/** Beside an open inspector and on a phone: what it says, and under it who and why. */
function Stacked({ words, children }: { words: readonly string[]; children: ReactNode }) {
  return (
    <span className={styles.stacked}>
      <span>{children}</span>
      <span className={styles.quiet}>{words.filter((word) => word !== '').join(' · ')}</span>
    </span>
  );
}

/** Why the list is empty: nothing fits what was asked, or nothing is there. */
function Nothing() {
  const { t } = useTranslation();
  const { criteria, widen } = useNarrowing();
  if (isNarrowed(criteria)) {
    return (
      <EmptyState drawing="search" title={t('audit.noMatch')} text={t('audit.noMatchText')}>
        <Button onPress={widen}>{t('action.clear')}</Button>
      </EmptyState>
    );
  }
  const words = EMPTY[criteria.view];
  return <EmptyState drawing="tree" title={t(words.title)} text={t(words.text)} />;
}

const EMPTY = {
  actions: { title: 'audit.noActions', text: 'audit.noActionsText' },
  events: { title: 'audit.noEvents', text: 'audit.noEventsText' },
  host: { title: 'audit.noHost', text: 'audit.noHostText' },
  agent: { title: 'audit.noAgent', text: 'audit.noAgentText' },
} as const;

/** How the list stands by a column, and how to have it so. */
function useSort(): (sort: Sort) => { readonly sort: ColumnSort } {
  const { criteria, change } = useNarrowing();
  return (sort) => ({
    sort: {
      direction: criteria.sort === sort ? (criteria.descending ? 'descending' : 'ascending') : null,
      onSort: () => change(sortedBy(criteria, sort)),
    },
  });
}

function Actions({ selected, onSelect }: ListProps) {
  const { t } = useTranslation();
  const narrow = useNarrow();
  const { actions, loadOlder } = useStore(auditStore);
  const sortBy = useSort();
  if (!actions || actions.length === 0) return <Nothing />;
  const stacked = narrow || selected !== null;
  const what: Column<Action> = {
    id: 'what',
    title: t('audit.columns.what'),
    width: 'minmax(0, 3fr)',
    cell: (action) =>
      stacked ? (
        <Stacked words={[action.actor, action.reason]}>
          <Summary action={action} />
        </Stacked>
      ) : (
        <Summary action={action} />
      ),
  };
  const when: Column<Action> = {
    id: 'at',
    title: t('audit.columns.when'),
    width: '92px',
    align: 'end',
    ...sortBy('at'),
    cell: (action) => <TimeAgo at={action.at} />,
  };
  const columns: Column<Action>[] = stacked
    ? [what, when]
    : [
        {
          id: 'kind',
          title: t('audit.columns.kind'),
          width: '116px',
          ...sortBy('kind'),
          cell: (action) => <span className={styles.quiet}>{t(`audit.action.${action.kind}`)}</span>,
        },
        what,
        {
          id: 'actor',
          title: t('audit.columns.who'),
          width: 'minmax(90px, 0.8fr)',
          ...sortBy('actor'),
          cell: (action) => action.actor,
        },
        {
          id: 'reason',
          title: t('audit.columns.reason'),
          width: 'minmax(0, 1.4fr)',
          cell: (action) => <span className={styles.quiet}>{action.reason}</span>,
        },
        when,
      ];
  return (
    <VirtualGrid
      label={t('audit.actions')}
      rows={actions}
      columns={columns}
      keyOf={(action) => String(action.id)}
      selected={selected}
      onSelect={onSelect}
      onNearEnd={() => void loadOlder()}
      {...(stacked ? { rowHeight: STACKED_HEIGHT } : {})}
    />
  );
}

function Events({ selected, onSelect }: ListProps) {
  const { t } = useTranslation();
  const narrow = useNarrow();
  const { events, loadOlder } = useStore(auditStore);
  const sortBy = useSort();
  const kindWords = useKindWords();
  if (!events || events.length === 0) return <Nothing />;
  const stacked = narrow || selected !== null;
  const id: Column<AuditEvent> = {
    id: 'id',
    title: t('audit.columns.id'),
    width: '72px',
    align: 'end',
    cell: (event) => <span className={styles.number}>{event.id}</span>,
  };
  const what: Column<AuditEvent> = {
    id: 'what',
    title: t('audit.columns.what'),
    width: 'minmax(0, 3fr)',
    cell: (event) =>
      stacked ? (
        <Stacked words={[event.actor, kindWords(event.kind)]}>
          <MarkedText text={event.summary} />
        </Stacked>
      ) : (
        <MarkedText text={event.summary} />
      ),
  };
  const when: Column<AuditEvent> = {
    id: 'at',
    title: t('audit.columns.when'),
    width: '92px',
    align: 'end',
    ...sortBy('at'),
    cell: (event) => <TimeAgo at={event.at} />,
  };
  const columns: Column<AuditEvent>[] = stacked
    ? [what, when]
    : [
        id,
        {
          id: 'kind',
          title: t('audit.columns.kind'),
          width: '148px',
          cell: (event) => (
            <span className={styles.kind} title={event.kind}>
              {kindWords(event.kind)}
            </span>
          ),
        },
        what,
        {
          id: 'actor',
          title: t('audit.columns.who'),
          width: 'minmax(90px, 0.8fr)',
          cell: (event) => event.actor,
        },
        when,
      ];
  return (
    <VirtualGrid
      label={t('audit.events')}
      rows={events}
      columns={columns}
      keyOf={(event) => String(event.id)}
      selected={selected}
      onSelect={onSelect}
      onNearEnd={() => void loadOlder()}
      {...(stacked ? { rowHeight: STACKED_HEIGHT } : {})}
    />
  );
}
