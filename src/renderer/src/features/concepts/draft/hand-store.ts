// The operator's hand on the canvas: whether it edits, what it has selected, what it asks for, and what it carries and where to.
// Mouse and keyboard carry alike; whether a place takes what is carried is asked before it is dropped. Source: look, Screens that must be right.
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type DraftState, draftStore, type Verdict } from './draft-store.ts';
import { type Chosen, moveUnder } from './make-edits.ts';

/** What the operator is asked for more about. */
export type Wish =
  | { readonly kind: 'move' | 'elsewhere' | 'merge' }
  | { readonly kind: 'add' | 'rename'; readonly token: string }
  | { readonly kind: 'make' | 'renameDimension' | 'question' | 'split' | 'mergeDimension' | 'end' };

/** What is carried, over what, and whether it may be dropped there; null for a place not asked about yet. */
export interface Carried extends Chosen {
  readonly onto: string | null;
  readonly verdict: 'free' | Verdict | null;
  readonly by: 'mouse' | 'keyboard';
}

export interface HandState {
  readonly isEditing: boolean;
  readonly selected: ReadonlySet<string>;
  readonly wish: Wish | null;
  readonly carried: Carried | null;
  edit(on: boolean): void;
  select(tokens: Iterable<string>): void;
  toggle(token: string): void;
  /** What is selected and not among these is selected no more. */
  keepSelected(tokens: ReadonlySet<string>): void;
  ask(wish: Wish | null): void;
  carry(chosen: Chosen, by: Carried['by']): void;
  /** @param onto null: over nothing */
  over(onto: string | null): Promise<void>;
  /** Lets it go where it is. @returns whether it became an edit */
  drop(): boolean;
  letGo(): void;
}

const NOTHING: ReadonlySet<string> = new Set();

export function createHandStore(draft: StoreApi<DraftState>): StoreApi<HandState> {
  return createStore<HandState>()((set, get) => ({
    isEditing: draft.getState().edits.length > 0,
    selected: NOTHING,
    wish: null,
    carried: null,
    edit: (isEditing) => set({ isEditing, selected: NOTHING, wish: null, carried: null }),
    select: (tokens) => set({ selected: new Set(tokens) }),
    toggle(token) {
      const selected = new Set(get().selected);
      if (!selected.delete(token)) selected.add(token);
      set({ selected });
    },
    keepSelected(tokens) {
      const { selected } = get();
      const kept = [...selected].filter((token) => tokens.has(token));
      if (kept.length < selected.size) set({ selected: new Set(kept) });
    },
    ask: (wish) => set({ wish }),
    carry: (chosen, by) => set({ carried: { ...chosen, by, onto: null, verdict: null } }),
    async over(onto) {
      const { carried } = get();
      if (carried === null || carried.onto === onto) return;
      set({ carried: { ...carried, onto, verdict: null } });
      if (onto === null) return;
      const { verdict: against } = await draft.getState().judge(moveUnder(carried, onto));
      const verdict = against ?? 'free';
      const now = get().carried;
      if (now?.onto === onto && now.tokens === carried.tokens) set({ carried: { ...now, verdict } });
    },
    drop() {
      const { carried } = get();
      set({ carried: null });
      // Where the answer is still on its way it is gathered: the list says what stands against it.
      if (carried?.onto == null || (carried.verdict !== 'free' && carried.verdict !== null)) return false;
      draft.getState().change(moveUnder(carried, carried.onto));
      return true;
    },
    letGo: () => set({ carried: null }),
  }));
}

export const handStore = createHandStore(draftStore);
