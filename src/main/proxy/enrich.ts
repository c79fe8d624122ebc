// The proxy's hot path: from a request's bytes to the recollection that goes into them. Synchronous, without I/O, linear
// in what is new: the body is compared with the conversation's last one, only new turns are decoded and read.
// What it must never do: await anything, or change a byte beside its one insertion. Source: proxy.md Speed, Injection;
// memory.md D3-D8, Recollection. Called by exchange.ts and explain-prompt.ts.
import type { Clock } from '../../shared/model/clock.ts';
import type { Settings } from '../../shared/model/settings.ts';
import type { InjectionReason, RecalledLine } from '../../shared/model/traffic.ts';
import type { ConceptGraph } from '../graph/concept-graph.ts';
import { charCap } from '../graph/recollection.ts';
import { isCounted, segmentTurn } from '../graph/segment.ts';
import type { Lexicon } from '../graph/types.ts';
import { type BodyIndex, scanBody } from './body-scanner.ts';
import { hasTools, isFormatSet, isStreamed, modelOf, reasonToPass, requestedContext } from './call-facts.ts';
import { bytesHash, Conversation, ConversationStore, type Family, type LastSeen } from './conversation.ts';
import { conversationKey, digest, withoutRecollection } from './conversation-key.ts';
import { buildInsertion, type InjectionPlan, type Position, planInjection } from './inject.ts';
import { MentionLedger } from './mentions.ts';
import { type PromptTurn, promptTurns } from './prompt-turns.ts';
import type { PromptRoute } from './routes.ts';
import { commonPrefix, type Insertion, splice } from './splice.ts';
import { isUtilityCall } from './utility-calls.ts';

export interface PromptRequest {
  readonly route: PromptRoute;
  readonly body: Buffer;
  readonly project: string;
  /** `X-Session-Id`, when the client sends one. */
  readonly sessionId: string | null;
  readonly isForeignOrigin: boolean;
}

/** What a request taught that is not counted yet, for observer.ts. */
export interface Observation {
  readonly turns: readonly PromptTurn[];
  readonly family: Family;
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
  /** Leading bytes this body shares with the conversation's previous one. */
  readonly sharedBytes: number;
  readonly observation: Observation | null;
  readonly turns: readonly PromptTurn[];
}

export interface EnrichedBody {
  readonly body: Buffer;
  readonly insertion: Insertion;
  /** Leading bytes of the new body that equal those of the conversation's previous enriched body. */
  readonly prefixBytes: number;
  /** The model's own SYSTEM that was written with the block; empty when there was none to carry on. */
  readonly modelSystem: string;
}

export interface EnricherParts {
  readonly graph: ConceptGraph;
  readonly lexicon: Lexicon;
  readonly settings: () => Settings;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  /** The model's context length in tokens, where known without asking. */
  readonly contextTokens: (model: string) => number | undefined;
  readonly conversations?: ConversationStore;
}

/** A request that was recognised as a turn of a conversation. */
interface Recognised {
  readonly conversation: Conversation;
  /** Turns from the front that the conversation's last body had too, byte for byte. */
  readonly sharedTurns: number;
  readonly sharedBytes: number;
}

/** A scanned request on its way through. */
interface Scanned {
  readonly request: PromptRequest;
  readonly index: BodyIndex;
  readonly turns: readonly PromptTurn[];
  readonly before: {
    readonly conversation: Conversation;
    readonly last: LastSeen;
    readonly same: number;
  } | null;
}

export class Enricher {
  readonly #parts: EnricherParts;
  readonly #conversations: ConversationStore;

  constructor(parts: EnricherParts) {
    this.#parts = parts;
    this.#conversations = parts.conversations ?? new ConversationStore();
  }

  /**
   * Decides what goes into a request. Throws only on faults of ours; the caller then forwards the body untouched.
   * Nothing is injected yet: see `apply`.
   */
  enrich(request: PromptRequest): Enrichment {
    const started = this.#parts.clock.monotonic();
    const { route, body } = request;
    const before = this.#before(request);
    const index = scanBody(body, route, before ? { index: before.last.index, same: before.same } : undefined);
    if (!index) return passed('unreadable_body', null, false);
    const model = modelOf(body, index);
    const streamed = isStreamed(index, route);
    const reason = request.isForeignOrigin ? 'foreign_origin' : reasonToPass(index, route);
    if (reason) return passed(reason, model, streamed);
    const scanned = { request, index, turns: promptTurns(body, index, route), before };
    const recognised = this.#recognise(scanned);
    if (!recognised) return passed('utility_call', model, streamed);
    return this.#remind(scanned, recognised, started, { model, streamed });
  }

  /** Carries an enrichment out. `modelSystem`: the model's own SYSTEM, where the plan takes it. */
  apply(enrichment: Enrichment, body: Buffer, modelSystem: string): EnrichedBody {
    const { planned, conversation, sharedBytes } = enrichment;
    if (!planned) throw new Error('nothing is planned for this request');
    const insertion = buildInsertion(planned.plan, planned.block, modelSystem);
    const prefixBytes = preservedPrefix(conversation?.inserted ?? null, insertion, sharedBytes);
    if (conversation) conversation.inserted = insertion;
    return { body: splice(body, insertion), insertion, prefixBytes, modelSystem };
  }

  #before({ route, project, body, sessionId }: PromptRequest): Scanned['before'] {
    if (sessionId === null) return this.#conversations.candidate(route, project, body);
    const conversation = this.#conversations.family(sessionKey(project, sessionId))?.branches[0];
    if (!conversation?.last || conversation.route !== route) return null;
    const { last } = conversation;
    return { conversation, last, same: commonPrefix(last.body, body) };
  }

  /** Finds or begins the conversation; null for a side job, which leaves no trace. */
  #recognise(scanned: Scanned): Recognised | null {
    const { request, turns, index, before } = scanned;
    const isShort = !turns.some(({ role }) => role === 'assistant');
    const formatSet = isShort && isFormatSet(request.body, index, request.route);
    if (before && !formatSet) {
      const sharedTurns = turnsWithin(turns, before.same);
      if (continues(before, turns, sharedTurns)) {
        return { conversation: before.conversation, sharedTurns, sharedBytes: before.same };
      }
    }
    const opening = openingOf(turns, request.body);
    const { project, sessionId, route } = request;
    const key =
      sessionId === null
        ? conversationKey(project, opening.system, opening.firstUser)
        : sessionKey(project, sessionId);
    const known = this.#conversations.family(key);
    const call = {
      ...opening,
      userTurns: turns.filter(({ role }) => role === 'user').length,
      assistantTurns: isShort ? 0 : 1,
      formatSet,
      hasTools: hasTools(index),
      knownConversation: known?.hasGrown ?? false,
    };
    if (isUtilityCall(call)) return null;
    const family = this.#conversations.familyOf(key);
    const branch = sessionId === null ? branchOf(family, request, turns) : family.branches[0];
    if (branch?.last) {
      return {
        conversation: branch,
        sharedTurns: 0,
        sharedBytes: commonPrefix(branch.last.body, request.body),
      };
    }
    const conversation = new Conversation({
      id: family.nextId(),
      family,
      route,
      project,
      mentions: new MentionLedger(this.#parts.graph, project, this.#parts.lexicon),
    });
    this.#conversations.add(conversation);
    return { conversation, sharedTurns: 0, sharedBytes: 0 };
  }

  /** Reads what is new, brings the block up to date and plans where it goes. */
  #remind(
    scanned: Scanned,
    { conversation, sharedTurns, sharedBytes }: Recognised,
    started: number,
    facts: Pick<Enrichment, 'model' | 'streamed'>,
  ): Enrichment {
    const { request, index, turns } = scanned;
    const settings = this.#parts.settings();
    const hashes = turnHashes(turns, request.body, conversation, sharedTurns);
    const fresh = turns.filter(
      (_, place) => place >= sharedTurns && !conversation.read.has(hashes[place] as string),
    );
    const deadline = started + settings.enrichment_guard_ms;
    const newest = this.#read(turns, hashes, conversation, sharedTurns, deadline);
    const { family } = conversation;
    if (turns.some(({ role }) => role === 'assistant')) family.hasGrown = true;
    const spoken = hashes.filter((_, place) => turns[place]?.role !== 'system');
    this.#conversations.remember(conversation, { body: request.body, index, turnHashes: spoken });
    const rest = { ...facts, conversation, sharedBytes, turns, observation: { turns: fresh, family } };
    const without = (reason: InjectionReason): Enrichment => ({ ...rest, reason, planned: null, lines: [] });
    if (newest === 'too_slow') return without('too_slow');
    if (!settings.recollection_enabled) return without('disabled');
    const { block, lines } = this.#update(conversation, newest, settings, scanned, facts.model);
    if (this.#parts.clock.monotonic() > deadline) return without('too_slow');
    if (block === null) return without('nothing_to_recall');
    const position = settings.injection_position;
    const plan = planInjection(index, request.route, position);
    if (!plan) return without('unreadable_body');
    return { ...rest, reason: 'injected', planned: { plan, position, block }, lines };
  }

  /** Reads the turns that are new, the newest ones in any case. Returns the ids the newest name. */
  #read(
    turns: readonly PromptTurn[],
    hashes: readonly string[],
    conversation: Conversation,
    sharedTurns: number,
    deadline: number,
  ): number[] | 'too_slow' {
    const { mentions, read } = conversation;
    mentions.refresh();
    const newestFrom =
      turns.findLastIndex(({ role }, place) => role === 'assistant' && place < turns.length - 1) + 1;
    const newest: number[] = [];
    const isLate = () => this.#parts.clock.monotonic() > deadline;
    for (const [place, turn] of turns.entries()) {
      const isNewest = place >= newestFrom && turn.role !== 'system';
      const hash = hashes[place] as string;
      if (!isNewest && (place < sharedTurns || read.has(hash))) continue;
      for (const piece of turn.read()) {
        const named = mentions.read(segmentTurn(piece.role, piece.text).filter(isCounted), isLate);
        if (named === null) return 'too_slow';
        if (isNewest) newest.push(...named);
      }
      read.add(hash);
    }
    return newest;
  }

  #update(
    conversation: Conversation,
    newest: number[],
    settings: Settings,
    scanned: Scanned,
    model: string | null,
  ) {
    const { mentions, block, project } = conversation;
    const { body } = scanned.request;
    const context =
      requestedContext(body, scanned.index) ??
      (model === null ? undefined : this.#parts.contextTokens(model));
    if (conversation.maxChars === undefined && context !== undefined) {
      conversation.maxChars = charCap(settings, context);
    }
    return block.update(this.#parts.graph, settings, project, {
      newest,
      older: mentions.awake,
      zeroHitAllowed: (id) => mentions.isAskable(id),
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
  sharedBytes: 0,
  observation: null,
  turns: [],
});

const sessionKey = (project: string, sessionId: string): string => digest('session', project, sessionId);

/** How many turns from the front lie within the first `same` bytes. System members behind the list end the count. */
function turnsWithin(turns: readonly PromptTurn[], same: number): number {
  const first = turns.findIndex(({ end }) => end >= same);
  return first < 0 ? turns.length : first;
}

/**
 * Whether a body goes on from a conversation's last one: it shares the first user turn, and all that was said but the
 * last turn, which agents may rewrite (agent-zero moves its `[EXTRAS]`, people edit and retry).
 */
function continues(
  { last }: NonNullable<Scanned['before']>,
  turns: readonly PromptTurn[],
  sharedTurns: number,
): boolean {
  const shared = turns.slice(0, sharedTurns).filter(({ role }) => role !== 'system');
  return shared.some(({ role }) => role === 'user') && shared.length >= last.turnHashes.length - 1;
}

/** The same judged by hashes, for bodies whose bytes part early (a system prompt with the time in it). */
function branchOf(
  family: Family,
  { body, route }: PromptRequest,
  turns: readonly PromptTurn[],
): Conversation | undefined {
  const hashes = turns.filter(({ role }) => role !== 'system').map((turn) => turnHash(turn, body));
  let best: { branch: Conversation; common: number } | undefined;
  for (const branch of family.branches) {
    if (!branch.last || branch.route !== route) continue;
    const { turnHashes: before } = branch.last;
    let common = 0;
    while (common < before.length && before[common] === hashes[common]) common++;
    if (common >= before.length - 1 && common >= (best?.common ?? 0)) best = { branch, common };
  }
  return best?.branch;
}

const turnHash = ({ role, start, end }: PromptTurn, body: Buffer): string =>
  role + bytesHash(body.subarray(start, end));

/** A hash of every turn; those of turns the last body had too are taken from there (system turns need none then). */
function turnHashes(
  turns: readonly PromptTurn[],
  body: Buffer,
  { last }: Conversation,
  sharedTurns: number,
): string[] {
  let spoken = 0;
  return turns.map((turn, place) => {
    const isShared = place < sharedTurns;
    if (turn.role === 'system') return isShared ? '' : turnHash(turn, body);
    const known = isShared ? last?.turnHashes[spoken] : undefined;
    spoken++;
    return known ?? turnHash(turn, body);
  });
}

/** What a conversation is told apart by: its system text and what the user said first. */
function openingOf(
  turns: readonly PromptTurn[],
  body: Buffer,
): { system: string; user: string; firstUser: string } {
  const textOf = (turn: PromptTurn | undefined) =>
    (turn ? turn.read() : []).map(({ text }) => text).join('\n');
  const system = withoutRecollection(
    turns
      .filter(({ role }) => role === 'system')
      .map(textOf)
      .join('\n'),
  );
  const turn = turns.find(({ role }) => role === 'user');
  const user = withoutRecollection(textOf(turn));
  const segments = (turn ? turn.read() : []).flatMap(({ role, text }) => segmentTurn(role, text));
  const said = segments.find(isCounted)?.text ?? user;
  // What cannot be read (an image, a dump) still tells conversations apart by its bytes.
  return {
    system,
    user,
    firstUser: said === '' && turn ? bytesHash(body.subarray(turn.start, turn.end)) : said,
  };
}

/** Leading bytes two enriched bodies have in common, from what their plain bodies share. */
function preservedPrefix(before: Insertion | null, now: Insertion, sharedBytes: number): number {
  if (sharedBytes === 0) return 0;
  if (!before || before.at !== now.at || before.at > sharedBytes)
    return Math.min(sharedBytes, now.at, before?.at ?? now.at);
  const same = commonPrefix(before.bytes, now.bytes);
  return same === now.bytes.length && same === before.bytes.length ? sharedBytes + same : now.at + same;
}
