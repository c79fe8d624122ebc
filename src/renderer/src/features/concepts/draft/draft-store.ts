// The draft: edits that were gathered and not applied, what the core says they would do together, and the way back and forth among them.
// Nothing of it reaches the memory before `apply`, and then all of it or nothing. Source: console, Rules.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { GraphEdit } from '../../../../../shared/model/memory/graph-edit.ts';
import { newestOnly } from '../../../session/ask.ts';
import { type Api, api, describeFailure } from '../../../session/client.ts';
import { i18n } from '../../../session/i18n.ts';
import type { Failure } from '../../../ui/failure.ts';
import { isKeptAt, keep, readKept } from './keep-draft.ts';
import type { Change } from './make-edits.ts';

type Calls = Pick<Api['edits'], 'preview' | 'apply'>;
type Edits = readonly GraphEdit[];
export type Look = Awaited<ReturnType<Calls['preview']>>;
export type EdgeCourse = Look['edges'][number];
export type Problem = Look['problems'][number];
export type Applied = Awaited<ReturnType<Calls['apply']>>['action'];

/** What stands against an edit. */
export type Verdict = { readonly message: string; readonly path: Problem['path'] };

export interface Judgement {
  /** Null where nothing stands against it. */
  readonly verdict: Verdict | null;
  /** What would come of it, in the core's words; null where something stands against it. */
  readonly words: string | null;
}

export interface DraftState {
  readonly edits: Edits;
  /** What they would do; null without edits, and until the core has answered. Of the edits before, until it has. */
  readonly look: Look | null;
  /** Of which edits it is. */
  readonly looked: Edits;
  readonly failure: Failure | null;
  readonly past: readonly Edits[];
  readonly future: readonly Edits[];
  readonly busy: boolean;
  change(change: Change): void;
  /** Leaves one of them out. */
  leaveOut(at: number): void;
  undo(): void;
  redo(): void;
  /** All of them; `undo` brings them back. */
  drop(): void;
  /** Takes over what another window of this browser made of it; `undo` brings back what was here. */
  follow(): void;
  /** Looks at them again. @param tokens what is on the canvas: of these each fact's course is asked for */
  show(tokens: readonly string[]): void;
  /** Whether the draft could go on so, and what would come of it. */
  judge(change: Change): Promise<Judgement>;
  /** @throws what the call threw; the draft stays then, and is looked at again */
  apply(reason: string): Promise<Applied>;
}

/** That of shared/model/memory/graph-edit.ts: importing it would bring its schemas into the bundle. */
export const MOST_EDITS = 200;
const STEPS_KEPT = 100;
const NONE: Edits = [];

export function createDraftStore(
  calls: () => Calls,
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): StoreApi<DraftState> {
  return createStore<DraftState>()((set, get) => {
    const looking = newestOnly();
    let shown: readonly string[] = [];

    const look = (): Promise<void> => {
      const { edits } = get();
      return looking(
        async () =>
          edits.length === 0 || edits.length > MOST_EDITS
            ? null
            : calls().preview({ edits: [...edits], shown: [...shown] }),
        (answer) => set({ look: answer, looked: edits, failure: null }),
        (failure) => set({ failure, look: null }),
      );
    };
    const become = (edits: Edits, part: Partial<DraftState>) => {
      keep(storage, edits);
      set({ ...part, edits, ...(edits.length === 0 ? { look: null, failure: null } : {}) });
      void look();
    };
    const step = (edits: Edits) =>
      become(edits, { past: [...get().past, get().edits].slice(-STEPS_KEPT), future: [] });

    return {
      edits: readKept(storage),
      look: null,
      looked: NONE,
      failure: null,
      past: [],
      future: [],
      busy: false,
      change: (change) => step(change(get().edits)),
      leaveOut: (at) => step(get().edits.filter((_, i) => i !== at)),
      drop: () => step(NONE),
      follow() {
        const kept = readKept(storage);
        const { edits, past } = get();
        if (JSON.stringify(kept) !== JSON.stringify(edits))
          become(kept, { past: [...past, edits].slice(-STEPS_KEPT), future: [] });
      },
      undo() {
        const { past, future, edits } = get();
        const before = past.at(-1);
        if (before) become(before, { past: past.slice(0, -1), future: [...future, edits] });
      },
      redo() {
        const { past, future, edits } = get();
        const after = future.at(-1);
        if (after) become(after, { past: [...past, edits], future: future.slice(0, -1) });
      },
      show(tokens) {
        shown = tokens;
        void look();
      },
      async judge(change) {
        const { edits } = get();
        const wanted = change(edits);
        if (wanted.length === 0) return { verdict: null, words: null };
        try {
          const { problems, summaries } = await calls().preview({ edits: [...wanted] });
          const kept = new Set(edits);
          const isNew = (at: number) => !kept.has(wanted[at] as GraphEdit);
          const words = summaries.filter((line, at) => line !== null && isNew(at)).join('; ');
          return {
            verdict: problems.find(({ at }) => isNew(at)) ?? null,
            words: words === '' ? null : words,
          };
        } catch (thrown) {
          const { message, offline } = describeFailure(thrown);
          const said = offline ? i18n.t('concepts.edit.offline') : message;
          return { verdict: { message: said, path: [] }, words: null };
        }
      },
      async apply(reason) {
        const { edits, look: seen } = get();
        set({ busy: true });
        try {
          const { action } = await calls().apply({ edits: [...edits], basis: seen?.basis ?? null, reason });
          // What came to it meanwhile, here or in another window, was not applied.
          const applied = new Set(edits.map((edit) => JSON.stringify(edit)));
          const left = get().edits.filter((edit) => !applied.has(JSON.stringify(edit)));
          become(left, { past: [], future: [] });
          return action;
        } catch (thrown) {
          void look();
          throw thrown;
        } finally {
          set({ busy: false });
        }
      },
    };
  });
}

export const draftStore = createDraftStore(() => api.edits, globalThis.localStorage);

// Sent for what another window of this browser keeps: there is one draft, wherever it is looked at.
globalThis.addEventListener?.('storage', ({ key }: StorageEvent) => {
  if (isKeptAt(key)) draftStore.getState().follow();
});
