// The record of changes as the screen keeps it: a filter, pages of events, the actions, the state of the hash chain.
// Fed by `audit.*`; decides nothing.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AuditEvent, ChainState } from '../../../../shared/model/audit.ts';
import type { Action } from '../../../../shared/model/decision.ts';
import { type Api, api, describeFailure, type Failure } from '../../app/client.ts';

type Calls = Pick<Api['audit'], 'events' | 'actions' | 'undo' | 'redo' | 'chain' | 'verify'>;

export type View = 'actions' | 'events';

export interface Criteria {
  readonly view: View;
  readonly search: string;
  /** Of events; `all` for every kind. */
  readonly kind: string;
}

export interface AuditState extends Criteria {
  readonly events: readonly AuditEvent[] | null;
  readonly actions: readonly Action[] | null;
  readonly total: number | null;
  readonly kinds: readonly string[];
  readonly failure: Failure | null;
  readonly chain: ChainState | null;
  readonly verifying: boolean;
  readonly chainFailure: Failure | null;
  setCriteria(part: Partial<Criteria>): void;
  load(): Promise<void>;
  loadOlder(): Promise<void>;
  readChain(): Promise<void>;
  verify(): Promise<void>;
  /** Null when done, else why not. */
  undo(id: number): Promise<Failure | null>;
  redo(id: number): Promise<Failure | null>;
}

const PAGE = 200;
const ACTIONS = 200;

export function createAuditStore(calls: () => Calls): StoreApi<AuditState> {
  return createStore<AuditState>()((set, get) => {
    let asked = 0;
    let loadingOlder = false;
    const query = () => {
      const { search, kind } = get();
      return {
        limit: PAGE,
        ...(search.trim() === '' ? {} : { search: search.trim() }),
        ...(kind === 'all' ? {} : { kind }),
      };
    };
    const act = async (work: () => Promise<unknown>): Promise<Failure | null> => {
      try {
        await work();
        await get().load();
        return null;
      } catch (thrown) {
        return describeFailure(thrown);
      }
    };
    return {
      view: 'actions',
      search: '',
      kind: 'all',
      events: null,
      actions: null,
      total: null,
      kinds: [],
      failure: null,
      chain: null,
      verifying: false,
      chainFailure: null,

      setCriteria(part) {
        set({ ...part, events: null, actions: null });
        void get().load();
      },

      async load() {
        asked += 1;
        const mine = asked;
        try {
          if (get().view === 'actions') {
            const actions = await calls().actions({ limit: ACTIONS });
            if (mine === asked) set({ actions, failure: null });
          } else {
            const { events, total, kinds } = await calls().events(query());
            if (mine === asked) set({ events, total, kinds, failure: null });
          }
        } catch (thrown) {
          if (mine === asked) set({ failure: describeFailure(thrown) });
        }
      },

      async loadOlder() {
        const { events, view } = get();
        const last = events?.at(-1);
        if (view !== 'events' || loadingOlder || !last || (events?.length ?? 0) % PAGE !== 0) return;
        loadingOlder = true;
        const mine = asked;
        try {
          const older = await calls().events({ ...query(), before: last.id });
          if (mine === asked) set((s) => ({ events: [...(s.events ?? []), ...older.events] }));
        } catch (thrown) {
          set({ failure: describeFailure(thrown) });
        } finally {
          loadingOlder = false;
        }
      },

      async readChain() {
        try {
          set({ chain: await calls().chain(), chainFailure: null });
        } catch (thrown) {
          set({ chainFailure: describeFailure(thrown) });
        }
      },

      async verify() {
        if (get().verifying) return;
        set({ verifying: true, chainFailure: null });
        try {
          set({ chain: await calls().verify() });
        } catch (thrown) {
          set({ chainFailure: describeFailure(thrown) });
        } finally {
          set({ verifying: false });
        }
      },

      undo: (id) => act(() => calls().undo({ id })),
      redo: (id) => act(() => calls().redo({ id })),
    };
  });
}

export const auditStore = createAuditStore(() => api.audit);
