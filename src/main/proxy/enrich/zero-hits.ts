// Which words agents are asked about: those that a conversation uses, that are particular to it, and that nobody has
// explained under any spelling. Cheap tests first: what is said once, known or in a list of words costs one look-up; the
// conversation is read again for the one word in thousands that is left, and what takes long is told behind the request. Pure
// state of a process, bounded; one desk for all conversations of an enricher. Source: memory D22, decision 039.
// Used by enrich.ts.
import type { Settings } from '../../../shared/model/settings.ts';
import type { RecalledGraph } from '../../graph/columns/scoped-graph.ts';
import { isKnownIn, lookUp } from '../../graph/recollect/lookup.ts';
import type { ConversationBlock } from '../../graph/recollect/recollection.ts';
import { saliency } from '../../graph/recollect/saliency.ts';
import { isParticular, type OrdinaryWords } from '../../graph/text/particular.ts';
import type { PromptTurn } from '../body/prompt-turns.ts';
import { ENOUGH_SAID, type MentionLedger } from './mentions.ts';
import { RecentMap } from './recent-map.ts';
import { isSaidPlainly, type SaidIn } from './said-plainly.ts';

/** Words judged, and names counted, over all conversations; the latest of them at least. */
const MAX_JUDGED = 32_768;
/** Words judged before a request leaves, each up to half a millisecond; the others are judged behind it. */
const MOST_JUDGED_NOW = 2;
/** A longer conversation is read again behind the request alone, for so many names at most. Bytes. */
const MOST_READ_NOW = 32_768;
const MOST_READ_BEHIND = 2;
/** Names that wait in one conversation for their question. */
const MAX_WAITING = 32;

export interface ZeroHitParts {
  readonly graph: RecalledGraph;
  /** The large lists of words; null until they are read: the first call begins that. */
  readonly ordinaryWords: () => OrdinaryWords | null;
  /** Epoch milliseconds. What was met before, in another process, counts as said once: where it stood is not known any more. */
  readonly startedAt: number;
}

/** What one request brings. */
export interface ZeroHitRequest {
  readonly conversation: {
    readonly project: string;
    readonly mentions: MentionLedger;
    readonly wanted: WantedNames;
    readonly block: ConversationBlock;
  };
  readonly turns: readonly PromptTurn[];
  readonly body: Buffer;
  readonly settings: Settings;
  /** False for a client that is left alone. */
  readonly mayAsk: boolean;
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

  /** Decides what is open. @param decide false drops the name, null leaves it open */
  *settle(decide: (id: number) => boolean | null): Generator<void> {
    for (const [id, known] of this.#names) {
      if (known) continue;
      const decided = decide(id);
      if (decided === false) this.#names.delete(id);
      else this.#names.set(id, decided);
      yield;
    }
  }

  /** Those that may be asked about. */
  get chosen(): number[] {
    return [...this.#names].filter(([, isSo]) => isSo === true).map(([id]) => id);
  }
}

export class ZeroHits {
  readonly #parts: ZeroHitParts;
  /** Whether a concept's name is particular. */
  readonly #judged = new RecentMap<boolean>(MAX_JUDGED);
  /** In how many segments a name was said, in whatever conversation. */
  readonly #said = new RecentMap<number>(MAX_JUDGED);

  constructor(parts: ZeroHitParts) {
    this.#parts = parts;
  }

  /**
   * Concepts an agent may be asked about now, first come first; nothing is known about any of them. What would take long to
   * tell is left to `judge`. Where no question is possible, what was said is noted, and nothing else is done.
   * @param isLate asked while the conversation is read again
   */
  of(request: ZeroHitRequest, isLate: () => boolean): number[] {
    const { mentions, wanted } = request.conversation;
    for (const id of mentions.takeSaid()) if (this.#isUsed(id, request)) wanted.add(id);
    const words = this.#wordsFor(request);
    if (words === null) return [];
    let left = MOST_JUDGED_NOW;
    const said = request.body.length <= MOST_READ_NOW ? { ...request, isLate } : null;
    const decide = (id: number): boolean | null => {
      if (this.#judged.get(id) === undefined && !this.#isListed(id, words) && left-- <= 0) return null;
      return this.#decide(id, request, words, said);
    };
    for (const _ of wanted.settle(decide));
    return wanted.chosen.filter((id) => this.#isUnexplained(id, request));
  }

  /** Decides what `of` left open, a name at a step, behind the request; of several some with the next. */
  *judge(request: ZeroHitRequest): Generator<void> {
    const words = this.#wordsFor(request);
    if (words === null) return;
    const said = { ...request, isLate: () => false };
    let left = MOST_READ_BEHIND;
    const decide = (id: number): boolean | null => this.#decide(id, request, words, left-- > 0 ? said : null);
    yield* request.conversation.wanted.settle(decide);
  }

  /** The lists, where something may be asked and there is a name it could be. */
  #wordsFor({ conversation: { block, wanted }, settings, mayAsk }: ZeroHitRequest): OrdinaryWords | null {
    const isOver = wanted.size === 0 || !mayAsk || !block.mayAsk(settings);
    return isOver ? null : this.#parts.ordinaryWords();
  }

  /** @param said the conversation, where it may be read again for it @returns null where it is still open */
  #decide(id: number, request: ZeroHitRequest, words: OrdinaryWords, said: SaidIn | null): boolean | null {
    const token = this.#parts.graph.concept(id)?.token;
    if (token === undefined || !this.#isParticular(id, token, words)) return false;
    return said && this.#isUnexplained(id, request) ? isSaidPlainly(token, said, words) : null;
  }

  /** Whether a concept that was just said is a name that is used: perhaps particular, and said in two segments by now. */
  #isUsed(id: number, { conversation: { mentions, project }, settings }: ZeroHitRequest): boolean {
    if (this.#judged.get(id) === false) return false;
    const concept = this.#parts.graph.concept(id);
    if (concept === undefined || concept.common || this.#isKnown(id, project)) return false;
    const isSalient = saliency(concept.encounterCount, false) >= settings.saliency_read_threshold;
    if (!isSalient && mentions.saidOf(id) < ENOUGH_SAID) return false;
    const before = this.#said.get(id) ?? (concept.lastSeen < this.#parts.startedAt ? 1 : 0);
    const times = Math.max(before + 1, mentions.saidOf(id));
    this.#said.set(id, times);
    return times >= ENOUGH_SAID;
  }

  /** Whether a word is in a list as it is: most are, and that takes no time. */
  #isListed(id: number, words: OrdinaryWords): boolean {
    return words.has(this.#parts.graph.concept(id)?.token ?? '');
  }

  #isParticular(id: number, token: string, words: OrdinaryWords): boolean {
    const known = this.#judged.get(id);
    if (known !== undefined) return known;
    const judged = isParticular(token, words);
    this.#judged.set(id, judged);
    return judged;
  }

  /** Whether a name is salient, and nothing is known of it by this or another spelling. */
  #isUnexplained(id: number, { conversation: { project }, settings }: ZeroHitRequest): boolean {
    const { graph } = this.#parts;
    const concept = graph.concept(id);
    if (concept === undefined || this.#isKnown(id, project)) return false;
    const weight = saliency(concept.encounterCount, concept.common);
    return weight >= settings.saliency_read_threshold && lookUp(graph, project, concept.token) === id;
  }

  #isKnown(id: number, scope: string): boolean {
    return isKnownIn(this.#parts.graph, scope, id);
  }
}
