// The live request log as the screen keeps it: rows, what waits, what it is narrowed to, pause, and the opened request
// with the one before it in its conversation. Fed by the `traffic` calls; decides nothing about how it looks.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { TrafficDetail, TrafficRow } from '../../../../shared/model/traffic.ts';
import { rowFilter } from '../../../../shared/traffic-filter.ts';
import { type Api, api, describeFailure } from '../../session/client.ts';
import type { Failure } from '../../ui/failure.ts';
import { type Criteria, EVERYTHING, filterOf, sameCriteria } from './criteria.ts';
import { appendOlder, type Gathered, release, takeRows } from './gather.ts';

const PAGE = 200;
/** Further down whole screens go by, so more is read at once. */
const OLDER_PAGE = 1000;
const MOST = 10_000;

export interface Facets {
  readonly clients: readonly string[];
  readonly models: readonly string[];
  readonly upstreams: readonly string[];
}

export interface TrafficState extends Gathered {
  readonly criteria: Criteria;
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly failure: Failure | null;
  readonly total: number;
  readonly held: number;
  readonly facets: Facets;
  readonly paused: boolean;
  readonly hovered: boolean;
  readonly atTop: boolean;
  readonly detail: TrafficDetail | null;
  /** The request before it in its conversation, while the log has it. */
  readonly previous: TrafficRow | null;
  readonly detailFailure: Failure | null;
  load(): Promise<void>;
  /** Reads the list where it was not read yet, or could not be. */
  mend(): Promise<void>;
  loadOlder(): Promise<void>;
  /** Where the list is held to the last hour, day or week, rows leave that: reads anew, unless somebody looks at rows. */
  age(): Promise<void>;
  readFacets(): Promise<void>;
  /** @param held as many as the log holds by now, where it was said: older rows leave it unannounced */
  take(rows: readonly TrafficRow[], held?: number): void;
  showWaiting(): void;
  narrow(criteria: Criteria): void;
  setPaused(paused: boolean): void;
  setHovered(hovered: boolean): void;
  setAtTop(atTop: boolean): void;
  open(id: string | null): Promise<void>;
  /** @throws what the call threw, for example when as many are pinned as may be */
  pin(id: string, pinned: boolean): Promise<void>;
}

type Calls = Pick<Api['traffic'], 'list' | 'get' | 'facets' | 'pin'>;

/** While the operator looks at rows, none of them moves. */
const isHeld = ({ paused, hovered, atTop }: TrafficState): boolean => paused || hovered || !atTop;

/** @param now epoch milliseconds: the last hour is counted back from it */
export function createTrafficStore(calls: () => Calls, now: () => number = Date.now): StoreApi<TrafficState> {
  return createStore<TrafficState>()((set, get) => {
    let asked = 0;
    let opened: string | null = null;
    let loadingOlder = false;
    let matches = rowFilter(filterOf(EVERYTHING, 0));

    /** What the stream brought since the log was last asked, until it answers: the answer may not know it yet. */
    let since: Map<string, TrafficRow> | null = null;

    async function readPrevious({ id, conversation }: TrafficRow): Promise<void> {
      if (conversation === null || get().previous !== null) return;
      const page = await calls()
        .list({ conversation, before: id, limit: 1 })
        .catch(() => null);
      if (opened === id) set({ previous: page?.rows[0] ?? null });
    }

    return {
      rows: [],
      waiting: [],
      criteria: EVERYTHING,
      phase: 'loading',
      failure: null,
      total: 0,
      held: 0,
      facets: { clients: [], models: [], upstreams: [] },
      paused: false,
      hovered: false,
      atTop: true,
      detail: null,
      previous: null,
      detailFailure: null,

      async load() {
        asked += 1;
        const mine = asked;
        const arrived = new Map<string, TrafficRow>();
        since = arrived;
        const filter = filterOf(get().criteria, now());
        matches = rowFilter(filter);
        try {
          const page = await calls().list({ ...filter, limit: PAGE });
          if (mine !== asked) return;
          set({ ...page, waiting: [], phase: 'ready', failure: null });
          for (const { id } of page.rows) arrived.delete(id);
          if (arrived.size > 0) get().take([...arrived.values()]);
        } catch (thrown) {
          if (mine === asked)
            set({ phase: get().rows.length > 0 ? 'ready' : 'failed', failure: describeFailure(thrown) });
        } finally {
          if (mine === asked) since = null;
        }
      },

      async mend() {
        const { phase, failure } = get();
        if (phase !== 'ready' || failure !== null) await get().load();
      },

      async age() {
        const { criteria } = get();
        if (criteria.time.within !== null && !isHeld(get())) await get().load();
      },

      async loadOlder() {
        const { rows, waiting, total, criteria } = get();
        const last = rows.at(-1);
        if (loadingOlder || !last || rows.length + waiting.length >= Math.min(total, MOST)) return;
        loadingOlder = true;
        const mine = asked;
        try {
          const older = await calls().list({
            ...filterOf(criteria, now()),
            limit: OLDER_PAGE,
            before: last.id,
          });
          if (mine !== asked) return;
          set((s) => {
            // Where the last row has left the log its answer begins with the newest. Nothing older: no more is asked for.
            const after = appendOlder(
              s,
              older.rows.filter((row) => row.at <= last.at),
            );
            const isEnd = after.rows.length === s.rows.length;
            return { ...after, held: older.held, total: isEnd ? s.rows.length : older.total };
          });
        } catch (thrown) {
          set({ failure: describeFailure(thrown) });
        } finally {
          loadingOlder = false;
        }
      },

      async readFacets() {
        // Names to choose from; without them the ones already chosen still stand.
        const facets = await calls()
          .facets()
          .catch(() => null);
        if (facets) set({ facets });
      },

      take(incoming, held = get().held) {
        const before = get();
        for (const row of incoming) since?.set(row.id, row);
        // A row further down than what was read comes with its page.
        const shown = before.rows.length + before.waiting.length;
        const floor = shown < before.total ? (before.rows.at(-1)?.at ?? 0) : 0;
        const fits = (row: TrafficRow) => row.at >= floor && matches(row);
        const after = takeRows(before, incoming, { matches: fits, hold: isHeld(before), most: MOST });
        const grown = after.rows.length + after.waiting.length - shown;
        const isAll = before.total === before.held && sameCriteria(before.criteria, EVERYTHING);
        set({ ...after, total: isAll ? held : Math.min(before.total + grown, held), held });
        if (opened !== null && incoming.some((row) => row.id === opened)) void get().open(opened);
      },

      showWaiting: () => set((s) => release(s, MOST)),
      narrow(criteria) {
        matches = rowFilter(filterOf(criteria, now()));
        set({ criteria, phase: 'loading', rows: [], waiting: [], atTop: true });
        void get().load();
      },
      setPaused(paused) {
        set(paused ? { paused } : { paused, ...release(get(), MOST) });
      },
      setHovered(hovered) {
        const { paused, atTop } = get();
        set(!hovered && !paused && atTop ? { hovered, ...release(get(), MOST) } : { hovered });
      },
      setAtTop(atTop) {
        const { paused, hovered } = get();
        if (atTop === get().atTop) return;
        set(atTop && !paused && !hovered ? { atTop, ...release(get(), MOST) } : { atTop });
      },

      async open(id) {
        if (id !== opened) set({ detail: null, previous: null, detailFailure: null });
        opened = id;
        if (id === null) return;
        try {
          const detail = await calls().get({ id });
          if (opened !== id) return;
          set({ detail, detailFailure: null });
          await readPrevious(detail.row);
        } catch (thrown) {
          if (opened === id) set({ detailFailure: describeFailure(thrown) });
        }
      },

      async pin(id, pinned) {
        get().take([await calls().pin({ id, pinned })]);
      },
    };
  });
}

export const trafficStore = createTrafficStore(() => api.traffic);
