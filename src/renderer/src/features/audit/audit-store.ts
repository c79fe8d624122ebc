// The record of changes as the screen keeps it: a filter, pages of events, the actions, the state of the hash chains.
// Fed by `audit.*`; decides nothing.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AuditEvent, ChainName, ChainState } from '../../../../shared/model/audit.ts';
import type { Action, ActionKind } from '../../../../shared/model/decision.ts';
import { type Api, api, describeFailure } from '../../session/client.ts';
import type { Failure } from '../../ui/failure.ts';
import { audit } from './catalogue.ts';

type Calls = Pick<Api['audit'], 'events' | 'actions' | 'undo' | 'redo' | 'chain' | 'verify'>;

/** What was done to the memory as actions or event by event, and what was done on the host, event by event. */
export const VIEWS = ['actions', 'events', 'host'] as const;
export type View = (typeof VIEWS)[number];

const CHAINS: readonly ChainName[] = ['memory', 'host'];

/** Whose events a view shows. */
export const chainOf = (view: View): ChainName => (view === 'host' ? 'host' : 'memory');

export interface Criteria {
  readonly view: View;
  readonly search: string;
  /** Of events or of actions; `all` for every kind. */
  readonly kind: string;
}

/** What somebody can have done, in the order of the choice: whatever there are words for. */
export const ACTION_KINDS = Object.keys(audit.action) as (keyof typeof audit.action & ActionKind)[];

export interface AuditState extends Criteria {
  readonly events: readonly AuditEvent[] | null;
  readonly actions: readonly Action[] | null;
  readonly total: number | null;
  readonly kinds: readonly string[];
  readonly failure: Failure | null;
  /** Those that were checked. */
  readonly chains: readonly ChainState[];
  readonly verifying: boolean;
  readonly chainFailure: Failure | null;
  /** Another view starts with every kind. */
  setCriteria(part: Partial<Criteria>): void;
  load(): Promise<void>;
  loadOlder(): Promise<void>;
  readChains(): Promise<void>;
  verify(): Promise<void>;
  /** Null when done, else why not. */
  undo(id: number): Promise<Failure | null>;
  redo(id: number): Promise<Failure | null>;
}

const PAGE = 200;

export function createAuditStore(calls: () => Calls): StoreApi<AuditState> {
  return createStore<AuditState>()((set, get) => {
    let asked = 0;
    let loadingOlder = false;
    /** A page of what is wanted now, the newest or those before an id. */
    const page = async (before?: number): Promise<Partial<AuditState>> => {
      const { view, search, kind } = get();
      const words = search.trim();
      const asks = {
        limit: PAGE,
        ...(words === '' ? {} : { search: words }),
        ...(before === undefined ? {} : { before }),
      };
      if (view !== 'actions') {
        return calls().events({ chain: chainOf(view), ...asks, ...(kind === 'all' ? {} : { kind }) });
      }
      const known = ACTION_KINDS.find((each) => each === kind);
      return { actions: await calls().actions({ ...asks, ...(known ? { kind: known } : {}) }) };
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
      chains: [],
      verifying: false,
      chainFailure: null,

      setCriteria(part) {
        const other = part.view !== undefined && part.view !== get().view;
        set({ ...(other ? { kind: 'all' } : {}), ...part, events: null, actions: null });
        void get().load();
      },

      async load() {
        asked += 1;
        const mine = asked;
        try {
          const read = await page();
          if (mine === asked) set({ ...read, failure: null });
        } catch (thrown) {
          if (mine === asked) set({ failure: describeFailure(thrown) });
        }
      },

      async loadOlder() {
        const { view, events, actions } = get();
        const shown = view === 'actions' ? actions : events;
        const last = shown?.at(-1);
        if (loadingOlder || !last || (shown?.length ?? 0) % PAGE !== 0) return;
        loadingOlder = true;
        const mine = asked;
        try {
          const older = await page(last.id);
          if (mine !== asked) return;
          set((s) => ({
            events: s.events && [...s.events, ...(older.events ?? [])],
            actions: s.actions && [...s.actions, ...(older.actions ?? [])],
          }));
        } catch (thrown) {
          set({ failure: describeFailure(thrown) });
        } finally {
          loadingOlder = false;
        }
      },

      async readChains() {
        try {
          const read = await Promise.all(CHAINS.map((chain) => calls().chain({ chain })));
          set({ chains: read.filter((one) => one !== null), chainFailure: null });
        } catch (thrown) {
          set({ chainFailure: describeFailure(thrown) });
        }
      },

      async verify() {
        if (get().verifying) return;
        set({ verifying: true, chainFailure: null });
        try {
          set({ chains: await Promise.all(CHAINS.map((chain) => calls().verify({ chain }))) });
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
