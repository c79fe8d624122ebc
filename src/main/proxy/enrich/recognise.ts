// Which conversation a prompt belongs to, or that it is a side job of a framework: by the bytes it shares with a
// conversation's last body, else by what the conversation opens with. Keeps the books in conversation.ts; reads no more
// of the prompt than that takes. Source: loops, Conversation key; memory D4, Segmenting. Used by enrich.ts.
import type { Mitigation } from '../../../shared/model/loop.ts';
import { digest } from '../../clients/digest.ts';
import { isCounted, segmentTurn } from '../../graph/text/segment.ts';
import type { BodyIndex } from '../body/body-scanner.ts';
import { hasTools, isFormatSet } from '../body/call-facts.ts';
import type { PromptTurn } from '../body/prompt-turns.ts';
import { commonPrefix } from '../body/splice.ts';
import type { PromptRoute } from '../routes.ts';
import {
  bytesHash,
  type Candidate,
  Conversation,
  type ConversationStore,
  type Family,
} from './conversation.ts';
import { conversationKey, withoutRecollection } from './conversation-key.ts';
import type { MentionLedger } from './mentions.ts';
import { isUtilityCall } from './utility-calls.ts';

export interface PromptRequest {
  readonly route: PromptRoute;
  readonly body: Buffer;
  /** What is recalled: a project, or a client's scope. */
  readonly project: string;
  /** Who asks; what an answer came to is told to nobody else. */
  readonly client?: string;
  /** `X-Session-Id`, when the client sends one. */
  readonly sessionId: string | null;
  readonly isForeignOrigin: boolean;
  /** What the client's switches leave out against its loops. */
  readonly mitigationsOff?: ReadonlySet<Mitigation>;
}

/** A scanned request on its way through. */
export interface ScannedPrompt {
  readonly request: PromptRequest;
  readonly index: BodyIndex;
  readonly turns: readonly PromptTurn[];
  readonly before: Candidate | null;
}

/** A request that was recognised as a turn of a conversation. */
export interface Recognised {
  readonly conversation: Conversation;
  /** Turns from the front that the conversation's last body had too, byte for byte. */
  readonly sharedTurns: number;
  readonly sharedBytes: number;
}

export class Recogniser {
  readonly #conversations: ConversationStore;
  readonly #newLedger: (project: string) => MentionLedger;

  constructor(conversations: ConversationStore, newLedger: (project: string) => MentionLedger) {
    this.#conversations = conversations;
    this.#newLedger = newLedger;
  }

  /** The conversation this body most likely goes on from, to be scanned from where they part. */
  before({ route, project, body, sessionId }: PromptRequest): Candidate | null {
    if (sessionId === null) return this.#conversations.candidate(route, project, body);
    const conversation = onRoute(this.#conversations.family(sessionKey(project, sessionId)), route);
    if (!conversation?.last) return null;
    const { last } = conversation;
    return { conversation, last, same: commonPrefix(last.body, body) };
  }

  /** Finds or begins the conversation; null for a side job, which leaves no trace. */
  recognise(scanned: ScannedPrompt): Recognised | null {
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
    const key = keyOf(request, opening);
    const call = {
      ...opening,
      userTurns: turns.filter(({ role }) => role === 'user').length,
      assistantTurns: isShort ? 0 : 1,
      formatSet,
      hasTools: hasTools(index),
      knownConversation: this.#conversations.family(key)?.hasGrown ?? false,
    };
    return isUtilityCall(call) ? null : this.#byKey(key, request, turns);
  }

  #byKey(key: string, request: PromptRequest, turns: readonly PromptTurn[]): Recognised {
    const { sessionId, route, project, body } = request;
    const family = this.#conversations.familyOf(key);
    const branch = sessionId === null ? branchOf(family, request, turns) : onRoute(family, route);
    if (branch?.last) {
      return { conversation: branch, sharedTurns: 0, sharedBytes: commonPrefix(branch.last.body, body) };
    }
    const mentions = this.#newLedger(project);
    const conversation = new Conversation({ id: family.nextId(), family, route, project, mentions });
    this.#conversations.add(conversation);
    return { conversation, sharedTurns: 0, sharedBytes: 0 };
  }
}

interface Opening {
  readonly system: string;
  readonly user: string;
  readonly firstUser: string;
}

const keyOf = ({ project, sessionId }: PromptRequest, { system, firstUser }: Opening): string =>
  sessionId === null ? conversationKey(project, system, firstUser) : sessionKey(project, sessionId);

const sessionKey = (project: string, sessionId: string): string => digest('session', project, sessionId);

/** A session's conversation on one API: what was scanned for another cannot be gone on from. */
const onRoute = (family: Family | undefined, route: PromptRoute): Conversation | undefined =>
  family?.branches.find((branch) => branch.route === route);

/** How many turns from the front lie within the first `same` bytes. System members behind the list end the count. */
function turnsWithin(turns: readonly PromptTurn[], same: number): number {
  let count = 0;
  for (const { end, calls } of turns) {
    if (end >= same || (calls !== null && calls.end >= same)) break;
    count++;
  }
  return count;
}

/**
 * Whether a body goes on from a conversation's last one: it shares the first user turn, and all that was said but the
 * last turn, which agents may rewrite (agent-zero moves its `[EXTRAS]`, people edit and retry).
 */
function continues({ last }: Candidate, turns: readonly PromptTurn[], sharedTurns: number): boolean {
  let isOpened = false;
  let said = 0;
  for (let place = 0; place < sharedTurns; place++) {
    const role = turns[place]?.role;
    if (role === 'user') isOpened = true;
    if (role !== 'system') said++;
  }
  return isOpened && said >= last.turnHashes.length - 1;
}

/** The same judged by hashes, for bodies whose bytes part early (a system prompt with the time in it). */
function branchOf(
  family: Family,
  { body, route }: PromptRequest,
  turns: readonly PromptTurn[],
): Conversation | undefined {
  if (family.branches.length === 0) return undefined;
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

/** A turn's name within a body. */
export const turnHash = ({ role, start, end, calls }: PromptTurn, body: Buffer): string =>
  role +
  bytesHash(body.subarray(start, end)) +
  (calls ? bytesHash(body.subarray(calls.start, calls.end)) : '');

/** Conversations are told apart by so much of either text; what parts further on parts by its turns. Characters. */
const OPENING_CHARS = 65_536;

/** What a conversation is told apart by: its system text and what the user said first. */
function openingOf(turns: readonly PromptTurn[], body: Buffer): Opening {
  const system = withoutRecollection(
    beginning(
      turns.filter(({ role }) => role === 'system'),
      body,
    ),
  );
  const turn = turns.find(({ role }) => role === 'user');
  const user = withoutRecollection(turn ? beginning([turn], body) : '');
  const pieces = turn ? turn.read(body) : [];
  const segments = pieces.flatMap(({ role, text }) => segmentTurn(role, text.slice(0, OPENING_CHARS)));
  const said = segments.find(isCounted)?.text ?? user;
  // What cannot be read (an image, a dump) still tells conversations apart by its bytes.
  return {
    system,
    user,
    firstUser: said === '' && turn ? bytesHash(body.subarray(turn.start, turn.end)) : said,
  };
}

/** What turns say, as far as conversations are told apart by it. */
function beginning(turns: readonly PromptTurn[], body: Buffer): string {
  const texts: string[] = [];
  let left = OPENING_CHARS;
  for (const turn of turns) {
    if (left <= 0) break;
    const text = turn
      .read(body)
      .map((piece) => piece.text)
      .join('\n')
      .slice(0, left);
    texts.push(text);
    left -= text.length;
  }
  return texts.join('\n');
}
