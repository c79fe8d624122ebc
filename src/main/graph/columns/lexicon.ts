// What the cue scanner and the tokeniser may know about words, answered from the graph's vocabulary without I/O.
// Used by the proxy and by `festinger explain`. Source: memory, Cue scanner, Tokeniser.

import type { Lexicon } from '../types.ts';
import type { ConceptGraph } from './concept-graph.ts';

/** A view of the graph: it sees concepts as they are put. */
export function graphLexicon(graph: ConceptGraph): Lexicon {
  const common = (token: string): boolean | undefined => {
    const id = graph.conceptId(token);
    return id === undefined ? undefined : graph.isCommon(id);
  };
  return {
    isCommon: (token) => common(token) === true,
    isKnownConcept: (token) => common(token) === false || graph.names.holds(token),
  };
}
