// The proxy's hot path: from a request's bytes to the recollection that goes into them. Synchronous, without I/O, linear
// in what is new: the body is compared with the conversation's last one, only new turns are decoded and read.
// What it must never do: await anything, or change a byte beside its one insertion. Source: proxy, Speed, Injection;
// memory D3, D4, D5, D6, D7, D8, Recollection. Called by carry-prompt.ts and explain-prompt.ts.
import type { Clock } from '../../../shared/model/clock.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import type { InjectionReason } from '../../../shared/model/traffic.ts';
import type { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import { ScopedGraph } from '../../graph/columns/scoped-graph.ts';
import { charCap } from '../../graph/recollect/recollection.ts';
import type { OrdinaryWords } from '../../graph/text/particular.ts';
import type { Lexicon } from '../../graph/types.ts';
import { MAX_ITEMS, scanWithin } from '../body/body-scanner.ts';
import { isStreamed, modelOf, reasonToPass, requestedContext } from '../body/call-facts.ts';
import { type PromptTurn, promptTurns } from '../body/prompt-turns.ts';
import { asksForUsage } from '../loops/answer/breaker-answer.ts';
import { type Conversation, ConversationStore } from './conversation.ts';
import { type Enrichment, leftOutOf, passed } from './enrichment.ts';
import { planInjection } from './inject.ts';
import { type LoopParts, lookForLoop } from './look-for-loop.ts';
import { MentionLedger, type ReadSegment } from './mentions.ts';
import { type Named, readNewTurns, turnHashes } from './read-new-turns.ts';
import { type PromptRequest, type Recognised, Recogniser, type ScannedPrompt } from './recognise.ts';
import { type UnknownName, type ZeroHitRequest, ZeroHits } from './zero-hits.ts';

/** Reading may take this share of the guard's time; what follows it before the request leaves has the rest. */
const READING_SHARE = 0.7;
/** Older turns of a conversation seen for the first time are read for this share of the guard's time. */
const CATCH_UP_SHARE = 0.5;

export interface EnricherParts extends LoopParts {
  readonly graph: ConceptGraph;
  readonly lexicon: Lexicon;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  /** The model's context length in tokens, where known without asking. */
  readonly contextTokens: (model: string) => number | undefined;
  readonly conversations?: ConversationStore;
  /** The large lists of words, null until they are read; without them nobody is asked anything (memory D22). */
  readonly ordinaryWords?: () => OrdinaryWords | null;
  /** Whether a client may be asked what words mean, now. */
  readonly mayAsk?: (client: string) => boolean;
}

export class Enricher {
  readonly #parts: EnricherParts;
  readonly #graph: ScopedGraph;
  #conversations: ConversationStore;
  #recogniser: Recogniser;
  #zeroHits: ZeroHits;

  constructor(parts: EnricherParts) {
    this.#parts = parts;
    this.#graph = new ScopedGraph(parts.graph);
    this.#zeroHits = this.#newZeroHits();
    this.#conversations = parts.conversations ?? new ConversationStore();
    this.#recogniser = this.#newRecogniser();
  }

  #newRecogniser(): Recogniser {
    const { lexicon, ordinaryWords } = this.#parts;
    const graph = this.#graph;
    const newLedger = (project: string) => new MentionLedger(graph, project, lexicon, ordinaryWords);
    return new Recogniser(this.#conversations, newLedger);
  }

  #newZeroHits(): ZeroHits {
    const { ordinaryWords = () => null, clock } = this.#parts;
    return new ZeroHits({ graph: this.#graph, ordinaryWords, startedAt: clock.now() });
  }

  /** Drops every conversation and what is kept of words: the graph was replaced, and ids may mean other concepts. */
  forget(): void {
    this.#conversations = new ConversationStore();
    this.#recogniser = this.#newRecogniser();
    this.#zeroHits = this.#newZeroHits();
  }

  /**
   * Decides what goes into a request. Throws only on faults of ours; the caller then forwards the body untouched.
   * Nothing is written yet: what is sent is put together by whoever sends it.
   */
  enrich(request: PromptRequest): Enrichment {
    const { clock, settings } = this.#parts;
    const started = clock.monotonic();
    const deadline = started + settings().enrichment_guard_ms;
    const { route, body } = request;
    const before = this.#recogniser.before(request);
    const limits = { items: MAX_ITEMS, isLate: () => clock.monotonic() > deadline };
    const known = before ? { index: before.last.index, same: before.same } : undefined;
    const index = scanWithin(limits, body, route, known);
    if ('reason' in index) return passed(index.reason, modelOf(body, index), isStreamed(index, route));
    const model = modelOf(body, index);
    const streamed = isStreamed(index, route);
    const reason = request.isForeignOrigin ? 'foreign_origin' : reasonToPass(index, route);
    if (reason) return passed(reason, model, streamed);
    const scanned = { request, index, turns: promptTurns(index, route, before?.last), before };
    const recognised = this.#recogniser.recognise(scanned);
    if (!recognised) return passed('utility_call', model, streamed);
    return this.#remind(scanned, recognised, started, { model, streamed });
  }

  /** Reads what is new, brings the block up to date and plans where it goes. */
  #remind(
    scanned: ScannedPrompt,
    { conversation, sharedTurns, sharedBytes }: Recognised,
    started: number,
    facts: Pick<Enrichment, 'model' | 'streamed'>,
  ): Enrichment {
    const { request, index, turns } = scanned;
    const settings = this.#parts.settings();
    const hashes = turnHashes(turns, request.body, conversation, sharedTurns);
    const fresh = turns
      .slice(sharedTurns)
      .filter((_, n) => !conversation.read.get(hashes[sharedTurns + n] as string));
    const deadline = started + settings.enrichment_guard_ms;
    const readUntil = started + settings.enrichment_guard_ms * READING_SHARE;
    const catchUpUntil = started + settings.enrichment_guard_ms * CATCH_UP_SHARE;
    const read = new Map<PromptTurn, ReadSegment[]>();
    const limits = { clock: this.#parts.clock, deadline: readUntil, catchUpUntil };
    const reading = { body: request.body, turns, hashes, read };
    const isFirst = conversation.last === null;
    const named = readNewTurns(reading, conversation, sharedTurns, limits);
    const { family } = conversation;
    if (turns.some(({ role }) => role === 'assistant')) family.hasGrown = true;
    const loop = lookForLoop(this.#parts, scanned, conversation, sharedBytes);
    const spoken = hashes.filter((_, place) => turns[place]?.role !== 'system');
    conversation.plainUntil = Math.min(conversation.plainUntil, sharedBytes);
    this.#conversations.remember(conversation, { body: request.body, index, turns, turnHashes: spoken });
    const mayAsk = this.#parts.mayAsk?.(request.client ?? '') ?? true;
    const questions = { conversation, turns, body: request.body, settings, mayAsk };
    const rest = {
      ...facts,
      asksForUsage: asksForUsage(request.body, index),
      conversation,
      sharedBytes,
      turns,
      list: index.list,
      observation: { turns: fresh, family, read, questions },
      loop,
    };
    const without = (reason: InjectionReason): Enrichment => ({
      ...rest,
      reason,
      planned: null,
      lines: [],
      newest: named?.newest ?? [],
      asked: [],
      askable: [],
      leftOut: leftOutOf(turns, named?.unreached ?? 0, 0),
    });
    if (named === null) return without('too_slow');
    if (!settings.recollection_enabled) return without('disabled');
    const isLate = () => this.#parts.clock.monotonic() > readUntil;
    const askable = this.#zeroHits.of(questions, isLate);
    const { block, lines, omitted } = this.#update(
      conversation,
      { ...named, ...(isFirst ? {} : { introduced: [] }), askable },
      settings,
      scanned,
      facts.model,
    );
    if (this.#parts.clock.monotonic() > deadline) return without('too_slow');
    if (block === null) return without('nothing_to_recall');
    const position = settings.injection_position;
    const plan = planInjection(index, request.route, position);
    if (!plan) return without('unreadable_body');
    const { newest } = named;
    const leftOut = leftOutOf(turns, named.unreached, omitted);
    const withoutSystem = plan.takesModelSystem
      ? planInjection(index, request.route, 'before_last_user')
      : null;
    const planned = { plan, position, block, withoutSystem };
    const asked = named.asked.map(({ children: _, ...rest }) => rest);
    return { ...rest, reason: 'injected', planned, lines, newest, asked, askable, leftOut };
  }

  /** Tells behind a request which names may be asked about in the next one. */
  judge(request: ZeroHitRequest): Generator<void> {
    return this.#zeroHits.judge(request);
  }

  /** The names nobody has explained in a request that was enriched, and why each is asked about or not. */
  explainNames(request: ZeroHitRequest, words: OrdinaryWords): UnknownName[] {
    return this.#zeroHits.explain(request, words);
  }

  #update(
    conversation: Conversation,
    { newest, asked, introduced, askable }: Named & { readonly askable: readonly number[] },
    settings: Settings,
    scanned: ScannedPrompt,
    model: string | null,
  ) {
    const { mentions, block, project } = conversation;
    const { body } = scanned.request;
    const wanted = requestedContext(body, scanned.index);
    const capFor = `${model} ${wanted}`;
    if (conversation.maxCharsFor !== capFor) conversation.maxChars = undefined;
    conversation.maxCharsFor = capFor;
    const context = wanted ?? (model === null ? undefined : this.#parts.contextTokens(model));
    if (conversation.maxChars === undefined && context !== undefined) {
      conversation.maxChars = charCap(settings, context);
    }
    return block.update(this.#graph, settings, project, {
      newest,
      asked: asked.flatMap(({ children }) => children),
      older: mentions.named,
      introduced,
      askable,
      now: this.#parts.clock.now(),
      ...(conversation.maxChars === undefined ? {} : { maxChars: conversation.maxChars }),
    });
  }
}
