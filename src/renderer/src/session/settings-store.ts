// The runtime settings as the screen keeps them; a change is validated by the core and shown as it answered.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Failure } from '../ui/failure.ts';
import { attempt } from './ask.ts';
import { type Api, api } from './client.ts';

type Calls = Pick<Api['system'], 'settings' | 'setSetting'>;
export type SettingRow = Awaited<ReturnType<Calls['settings']>>[number];

export interface SettingsState {
  readonly rows: readonly SettingRow[] | null;
  readonly failure: Failure | null;
  load(): Promise<void>;
  /** Null when saved, else why not. */
  save(key: string, value: unknown): Promise<Failure | null>;
}

export function createSettingsStore(calls: () => Calls): StoreApi<SettingsState> {
  return createStore<SettingsState>()((set) => ({
    rows: null,
    failure: null,
    async load() {
      set({ failure: await attempt(async () => set({ rows: await calls().settings() })) });
    },
    save: (key, value) =>
      attempt(async () => {
        const saved = await calls().setSetting({ key, value });
        set((s) => ({ rows: s.rows?.map((row) => (row.key === key ? saved : row)) ?? null }));
      }),
  }));
}

export const settingsStore = createSettingsStore(() => api.system);
