// Asking for a brief: what is typed, what is on its way, and what became of it. One at a time: whoever asks for another looks at that one. Fed by `briefs.ask|progress|cancel`.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BriefAnswer, BriefProfile, BriefTask } from '../../../../../shared/model/evidence/brief.ts';
import { type Api, api, describeFailure } from '../../../session/client.ts';
import type { Failure } from '../../../ui/failure.ts';
import { ORDINARY_PROFILE } from '../words.ts';

type Calls = Pick<Api['briefs'], 'ask' | 'progress' | 'cancel'>;

export interface Draft {
  readonly advisoryKey: string;
  readonly task: BriefTask;
  readonly profile: BriefProfile;
  /** Empty for all that is run. */
  readonly artifactId: string;
}

/** What a brief was asked with, as its new revision is asked for. */
export interface Wanted extends Draft {
  readonly policyVersion: string | null;
  readonly forceRefresh: boolean;
  /** Of what was computed, though a model words briefs. */
  readonly computed?: boolean;
}

export type Outcome =
  /** There, and nobody waited before it: it is offered, and goes to nobody by itself. */
  | { readonly kind: 'there'; readonly place: Place }
  | { readonly kind: 'refused'; readonly answer: Extract<BriefAnswer, { state: 'refused' }> }
  /** Ended by somebody before it was made. */
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly reason: string; readonly message: string }
  | { readonly kind: 'not asked'; readonly failure: Failure };

export interface Place {
  readonly cacheKey: string;
  readonly revision: number;
}

export interface AskStore {
  readonly isOpen: boolean;
  readonly draft: Draft;
  readonly problem: 'keyMissing' | null;
  /** What is on its way or was; null before anything was asked for, and when what became of it was seen. */
  readonly wanted: Wanted | null;
  /** Null until it is queued, and once it is over. */
  readonly queued: Place | null;
  readonly isAsking: boolean;
  readonly outcome: Outcome | null;
  /** There, and to be shown at once. */
  readonly there: Place | null;
  /** Whoever asked still waits for it, and looks at nothing else. */
  readonly isAwaited: boolean;
  open(part?: Partial<Draft>): void;
  close(): void;
  /** Something else is looked at meanwhile. */
  leave(): void;
  change(part: Partial<Draft>): void;
  /** Asks for what is typed. */
  begin(): Promise<void>;
  ask(wanted: Wanted): Promise<void>;
  /** Asks what became of what is queued. */
  poll(): Promise<void>;
  /** Ends what is queued, for all who wait for it. */
  cancel(): Promise<void>;
  /** What is there is shown now. */
  shown(): void;
  dismiss(): void;
}

const EMPTY: Draft = { advisoryKey: '', task: 'summary', profile: ORDINARY_PROFILE, artifactId: '' };
const OVER = { isAsking: false, queued: null } as const;

export function createAskStore(calls: () => Calls): StoreApi<AskStore> {
  return createStore<AskStore>()((set, get) => {
    let round = 0;
    let polling = false;

    function arrived(place: Place): void {
      if (get().isAwaited) set({ ...OVER, isOpen: false, there: place, outcome: null, wanted: null });
      else set({ ...OVER, outcome: { kind: 'there', place } });
    }

    function answered(answer: BriefAnswer): void {
      switch (answer.state) {
        case 'there':
          arrived({ cacheKey: answer.cacheKey, revision: answer.revision });
          return;
        case 'queued':
          set({ isAsking: false, queued: { cacheKey: answer.cacheKey, revision: answer.revision } });
          return;
        case 'refused':
          set({ ...OVER, outcome: { kind: 'refused', answer } });
          return;
        case 'absent':
          set({ ...OVER, outcome: { kind: 'cancelled' } });
          return;
        case 'failed':
          set({ ...OVER, outcome: { kind: 'failed', reason: answer.reason, message: answer.message } });
      }
    }

    return {
      ...{ isOpen: false, draft: EMPTY, problem: null, wanted: null, queued: null, isAsking: false },
      ...{ outcome: null, there: null, isAwaited: false },

      open(part = {}) {
        const { draft, queued, isAsking } = get();
        const isBusy = queued !== null || isAsking;
        set({
          isOpen: true,
          draft: { ...draft, ...part },
          problem: null,
          ...(isBusy || part.advisoryKey === undefined ? {} : { outcome: null, wanted: null }),
        });
      },

      close: () => set({ isOpen: false, isAwaited: false }),

      leave: () => set({ isAwaited: false }),

      change(part) {
        set({ draft: { ...get().draft, ...part }, problem: null });
        if (get().queued === null) set({ outcome: null });
      },

      async begin() {
        const { draft } = get();
        const advisoryKey = draft.advisoryKey.trim();
        if (advisoryKey === '') return set({ problem: 'keyMissing' });
        await get().ask({ ...draft, advisoryKey, policyVersion: null, forceRefresh: false });
      },

      async ask(wanted) {
        round += 1;
        const mine = round;
        set({ wanted, isAsking: true, isAwaited: true, queued: null, outcome: null, there: null });
        const { task, advisoryKey, profile, policyVersion, forceRefresh } = wanted;
        const artifactId = wanted.artifactId.trim();
        const request = {
          ...{ advisoryKey, profile, forceRefresh },
          ...(artifactId !== '' && { artifactId }),
          ...(policyVersion !== null && { policyVersion }),
        };
        try {
          const answer = await calls().ask({ task, request, ...(wanted.computed && { computed: true }) });
          if (mine === round) answered(answer);
        } catch (thrown) {
          if (mine === round)
            set({ ...OVER, outcome: { kind: 'not asked', failure: describeFailure(thrown) } });
        }
      },

      async poll() {
        const { queued } = get();
        if (queued === null || polling) return;
        polling = true;
        const mine = round;
        try {
          const answer = await calls().progress(queued);
          if (mine === round && answer.state !== 'queued') answered(answer);
        } catch (thrown) {
          const failure = describeFailure(thrown);
          // Nobody is there: it is asked again when somebody is.
          if (mine === round && !failure.offline) set({ ...OVER, outcome: { kind: 'not asked', failure } });
        } finally {
          polling = false;
        }
      },

      async cancel() {
        const { queued } = get();
        if (queued === null) return;
        // What a look that is under way says is of before.
        round += 1;
        const mine = round;
        try {
          const answer = await calls().cancel(queued);
          if (mine === round) answered(answer);
        } catch (thrown) {
          if (mine === round)
            set({ ...OVER, outcome: { kind: 'not asked', failure: describeFailure(thrown) } });
        }
      },

      shown: () => set({ there: null }),
      dismiss: () => set({ outcome: null, wanted: null }),
    };
  });
}

export const askStore = createAskStore(() => api.briefs);
