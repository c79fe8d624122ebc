// A draft of the recollection settings and what it would do to the newest prompts. Asks the core as the draft changes,
// the newest question only; saves one key at a time, in order, and stops at the first that is refused.
import { createStore, type StoreApi } from 'zustand/vanilla';
import { newestOnly } from '../../session/ask.ts';
import { type Api, api } from '../../session/client.ts';
import { settingsStore } from '../../session/settings-store.ts';
import type { Failure } from '../../ui/failure.ts';

type Calls = Pick<Api['system'], 'previewSettings'>;
export type Preview = Awaited<ReturnType<Calls['previewSettings']>>;
type Save = (key: string, value: unknown) => Promise<Failure | null>;

export interface PreviewState {
  readonly draft: Readonly<Record<string, number>>;
  readonly preview: Preview | null;
  readonly failure: Failure | null;
  /** A draft's value; undefined takes the key out of the draft. */
  put(key: string, value: number | undefined): void;
  reset(): void;
  ask(): Promise<void>;
  save(): Promise<Failure | null>;
}

const PROMPTS = 12;

export function createPreviewStore(calls: () => Calls, save: Save): StoreApi<PreviewState> {
  return createStore<PreviewState>()((set, get) => {
    const read = newestOnly();
    return {
      draft: {},
      preview: null,
      failure: null,
      put(key, value) {
        const { [key]: _, ...rest } = get().draft;
        set({ draft: value === undefined ? rest : { ...rest, [key]: value } });
        void get().ask();
      },
      reset() {
        set({ draft: {} });
        void get().ask();
      },
      ask: () =>
        read(
          () => calls().previewSettings({ changes: get().draft, limit: PROMPTS }),
          (preview) => set({ preview, failure: null }),
          (failure) => set({ failure }),
        ),
      async save() {
        for (const [key, value] of Object.entries(get().draft)) {
          const refused = await save(key, value);
          if (refused) return refused;
          const { [key]: _, ...rest } = get().draft;
          set({ draft: rest });
        }
        await get().ask();
        return null;
      },
    };
  });
}

export const previewStore = createPreviewStore(
  () => api.system,
  (key, value) => settingsStore.getState().save(key, value),
);
