// A small cache in front of the vocabulary: most words of a prompt are a few thousand dictionary words, and finding one
// among a million in the graph's own map costs a walk through cold memory. One slot a word, the last one wins.
// Only known words are kept, since ids never change and unknown words may become known. Used by mentions.ts.
import type { ConceptGraph } from '../graph/concept-graph.ts';

/** A power of two; 16 k slots hold an agent's working vocabulary. */
const SLOTS = 16_384;
/** Longer words are rare, and would keep what they were cut out of alive. */
const MAX_CHARS = 12;

export class WordIds {
  readonly #graph: ConceptGraph;
  readonly #words = new Array<string>(SLOTS).fill('');
  readonly #ids = new Float64Array(SLOTS);

  constructor(graph: ConceptGraph) {
    this.#graph = graph;
  }

  /** The concept's id; undefined when nobody knows the word. */
  idOf(token: string): number | undefined {
    if (token.length > MAX_CHARS) return this.#graph.conceptId(token);
    const slot = slotOf(token);
    if (this.#words[slot] === token) return this.#ids[slot];
    const id = this.#graph.conceptId(token);
    if (id === undefined) return undefined;
    this.#words[slot] = token;
    this.#ids[slot] = id;
    return id;
  }
}

function slotOf(token: string): number {
  let hash = token.length;
  for (let i = 0; i < token.length; i++) hash = (Math.imul(hash, 31) + token.charCodeAt(i)) | 0;
  return (hash ^ (hash >>> 14)) & (SLOTS - 1);
}
