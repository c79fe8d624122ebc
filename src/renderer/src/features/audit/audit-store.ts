// The record of changes as the screen keeps it: a filter, pages of events, the actions, the state of the hash chains.
// Fed by `audit.*`; decides nothing.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AuditEvent, ChainName, ChainState } from '../../../../shared/model/audit.ts';
import type { Action } from '../../../../shared/model/decision.ts';
import { attempt, newestOnly } from '../../session/ask.ts';
import { type Api, api } from '../../session/client.ts';
import type { Failure } from '../../ui/failure.ts';
import { ACTION_KINDS, type Criteria, chainOf, EVERYTHING, filterOf } from './criteria.ts';

type Calls = Pick<
  Api['audit'],
  'events' | 'actions' | 'countActions' | 'actors' | 'undo' | 'redo' | 'chain' | 'verify'
>;

const CHAINS: readonly ChainName[] = ['memory', 'host', 'agent'];

export interface AuditState {
  readonly criteria: Criteria;
  readonly events: readonly AuditEvent[] | null;
  readonly actions: readonly Action[] | null;
  /** How many the criteria match; null where there are too many to be counted, or while that is not known. */
  readonly total: number | null;
  /** Who acts, most often first, to choose from. */
  readonly actors: readonly string[];
  readonly kinds: readonly string[];
  readonly failure: Failure | null;
  /** Those that were checked. */
  readonly chains: readonly ChainState[];
  readonly verifying: boolean;
  readonly chainFailure: Failure | null;
  narrow(criteria: Criteria): void;
  readActors(): Promise<void>;
  load(): Promise<void>;
  loadOlder(): Promise<void>;
  readChains(): Promise<void>;
  verify(): Promise<void>;
  /** Null when done, else why not. */
  undo(id: number): Promise<Failure | null>;
  redo(id: number): Promise<Failure | null>;
}

const PAGE = 200;

/** One that came meanwhile moves the others on: each stands once. */
function followed<T extends { readonly id: number }>(rows: readonly T[], more: readonly T[]): T[] {
  const known = new Set(rows.map(({ id }) => id));
  return [...rows, ...more.filter(({ id }) => !known.has(id))];
}

/** @param now epoch milliseconds: the last hour is counted back from it */
export function createAuditStore(calls: () => Calls, now: () => number = Date.now): StoreApi<AuditState> {
  return createStore<AuditState>()((set, get) => {
    const newest = newestOnly();
    let loadingOlder = false;
    /** A page of what is wanted now: the first, or what follows on those that are shown. */
    const page = async (shown: readonly { readonly id: number }[] = []): Promise<Partial<AuditState>> => {
      const { criteria } = get();
      const { view, kind, sort, descending } = criteria;
      const filter = filterOf(criteria, now());
      const last = shown.at(-1);
      // The newest first, more may come before them: pages follow on an id. In any other order they follow on a count.
      const isUsual = sort === 'at' && descending;
      const asks = {
        ...{ limit: PAGE, ...filter },
        ...(isUsual ? {} : { descending }),
        ...(last === undefined ? {} : isUsual ? { before: last.id } : { offset: shown.length }),
      };
      if (view !== 'actions') {
        return calls().events({ chain: chainOf(view), ...asks, ...(kind === 'all' ? {} : { kind }) });
      }
      const known = ACTION_KINDS.find((each) => each === kind);
      const wanted = { ...filter, ...(known ? { kind: known } : {}) };
      const ask = { ...asks, ...wanted, ...(sort === 'at' ? {} : { sort }) };
      if (last !== undefined) return { actions: await calls().actions(ask) };
      const [actions, { total }] = await Promise.all([calls().actions(ask), calls().countActions(wanted)]);
      return { actions, total };
    };
    const act = (work: () => Promise<unknown>): Promise<Failure | null> =>
      attempt(async () => {
        await work();
        await get().load();
      });
    return {
      criteria: EVERYTHING,
      events: null,
      actions: null,
      total: null,
      actors: [],
      kinds: [],
      failure: null,
      chains: [],
      verifying: false,
      chainFailure: null,

      narrow(criteria) {
        const isOther = criteria.view !== get().criteria.view;
        set({ criteria, events: null, actions: null, total: null, ...(isOther ? { actors: [] } : {}) });
        void get().load();
      },

      async readActors() {
        const { view } = get().criteria;
        // Names to choose from; without them one can still be typed.
        const actors = await calls()
          .actors({ of: view === 'actions' ? view : chainOf(view) })
          .catch(() => null);
        if (actors && view === get().criteria.view) set({ actors });
      },

      load: () =>
        newest(
          () => page(),
          (read) => set({ ...read, failure: null }),
          (failure) => set({ failure }),
        ),

      async loadOlder() {
        const { criteria, events, actions } = get();
        const shown = (criteria.view === 'actions' ? actions : events) ?? [];
        if (loadingOlder || shown.length === 0 || shown.length % PAGE !== 0) return;
        loadingOlder = true;
        const failure = await attempt(async () => {
          const older = await page(shown);
          // Read anew meanwhile: what was asked for does not follow on it.
          if (get().events !== events || get().actions !== actions) return;
          set({
            events: events && followed(events, older.events ?? []),
            actions: actions && followed(actions, older.actions ?? []),
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
