// What the Concepts screen knows: the answer to its search, and the concept in focus with its neighbourhood.
// Fed by typed calls; a later question always wins over an earlier answer.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Edge } from '../../../../shared/model/graph.ts';
import { newestOnly } from '../../session/ask.ts';
import { type Api, api, describeFailure } from '../../session/client.ts';
import type { Failure } from '../../ui/failure.ts';
import { filterOf, looksOf } from './filter/looks.ts';

type Calls = Pick<
  Api['concepts'],
  'search' | 'get' | 'neighbourhood' | 'around' | 'dimensions' | 'retireEdge' | 'tell'
>;
type Answer<K extends keyof Calls> = Awaited<ReturnType<Calls[K]>>;
export type Found = Answer<'search'>;
export type Detail = Answer<'get'>;
export type Neighbourhood = Answer<'neighbourhood'>;
export type Around = Answer<'around'>;
export type TreeNode = Neighbourhood['nodes'][number];
export type DimensionRow = Answer<'dimensions'>[number];

/** As much of a fact as ending it asks for. */
export type Forgettable = Pick<Edge, 'edgeId' | 'concept' | 'parent' | 'dimension' | 'isIsa'>;

export type Told =
  | { readonly ok: true; readonly answer: Answer<'tell'> }
  | { readonly ok: false; readonly failure: Failure };

const SEARCH_LIMIT = 100;
const FIRST_LIMIT = 60;
const MORE = 240;
/** What a canvas and its table hold at once; the core gives no more. */
export const MOST = 1500;

export interface Focus {
  readonly token: string;
  readonly dimension: string | null;
  /** How it is looked at, as an address says it; see `filter/looks.ts`. */
  readonly looks?: string;
}

/** How far down one looks: further where a filter leaves little, so that what passes is found. */
const DEPTH_FILTERED = 6;

export interface ConceptsState {
  readonly query: string;
  readonly found: Found | null;
  readonly dimensions: readonly DimensionRow[];
  readonly searchFailure: Failure | null;
  readonly focus: Focus | null;
  readonly limit: number;
  readonly detail: Detail | null;
  readonly neighbourhood: Neighbourhood | null;
  readonly focusFailure: Failure | null;
  search(query: string): Promise<void>;
  look(focus: Focus | null): Promise<void>;
  showMore(): Promise<void>;
  refresh(): Promise<void>;
  /** Ends a fact; it stays in the history. @returns the action, to be taken back */
  forget(edge: Forgettable): Promise<number>;
  /** @param until the last day on which it holds; empty for a fact without an end */
  tell(fact: string, until?: string): Promise<Told>;
}

export function createConceptsStore(
  calls: () => Calls,
  now: () => number = Date.now,
): StoreApi<ConceptsState> {
  return createStore<ConceptsState>()((set, get) => {
    const finding = newestOnly();
    const looking = newestOnly();

    /** Where nothing is looked at any more, an answer comes too late. */
    const show = (part: Partial<ConceptsState>) => set((s) => (s.focus === null ? {} : part));
    const read = ({ token, dimension, looks = '' }: Focus): Promise<void> => {
      const asked = looksOf(Object.fromEntries(new URLSearchParams(looks)));
      const { at, over } = asked;
      const filter = filterOf(asked, now());
      return looking(
        () =>
          Promise.all([
            calls().get({ token }),
            calls().neighbourhood({
              token,
              limit: get().limit,
              ...(dimension === null ? {} : { dimension }),
              ...(filter === undefined ? {} : { filter, depth: DEPTH_FILTERED }),
              ...(at === null ? {} : { at }),
              ...(over === null ? {} : { over }),
            }),
          ]),
        ([detail, neighbourhood]) => show({ detail, neighbourhood, focusFailure: null }),
        (focusFailure) => show({ focusFailure }),
      );
    };

    return {
      query: '',
      found: null,
      dimensions: [],
      searchFailure: null,
      focus: null,
      limit: FIRST_LIMIT,
      detail: null,
      neighbourhood: null,
      focusFailure: null,

      search(query) {
        set({ query });
        const blank = query.trim() === '';
        return finding(
          () =>
            Promise.all([
              calls().search({ query: query.trim(), limit: blank ? 12 : SEARCH_LIMIT }),
              blank ? calls().dimensions({}) : get().dimensions,
            ]),
          ([found, dimensions]) => set({ found, dimensions, searchFailure: null }),
          (searchFailure) => set({ searchFailure }),
        );
      },

      async look(focus) {
        const before = get().focus;
        if (focus?.token !== before?.token) set({ detail: null, limit: FIRST_LIMIT });
        // Another look at the same: what is shown stays until the answer is there.
        const same = focus !== null && focus.token === before?.token && focus.dimension === before.dimension;
        set(same ? { focus } : { focus, neighbourhood: null, focusFailure: null });
        if (focus !== null) await read(focus);
      },

      async showMore() {
        const { focus, limit } = get();
        if (focus === null || limit >= MOST) return;
        set({ limit: Math.min(MOST, limit + MORE) });
        await read(focus);
      },

      async refresh() {
        const { focus, query } = get();
        await (focus === null ? get().search(query) : read(focus));
      },

      async forget({ edgeId, parent, dimension, isIsa }) {
        const expected = { parent, dimension, isIsa };
        const { action } = await calls().retireEdge({ edgeId, expected, reason: '' });
        await get().refresh();
        return action.id;
      },

      async tell(fact, until = '') {
        try {
          const answer = await calls().tell(until === '' ? { fact } : { fact, until });
          await get().refresh();
          return { ok: true, answer };
        } catch (thrown) {
          return { ok: false, failure: describeFailure(thrown) };
        }
      },
    };
  });
}

export const conceptsStore = createConceptsStore(() => api.concepts);
