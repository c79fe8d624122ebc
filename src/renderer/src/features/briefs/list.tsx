// The list in its states: loading, failed, nothing yet, nothing that fits, and rows; one line a brief where there is room, two beside an open one and on a phone.
import { OctagonX, ShieldCheck, ShieldOff } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { BriefRow } from '../../../../shared/model/evidence/brief.ts';
import { formatRoute, navigate } from '../../session/router.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { EmptyState, ListStates, Skeleton } from '../../ui/states.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { useMedia, useNarrow } from '../../ui/use-media.ts';
import { type Column, VirtualGrid } from '../../ui/virtual-grid.tsx';
import { askStore } from './ask/ask-store.ts';
import styles from './briefs.module.css';
import { briefsStore, isNarrowed } from './briefs-store.ts';
import { ORDINARY_PROFILE, TASK_ICON } from './words.ts';

const ROW_HEIGHT = 56;

interface ListProps {
  /** The cache key of the open one. */
  readonly selected: string | null;
  readonly beside: boolean;
  readonly onSelect: (cacheKey: string, enter: boolean) => void;
}

export function BriefList(props: ListProps) {
  const { t } = useTranslation();
  const { list, failure, load } = useStore(briefsStore);
  return (
    <ListStates
      list={list}
      failure={failure}
      onRetry={() => void load()}
      loading={<Skeleton rows={10} label={t('briefs.loading')} />}
      nothing={<Nothing />}
    >
      <Rows {...props} />
    </ListStates>
  );
}

const keyOf = ({ cacheKey }: BriefRow): string => cacheKey;

function Rows({ selected, beside, onSelect }: ListProps) {
  const { t } = useTranslation();
  const { list, more } = useStore(briefsStore);
  const { together, apart } = useColumns();
  const narrow = useNarrow();
  const crowded = useMedia('(max-width: 1099px)');
  const stacked = narrow || crowded || beside;
  return (
    <VirtualGrid
      label={t('briefs.table')}
      rows={list ?? []}
      columns={stacked ? together : apart}
      keyOf={keyOf}
      selected={selected}
      onSelect={onSelect}
      onNearEnd={() => void more()}
      {...(stacked ? { rowHeight: ROW_HEIGHT } : {})}
    />
  );
}

function Task({ row: { task } }: { row: BriefRow }) {
  const { t } = useTranslation();
  const Icon = TASK_ICON[task];
  return (
    <span className={styles.task}>
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
      {t(`briefs.task.${task}`)}
    </span>
  );
}

function By({ row: { modelId, blocked } }: { row: BriefRow }) {
  const { t } = useTranslation();
  if (blocked && modelId === null) return <span className="muted">–</span>;
  return modelId === null ? <span className="muted">{t('briefs.computed')}</span> : modelId;
}

function Standing({ row: { blocked, codes, signed } }: { row: BriefRow }) {
  const { t } = useTranslation();
  const icon = { size: 12, strokeWidth: 1.75, 'aria-hidden': true } as const;
  const [code] = codes;
  if (blocked)
    return (
      <span className={styles.refused} title={code ? t(`briefs.code.${code}.says`) : undefined}>
        <span className={styles.mark} data-tone="bad">
          <OctagonX {...icon} />
          {t('briefs.refused')}
        </span>
        <span className={styles.why}>{code ? t(`briefs.code.${code}.says`) : null}</span>
      </span>
    );
  return (
    <span className={styles.mark}>
      {signed ? <ShieldCheck {...icon} /> : <ShieldOff {...icon} />}
      <span className={styles.markWord}>{t(signed ? 'briefs.signed' : 'briefs.unsigned')}</span>
    </span>
  );
}

function Together({ row }: { row: BriefRow }) {
  const { t } = useTranslation();
  const [code] = row.codes;
  return (
    <span className={styles.summary}>
      <span className={styles.summaryHead}>
        <code className={styles.id}>{row.advisoryKey}</code>
        {row.blocked ? null : <Standing row={row} />}
      </span>
      <span className={styles.summaryFoot} data-tone={row.blocked ? 'bad' : undefined}>
        <Task row={row} />
        {row.profile === ORDINARY_PROFILE ? null : (
          <span className={styles.profile}>{t(`briefs.profile.${row.profile}`)}</span>
        )}
        <span className={styles.begins}>
          {row.blocked && code
            ? `${t('briefs.refused')}: ${t(`briefs.code.${code}.says`)}`
            : (row.artifactId ?? row.summary)}
        </span>
      </span>
    </span>
  );
}

function useColumns(): { together: Column<BriefRow>[]; apart: Column<BriefRow>[] } {
  const { t } = useTranslation();
  return useMemo(() => {
    const title = (id: string) => t(`briefs.columns.${id}` as 'briefs.columns.key');
    const age: Column<BriefRow> = {
      ...{ id: 'age', title: title('age'), width: '88px', align: 'end' as const },
      cell: ({ generatedAt }) => (
        <span className="quiet">
          <TimeAgo at={generatedAt} />
        </span>
      ),
    };
    return {
      together: [
        {
          ...{ id: 'brief', title: title('brief'), width: 'minmax(0, 1fr)' },
          cell: (row) => <Together row={row} />,
        },
        age,
      ],
      apart: [
        { ...{ id: 'task', title: title('task'), width: '124px' }, cell: (row) => <Task row={row} /> },
        {
          ...{ id: 'key', title: title('key'), width: 'minmax(150px, 1.2fr)' },
          cell: (row) => (
            <code className={styles.id} title={row.summary}>
              {row.advisoryKey}
            </code>
          ),
        },
        {
          ...{ id: 'artifact', title: title('artifact'), width: 'minmax(110px, 0.8fr)' },
          cell: ({ artifactId }) =>
            artifactId === null ? <span className="muted">{t('briefs.everything')}</span> : artifactId,
        },
        {
          ...{ id: 'profile', title: title('profile'), width: '96px' },
          cell: ({ profile }) => <span className="muted">{t(`briefs.profile.${profile}`)}</span>,
        },
        {
          ...{ id: 'by', title: title('by'), width: 'minmax(110px, 0.8fr)' },
          cell: (row) => <By row={row} />,
        },
        {
          ...{ id: 'state', title: title('state'), width: 'minmax(110px, 1.4fr)' },
          cell: (row) => <Standing row={row} />,
        },
        age,
      ],
    };
  }, [t]);
}

function Nothing() {
  const { t } = useTranslation();
  const state = useStore(briefsStore);
  if (isNarrowed(state))
    return (
      <EmptyState drawing="search" title={t('briefs.noMatchTitle')} text={t('briefs.noMatchText')}>
        <Button onPress={() => state.narrow({ task: 'all', search: '' })}>{t('action.clear')}</Button>
      </EmptyState>
    );
  return (
    <EmptyState drawing="claims" title={t('briefs.empty')} text={t('briefs.what')}>
      <div className="buttons">
        <Button onPress={() => navigate(formatRoute('findings'))}>{t('briefs.toFinding')}</Button>
        <Button variant="primary" onPress={() => askStore.getState().open()}>
          {t('briefs.askFor')}
        </Button>
      </div>
    </EmptyState>
  );
}
