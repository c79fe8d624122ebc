// What the stream of approvals does not bring: rules that hold no more, and what is marked never to be touched. Read when they are shown.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ApprovalRule, ResourceLock } from '../../../../shared/model/approval.ts';
import { attempt, newestOnly } from '../../session/ask.ts';
import { api } from '../../session/client.ts';
import type { Failure } from '../../ui/failure.ts';

interface Listed<T> {
  readonly list: readonly T[] | null;
  readonly failure: Failure | null;
  load(): Promise<void>;
  /** Does something that answers with the list as it is then. Null when done, else why not. */
  act(work: () => Promise<readonly T[]>): Promise<Failure | null>;
}

function createListed<T>(read: () => Promise<readonly T[]>): StoreApi<Listed<T>> {
  return createStore<Listed<T>>()((set) => {
    const newest = newestOnly();
    return {
      list: null,
      failure: null,
      load: () =>
        newest(
          read,
          (list) => set({ list, failure: null }),
          (failure) => set({ failure }),
        ),
      act: (work) => attempt(async () => set({ list: await work(), failure: null })),
    };
  });
}

export const oldRulesStore = createListed<ApprovalRule>(() => api.approvals.rules({ all: true }));
export const locksStore = createListed<ResourceLock>(async () => (await api.resources.list()).locks);
