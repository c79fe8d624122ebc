// What the palette finds beside commands, asked of the core once the typing pauses: concepts that facts are about, requests,
// conflicts and sessions of the assistant. Ordinary words are no concepts here. What cannot be asked is left out, and all of it said.
import { useEffect, useState } from 'react';
import type { Conflict } from '../../../shared/model/graph.ts';
import type { TrafficRow } from '../../../shared/model/traffic.ts';
import { type Api, api } from '../session/client.ts';
import { DEFAULT_PROJECT } from '../session/project.ts';

const SETTLE_MS = 120;
const MOST_CONCEPTS = 6;
const MOST_OTHERS = 4;
/** What the core takes as a search. */
const MOST_CHARS = 200;
/** One letter finds no request or session that anybody means. */
const LEAST_CHARS = 2;

export interface Found {
  readonly concepts: readonly { readonly token: string; readonly facts: number }[];
  readonly requests: readonly TrafficRow[];
  readonly conflicts: readonly Conflict[];
  readonly sessions: readonly { readonly id: string; readonly title: string }[];
}

type Calls = {
  readonly concepts: Pick<Api['concepts'], 'search'>;
  readonly traffic: Pick<Api['traffic'], 'list'>;
  readonly conflicts: Pick<Api['conflicts'], 'list'>;
  readonly assistant: Pick<Api['assistant'], 'state'>;
};

/** @returns null where nothing could be asked. Exported for its test. */
export async function find(calls: Calls, query: string, signal: AbortSignal): Promise<Found | null> {
  const [project, limit] = [DEFAULT_PROJECT, MOST_OTHERS];
  const search = query.slice(0, MOST_CHARS);
  const [concepts, requests, conflicts, sessions] = await Promise.all([
    calls.concepts
      .search({ project, query: search, limit: MOST_CONCEPTS, known: true }, { signal })
      .catch(() => null),
    calls.traffic.list({ search, limit }, { signal }).catch(() => null),
    calls.conflicts.list({ project, search, view: 'all', limit }, { signal }).catch(() => null),
    calls.assistant.state({ search, limit }, { signal }).catch(() => null),
  ]);
  if (concepts === null && requests === null && conflicts === null && sessions === null) return null;
  return {
    concepts: (concepts?.matches ?? []).map(({ token, edges, children }) => ({
      token,
      facts: edges + children,
    })),
    requests: requests?.rows ?? [],
    conflicts: conflicts?.conflicts ?? [],
    sessions: (sessions?.sessions ?? []).map(({ id, title }) => ({ id, title })),
  };
}

/** `looking` while the answer to this query is on its way; null when nothing could be asked. */
export function useFound(query: string): Found | 'looking' | 'nothing' | null {
  const [answer, setAnswer] = useState<{ query: string; found: Found | null } | null>(null);
  const asked = query.trim();
  useEffect(() => {
    if (asked.length < LEAST_CHARS) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      void find(api, asked, stop.signal).then((found) => {
        if (!stop.signal.aborted) setAnswer({ query: asked, found });
      });
    }, SETTLE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [asked]);
  if (asked.length < LEAST_CHARS) return 'nothing';
  return answer?.query === asked ? answer.found : 'looking';
}
