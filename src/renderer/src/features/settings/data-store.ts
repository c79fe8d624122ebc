// Backups and the import that is being looked at, as the screen keeps them. Long work goes on in the core; Jobs shows it.
import { createStore, type StoreApi } from 'zustand/vanilla';
import { attempt } from '../../session/ask.ts';
import { type Api, api, describeFailure } from '../../session/client.ts';
import type { Failure } from '../../ui/failure.ts';

type Calls = Pick<Api['transfer'], 'backups' | 'restore' | 'import'>;
export type Backup = Awaited<ReturnType<Calls['backups']>>[number];
export type ImportOutcome = Awaited<ReturnType<Calls['import']>>;

export interface Offered {
  readonly name: string;
  readonly text: string;
  /** What it would do; null until that is known. */
  readonly trial: ImportOutcome | null;
}

export interface DataState {
  readonly backups: readonly Backup[] | null;
  readonly failure: Failure | null;
  readonly offered: Offered | null;
  /** The offered file is being taken in. */
  readonly taking: boolean;
  load(): Promise<void>;
  /** Null when started, else why not. */
  restore(name: string, passphrase: string): Promise<Failure | null>;
  /** Reads a file and says what importing it would do. */
  offer(name: string, text: string): Promise<Failure | null>;
  withdraw(): void;
  take(): Promise<ImportOutcome | Failure>;
}

export function createDataStore(calls: () => Calls): StoreApi<DataState> {
  return createStore<DataState>()((set, get) => {
    return {
      backups: null,
      failure: null,
      offered: null,
      taking: false,
      async load() {
        set({ failure: await attempt(async () => set({ backups: await calls().backups() })) });
      },
      restore: (name, passphrase) =>
        attempt(() => calls().restore({ name, ...(passphrase === '' ? {} : { passphrase }) })),
      async offer(name, text) {
        set({ offered: { name, text, trial: null } });
        const failure = await attempt(async () => {
          const trial = await calls().import({ text, dryRun: true });
          set({ offered: { name, text, trial } });
        });
        if (failure) set({ offered: null });
        return failure;
      },
      withdraw: () => set({ offered: null }),
      async take() {
        const { offered } = get();
        set({ taking: true });
        try {
          const outcome = await calls().import({ text: offered?.text ?? '', dryRun: false });
          set({ offered: null, taking: false });
          return outcome;
        } catch (thrown) {
          set({ taking: false });
          return describeFailure(thrown);
        }
      },
    };
  });
}

export const dataStore = createDataStore(() => api.transfer);
