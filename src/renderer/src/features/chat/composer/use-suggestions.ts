// What is offered while a name after an @ or a command after a / is typed, and which of it the arrows stand on. Names are asked for once the typing
// pauses; an answer that comes late is dropped.
import { useEffect, useState } from 'react';
import type { Mentionable } from '../../../../../shared/contract/assistant.ts';
import { api } from '../../../session/client.ts';
import { type Draft, type Query, queryAt } from './mentions.ts';
import { offered, type SlashCommand } from './slash.ts';

const SETTLE_MS = 90;
const MOST = 8;

export type Suggestions =
  | {
      readonly kind: 'names';
      readonly query: Query;
      readonly items: readonly Mentionable[];
      readonly isRead: boolean;
    }
  | { readonly kind: 'commands'; readonly items: readonly SlashCommand[] };

interface Offer {
  readonly suggestions: Suggestions | null;
  readonly at: number;
  readonly move: (by: number) => void;
  /** Not for what is typed now. */
  readonly dismiss: () => void;
}

/** @param caret null while the field has no focus */
export function useSuggestions(draft: Draft, caret: number | null): Offer {
  const [at, setAt] = useState(0);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const query = caret === null ? null : queryAt(draft, caret);
  const names = useNames(query?.text ?? null);
  const commands = caret === null ? null : offered(draft.text, caret);
  const typed = query ? `@${String(query.start)}` : commands ? '/' : null;
  const word = query?.text ?? (commands ? draft.text : null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each letter the first is the likeliest
  useEffect(() => setAt(0), [word]);
  useEffect(() => {
    if (typed === null) setDismissed(null);
  }, [typed]);
  const suggestions: Suggestions | null =
    typed === null || typed === dismissed
      ? null
      : query
        ? { kind: 'names', query, ...names }
        : commands && commands.length > 0
          ? { kind: 'commands', items: commands }
          : null;
  const count = suggestions?.items.length ?? 0;
  return {
    suggestions,
    at: Math.min(at, Math.max(0, count - 1)),
    move: (by) => setAt((now) => (count === 0 ? 0 : (now + by + count) % count)),
    dismiss: () => setDismissed(typed),
  };
}

function useNames(text: string | null): { items: readonly Mentionable[]; isRead: boolean } {
  const [found, setFound] = useState<{ readonly items: readonly Mentionable[]; readonly of: string | null }>({
    items: [],
    of: null,
  });
  useEffect(() => {
    if (text === null) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      api.assistant.mentionables({ text, limit: MOST }, { signal: stop.signal }).then(
        (items) => setFound({ items, of: text }),
        () => (stop.signal.aborted ? undefined : setFound({ items: [], of: text })),
      );
    }, SETTLE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text]);
  return { items: text === null ? [] : found.items, isRead: found.of === text };
}
