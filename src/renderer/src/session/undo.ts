// What was done on this page and can be taken back: Ctrl/Cmd+Z takes back the newest, Ctrl/Cmd+Shift+Z does it again.
// Knows no feature: each brings its own two calls. Speaks through the function it is given (toasts.tsx); see `undoable`.
import { createStore, type StoreApi } from 'zustand/vanilla';

export interface Undoable {
  /** What was done, in one plain line; repeated when it is taken back. */
  readonly text: string;
  /** @throws what the call threw; then it is forgotten, since what stands in the way stays there. */
  readonly undo: () => Promise<void>;
  readonly redo: () => Promise<void>;
}

/** One notice about one thing done, brought up to date in place. */
export type Spoken =
  | { readonly kind: 'done' | 'undone'; readonly text: string; readonly act: () => void }
  | { readonly kind: 'refused'; readonly text: string; readonly message: string };

export interface UndoState {
  /** Newest last. */
  readonly done: readonly Undoable[];
  readonly undone: readonly Undoable[];
  readonly busy: boolean;
  /** Remembers what was just done and says so. */
  did(thing: Undoable): void;
  /** Takes back what was done elsewhere or earlier, so that it can be done again from here. */
  takeBack(thing: Undoable): Promise<void>;
  /** Takes back this one, or the newest. */
  undo(thing?: Undoable): Promise<void>;
  redo(thing?: Undoable): Promise<void>;
}

const KEPT = 100;

const without = (list: readonly Undoable[], thing: Undoable) => list.filter((each) => each !== thing);

/**
 * @param speak shows or updates the notice with this id
 * @param wordsOf turns a failure into one sentence
 */
export function createUndo(
  speak: (id: string, spoken: Spoken) => void,
  wordsOf: (thrown: unknown) => string,
): StoreApi<UndoState> {
  const ids = new WeakMap<Undoable, string>();
  let last = 0;
  const idOf = (thing: Undoable): string => {
    const known = ids.get(thing);
    if (known !== undefined) return known;
    last += 1;
    ids.set(thing, `undo-${String(last)}`);
    return idOf(thing);
  };
  return createStore<UndoState>()((set, get) => {
    const turn = async (thing: Undoable | undefined, back: boolean): Promise<void> => {
      const from = back ? 'done' : 'undone';
      if (!thing || get().busy || !get()[from].includes(thing)) return;
      set({ busy: true, [from]: without(get()[from], thing) });
      try {
        await (back ? thing.undo() : thing.redo());
        set(back ? { undone: [...get().undone, thing] } : { done: [...get().done, thing] });
        speak(
          idOf(thing),
          back
            ? { kind: 'undone', text: thing.text, act: () => void get().redo(thing) }
            : { kind: 'done', text: thing.text, act: () => void get().undo(thing) },
        );
      } catch (thrown) {
        speak(idOf(thing), { kind: 'refused', text: thing.text, message: wordsOf(thrown) });
      } finally {
        set({ busy: false });
      }
    };
    return {
      done: [],
      undone: [],
      busy: false,
      did(thing) {
        set({ done: [...get().done, thing].slice(-KEPT), undone: [] });
        speak(idOf(thing), { kind: 'done', text: thing.text, act: () => void get().undo(thing) });
      },
      async takeBack(thing) {
        set({ done: [...get().done, thing] });
        await get().undo(thing);
      },
      undo: (thing = get().done.at(-1)) => turn(thing, true),
      redo: (thing = get().undone.at(-1)) => turn(thing, false),
    };
  });
}
