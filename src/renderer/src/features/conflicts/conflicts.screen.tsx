// Conflicts: the queue of contradictions, each with both claims side by side, the resolution job and its journal.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { DecisionKind } from '../../../../shared/model/decision.ts';
import { stepped } from '../../session/lists/along.ts';
import { hereIn, useSelection } from '../../session/lists/use-selection.ts';
import { formatRoute, navigate, routeNow, useRoute } from '../../session/router.ts';
import { useStatus } from '../../session/system-store.ts';
import { sayFailed } from '../../session/toasts.tsx';
import { useReturns } from '../../ui/liveness.ts';
import { Split } from '../../ui/split.tsx';
import { BulkBar } from './bulk/bulk-bar.tsx';
import { BulkDialog } from './bulk/bulk-dialog.tsx';
import { type BulkKind, bulkStore } from './bulk/bulk-store.ts';
import { ConflictDetail } from './conflict-detail.tsx';
import styles from './conflicts.module.css';
import { conflictsStore } from './conflicts-store.ts';
import { decisionStore } from './decide/decision-store.ts';
import { decisionKey, decisionOf, formOf, startDraft } from './decide/draft.ts';
import { briefConflict, HeadActions } from './head-actions.tsx';
import { JobStrip } from './journal/job-strip.tsx';
import { Journal } from './journal/journal.tsx';
import { resolutionStore, watchResolution } from './journal/resolution-store.ts';
import { ConflictList } from './list.tsx';
import { TABS, type Tab, Toolbar } from './toolbar.tsx';
import { useConflictKeys } from './use-conflict-keys.ts';
import { useDealing } from './use-dealing.ts';

export default function Conflicts() {
  const { t } = useTranslation();
  const { id, query } = useRoute();
  const tab: Tab = TABS.find((each) => each === query.view) ?? 'open';
  const { current } = useStore(conflictsStore);
  const ticked = useStore(bulkStore, (s) => s.ticked);
  const [snoozing, setSnoozing] = useState(false);
  const [writing, setWriting] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { go, goOn } = useSelection('conflicts', () => ({ view: tab === 'open' ? '' : tab }));
  const dealing = useDealing((next) => goOn(next === null ? null : String(next)), go);
  useLoading(id, tab);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a note is written for the conflict it was begun for.
  useEffect(() => setWriting(false), [id]);

  const shown = current !== null && String(current.id) === id ? current : null;
  const undecided = shown?.resolvedAt === null ? shown : null;
  const step = (by: number) => {
    const { list } = conflictsStore.getState();
    const here = hereIn('conflicts');
    const next = stepped(list, (c) => String(c.id) === here, by);
    if (next) go(String(next.id));
  };
  const press = (kind: DecisionKind, touch: boolean) => {
    if (undecided === null) return;
    const { options, looked, arm, draft } = decisionStore.getState();
    // A second press puts away the form that the first one opened.
    if (draft?.kind === kind && formOf(kind, undecided, options) !== null) return;
    const decision = decisionOf(startDraft(kind, options), undecided);
    const preview = decision ? looked.get(decisionKey(decision))?.preview : null;
    if (formOf(kind, undecided, options) !== null || touch) return arm(kind);
    if (preview && !preview.allowed) return sayFailed(preview.problem ?? t('conflicts.decide.refused'));
    if (decision) void dealing.decide(decision);
  };
  const plan = (kind: BulkKind) => {
    const { list } = conflictsStore.getState();
    void bulkStore.getState().plan(
      kind,
      (list ?? []).filter((c) => ticked.has(c.id)),
    );
  };
  useConflictKeys({
    undecided,
    search: () => field.current?.focus(),
    step,
    press: (kind) => press(kind, false),
    tick: () => {
      const here = routeNow().id;
      if (tab !== 'journal' && here !== null) bulkStore.getState().tick(Number(here));
    },
    plan,
    snooze: () => setSnoozing(true),
    note: () => setWriting(true),
    isOpen: shown !== null,
    brief: () => {
      if (shown !== null) briefConflict(shown);
    },
  });
  return (
    <>
      <Split
        name="conflicts"
        width={780}
        least={420}
        most={980}
        label={t('inspector.label')}
        title={id === null ? '' : t('conflicts.title', { id })}
        onClose={() => go(null)}
        actions={
          shown === null ? null : (
            <HeadActions
              conflict={shown}
              onStep={step}
              snoozing={snoozing}
              onSnoozing={setSnoozing}
              onSnooze={(until) => void dealing.snooze(shown, until)}
              onNote={() => setWriting(true)}
            />
          )
        }
        inspector={
          id === null ? null : (
            <ConflictDetail
              id={Number(id)}
              writing={writing}
              onWriting={setWriting}
              onPress={press}
              onDecide={(decision) => void dealing.decide(decision)}
              onUndo={() => shown && void dealing.takeBack(shown)}
            />
          )
        }
        main={
          <>
            <Toolbar
              tab={tab}
              onTab={(next) =>
                navigate(formatRoute('conflicts', null, { view: next === 'open' ? '' : next }))
              }
              field={field}
              beside={id !== null}
            />
            <JobStrip />
            <BulkBar
              count={tab === 'journal' ? 0 : ticked.size}
              onPlan={plan}
              onClear={() => bulkStore.getState().tickAll([])}
            />
            <div className={styles.rows}>
              {tab === 'journal' ? (
                <Journal selected={id} onSelect={go} />
              ) : (
                <ConflictList selected={id} onSelect={go} />
              )}
            </div>
          </>
        }
      />
      <BulkDialog onRun={() => void dealing.runBulk()} />
    </>
  );
}

/** Reads what is shown, and reads it again when the queue, the job or the connection says that it changed. */
function useLoading(id: string | null, tab: Tab): void {
  const { load, look, setCriteria, current } = useStore(conflictsStore);
  const pending = useStatus()?.counts.conflictsPending;
  const returns = useReturns();
  const running = useStore(resolutionStore, (s) => s.job?.running?.done);
  useEffect(() => {
    const stop = new AbortController();
    void watchResolution(stop.signal);
    return () => stop.abort();
  }, []);
  useEffect(() => {
    bulkStore.getState().tickAll([]);
    if (tab !== 'journal' && tab !== conflictsStore.getState().view) setCriteria({ view: tab });
  }, [tab, setCriteria]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the queue is read again when its length, the job or the connection changes.
  useEffect(() => {
    void load();
    if (id !== null) void look(Number(id));
    decisionStore.getState().lookAgain();
  }, [load, look, pending, running, returns]);
  useEffect(() => {
    void look(id === null ? null : Number(id));
  }, [id, look]);
  useEffect(() => {
    decisionStore.getState().open(current !== null && String(current.id) === id ? current : null);
  }, [current, id]);
}
