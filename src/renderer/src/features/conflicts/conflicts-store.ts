// The queue of contradictions as the screen keeps it: a view, a search, a kind, and the conflict that is open.
// Fed by `conflicts.list|get|snooze|note`; decides nothing.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Conflict, ConflictKind } from '../../../../shared/model/graph.ts';
import { newestOnly } from '../../session/ask.ts';
import { type Api, api, describeFailure } from '../../session/client.ts';
import type { Failure } from '../../ui/failure.ts';

export const VIEWS = ['open', 'snoozed', 'decided'] as const;
export type View = (typeof VIEWS)[number];

export interface Criteria {
  readonly view: View;
  readonly search: string;
  readonly type: ConflictKind | 'all';
}

export interface ConflictsState extends Criteria {
  readonly list: readonly Conflict[] | null;
  readonly total: number;
  readonly open: number;
  readonly failure: Failure | null;
  readonly current: Conflict | null;
  readonly currentFailure: Failure | null;
  setCriteria(part: Partial<Criteria>): void;
  load(): Promise<void>;
  look(id: number | null): Promise<void>;
  /** Takes a conflict that was just dealt with off the list, before the list is read again. */
  settle(id: number): void;
  /** Until epoch milliseconds; null wakes it. @throws what the call threw */
  snooze(conflict: Conflict, until: number | null): Promise<Conflict>;
  /** @throws what the call threw */
  note(conflict: Conflict, note: string): Promise<Conflict>;
}

const LIMIT = 500;

export function createConflictsStore(
  calls: () => Pick<Api['conflicts'], 'list' | 'get' | 'snooze' | 'note'>,
): StoreApi<ConflictsState> {
  return createStore<ConflictsState>()((set, get) => {
    const read = newestOnly();
    let looked: number | null = null;

    /** A newer state of a conflict, wherever it is shown. */
    const renew = (conflict: Conflict): Conflict => {
      const { list, current } = get();
      set({
        list: list?.map((c) => (c.id === conflict.id ? conflict : c)) ?? null,
        current: current?.id === conflict.id ? conflict : current,
      });
      return conflict;
    };

    return {
      view: 'open',
      search: '',
      type: 'all',
      list: null,
      total: 0,
      open: 0,
      failure: null,
      current: null,
      currentFailure: null,

      setCriteria(part) {
        // Another view is another list; a search narrows the one that is shown.
        set({ ...part, ...(part.view === undefined ? {} : { list: null }) });
        void get().load();
      },

      load() {
        const { view, search, type } = get();
        const words = search.trim();
        const asks = { view, limit: LIMIT, ...(words && { search: words }), ...(type !== 'all' && { type }) };
        return read(
          () => calls().list(asks),
          ({ conflicts, total, open }) => set({ list: conflicts, total, open, failure: null }),
          (failure) => set({ failure }),
        );
      },

      async look(id) {
        looked = id;
        const { list, current } = get();
        const known = current?.id === id ? current : (list?.find((c) => c.id === id) ?? null);
        // What stands there about this one stays until the answer: a failed look again does not take it away.
        set(current?.id === id ? { current } : { current: known, currentFailure: null });
        if (id === null) return;
        try {
          const found = await calls().get({ id });
          if (looked === id) renew(found);
          if (looked === id) set({ current: found, currentFailure: null });
        } catch (thrown) {
          if (looked === id) set({ currentFailure: describeFailure(thrown) });
        }
      },

      settle(id) {
        const { list, total } = get();
        if (!list?.some((c) => c.id === id)) return;
        set({ list: list.filter((c) => c.id !== id), total: total - 1 });
      },

      async snooze(conflict, until) {
        const done = await calls().snooze({ id: conflict.id, until, expectedVersion: conflict.version });
        get().settle(conflict.id);
        return renew(done);
      },

      async note(conflict, note) {
        return renew(await calls().note({ id: conflict.id, note, expectedVersion: conflict.version }));
      },
    };
  });
}

export const conflictsStore = createConflictsStore(() => api.conflicts);
