// Several approvals at once: which are chosen, what is about to be said of them, and what became of each. Says only what was shown in the dialog.
// Fed by the session's approvals store.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Approval } from '../../../../shared/model/approval.ts';
import {
  type ApprovalsStore,
  approvalsStore,
  type ManySaid,
} from '../../session/approval/approvals-store.ts';
import { attempt } from '../../session/ask.ts';
import type { Failure } from '../../ui/failure.ts';

export type Word = 'approve' | 'deny';

export interface BulkState {
  readonly ticked: ReadonlySet<string>;
  readonly word: Word | null;
  readonly items: readonly Approval[];
  readonly said: ManySaid | null;
  readonly isBusy: boolean;
  readonly failure: Failure | null;
  tick(id: string): void;
  tickAll(ids: readonly string[]): void;
  /** Only what still waits stays chosen. */
  keep(waiting: readonly Approval[]): void;
  plan(word: Word, items: readonly Approval[]): void;
  /** @param reason of a no */
  run(reason?: string): Promise<void>;
  close(): void;
}

type Calls = Pick<ApprovalsStore, 'approveMany' | 'denyMany'>;
const CLOSED = { word: null, items: [], said: null, isBusy: false, failure: null } as const;

export function createBulkStore(calls: () => Calls): StoreApi<BulkState> {
  return createStore<BulkState>()((set, get) => ({
    ticked: new Set(),
    ...CLOSED,

    tick(id) {
      const ticked = new Set(get().ticked);
      if (!ticked.delete(id)) ticked.add(id);
      set({ ticked });
    },

    tickAll: (ids) => set({ ticked: new Set(ids) }),

    keep(waiting) {
      const { ticked } = get();
      const left = waiting.filter(({ id }) => ticked.has(id)).map(({ id }) => id);
      if (left.length !== ticked.size) set({ ticked: new Set(left) });
    },

    plan: (word, items) => set({ ...CLOSED, word, items }),

    async run(reason = '') {
      const { word, items, isBusy, said } = get();
      if (word === null || isBusy || said) return;
      set({ isBusy: true, failure: null });
      const failure = await attempt(async () => {
        const answers = await (word === 'approve'
          ? calls().approveMany(items)
          : calls().denyMany(items, reason));
        // Closed meanwhile: what became of each is in the list.
        if (get().items === items) set({ said: answers });
      });
      if (get().items === items) set({ isBusy: false, failure });
    },

    close: () => set(CLOSED),
  }));
}

export const bulkStore = createBulkStore(() => approvalsStore.getState());
