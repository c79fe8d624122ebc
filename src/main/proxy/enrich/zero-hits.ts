// Which names agents are asked about: those used three times, that somebody made up, and that nobody has explained under any
// spelling. Cheap tests first: what is said once, known or in a list of words costs one look-up; the conversation is read again
// for the one word in thousands that is left, and what takes long is decided behind the request. Pure state of a process,
// bounded; one desk for all conversations of an enricher. Source: memory D22, decisions 039 and 084. Used by enrich.ts.
import type { Settings } from '../../../shared/model/settings.ts';
import type { RecalledGraph } from '../../graph/columns/scoped-graph.ts';
import { isExplained } from '../../graph/recollect/lookup.ts';
import type { ConversationBlock } from '../../graph/recollect/recollection.ts';
import { saliency } from '../../graph/recollect/saliency.ts';
import { type NameKind, nameKind, type OrdinaryWords } from '../../graph/text/particular.ts';
import type { PromptTurn } from '../body/prompt-turns.ts';
import type { MentionLedger } from './mentions.ts';
import { RecentMap } from './recent-map.ts';
import { type SaidIn, type Usage, usageOf } from './said-plainly.ts';

/** In so many segments of a person's or an agent's own prose a name stood, the newest counted, when it is asked about. */
export const ASKED_AT = 3;
/** Words judged, and names counted, over all conversations; the latest of them at least. */
const MAX_JUDGED = 32_768;
/** Words judged before a request leaves, each up to half a millisecond; the others are judged behind it. */
const MOST_JUDGED_NOW = 2;
/** A longer conversation is read again behind the request alone, for so many names at most. Bytes. */
const MOST_READ_NOW = 32_768;
const MOST_READ_BEHIND = 2;
/** Names that wait in one conversation for their question. */
const MAX_WAITING = 32;

type AskableKind = 'own' | 'near' | 'derived';

/** Whether a name is asked about (`asked`), or why not. */
export type AskVerdict =
  | 'asked'
  | 'explained'
  | 'too_rare'
  | Exclude<NameKind, AskableKind>
  | Exclude<Usage, 'plain'>;

/** A name that nobody has explained, as `festinger explain prompt` shows it. */
export interface UnknownName {
  readonly name: string;
  /** In how many segments of somebody's own prose it stood. */
  readonly said: number;
  readonly verdict: AskVerdict;
}

export interface ZeroHitParts {
  readonly graph: RecalledGraph;
  /** The large lists of words; null until they are read: the first call begins that. */
  readonly ordinaryWords: () => OrdinaryWords | null;
  /** Epoch milliseconds. Of a word that was met before, in another process, one more use is enough: where it stood is not known any more. */
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

/**
 * The names a conversation may ask about, in the order in which they came up, and what is decided of each; null while that is
 * open. What is not asked about is dropped. Lives with the conversation.
 */
export type WantedNames = Map<string, 'asked' | null>;

export class ZeroHits {
  readonly #parts: ZeroHitParts;
  readonly #kinds = new RecentMap<string, NameKind>(MAX_JUDGED);
  /** In how many segments a word was said, in whatever conversation. */
  readonly #said = new RecentMap<string, number>(MAX_JUDGED);

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
    for (const token of mentions.takeSaid()) {
      const times = (this.#said.get(token) ?? this.#saidBefore(token)) + 1;
      this.#said.set(token, times);
      if (times >= ASKED_AT && wanted.size < MAX_WAITING && !wanted.has(token)) wanted.set(token, null);
    }
    const words = this.#wordsFor(request);
    if (words === null) return [];
    let left = MOST_JUDGED_NOW;
    const said = request.body.length <= MOST_READ_NOW ? { ...request, isLate } : null;
    const decide = (token: string): AskVerdict | null => {
      if (this.#kinds.get(token) === undefined && !words.has(token) && left-- <= 0) return null;
      return this.#decide(token, request, words, said);
    };
    for (const _ of settle(wanted, decide));
    return [...wanted].flatMap(([token, verdict]) => (verdict && this.#salient(token, request)) ?? []);
  }

  #saidBefore(token: string): number {
    const { graph, startedAt } = this.#parts;
    const concept = graph.concept(graph.conceptId(token) ?? 0);
    return concept !== undefined && concept.encounterCount > 1 && concept.lastSeen < startedAt
      ? ASKED_AT - 1
      : 0;
  }

  /** Decides what `of` left open, a name at a step, behind the request; of several some with the next. */
  *judge(request: ZeroHitRequest): Generator<void> {
    const words = this.#wordsFor(request);
    if (words === null) return;
    const said = { ...request, isLate: () => false };
    let left = MOST_READ_BEHIND;
    const decide = (token: string) => this.#decide(token, request, words, left-- > 0 ? said : null);
    yield* settle(request.conversation.wanted, decide);
  }

  /** Every name said so far that nobody has explained, and why it is asked about or not; for `festinger explain prompt`. */
  explain(request: ZeroHitRequest, words: OrdinaryWords): UnknownName[] {
    const said = { ...request, isLate: () => false };
    return [...this.#said.entries].flatMap(([name, times]) => {
      const verdict = this.#decide(name, request, words, said);
      if (verdict === null || verdict === 'explained') return [];
      return { name, said: times, verdict: verdict === 'asked' && times < ASKED_AT ? 'too_rare' : verdict };
    });
  }

  /** The lists, where something may be asked and there is a name it could be. */
  #wordsFor({ conversation: { block, wanted }, settings, mayAsk }: ZeroHitRequest): OrdinaryWords | null {
    const isOver = wanted.size === 0 || !mayAsk || !block.mayAsk(settings);
    return isOver ? null : this.#parts.ordinaryWords();
  }

  /** @param said the conversation, where it may be read again for it @returns null where it is still open */
  #decide(
    token: string,
    { conversation: { project } }: ZeroHitRequest,
    words: OrdinaryWords,
    said: SaidIn | null,
  ): AskVerdict | null {
    const kind = this.#kindOf(token, words);
    if (isExplained(this.#parts.graph, project, token)) return 'explained';
    if (kind !== 'own' && kind !== 'near' && kind !== 'derived') return kind;
    const usage = said && usageOf(token, said, words);
    return usage === 'plain' ? 'asked' : usage;
  }

  #kindOf(token: string, words: OrdinaryWords): NameKind {
    const known = this.#kinds.get(token);
    if (known !== undefined) return known;
    const kind = nameKind(token, words);
    this.#kinds.set(token, kind);
    return kind;
  }

  /** The concept of a name that is at the read threshold and that nobody has explained by now. */
  #salient(token: string, { conversation: { project }, settings }: ZeroHitRequest): number | undefined {
    const { graph } = this.#parts;
    const concept = graph.concept(graph.conceptId(token) ?? 0);
    if (concept === undefined || isExplained(graph, project, token)) return undefined;
    const weight = saliency(concept.encounterCount, concept.common);
    return weight >= settings.saliency_read_threshold ? concept.id : undefined;
  }
}

/** Decides what is open, a name at a step. @param decide null leaves it open */
function* settle(wanted: WantedNames, decide: (token: string) => AskVerdict | null): Generator<void> {
  for (const [token, known] of wanted) {
    if (known !== null) continue;
    const decided = decide(token);
    if (decided === 'asked') wanted.set(token, decided);
    else if (decided !== null) wanted.delete(token);
    yield;
  }
}
