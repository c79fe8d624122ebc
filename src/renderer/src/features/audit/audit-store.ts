// The record of changes as the screen keeps it: a filter, pages of events, the actions, the state of the hash chains.
// Fed by `audit.*`; decides nothing.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AuditEvent, ChainName, ChainState } from '../../../../shared/model/audit.ts';
import type { Action, ActionKind } from '../../../../shared/model/decision.ts';
import { attempt, newestOnly } from '../../session/ask.ts';
import { type Api, api } from '../../session/client.ts';
import type { Failure } from '../../ui/failure.ts';
import { audit } from './catalogue.ts';

type Calls = Pick<Api['audit'], 'events' | 'actions' | 'undo' | 'redo' | 'chain' | 'verify'>;

/** What was done to the memory as actions or event by event, and what was done on the host, event by event. */
export const VIEWS = ['actions', 'events', 'host', 'agent'] as const;
export type View = (typeof VIEWS)[number];

const CHAINS: readonly ChainName[] = ['memory', 'host', 'agent'];

/** Whose events a view shows. */
export const chainOf = (view: View): ChainName => (view === 'host' || view === 'agent' ? view : 'memory');

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
    const newest = newestOnly();
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
    const act = (work: () => Promise<unknown>): Promise<Failure | null> =>
      attempt(async () => {
        await work();
        await get().load();
      });
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

      load: () =>
        newest(
          page,
          (read) => set({ ...read, failure: null }),
          (failure) => set({ failure }),
        ),

      async loadOlder() {
        const { view, events, actions } = get();
        const shown = view === 'actions' ? actions : events;
        const last = shown?.at(-1);
        if (loadingOlder || !last || (shown?.length ?? 0) % PAGE !== 0) return;
        loadingOlder = true;
        const failure = await attempt(async () => {
          const older = await page(last.id);
          // Read anew meanwhile: what was asked for does not follow on it.
          if (get().events !== events || get().actions !== actions) return;
          set({
            events: events && [...events, ...(older.events ?? [])],
            actions: actions && [...actions, ...(older.actions ?? [])],
          });
        });
        loadingOlder = false;
        if (failure) set({ failure });
      },

      async readChains() {
        const chainFailure = await attempt(async () => {
          const read = await Promise.all(CHAINS.map((chain) => calls().chain({ chain })));
          set({ chains: read.filter((one) => one !== null) });
        });
        set({ chainFailure });
      },

      async verify() {
        if (get().verifying) return;
        set({ verifying: true, chainFailure: null });
        const chainFailure = await attempt(async () => {
          set({ chains: await Promise.all(CHAINS.map((chain) => calls().verify({ chain }))) });
        });
        set({ verifying: false, chainFailure });
      },

      undo: (id) => act(() => calls().undo({ id })),
      redo: (id) => act(() => calls().redo({ id })),
    };
  });
}

export const auditStore = createAuditStore(() => api.audit);
