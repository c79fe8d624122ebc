// What the cue scanner and the tokeniser may ask about words, answered from the graph's vocabulary, without I/O.
import type { ConceptGraph } from '../graph/concept-graph.ts';
import type { Lexicon } from '../graph/types.ts';

/** The vocabulary as a lexicon; it follows the graph as that grows. */
export function lexiconOf(graph: ConceptGraph): Lexicon {
  const conceptOf = (token: string) => {
    const id = graph.conceptId(token);
    return id === undefined ? undefined : graph.concept(id);
  };
  return {
    isCommon: (token) => conceptOf(token)?.common ?? false,
    isKnownConcept: (token) => conceptOf(token)?.common === false,
  };
}
