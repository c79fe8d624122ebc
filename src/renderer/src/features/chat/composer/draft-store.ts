// What is typed and not sent yet, a draft for each session and one for a new one: kept in this browser, so that a reload loses no word of it.
// Source: console, Rules.
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Draft, EMPTY_DRAFT } from './mentions.ts';

export interface DraftState extends Draft {
  /** Of which session; null of the one that does not exist yet. */
  readonly of: string | null;
  /** Counts up when it was put there by something else than typing: the caret goes to its end then. */
  readonly put: number;
  open(of: string | null): void;
  change(draft: Draft): void;
  /** Puts words there, in the place of those that are there. */
  replace(draft: Draft): void;
  /** Keeps now what would be kept in a moment: the page goes. */
  settle(): void;
}

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const keyOf = (of: string | null): string => `festinger.chat.draft.${of ?? 'new'}`;
const SETTLE_MS = 250;

function isMention(value: unknown): value is Draft['mentions'][number] {
  if (typeof value !== 'object' || value === null) return false;
  const { id, kind, name, start, end } = value as Record<string, unknown>;
  return [id, kind, name].every((each) => typeof each === 'string') && [start, end].every(Number.isInteger);
}

/** @returns the empty draft for whatever was not kept by this program */
export function readDraft(kept: string | null): Draft {
  try {
    const { text, mentions } = JSON.parse(kept ?? '{}') as { text?: unknown; mentions?: unknown };
    if (typeof text !== 'string') return EMPTY_DRAFT;
    return { text, mentions: Array.isArray(mentions) ? mentions.filter(isMention) : [] };
  } catch {
    return EMPTY_DRAFT;
  }
}

export function createDraftStore(kept: () => Kept | null): StoreApi<DraftState> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return createStore<DraftState>()((set, get) => {
    function keep(): void {
      clearTimeout(timer);
      timer = undefined;
      const { of, text, mentions } = get();
      try {
        if (text === '') kept()?.removeItem(keyOf(of));
        else kept()?.setItem(keyOf(of), JSON.stringify({ text, mentions }));
      } catch {
        // A full or forbidden store: the draft lives as long as the page.
      }
    }
    return {
      of: null,
      ...EMPTY_DRAFT,
      put: 0,

      open(of) {
        if (timer !== undefined) keep();
        set({ of, ...readDraft(kept()?.getItem(keyOf(of)) ?? null) });
      },

      change({ text, mentions }) {
        set({ text, mentions });
        // Emptied: it was sent, and a reload right after brings nothing back.
        if (text === '') keep();
        else timer ??= setTimeout(keep, SETTLE_MS);
      },

      replace({ text, mentions }) {
        set({ text, mentions, put: get().put + 1 });
        keep();
      },

      settle() {
        if (timer !== undefined) keep();
      },
    };
  });
}

export const draftStore = createDraftStore(() => globalThis.localStorage ?? null);

if (typeof window !== 'undefined') window.addEventListener('pagehide', () => draftStore.getState().settle());
