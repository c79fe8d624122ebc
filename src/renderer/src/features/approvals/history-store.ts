// All approvals that ever were, newest first, page by page, of one outcome or all. Fed by `approvals.list`; decides nothing.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Approval, ApprovalStatus } from '../../../../shared/model/approval.ts';
import { attempt, newestOnly } from '../../session/ask.ts';
import { type Api, api } from '../../session/client.ts';
import type { Failure } from '../../ui/failure.ts';

type Calls = Pick<Api['approvals'], 'list'>;

export type StatusChoice = ApprovalStatus | 'all';

export interface HistoryState {
  readonly status: StatusChoice;
  readonly list: readonly Approval[] | null;
  /** There are older ones. */
  readonly hasMore: boolean;
  readonly failure: Failure | null;
  show(status: StatusChoice): void;
  load(): Promise<void>;
  loadOlder(): Promise<void>;
}

export const PAGE = 100;

export function createHistoryStore(calls: () => Calls): StoreApi<HistoryState> {
  return createStore<HistoryState>()((set, get) => {
    const newest = newestOnly();
    let isLoadingOlder = false;
    const page = async (before?: number): Promise<readonly Approval[]> => {
      const { status } = get();
      const { approvals } = await calls().list({
        limit: PAGE,
        ...(status === 'all' ? {} : { status }),
        ...(before === undefined ? {} : { before }),
      });
      return approvals;
    };
    return {
      status: 'all',
      list: null,
      hasMore: false,
      failure: null,

      show(status) {
        set({ status, list: null });
        void get().load();
      },

      load: () =>
        newest(
          page,
          (list) => set({ list, hasMore: list.length === PAGE, failure: null }),
          (failure) => set({ failure }),
        ),

      async loadOlder() {
        const { list, hasMore } = get();
        const last = list?.at(-1);
        if (isLoadingOlder || !list || !last || !hasMore) return;
        isLoadingOlder = true;
        const failure = await attempt(async () => {
          // Several may have been asked in one millisecond: its other ones are read again, and each is kept once.
          const older = await page(last.askedAt + 1);
          if (get().list !== list) return;
          const have = new Set(list.map(({ id }) => id));
          const fresh = older.filter(({ id }) => !have.has(id));
          set({ list: [...list, ...fresh], hasMore: older.length === PAGE && fresh.length > 0 });
        });
        isLoadingOlder = false;
        if (failure) set({ failure });
      },
    };
  });
}

export const historyStore = createHistoryStore(() => api.approvals);
