// The decision that is being written, and about which findings: the open one, or all that are chosen. Fed by the keys and the form; `findings.decide` does it.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Finding, FindingDecisionKind } from '../../../../../shared/model/evidence/finding.ts';
import { type Api, api, describeFailure } from '../../../session/client.ts';
import type { Failure } from '../../../ui/failure.ts';
import { askOf, type Draft, problemOf, startDraft } from './draft.ts';

type Calls = Pick<Api['findings'], 'decide'>;
type Made = Awaited<ReturnType<Calls['decide']>>['decisions'];

export interface Decided {
  readonly draft: Draft;
  readonly about: readonly Finding[];
  readonly made: Made;
}

export interface DecideStore {
  readonly draft: Draft | null;
  readonly about: readonly Finding[];
  /** They were chosen in the list: they are decided in a dialog. */
  readonly many: boolean;
  readonly busy: boolean;
  /** Somebody tried to decide; from now on what is missing is said. */
  readonly tried: boolean;
  readonly failure: Failure | null;
  begin(kind: FindingDecisionKind, about: readonly Finding[], many: boolean): void;
  change(part: Partial<Draft>): void;
  drop(): void;
  /** Null when something is missing or was refused; the store says what. */
  decide(): Promise<Decided | null>;
}

const NOTHING = { draft: null, about: [], many: false, busy: false, tried: false, failure: null } as const;

export function createDecideStore(calls: () => Calls, now: () => number): StoreApi<DecideStore> {
  return createStore<DecideStore>()((set, get) => ({
    ...NOTHING,

    begin(kind, about, many) {
      const { draft } = get();
      // What was written already goes over to another decision.
      const kept =
        draft &&
        get()
          .about.map(({ key }) => key)
          .join() === about.map(({ key }) => key).join();
      set({ ...NOTHING, about, many, draft: kept ? { ...draft, kind } : startDraft(kind) });
    },

    change(part) {
      const { draft } = get();
      if (draft) set({ draft: { ...draft, ...part }, failure: null });
    },

    drop: () => set(NOTHING),

    async decide() {
      const { draft, about, busy } = get();
      if (draft === null || busy || about.length === 0) return null;
      const at = now();
      if (problemOf(draft, at) !== null) {
        set({ tried: true });
        return null;
      }
      set({ busy: true, failure: null });
      try {
        const { decisions } = await calls().decide({
          keys: about.map(({ key }) => key),
          ...askOf(draft, at),
        });
        set(NOTHING);
        return { draft, about, made: decisions };
      } catch (thrown) {
        set({ busy: false, failure: describeFailure(thrown) });
        return null;
      }
    },
  }));
}

export const decideStore = createDecideStore(() => api.findings, Date.now);
