// The screen's state: an export on its way out, a bundle on its way in, and what lies in the data directory. Each has a flow of its own that does things with it; here they come
// together in one store, which outlives the screen. Decides nothing.
import { createStore, type StoreApi } from 'zustand/vanilla';
import { api } from '../../session/client.ts';
import { jobsStore } from '../../session/jobs-store.ts';
import { livenessStore } from '../../ui/liveness.ts';
import { type ExportActions, exportFlow, type Leaving, NOT_LEAVING } from './export/export-flow.ts';
import type { OfflineParts, Slice } from './flow.ts';
import { type Arriving, type ImportActions, importFlow, NOT_ARRIVING } from './import/import-flow.ts';
import { bundleWire } from './import/wire.ts';
import { EMPTY_SHELF, type Shelf, type ShelfActions, shelfFlow } from './shelf/shelf-flow.ts';

interface Parts {
  readonly leaving: Leaving;
  readonly arriving: Arriving;
  readonly shelf: Shelf;
}
export interface OfflineState extends Parts, ExportActions, ImportActions, ShelfActions {}

export function createOfflineStore(parts: OfflineParts): StoreApi<OfflineState> {
  return createStore<OfflineState>()((set, get) => {
    const slice = <K extends keyof Parts>(part: K): Slice<Parts[K]> => ({
      get: () => get()[part],
      put: (change) => set((state) => ({ [part]: { ...state[part], ...change } })),
    });
    const shelf = slice('shelf');
    return {
      ...{ leaving: NOT_LEAVING, arriving: NOT_ARRIVING, shelf: EMPTY_SHELF },
      ...exportFlow(parts, slice('leaving'), {
        onFiles: (files) => shelf.put({ files, failure: null }),
        onVerified: () => void get().readKeys(),
      }),
      ...importFlow(parts, slice('arriving')),
      ...shelfFlow(parts, shelf),
    };
  });
}

export const offlineStore = createOfflineStore({
  calls: () => api,
  wire: bundleWire,
  tasks: () => jobsStore.getState().live?.tasks ?? [],
  returns: () => livenessStore.getState().returns,
});
