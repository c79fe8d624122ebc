// What happens around a decision: the next conflict opens, the notice with Undo appears, the queue is read again, and
// undoing brings the conflict back. Used by the screen; the calls themselves are the stores'.
import { useTranslation } from 'react-i18next';
import type { Action, Decision } from '../../../../shared/model/decision.ts';
import type { Conflict } from '../../../../shared/model/graph.ts';
import { api, describeFailure } from '../../session/client.ts';
import { i18n } from '../../session/i18n.ts';
import { neighbour } from '../../session/lists/along.ts';
import { routeNow } from '../../session/router.ts';
import { sayFailed, takeBack, undoable } from '../../session/toasts.tsx';
import type { Undoable } from '../../session/undo.ts';
import { bulkStore } from './bulk/bulk-store.ts';
import { conflictsStore } from './conflicts-store.ts';
import { decisionStore } from './decide/decision-store.ts';
import { recordedKind, wordFor } from './decide/draft.ts';

export interface Dealing {
  decide(decision: Decision): Promise<void>;
  /** Takes back what was decided about a conflict. */
  takeBack(conflict: Conflict): Promise<void>;
  /** Epoch milliseconds, or null to wake it. */
  snooze(conflict: Conflict, until: number | null): Promise<void>;
  runBulk(): Promise<void>;
}

const reload = () => conflictsStore.getState().load();

/** Reads a conflict and the queue again after it was changed from elsewhere on this page. */
async function refresh(id: number): Promise<void> {
  const { current, look, load } = conflictsStore.getState();
  await Promise.all([load(), ...(current?.id === id ? [look(id)] : [])]);
}

const onThisScreen = () => routeNow().screen === 'conflicts';

/** One action as something to undo: undoing opens its conflict again, if this screen is still shown. */
function asUndoable(text: string, action: number, id: number, open: (id: number) => void): Undoable {
  return {
    text,
    undo: async () => {
      await api.audit.undo({ id: action, reason: '' });
      await refresh(id);
      if (onThisScreen()) open(id);
    },
    redo: async () => {
      await api.audit.redo({ id: action, reason: '' });
      conflictsStore.getState().settle(id);
      await refresh(id);
    },
  };
}

/** Many actions as one thing to undo. What stands in the way of some is said; doing it again is about the others. */
function asManyUndoable(text: string, actions: readonly Action[]): Undoable {
  let ids = actions.map(({ id }) => id);
  const turn = (way: 'undoMany' | 'redoMany') => async () => {
    const answers = await api.audit[way]({ ids, reason: '' });
    await reload();
    const problems = answers.flatMap(({ problem }) => problem?.message ?? []);
    const [first] = problems;
    if (first !== undefined && problems.length === answers.length) throw new Error(first);
    if (first !== undefined)
      sayFailed(i18n.t('conflicts.bulk.left', { count: problems.length, message: first }));
    ids = answers.flatMap(({ id, action }) => (action ? [id] : []));
  };
  return { text, undo: turn('undoMany'), redo: turn('redoMany') };
}

/**
 * @param open shows a conflict, or the queue alone for null, and puts the focus where the eye was
 * @param show shows a conflict and leaves the focus alone
 */
export function useDealing(open: (id: number | null) => void, show: (id: string | null) => void): Dealing {
  const { t } = useTranslation();

  /** Goes on after a conflict left the list: to the next one; it stays open if it came from elsewhere. */
  const goOn = (id: number, next: number | null, listed: boolean) => {
    conflictsStore.getState().settle(id);
    if (listed) open(next);
  };

  return {
    async decide(decision) {
      const { about } = decisionStore.getState();
      if (about === null) return;
      const { list } = conflictsStore.getState();
      const next = neighbour(list, (c) => c.id === about.id)?.id ?? null;
      const listed = list?.some((c) => c.id === about.id) ?? false;
      const done = await decisionStore.getState().decide(decision);
      if (!done) {
        if (decisionStore.getState().overtaken) await refresh(about.id);
        return;
      }
      goOn(about.id, next, listed);
      undoable(asUndoable(done.action.summary, done.action.id, about.id, open));
      await refresh(about.id);
    },

    async takeBack(conflict) {
      const action = conflict.resolution?.actionId;
      if (action === undefined) return;
      const kind = recordedKind(conflict.resolution?.decision ?? '');
      const what = kind
        ? t(`conflicts.decided_as.${wordFor(kind, conflict)}`)
        : t(`conflicts.status.${conflict.status}`);
      const text = t('conflicts.outcome.short', { ...conflict, what });
      await takeBack(asUndoable(text, action, conflict.id, open));
      await refresh(conflict.id);
    },

    async snooze(conflict, until) {
      const { list, snooze } = conflictsStore.getState();
      const before = conflict.snoozedUntil;
      const next = neighbour(list, (c) => c.id === conflict.id)?.id ?? null;
      const listed = list?.some((c) => c.id === conflict.id) ?? false;
      let latest: Conflict;
      try {
        latest = await snooze(conflict, until);
      } catch (thrown) {
        sayFailed(describeFailure(thrown).message);
        await refresh(conflict.id);
        return;
      }
      goOn(conflict.id, next, listed);
      const set = async (to: number | null) => {
        latest = await conflictsStore.getState().snooze(latest, to);
        await refresh(conflict.id);
      };
      undoable({
        text: t(until === null ? 'conflicts.snooze.woken' : 'conflicts.snooze.done', {
          concept: conflict.concept,
        }),
        undo: async () => {
          await set(before);
          if (onThisScreen()) open(conflict.id);
        },
        redo: () => set(until),
      });
      await reload();
    },

    async runBulk() {
      const { list, current } = conflictsStore.getState();
      const actions = await bulkStore.getState().run();
      const decided = new Set(
        bulkStore.getState().items.flatMap((item) => (item.action ? [item.conflict.id] : [])),
      );
      if (current && decided.has(current.id)) {
        const left = list?.filter((c) => c.id === current.id || !decided.has(c.id)) ?? null;
        const next = neighbour(left, (c) => c.id === current.id);
        show(next === null ? null : String(next.id));
      }
      if (actions.length > 0) {
        undoable(asManyUndoable(t('conflicts.bulk.decided', { count: actions.length }), actions));
      }
      await reload();
    },
  };
}
