// The queue of contradictions as the screen keeps it: a view, a search, a kind, and the conflict that is open.
// Fed by `conflicts.list` and `conflicts.get`; decides nothing.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CollisionType, Conflict } from '../../../../shared/model/graph.ts';
import { type Api, api, describeFailure, type Failure } from '../../app/client.ts';

export type View = 'open' | 'decided';

export interface Criteria {
  readonly view: View;
  readonly search: string;
  readonly type: CollisionType | 'all';
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
}

const LIMIT = 500;

export function createConflictsStore(
  calls: () => Pick<Api['conflicts'], 'list' | 'get'>,
): StoreApi<ConflictsState> {
  return createStore<ConflictsState>()((set, get) => {
    let asked = 0;
    let looked: number | null = null;
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
        set({ ...part, list: null });
        void get().load();
      },

      async load() {
        asked += 1;
        const mine = asked;
        const { view, search, type } = get();
        try {
          const answer = await calls().list({
            view,
            limit: LIMIT,
            ...(search.trim() === '' ? {} : { search: search.trim() }),
            ...(type === 'all' ? {} : { type }),
          });
          if (mine === asked)
            set({ list: answer.conflicts, total: answer.total, open: answer.open, failure: null });
        } catch (thrown) {
          if (mine === asked) set({ failure: describeFailure(thrown) });
        }
      },

      async look(id) {
        looked = id;
        const known = get().list?.find((c) => c.id === id) ?? null;
        set({ current: known, currentFailure: null });
        if (id === null) return;
        try {
          const current = await calls().get({ id });
          if (looked === id) set({ current });
        } catch (thrown) {
          if (looked === id) set({ currentFailure: describeFailure(thrown) });
        }
      },
    };
  });
}

export const conflictsStore = createConflictsStore(() => api.conflicts);
