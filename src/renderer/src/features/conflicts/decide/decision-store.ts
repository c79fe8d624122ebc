// The decision about the conflict that is open: what could be done, what each would change, what is being put together,
// what a model proposes. Fed by `conflicts.options|preview|suggest|decide`; goes nowhere and says nothing by itself.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type {
  Action,
  Decision,
  DecisionKind,
  DecisionOptions,
  DecisionPreview,
  Suggestion,
} from '../../../../../shared/model/decision.ts';
import type { Conflict } from '../../../../../shared/model/graph.ts';
import { type Api, api, describeFailure } from '../../../session/client.ts';
import type { Failure } from '../../../ui/failure.ts';
import { DECISIONS, type Draft, decisionKey, draftOf, startDraft, withOptions } from './draft.ts';

/** A preview that is here, or why there is none; neither while it is on its way. */
export interface Looked {
  readonly preview: DecisionPreview | null;
  readonly failure: Failure | null;
}

export interface Decided {
  readonly conflict: Conflict;
  readonly action: Action;
}

export interface DecisionState {
  readonly about: Conflict | null;
  readonly options: DecisionOptions | null;
  /** The options are on their way. */
  readonly reading: boolean;
  readonly looked: ReadonlyMap<string, Looked>;
  readonly draft: Draft | null;
  readonly reason: string;
  /** The reason given last on this page; offered, never filled in. */
  readonly lastReason: string;
  readonly suggestion: Suggestion | null;
  readonly asking: boolean;
  readonly askFailure: Failure | null;
  readonly deciding: DecisionKind | null;
  readonly failure: Failure | null;
  /** Somebody else changed it since it was shown; it is read again. */
  readonly overtaken: boolean;
  /** Turns to a conflict, or to a newer state of the same one. */
  open(conflict: Conflict | null): void;
  look(decision: Decision): void;
  /** Asks anew what could not be answered. */
  lookAgain(): void;
  /** Begins a decision, or takes up what was typed for it and put away. */
  arm(kind: DecisionKind): void;
  change(part: Partial<Draft>): void;
  /** Closes the form; what was typed stays for when that decision is chosen again. */
  putAway(): void;
  /** Closes the form and lets go of what was typed. */
  disarm(): void;
  setReason(reason: string): void;
  ask(): Promise<void>;
  /** Puts the proposal into the form; decides nothing. */
  takeSuggestion(): void;
  /** @returns what was done, or null when it was not. */
  decide(decision: Decision): Promise<Decided | null>;
}

const FRESH = {
  options: null,
  reading: false,
  looked: new Map<string, Looked>(),
  draft: null,
  reason: '',
  suggestion: null,
  asking: false,
  askFailure: null,
  deciding: null,
  failure: null,
  overtaken: false,
} as const;

/** Those that one key decides: whether they are allowed is known before they are pressed. */
const PLAIN: readonly Decision[] = [{ decision: 'keep' }, { decision: 'replace' }, { decision: 'dismiss' }];

type Calls = Pick<Api['conflicts'], 'options' | 'preview' | 'suggest' | 'decide'>;

export function createDecisionStore(calls: () => Calls): StoreApi<DecisionState> {
  return createStore<DecisionState>()((set, get) => {
    /** Grows with every conflict and version turned to: an answer about an earlier one is dropped. */
    let turn = 0;
    /** Previews on their way. */
    let asked = new Set<string>();
    const current = (mine: number) => mine === turn;
    /** What was typed and put away, by conflict and decision, while this page is open. */
    const kept = new Map<string, Draft>();
    const keyOf = (kind: DecisionKind) => `${String(get().about?.id)} ${kind}`;
    const keep = () => {
      const { draft } = get();
      if (draft) kept.set(keyOf(draft.kind), draft);
    };

    async function loadOptions(id: number, mine: number): Promise<void> {
      try {
        const options = await calls().options({ id });
        if (!current(mine)) return;
        const { draft } = get();
        set({ options, reading: false, draft: draft && withOptions(draft, options) });
        if (options.split) get().look({ decision: 'split', ...options.split });
      } catch {
        // The names in use are a help; without them the fields still take what is typed, and the core judges it.
        if (current(mine)) set({ reading: false });
      }
    }

    return {
      about: null,
      lastReason: '',
      ...FRESH,

      open(conflict) {
        const before = get().about;
        if (before?.id === conflict?.id && before?.version === conflict?.version) {
          set({ about: conflict });
          return;
        }
        turn += 1;
        asked = new Set();
        if (before?.id !== conflict?.id) keep();
        if (before?.id === conflict?.id) set({ about: conflict, looked: new Map() });
        else set({ about: conflict, ...FRESH });
        if (conflict === null || conflict.resolvedAt !== null) return;
        set({ reading: true });
        void loadOptions(conflict.id, turn);
        for (const decision of PLAIN) get().look(decision);
      },

      look(decision) {
        const { about, looked } = get();
        const key = decisionKey(decision);
        if (about === null || asked.has(key) || looked.get(key)?.preview) return;
        asked.add(key);
        const mine = turn;
        const put = (answer: Looked) => {
          if (!current(mine)) return;
          asked.delete(key);
          set({ looked: new Map(get().looked).set(key, answer) });
        };
        calls()
          .preview({ id: about.id, decision })
          .then(
            (preview) => put({ preview, failure: null }),
            (thrown: unknown) => put({ preview: null, failure: describeFailure(thrown) }),
          );
      },

      lookAgain() {
        const { about, options, reading, looked } = get();
        if (about === null || about.resolvedAt !== null) return;
        if (options === null && !reading) {
          set({ reading: true });
          void loadOptions(about.id, turn);
        }
        for (const decision of PLAIN) if (looked.get(decisionKey(decision))?.failure) get().look(decision);
      },

      arm: (kind) => set({ draft: kept.get(keyOf(kind)) ?? startDraft(kind, get().options), failure: null }),
      change(part) {
        const { draft } = get();
        if (draft) set({ draft: { ...draft, ...part }, failure: null });
      },
      putAway() {
        keep();
        set({ draft: null, failure: null });
      },
      disarm() {
        const { draft } = get();
        if (draft) kept.delete(keyOf(draft.kind));
        set({ draft: null, failure: null });
      },
      setReason: (reason) => set({ reason }),

      async ask() {
        const { about, asking } = get();
        if (about === null || asking) return;
        const mine = turn;
        set({ asking: true, askFailure: null });
        try {
          const suggestion = await calls().suggest({ id: about.id });
          if (current(mine)) set({ suggestion });
        } catch (thrown) {
          if (current(mine)) set({ askFailure: describeFailure(thrown) });
        }
        if (current(mine)) set({ asking: false });
      },

      takeSuggestion() {
        const { suggestion, options } = get();
        if (suggestion) set({ draft: draftOf(suggestion.decision, options), failure: null });
      },

      async decide(decision) {
        const { about, deciding, reason } = get();
        if (about === null || deciding !== null) return null;
        set({ deciding: decision.decision, failure: null, overtaken: false });
        try {
          const done = await calls().decide({
            id: about.id,
            decision,
            reason: reason.trim(),
            expectedVersion: about.version,
          });
          for (const kind of DECISIONS) kept.delete(`${String(about.id)} ${kind}`);
          set({ lastReason: reason.trim() || get().lastReason, deciding: null, draft: null });
          return done;
        } catch (thrown) {
          const failure = describeFailure(thrown);
          const overtaken = failure.code === 'STALE_VERSION';
          set({ deciding: null, ...(get().about?.id === about.id ? { failure, overtaken } : {}) });
          return null;
        }
      },
    };
  });
}

export const decisionStore = createDecisionStore(() => api.conflicts);
