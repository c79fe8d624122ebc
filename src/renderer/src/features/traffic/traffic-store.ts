// The live request log as the screen keeps it: rows, what waits, search and filter, pause, and the opened request.
// Fed by `traffic.list`, `traffic.watch` and `traffic.get`; decides nothing about how it looks.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { TrafficDetail, TrafficRow } from '../../../../shared/model/traffic.ts';
import { type Api, api, describeFailure, type Failure } from '../../app/client.ts';
import { appendOlder, type Criteria, type Gathered, release, takeRows, toQuery } from './gather.ts';

const PAGE = 200;
const MOST = 10_000;

export interface TrafficState extends Gathered, Criteria {
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly failure: Failure | null;
  readonly total: number;
  readonly held: number;
  readonly paused: boolean;
  readonly hovered: boolean;
  readonly atTop: boolean;
  readonly detail: TrafficDetail | null;
  readonly detailFailure: Failure | null;
  load(): Promise<void>;
  loadOlder(): Promise<void>;
  take(rows: readonly TrafficRow[]): void;
  showWaiting(): void;
  setCriteria(part: Partial<Criteria>): void;
  setPaused(paused: boolean): void;
  setHovered(hovered: boolean): void;
  setAtTop(atTop: boolean): void;
  open(id: string | null): Promise<void>;
}

type Calls = Pick<Api['traffic'], 'list' | 'get'>;

export function createTrafficStore(calls: () => Calls): StoreApi<TrafficState> {
  return createStore<TrafficState>()((set, get) => {
    let asked = 0;
    let opened: string | null = null;
    let loadingOlder = false;
    return {
      rows: [],
      waiting: [],
      search: '',
      filter: 'all',
      phase: 'loading',
      failure: null,
      total: 0,
      held: 0,
      paused: false,
      hovered: false,
      atTop: true,
      detail: null,
      detailFailure: null,

      async load() {
        asked += 1;
        const mine = asked;
        try {
          const { rows, total, held } = await calls().list({ ...toQuery(get()), limit: PAGE });
          if (mine === asked) set({ rows, waiting: [], total, held, phase: 'ready', failure: null });
        } catch (thrown) {
          if (mine === asked)
            set({ phase: get().rows.length > 0 ? 'ready' : 'failed', failure: describeFailure(thrown) });
        }
      },

      async loadOlder() {
        const { rows, waiting, total } = get();
        const last = rows.at(-1);
        if (loadingOlder || !last || rows.length + waiting.length >= Math.min(total, MOST)) return;
        loadingOlder = true;
        const mine = asked;
        try {
          const older = await calls().list({ ...toQuery(get()), limit: PAGE, before: last.id });
          if (mine !== asked) return;
          // Fewer than promised: the oldest have left the log meanwhile.
          const gone = older.rows.length === 0;
          set((s) => ({
            ...appendOlder(s, older.rows),
            held: older.held,
            total: gone ? s.rows.length : older.total,
          }));
        } catch (thrown) {
          set({ failure: describeFailure(thrown) });
        } finally {
          loadingOlder = false;
        }
      },

      take(incoming) {
        const before = get();
        const hold = before.paused || before.hovered || !before.atTop;
        const after = takeRows(before, incoming, { criteria: before, hold, most: MOST });
        const grown = after.rows.length + after.waiting.length - before.rows.length - before.waiting.length;
        set({ ...after, total: before.total + grown, held: Math.max(before.held + grown, before.held) });
        if (opened !== null && incoming.some((row) => row.id === opened)) void get().open(opened);
      },

      showWaiting: () => set((s) => release(s, MOST)),
      setCriteria(part) {
        set({ ...part, phase: 'loading', rows: [], waiting: [] });
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
        if (id !== opened) set({ detail: null, detailFailure: null });
        opened = id;
        if (id === null) return;
        try {
          const detail = await calls().get({ id });
          if (opened === id) set({ detail, detailFailure: null });
        } catch (thrown) {
          if (opened === id) set({ detailFailure: describeFailure(thrown) });
        }
      },
    };
  });
}

export const trafficStore = createTrafficStore(() => api.traffic);
