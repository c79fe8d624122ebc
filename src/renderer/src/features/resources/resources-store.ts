// What there is, as the screen keeps it: the newest state, what the list is narrowed to, which groups are folded, and the rows as they
// are shown, which do not move while the pointer is on them. Fed by `resources.list|watch|look`; acts on nothing.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ResourcesState } from '../../../../shared/contract/resources.ts';
import type { ResourceLock } from '../../../../shared/model/approval.ts';
import type { Resource } from '../../../../shared/model/resource.ts';
import { attempt } from '../../session/ask.ts';
import { type Api, api } from '../../session/client.ts';
import type { Failure } from '../../ui/failure.ts';
import {
  type Criteria,
  EVERYTHING,
  type Given,
  heldStill,
  kept,
  type Row,
  rowsOf,
  toggleKey,
} from './list/rows.ts';

type Calls = Pick<Api['resources'], 'list' | 'look' | 'checkImages' | 'lock' | 'unlock'>;

export interface ResourcesScreenState {
  /** Null until it was read. */
  readonly live: ResourcesState | null;
  readonly failure: Failure | null;
  readonly criteria: Criteria;
  readonly toggled: ReadonlySet<string>;
  readonly rows: readonly Row[];
  /** Came or went while the list was held still. */
  readonly waiting: number;
  readonly hovered: boolean;
  readonly looking: boolean;
  take(live: ResourcesState): void;
  load(): Promise<void>;
  /** Has everything looked at anew. */
  look(): Promise<Failure | null>;
  /** Asks the registries which containers have a newer image. */
  checkImages(): Promise<Failure | null>;
  narrow(part: Partial<Criteria>): void;
  /** Folds a row or opens it. @param open what it is to be; the other of what it is when left out */
  toggle(key: string, open?: boolean): void;
  setHovered(hovered: boolean): void;
  showWaiting(): void;
  lock(id: string, note: string): Promise<Failure | null>;
  unlock(id: string): Promise<Failure | null>;
}

const givenOf = (live: ResourcesState, toggled: ReadonlySet<string>): Given => ({
  resources: live.resources,
  alerted: new Set(live.alerts.flatMap(({ resourceId }) => resourceId ?? [])),
  locked: new Set(live.locks.map(({ resourceId }) => resourceId)),
  toggled,
});

export function createResourcesStore(calls: () => Calls): StoreApi<ResourcesScreenState> {
  return createStore<ResourcesScreenState>()((set, get) => {
    /** The rows anew, in their places. */
    const arranged = (part: Partial<ResourcesScreenState>): Partial<ResourcesScreenState> => {
      const { live, toggled, criteria, rows } = { ...get(), ...part };
      if (live === null) return part;
      return { ...part, rows: kept(rows, rowsOf(givenOf(live, toggled), criteria)), waiting: 0 };
    };
    const locked = (locks: readonly ResourceLock[]): void => {
      const { live } = get();
      if (live) get().take({ ...live, locks: [...locks] });
    };
    return {
      live: null,
      failure: null,
      criteria: EVERYTHING,
      toggled: new Set(),
      rows: [],
      waiting: 0,
      hovered: false,
      looking: false,

      take(live) {
        const { hovered, rows, toggled, criteria } = get();
        if (!hovered || rows.length === 0) return set(arranged({ live, failure: null }));
        set({ live, failure: null, ...heldStill(rows, rowsOf(givenOf(live, toggled), criteria)) });
      },

      async load() {
        const failure = await attempt(async () => get().take(await calls().list()));
        if (failure) set({ failure });
      },

      async look() {
        set({ looking: true });
        const failure = await attempt(async () => get().take(await calls().look()));
        set({ looking: false });
        return failure;
      },

      async checkImages() {
        set({ looking: true });
        const failure = await attempt(async () => get().take(await calls().checkImages()));
        set({ looking: false });
        return failure;
      },

      narrow: (part) => set(arranged({ criteria: { ...get().criteria, ...part } })),

      toggle(key, open) {
        const row = get().rows.find((one) => one.key === key);
        if (!row || row.inside === 0 || row.open === open) return;
        const toggled = new Set(get().toggled);
        const under = toggleKey(key, get().criteria);
        if (!toggled.delete(under)) toggled.add(under);
        set(arranged({ toggled }));
      },

      setHovered: (hovered) => set(hovered ? { hovered } : arranged({ hovered })),
      showWaiting: () => set(arranged({})),

      lock: (id, note) => attempt(async () => locked(await calls().lock({ id, note }))),
      unlock: (id) => attempt(async () => locked(await calls().unlock({ id }))),
    };
  });
}

export const resourcesStore = createResourcesStore(() => api.resources);

/** The one of an id, as the newest state has it. */
export const resourceOf = ({ live }: ResourcesScreenState, id: string | null): Resource | null =>
  live?.resources.find((one) => one.id === id) ?? null;
