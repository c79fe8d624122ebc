// What a text by itself would be reminded of, as a prompt of one message is: its names, and what it asks about from above. For agents that ask instead of
// being reminded. Reads only; time goes with the text, whose length the caller bounds. Source: memory, Recollection.
import type { RecalledLine } from '../../../shared/model/traffic.ts';
import type { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import { graphLexicon } from '../../graph/columns/lexicon.ts';
import { ScopedGraph } from '../../graph/columns/scoped-graph.ts';
import { ConversationBlock } from '../../graph/recollect/recollection.ts';
import type { BlockSettings } from '../../graph/recollect/update-pass.ts';
import { type FoundBelow, MentionLedger } from './mentions.ts';

/** @param scope a project, or what a client is recalled @param now epoch milliseconds */
export function recallText(
  graph: ConceptGraph,
  settings: BlockSettings,
  scope: string,
  text: string,
  now: number,
): { readonly lines: readonly RecalledLine[]; readonly omitted: number } {
  const seen = new ScopedGraph(graph);
  const ledger = new MentionLedger(seen, scope, graphLexicon(graph));
  const segment = {
    role: 'user',
    envelope: 'plain',
    trust: 'user',
    scanned: true,
    why: 'what is asked',
    text,
  } as const;
  const asked: FoundBelow[] = [];
  const newest = ledger.read([{ segment, words: null, prose: null }], () => false, asked) ?? [];
  // Nobody is asked anything: who asks here wants to know.
  const silent = { ...settings, recollection_max_zero_hits: 0 };
  const mentions = { newest, asked: asked.flatMap(({ children }) => children), older: [], now };
  return new ConversationBlock().update(seen, silent, scope, mentions);
}
