// The service of lists as the screen keeps it: how it is set up, and what the last test came to. Fed by `evidence.sbomService`; config.yaml alone sets it up.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SbomServiceState, SbomServiceTest } from '../../../../../shared/model/evidence/sbom-service.ts';
import { attempt } from '../../../session/ask.ts';
import { type Api, api } from '../../../session/client.ts';
import type { Failure } from '../../../ui/failure.ts';

type Calls = Pick<Api['evidence'], 'sbomService' | 'testSbomService'>;

export interface SbomServiceStore {
  /** Null where none is set up; undefined until that is known. */
  readonly service: SbomServiceState | null | undefined;
  readonly failure: Failure | null;
  readonly test: SbomServiceTest | Failure | 'testing' | null;
  load(): Promise<void>;
  /** @param artifact as the service calls it; empty: what the newest list is of */
  ask(artifact: string): Promise<void>;
}

export function createSbomServiceStore(calls: () => Calls): StoreApi<SbomServiceStore> {
  return createStore<SbomServiceStore>()((set, get) => ({
    service: undefined,
    failure: null,
    test: null,
    async load() {
      set({ failure: await attempt(async () => set({ service: await calls().sbomService() })) });
    },
    async ask(artifact) {
      if (get().test === 'testing') return;
      set({ test: 'testing' });
      const about = artifact.trim();
      const failure = await attempt(async () =>
        set({ test: await calls().testSbomService(about === '' ? {} : { artifact: about }) }),
      );
      if (failure) set({ test: failure });
      await get().load();
    },
  }));
}

export const sbomServiceStore = createSbomServiceStore(() => api.evidence);
