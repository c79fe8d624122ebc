// The proxy's hot path: from a request's bytes to the recollection that goes into them. Synchronous, without I/O, linear
// in what is new: the body is compared with the conversation's last one, only new turns are decoded and read.
// What it must never do: await anything, or change a byte beside its one insertion. Source: proxy, Speed, Injection;
// memory D3, D4, D5, D6, D7, D8, Recollection. Called by carry-prompt.ts and explain-prompt.ts.
import type { Clock } from '../../../shared/model/clock.ts';
import type { Mitigation } from '../../../shared/model/loop.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import type { AskedBelow, InjectionReason, LeftOut, RecalledLine } from '../../../shared/model/traffic.ts';
import type { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import { ScopedGraph } from '../../graph/columns/scoped-graph.ts';
import { charCap } from '../../graph/recollect/recollection.ts';
import type { OrdinaryWords } from '../../graph/text/particular.ts';
import { isCounted, segmentTurn } from '../../graph/text/segment.ts';
import type { Lexicon } from '../../graph/types.ts';
import { MAX_ITEMS, scanWithin } from '../body/body-scanner.ts';
import { isStreamed, modelOf, reasonToPass, requestedContext } from '../body/call-facts.ts';
import { type PromptTurn, promptTurns } from '../body/prompt-turns.ts';
import { asksForUsage, type LocalAnswer, localAnswer } from '../loops/answer/breaker-answer.ts';
import { type MitigationPlan, planMitigations } from '../loops/answer/mitigate.ts';
import type { LoopFinding } from '../loops/finding.ts';
import { type Conversation, ConversationStore, type Family } from './conversation.ts';
import { type InjectionPlan, type Position, planInjection } from './inject.ts';
import { type FoundBelow, MentionLedger, type ReadSegment } from './mentions.ts';
import {
  type PromptRequest,
  type Recognised,
  Recogniser,
  type ScannedPrompt,
  turnHash,
} from './recognise.ts';
import { type ZeroHitRequest, ZeroHits } from './zero-hits.ts';

/** What a request taught that is not counted yet, for observer.ts. */
export interface Observation {
  readonly turns: readonly PromptTurn[];
  readonly family: Family;
  /** The counted segments of those turns that were read on the way. */
  readonly read: ReadonlyMap<PromptTurn, readonly ReadSegment[]>;
  /** What the conversation may be asked about. */
  readonly questions: ZeroHitRequest;
}

/** A loop the request is a part of, and what is done about it. */
export interface LoopAction {
  readonly finding: LoopFinding;
  readonly plan: MitigationPlan;
  /** The whole answer, when the circuit breaker gives it. */
  readonly answer: LocalAnswer | null;
}

export interface Enrichment {
  /** `injected` exactly when `planned` is set. */
  readonly reason: InjectionReason;
  readonly model: string | null;
  readonly streamed: boolean;
  readonly conversation: Conversation | null;
  readonly planned: {
    readonly plan: InjectionPlan;
    readonly position: Position;
    readonly block: string;
  } | null;
  readonly lines: readonly RecalledLine[];
  /** Concepts its newest turn named. */
  readonly newest: readonly number[];
  /** What its newest turn asks the other way round: what stands below a concept. */
  readonly asked: readonly AskedBelow[];
  /** Concepts its agent may be asked about (memory D22). */
  readonly askable: readonly number[];
  /** What was not looked at. */
  readonly leftOut: readonly LeftOut[];
  /** Leading bytes this body shares with the conversation's previous one. */
  readonly sharedBytes: number;
  readonly observation: Observation | null;
  readonly loop: LoopAction | null;
  /** An OpenAI client asked for the usage at the end of its stream. */
  readonly asksForUsage: boolean;
  readonly turns: readonly PromptTurn[];
}

/** The turns of a request while they are read. */
interface Reading {
  readonly body: Buffer;
  readonly turns: readonly PromptTurn[];
  readonly hashes: readonly string[];
  readonly read: Map<PromptTurn, ReadSegment[]>;
}

/** What a request names, as far as it was read. */
interface Named {
  readonly newest: number[];
  readonly asked: FoundBelow[];
  /** In the system prompt, where this is the conversation's first request. */
  readonly introduced: number[];
  /** Older turns that were not reached. */
  unreached: number;
}

const NOTHING_OFF: ReadonlySet<Mitigation> = new Set();

/** Reading may take this share of the guard's time; what follows it before the request leaves has the rest. */
const READING_SHARE = 0.7;
/** Older turns of a conversation seen for the first time are read for this share of the guard's time. */
const CATCH_UP_SHARE = 0.5;

export interface EnricherParts {
  readonly graph: ConceptGraph;
  readonly lexicon: Lexicon;
  readonly settings: () => Settings;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  /** The model's context length in tokens, where known without asking. */
  readonly contextTokens: (model: string) => number | undefined;
  readonly conversations?: ConversationStore;
  /** The large lists of words, null until they are read; without them nobody is asked anything (memory D22). */
  readonly ordinaryWords?: () => OrdinaryWords | null;
  /** Whether a client may be asked what words mean, now. */
  readonly mayAsk?: (client: string) => boolean;
  /** Told of what went wrong while looking for loops; the request goes on. */
  readonly onFault?: (error: unknown) => void;
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
    const { lexicon } = this.#parts;
    const graph = this.#graph;
    const newLedger = (project: string) => new MentionLedger(graph, project, lexicon);
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
      .filter((_, n) => !conversation.read.has(hashes[sharedTurns + n] as string));
    const deadline = started + settings.enrichment_guard_ms;
    const readUntil = started + settings.enrichment_guard_ms * READING_SHARE;
    const catchUpUntil = started + settings.enrichment_guard_ms * CATCH_UP_SHARE;
    const read = new Map<PromptTurn, ReadSegment[]>();
    const limits = { deadline: readUntil, catchUpUntil };
    const reading = { body: request.body, turns, hashes, read };
    const isFirst = conversation.last === null;
    const named = this.#read(reading, conversation, sharedTurns, limits);
    const { family } = conversation;
    if (turns.some(({ role }) => role === 'assistant')) family.hasGrown = true;
    const loop = this.#look(scanned, conversation, sharedBytes);
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
    const planned = { plan, position, block };
    const asked = named.asked.map(({ children: _, ...rest }) => rest);
    return { ...rest, reason: 'injected', planned, lines, newest, asked, askable, leftOut };
  }

  /** Looks for a loop; a fault of ours there is no fault of the request's. */
  #look(
    { request, index }: ScannedPrompt,
    conversation: Conversation,
    sharedBytes: number,
  ): LoopAction | null {
    const { settings, clock, onFault } = this.#parts;
    const { loop_detection_enabled: isOn, loop_breaker_minutes: minutes } = settings();
    const { route, body, client = '', mitigationsOff: off = NOTHING_OFF } = request;
    const shared = conversation.isLoopsCurrent ? sharedBytes : 0;
    conversation.isLoopsCurrent = false;
    if (!isOn) return null;
    try {
      const now = clock.now();
      const seen = { body, index, route };
      const look = { ...seen, client, sharedBytes: shared, now, off, breakerMs: minutes * 60_000 };
      const finding = conversation.loops.look(look);
      conversation.isLoopsCurrent = true;
      if (!finding) return null;
      const plan = planMitigations(finding, seen, off);
      return {
        finding,
        plan,
        answer: plan.answer === 'local' ? localAnswer(finding, { ...seen, now }) : null,
      };
    } catch (error) {
      onFault?.(error);
      return null;
    }
  }

  /**
   * Reads the turns that are new: the newest first and in any case, then older ones, the latest first, for as long as the
   * guard leaves time. Those that were not reached are read with the next request.
   * @returns what they name; null when it got late
   */
  #read(
    reading: Reading,
    conversation: Conversation,
    sharedTurns: number,
    limits: { readonly deadline: number; readonly catchUpUntil: number },
  ): Named | null {
    const { clock } = this.#parts;
    const { turns, hashes } = reading;
    const { read, isBehind } = conversation;
    conversation.mentions.refresh();
    const newestFrom =
      turns.findLastIndex(({ role }, place) => role === 'assistant' && place < turns.length - 1) + 1;
    const newestPlaces: number[] = [];
    const older: number[] = [];
    for (let place = isBehind ? 0 : Math.min(newestFrom, sharedTurns); place < turns.length; place++) {
      if (place >= newestFrom && turns[place]?.role !== 'system') newestPlaces.push(place);
      else if ((isBehind || place >= sharedTurns) && !read.has(hashes[place] as string)) older.push(place);
    }
    const named: Named = { newest: [], asked: [], introduced: [], unreached: 0 };
    const isLate = () => clock.monotonic() > limits.deadline;
    conversation.isBehind = true; // until everything has been reached
    for (const place of newestPlaces) {
      const ids = this.#readTurn(reading, place, conversation, isLate, named.asked);
      if (ids === null) return null;
      named.newest.push(...ids);
    }
    named.unreached = older.length;
    const reached = older.reverse().every((place) => {
      if (clock.monotonic() > limits.catchUpUntil) return false;
      const ids = this.#readTurn(reading, place, conversation, isLate);
      if (turns[place]?.role === 'system') named.introduced.push(...(ids ?? []));
      if (ids !== null) named.unreached--;
      return ids !== null;
    });
    conversation.isBehind = !reached;
    return named;
  }

  /** Reads one turn. @returns the ids it names; null when it got late on the way */
  #readTurn(
    { body, turns, hashes, read: kept }: Reading,
    place: number,
    { mentions, read }: Conversation,
    isLate: () => boolean,
    asked?: FoundBelow[],
  ): number[] | null {
    const turn = turns[place] as PromptTurn;
    const segments = turn
      .read(body)
      .flatMap((piece) => segmentTurn(piece.role, piece.text))
      .filter(isCounted)
      .map((segment): ReadSegment => ({ segment, words: null, prose: null }));
    const ids = mentions.read(segments, isLate, asked);
    if (ids === null) return null;
    kept.set(turn, segments);
    read.add(hashes[place] as string);
    return ids;
  }

  /** Tells behind a request which names may be asked about in the next one. */
  judge(request: ZeroHitRequest): Generator<void> {
    return this.#zeroHits.judge(request);
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

const passed = (reason: InjectionReason, model: string | null, streamed: boolean): Enrichment => ({
  reason,
  model,
  streamed,
  conversation: null,
  planned: null,
  lines: [],
  newest: [],
  asked: [],
  askable: [],
  leftOut: [],
  sharedBytes: 0,
  observation: null,
  loop: null,
  asksForUsage: false,
  turns: [],
});

/** What of a prompt was not looked at, as far as it is known before it leaves. */
function leftOutOf(turns: readonly PromptTurn[], unreached: number, omitted: number): LeftOut[] {
  const text = turns.reduce((sum, { unreadBytes }) => sum + unreadBytes, 0);
  const amounts = { text, turns: unreached, lines: omitted };
  return (['text', 'turns', 'lines'] as const).flatMap((what) =>
    amounts[what] > 0 ? [{ what, amount: amounts[what] }] : [],
  );
}

/** A hash of every turn; those of turns the last body had too are taken from there (system turns need none then). */
function turnHashes(
  turns: readonly PromptTurn[],
  body: Buffer,
  { last, isBehind }: Conversation,
  sharedTurns: number,
): string[] {
  let spoken = 0;
  return turns.map((turn, place) => {
    const isShared = place < sharedTurns;
    if (turn.role === 'system') return isShared && !isBehind ? '' : turnHash(turn, body);
    const known = isShared ? last?.turnHashes[spoken] : undefined;
    spoken++;
    return known ?? turnHash(turn, body);
  });
}
