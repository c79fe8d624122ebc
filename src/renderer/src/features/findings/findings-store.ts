// Findings as the screen keeps them: the newest state, what the list is narrowed to, the list, the one that is open, those that are chosen.
// Fed by `findings.state|watch|list|detail|unchecked`; decides nothing.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type {
  Finding,
  FindingDetail,
  FindingView,
  FindingsState as Live,
  Severity,
  UncheckedGroup,
} from '../../../../shared/model/evidence/finding.ts';
import { attempt, newestOnly } from '../../session/ask.ts';
import { type Api, api, describeFailure } from '../../session/client.ts';
import { inPages } from '../../session/lists/in-pages.ts';
import type { Failure } from '../../ui/failure.ts';

type Calls = Pick<Api['findings'], 'state' | 'list' | 'detail' | 'unchecked'>;

export const GROUPINGS = ['none', 'component', 'vulnerability'] as const;
export type Grouping = (typeof GROUPINGS)[number];
export const REACHES = ['all', 'lan', 'public'] as const;
export const SCOPES = ['all', 'runtime', 'build'] as const;

export interface Criteria {
  readonly view: FindingView;
  readonly search: string;
  /** Key of a product, or all. */
  readonly product: string;
  readonly severity: Severity | 'all';
  readonly scope: (typeof SCOPES)[number];
  /** What runs it can be reached from so far, or from further. */
  readonly exposure: (typeof REACHES)[number];
}

export const EVERYTHING: Omit<Criteria, 'view'> = {
  search: '',
  product: 'all',
  severity: 'all',
  scope: 'all',
  exposure: 'all',
};

export interface FindingsStore extends Criteria {
  readonly grouping: Grouping;
  readonly folded: ReadonlySet<string>;
  /** Null until it was read. */
  readonly live: Live | null;
  readonly liveFailure: Failure | null;
  readonly list: readonly Finding[] | null;
  readonly total: number;
  readonly failure: Failure | null;
  readonly detail: FindingDetail | null;
  readonly detailFailure: Failure | null;
  readonly unchecked: readonly UncheckedGroup[] | null;
  readonly uncheckedFailure: Failure | null;
  readonly ticked: ReadonlySet<string>;
  /** A state that is news: what is shown of it is read again. */
  take(live: Live): void;
  readState(): Promise<void>;
  narrow(part: Partial<Criteria>): void;
  group(grouping: Grouping): void;
  fold(key: string): void;
  load(): Promise<void>;
  /** Reads the next page, when there is one. */
  more(): Promise<void>;
  look(key: string | null): Promise<void>;
  readUnchecked(): Promise<void>;
  tick(key: string): void;
  tickAll(keys: readonly string[]): void;
}

export const isNarrowed = ({ search, product, severity, scope, exposure }: Criteria): boolean =>
  search.trim() !== '' || product !== 'all' || severity !== 'all' || scope !== 'all' || exposure !== 'all';

const PAGE = 500;

export function createFindingsStore(calls: () => Calls): StoreApi<FindingsStore> {
  return createStore<FindingsStore>()((set, get) => {
    const read = newestOnly();
    const readLive = newestOnly();
    let looked: string | null = null;

    const pages = inPages(PAGE, async (range) => {
      const { view, search, product, severity, scope, exposure } = get();
      const words = search.trim();
      const { findings: list, total } = await calls().list({
        ...{ view, ...range },
        ...(words && { search: words }),
        ...(product !== 'all' && { product }),
        ...(severity !== 'all' && { severity }),
        ...(scope !== 'all' && { scope }),
        ...(exposure !== 'all' && { exposure }),
      });
      return { list, total };
    });

    return {
      view: 'open',
      ...EVERYTHING,
      grouping: 'none',
      folded: new Set(),
      live: null,
      liveFailure: null,
      list: null,
      total: 0,
      failure: null,
      detail: null,
      detailFailure: null,
      unchecked: null,
      uncheckedFailure: null,
      ticked: new Set(),

      take(live) {
        set({ live, liveFailure: null });
        void get().load();
        if (looked !== null) void get().look(looked);
        if (get().unchecked !== null) void get().readUnchecked();
      },

      readState: () =>
        readLive(
          () => calls().state({}),
          (live) => set({ live, liveFailure: null }),
          (liveFailure) => set({ liveFailure }),
        ),

      narrow(part) {
        // Another view is another list; the rest narrows the one that is shown.
        const isOther = part.view !== undefined && part.view !== get().view;
        set({ ...part, ...(isOther ? { list: null, ticked: new Set<string>() } : {}) });
        void get().load();
      },

      group: (grouping) => set({ grouping, folded: new Set() }),

      fold(key) {
        const folded = new Set(get().folded);
        if (!folded.delete(key)) folded.add(key);
        set({ folded });
      },

      load: () =>
        read(
          () => pages.anew(get),
          ({ list, total }) => {
            const there = new Set(list.map(({ key }) => key));
            const ticked = new Set([...get().ticked].filter((key) => there.has(key)));
            set({ list, total, failure: null, ticked });
          },
          (failure) => set({ failure }),
        ),

      more: () => pages.more(get, set),

      async look(key) {
        looked = key;
        if (get().detail?.finding.key !== key) set({ detail: null, detailFailure: null });
        if (key === null) return;
        try {
          const detail = await calls().detail({ key });
          if (looked === key) set({ detail, detailFailure: null });
        } catch (thrown) {
          if (looked === key) set({ detailFailure: describeFailure(thrown) });
        }
      },

      async readUnchecked() {
        const uncheckedFailure = await attempt(async () => set({ unchecked: await calls().unchecked({}) }));
        set({ uncheckedFailure });
      },

      tick(key) {
        const ticked = new Set(get().ticked);
        if (!ticked.delete(key)) ticked.add(key);
        set({ ticked });
      },

      tickAll: (keys) => set({ ticked: new Set(keys) }),
    };
  });
}

export const findingsStore = createFindingsStore(() => api.findings);
