// Whose statements count by themselves, as the screen keeps it: issuers chosen in Settings and keys that were accepted. Fed by `evidence.trust`.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EvidenceTrust } from '../../../../../shared/model/evidence/document.ts';
import { attempt } from '../../../session/ask.ts';
import { type Api, api } from '../../../session/client.ts';
import type { Failure } from '../../../ui/failure.ts';

type Calls = Pick<Api['evidence'], 'trust' | 'acceptKey' | 'removeKey'>;

interface KeyDraft {
  readonly pem: string;
  /** Names between semicolons, as in the setting. */
  readonly issuers: string;
  readonly note: string;
}

export interface TrustStore {
  readonly trust: EvidenceTrust | null;
  readonly failure: Failure | null;
  load(): Promise<void>;
  /** @returns why it was refused; null when it was not */
  accept(draft: KeyDraft): Promise<Failure | null>;
  /** @returns why it was refused; null when it was not */
  remove(keyId: string): Promise<Failure | null>;
}

export const issuersIn = (text: string): string[] =>
  text
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '');

export function createTrustStore(calls: () => Calls): StoreApi<TrustStore> {
  return createStore<TrustStore>()((set) => ({
    trust: null,
    failure: null,
    async load() {
      set({ failure: await attempt(async () => set({ trust: await calls().trust({}) })) });
    },
    accept: ({ pem, issuers, note }) =>
      attempt(async () =>
        set({ trust: await calls().acceptKey({ pem, issuers: issuersIn(issuers), note }) }),
      ),
    remove: (keyId) => attempt(async () => set({ trust: await calls().removeKey({ keyId }) })),
  }));
}

export const trustStore = createTrustStore(() => api.evidence);
