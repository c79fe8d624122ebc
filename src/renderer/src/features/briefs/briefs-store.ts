// Briefs as the screen keeps them: the newest state, what the list is narrowed to, the list, the one that is open. Fed by `briefs.state|watch|list|detail`; decides nothing.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type {
  BriefDetail,
  BriefRow,
  BriefTask,
  BriefsState as Live,
} from '../../../../shared/model/evidence/brief.ts';
import { newestOnly } from '../../session/ask.ts';
import { type Api, api, describeFailure } from '../../session/client.ts';
import { inPages } from '../../session/lists/in-pages.ts';
import type { Failure } from '../../ui/failure.ts';

type Calls = Pick<Api['briefs'], 'state' | 'list' | 'detail' | 'pinModel'>;

/** Which brief: what it is kept under, and the newest revision where none is named. */
export interface Place {
  readonly cacheKey: string;
  readonly revision: number | null;
}

export interface Criteria {
  readonly task: BriefTask | 'all';
  readonly search: string;
}

export interface BriefsStore extends Criteria {
  /** Null until it was read. */
  readonly live: Live | null;
  readonly liveFailure: Failure | null;
  readonly list: readonly BriefRow[] | null;
  readonly total: number;
  /** How many there are, whatever the list is narrowed to; null until they were counted. */
  readonly subjects: number | null;
  readonly failure: Failure | null;
  readonly detail: BriefDetail | null;
  readonly detailFailure: Failure | null;
  /** A state that is news: what is shown of it is read again. */
  take(live: Live): void;
  readState(): Promise<void>;
  narrow(part: Partial<Criteria>): void;
  load(): Promise<void>;
  /** Reads the next page, when there is one. */
  more(): Promise<void>;
  look(place: Place | null): Promise<void>;
  /** Null when they are taken, else why not. */
  takeWeights(profile: Live['profiles'][number]['name']): Promise<Failure | null>;
}

const PAGE = 200;

export const isNarrowed = ({ task, search }: Criteria): boolean => task !== 'all' || search.trim() !== '';

const isOf = ({ brief }: BriefDetail, { cacheKey, revision }: Place): boolean =>
  brief.cache_key === cacheKey && (revision === null || brief.revision === revision);

export function createBriefsStore(calls: () => Calls): StoreApi<BriefsStore> {
  return createStore<BriefsStore>()((set, get) => {
    const read = newestOnly();
    const readLive = newestOnly();
    const readOne = newestOnly();
    let looked: Place | null = null;

    const pages = inPages(PAGE, async (range) => {
      const { task, search } = get();
      const words = search.trim();
      const { briefs: list, total } = await calls().list({
        ...range,
        ...(task !== 'all' && { task }),
        ...(words && { search: words }),
      });
      return { list, total };
    });

    return {
      ...{ task: 'all', search: '', live: null, liveFailure: null, list: null, total: 0, subjects: null },
      ...{ failure: null, detail: null, detailFailure: null },

      take(live) {
        const before = get().live;
        set({ live, liveFailure: null });
        if (before !== null && before.made === live.made && before.count === live.count) return;
        void get().load();
        if (looked !== null) void get().look(looked);
      },

      readState: () =>
        readLive(
          () => calls().state({}),
          (live) => set({ live, liveFailure: null }),
          (liveFailure) => set({ liveFailure }),
        ),

      narrow(part) {
        set(part);
        void get().load();
      },

      load: () =>
        read(
          () => pages.anew(get),
          ({ list, total }) =>
            set({
              ...{ list, total, failure: null },
              ...(isNarrowed(get()) ? {} : { subjects: total }),
            }),
          (failure) => set({ failure }),
        ),

      more: () => pages.more(get, set),

      async look(place) {
        looked = place;
        const { detail } = get();
        if (place === null || detail === null || !isOf(detail, place))
          set({ detail: null, detailFailure: null });
        if (place === null) return;
        const { cacheKey, revision } = place;
        await readOne(
          () => calls().detail({ cacheKey, ...(revision !== null && { revision }) }),
          (found) => (looked === place ? set({ detail: found, detailFailure: null }) : undefined),
          (detailFailure) => (looked === place ? set({ detailFailure }) : undefined),
        );
      },

      async takeWeights(profile) {
        try {
          set({ live: await calls().pinModel({ profile }) });
          return null;
        } catch (thrown) {
          return describeFailure(thrown);
        }
      },
    };
  });
}

export const briefsStore = createBriefsStore(() => api.briefs);
