// Which words agents are asked about: those that a conversation uses, that are particular to it, and that nobody has
// explained under any spelling. Cheap tests first: what is said once, known or in a list of words costs one look-up; the
// conversation is read again for the one word in thousands that is left. Pure state of a process, bounded; one desk for all
// conversations of an enricher. Source: memory.md D22, docs/decisions/039. Used by enrich.ts.
import { lookUp } from '../graph/lookup.ts';
import { isParticular, type OrdinaryWords } from '../graph/particular.ts';
import { saliency } from '../graph/saliency.ts';
import type { RecalledGraph } from '../graph/scoped-graph.ts';
import { ENOUGH_SAID, type MentionLedger } from './mentions.ts';
import { isSaidPlainly, type SaidIn } from './said-plainly.ts';

/** Words judged, and names counted, over all conversations; beyond it the oldest are forgotten. */
const MAX_JUDGED = 8192;
const MAX_COUNTED = 2000;
/** Words a request judges at most, each up to half a millisecond; the others wait for the next. */
const MOST_JUDGED = 12;
/** Names that wait in one conversation for their question. */
const MAX_WAITING = 32;

export interface ZeroHitParts {
  readonly graph: RecalledGraph;
  /** The large lists of words; null until they are read: the first call begins that. */
  readonly ordinaryWords: () => OrdinaryWords | null;
  /** Epoch milliseconds. What was met before, in another process, counts as said once: where it stood is not known any more. */
  readonly startedAt: number;
}

/** What one conversation brings. */
export interface ZeroHitRequest {
  readonly scope: string;
  readonly mentions: MentionLedger;
  readonly wanted: WantedNames;
  readonly said: SaidIn;
  /** `saliency_read_threshold`. */
  readonly threshold: number;
}

/** The names a conversation may ask about, in the order in which they came up. Lives with the conversation. */
export class WantedNames {
  /** Whether each may be asked about; null while that is open. */
  readonly #names = new Map<number, true | null>();

  get size(): number {
    return this.#names.size;
  }

  add(id: number): void {
    if (this.#names.size < MAX_WAITING && !this.#names.has(id)) this.#names.set(id, null);
  }

  /** Those that may be asked about. @param decide asked of each that is open: false drops it, null leaves it open */
  chosen(decide: (id: number) => boolean | null): number[] {
    for (const [id, known] of this.#names) {
      const decided = known ?? decide(id);
      if (decided === false) this.#names.delete(id);
      else this.#names.set(id, decided);
    }
    return [...this.#names].filter(([, isSo]) => isSo === true).map(([id]) => id);
  }
}

export class ZeroHits {
  readonly #parts: ZeroHitParts;
  /** Whether a token is particular. */
  readonly #judged = new Map<string, boolean>();
  /** In how many segments a name was said, in whatever conversation. */
  readonly #said = new Map<number, number>();
  /** Words that may still be judged for the request at hand. */
  #left = 0;

  constructor(parts: ZeroHitParts) {
    this.#parts = parts;
  }

  /** Concepts an agent may be asked about now, first come first; nothing is known about any of them. */
  of(request: ZeroHitRequest): number[] {
    const { mentions, wanted, said } = request;
    this.#left = MOST_JUDGED;
    for (const id of mentions.takeSaid()) if (this.#isUsed(id, request)) wanted.add(id);
    if (wanted.size === 0) return [];
    const words = this.#parts.ordinaryWords();
    if (words === null) return [];
    const isOpen = (id: number) => this.#isUnexplained(id, request);
    return wanted
      .chosen((id) => {
        const token = this.#parts.graph.concept(id)?.token;
        const isParticular = token === undefined ? false : this.#isParticular(token);
        if (token === undefined || isParticular === false) return false;
        return isParticular && isOpen(id) ? isSaidPlainly(token, said, words) : null;
      })
      .filter(isOpen);
  }

  /** Whether a concept that was just said is a name that is used: particular, and said in two segments by now. */
  #isUsed(id: number, { mentions, scope, threshold }: ZeroHitRequest): boolean {
    const concept = this.#parts.graph.concept(id);
    if (concept === undefined || concept.common) return false;
    if (saliency(concept.encounterCount, false) < threshold && mentions.saidOf(id) < ENOUGH_SAID)
      return false;
    if (this.#isKnown(id, scope) || this.#isParticular(concept.token) === false) return false;
    const before = this.#said.get(id) ?? (concept.lastSeen < this.#parts.startedAt ? 1 : 0);
    const times = Math.max(before + 1, mentions.saidOf(id));
    this.#said.delete(id);
    this.#said.set(id, times);
    forgetOldest(this.#said, MAX_COUNTED);
    return times >= ENOUGH_SAID;
  }

  /** Null where that cannot be told now. */
  #isParticular(token: string): boolean | null {
    const known = this.#judged.get(token);
    if (known !== undefined) return known;
    const words = this.#parts.ordinaryWords();
    if (words === null || this.#left === 0) return null;
    this.#left--;
    const judged = isParticular(token, words);
    this.#judged.set(token, judged);
    forgetOldest(this.#judged, MAX_JUDGED);
    return judged;
  }

  /** Whether a name is salient, and nothing is known of it by this or another spelling. */
  #isUnexplained(id: number, { scope, threshold }: ZeroHitRequest): boolean {
    const { graph } = this.#parts;
    const concept = graph.concept(id);
    if (concept === undefined || this.#isKnown(id, scope)) return false;
    if (saliency(concept.encounterCount, concept.common) < threshold) return false;
    return lookUp(graph, scope, concept.token) === id;
  }

  #isKnown(id: number, scope: string): boolean {
    const { graph } = this.#parts;
    return graph.hasFacts(scope, id) || (graph.pendingCount > 0 && graph.pendingDims(scope, id).length > 0);
  }
}

function forgetOldest(map: Map<unknown, unknown>, most: number): void {
  if (map.size <= most) return;
  const oldest = map.keys().next();
  if (!oldest.done) map.delete(oldest.value);
}
