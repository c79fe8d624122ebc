// Approvals: what waits for a person, each as a card that is read and decided; what was, and what came of it; the rules and what is never touched.
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Approval } from '../../../../shared/model/approval.ts';
import { ApprovalCard } from '../../session/approval/approval-card.tsx';
import { approvalsStore } from '../../session/approval/approvals-store.ts';
import { plainSentence } from '../../session/approval/sentence.tsx';
import { stepped } from '../../session/lists/along.ts';
import { hereIn, useSelection } from '../../session/lists/use-selection.ts';
import { matchesWords } from '../../session/match.ts';
import { formatRoute, navigate, routeNow, useRoute } from '../../session/router.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { useReturns } from '../../ui/liveness.ts';
import { Split } from '../../ui/split.tsx';
import { EmptyState, ErrorState, Rest, Skeleton } from '../../ui/states.tsx';
import styles from './approvals.module.css';
import { BulkBar } from './bulk-bar.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import { bulkStore } from './bulk-store.ts';
import { historyStore } from './history-store.ts';
import { ApprovalList } from './list.tsx';
import { Rules } from './rules.tsx';
import { whyNotTogether } from './together.ts';
import { TABS, type Tab, Toolbar } from './toolbar.tsx';
import { useApprovalKeys } from './use-approval-keys.ts';

const textOf = ({ plan, askedBy }: Approval): string =>
  `${plainSentence(plan)} ${plan.resource.place} ${plan.runs} ${askedBy}`;

export default function Approvals() {
  const { t } = useTranslation();
  const { id, query } = useRoute();
  const tab: Tab = TABS.find((each) => each === query.view) ?? 'waiting';
  const [search, setSearch] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { rows, all } = useRows(tab, search);
  const isWaiting = useStore(approvalsStore, (s) => id !== null && s.known.get(id)?.status === 'pending');
  const chosen = useChosen();
  const { go } = useSelection('approvals', () => viewOf(tab));
  const step = (by: number) => {
    const here = hereIn('approvals');
    const next = stepped(rows, (one) => one.id === here, by);
    if (next) go(next.id);
  };
  useApprovalKeys({
    isDecidable: isWaiting,
    plan:
      tab !== 'waiting' || chosen.length === 0
        ? null
        : (word) => {
            if (word === 'deny' || whyNotTogether(chosen) === null) bulkStore.getState().plan(word, chosen);
          },
    search: () => field.current?.focus(),
    step,
    tick: () => {
      const here = rows?.find((one) => one.id === routeNow().id);
      if (tab === 'waiting' && here?.status === 'pending') bulkStore.getState().tick(here.id);
    },
    tickAll: () => {
      const ids = (rows ?? []).filter(({ status }) => status === 'pending').map((one) => one.id);
      if (tab === 'waiting') bulkStore.getState().tickAll(chosen.length === ids.length ? [] : ids);
    },
  });
  return (
    <>
      <Split
        name="approvals"
        width={560}
        least={380}
        most={860}
        label={t('inspector.label')}
        title={id === null ? '' : t('approval.title')}
        onClose={() => go(null)}
        inspector={id === null ? null : <ApprovalCard id={id} onOther={(next) => go(next)} />}
        main={
          <>
            <Toolbar
              tab={tab}
              onTab={(next) => navigate(formatRoute('approvals', null, viewOf(next)))}
              search={search}
              onSearch={setSearch}
              field={field}
              beside={id !== null}
              shown={tab === 'rules' ? 0 : (rows?.length ?? null)}
            />
            {tab === 'waiting' ? <BulkBar chosen={chosen} /> : null}
            <div className={styles.rows}>
              {tab === 'rules' ? (
                <Rules />
              ) : rows && rows.length > 0 ? (
                <ApprovalList
                  rows={rows}
                  isWaiting={tab === 'waiting'}
                  selected={id}
                  onSelect={go}
                  {...(tab === 'history'
                    ? { onNearEnd: () => void historyStore.getState().loadOlder() }
                    : {})}
                />
              ) : (
                <NoRows tab={tab} isFiltered={(all?.length ?? 0) > 0} onClear={() => setSearch('')} />
              )}
            </div>
          </>
        }
      />
      <BulkDialog />
    </>
  );
}

const viewOf = (tab: Tab): Record<string, string> => ({ view: tab === 'waiting' ? '' : tab });

/** What the list shows: what waits and then what runs, or all that was; those with the words that are searched. */
function useRows(
  tab: Tab,
  search: string,
): { rows: readonly Approval[] | null; all: readonly Approval[] | null } {
  const live = useStore(approvalsStore, (s) => s.live);
  const { list, load } = useStore(historyStore);
  const returns = useReturns();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the history is read again when something was decided or the connection is back
  useEffect(() => {
    if (tab === 'history') void load();
  }, [tab, live?.pending, live?.running, returns, load]);
  const all = useMemo(
    () => (tab === 'history' ? list : live && [...live.pending, ...live.running]),
    [tab, list, live],
  );
  const rows = useMemo(
    () => (search.trim() === '' ? all : (all?.filter((one) => matchesWords(textOf(one), search)) ?? null)),
    [all, search],
  );
  return { rows, all };
}

/** Those that are chosen and still wait. */
function useChosen(): readonly Approval[] {
  const pending = useStore(approvalsStore, (s) => s.live?.pending);
  const ticked = useStore(bulkStore, (s) => s.ticked);
  useEffect(() => {
    if (pending) bulkStore.getState().keep(pending);
  }, [pending]);
  return useMemo(() => pending?.filter((one) => ticked.has(one.id)) ?? [], [pending, ticked]);
}

interface NoRowsProps {
  readonly tab: Tab;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

function NoRows({ tab, isFiltered, onClear }: NoRowsProps) {
  const { t } = useTranslation();
  const live = useStore(approvalsStore, (s) => s.live);
  const { list, failure, load, status, show } = useStore(historyStore);
  if (tab === 'history' && list === null && failure)
    return <ErrorState failure={failure} onRetry={() => void load()} />;
  if (tab === 'history' ? list === null : live === null) return <Skeleton rows={6} />;
  if (isFiltered)
    return (
      <Rest>
        <EmptyState drawing="search" title={t('approvals.noMatch')} text={t('approvals.noMatchText')}>
          <Button onPress={onClear}>{t('action.clearSearch')}</Button>
        </EmptyState>
      </Rest>
    );
  if (tab === 'waiting')
    return (
      <Rest>
        <EmptyState drawing="gate" title={t('approvals.emptyTitle')} text={t('approvals.emptyText')} />
      </Rest>
    );
  if (status !== 'all')
    return (
      <Rest>
        <EmptyState drawing="search" title={t('approvals.emptyStatus')} text={t('approvals.emptyStatusText')}>
          <Button onPress={() => show('all')}>{t('approvals.allStatuses')}</Button>
        </EmptyState>
      </Rest>
    );
  return (
    <Rest>
      <EmptyState drawing="gate" title={t('approvals.emptyHistory')} text={t('approvals.emptyHistoryText')} />
    </Rest>
  );
}
