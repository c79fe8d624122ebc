// What is kept of each conversation between its requests: the last body and where its turns lie, what it has named, its
// recollection block. One budget over all of them counts bodies, turns, hashes and concepts; least recently used first out.
// Losing an entry costs time, not truth.
// Source: proxy, Speed; loops, Conversation key; memory D4. Used by enrich.ts.
import { hash } from 'node:crypto';
import { ConversationBlock } from '../../graph/recollect/recollection.ts';
import type { BodyIndex } from '../body/body-scanner.ts';
import type { PromptTurn } from '../body/prompt-turns.ts';
import { commonPrefix, type Insertion } from '../body/splice.ts';
import { LoopMemory } from '../loops/loop-memory.ts';
import type { PromptRoute } from '../routes.ts';
import type { MentionLedger } from './mentions.ts';
import { RecentMap } from './recent-map.ts';
import type { WantedNames } from './zero-hits.ts';

/** Segments a family remembers having counted; the oldest are forgotten first. */
const MAX_COUNTED = 20_000;
/** Turns a conversation remembers having read: more than any has. */
const MAX_READ = 20_000;

/** Conversations that open alike: same system prompt, same first words. They may part ways later. */
export class Family {
  readonly key: string;
  readonly branches: Conversation[] = [];
  /** Hashes of segments that were counted and scanned, so that resent history is not. */
  readonly #counted = new RecentMap<string>(MAX_COUNTED);
  /** Whether any of them ever came back with an answer in its history. */
  hasGrown = false;
  #named = 0;

  constructor(key: string) {
    this.key = key;
  }

  /** Segments it remembers. */
  get counted(): number {
    return this.#counted.size;
  }

  /** True the first time a segment's hash is given. */
  countOnce(hash: string): boolean {
    if (this.#counted.get(hash)) return false;
    this.#counted.set(hash, true);
    return true;
  }

  /** An id for a new branch: the key, and a number from the second branch on. */
  nextId(): string {
    this.#named++;
    return this.#named === 1 ? this.key : `${this.key}.${this.#named}`;
  }
}

/** The request a conversation was last seen in. */
export interface LastSeen {
  readonly body: Buffer;
  readonly index: BodyIndex;
  readonly turns: readonly PromptTurn[];
  /** Hashes of the turns, system turns left out. */
  readonly turnHashes: readonly string[];
}

export class Conversation {
  readonly id: string;
  readonly family: Family;
  readonly route: PromptRoute;
  readonly project: string;
  readonly mentions: MentionLedger;
  readonly block = new ConversationBlock();
  /** Names it uses that nobody has explained. */
  readonly wanted: WantedNames = new Map();
  /** Hashes of turns whose words are in `mentions`. */
  readonly read = new RecentMap<string>(MAX_READ);
  /** The guard cut the last reading short: older turns may still be unread although the last body had them. */
  isBehind = false;
  /** Cap of the block from the context length, fixed when it was first known; undefined until then. */
  maxChars: number | undefined;
  /** The model and context asked for that the cap is for. */
  maxCharsFor = '';
  /** What was inserted in the request sent last, and where; null for nothing. */
  inserted: Insertion | null = null;
  /** The text of the last insertion, so that a block that stays is not encoded again. */
  insertedText = '';
  /** Leading bytes of the last body that went out in the request written last as the client said them, but for the insertion. */
  plainUntil = 0;
  last: LastSeen | null = null;
  /** The store's own: how the last body begins; null while it is not listed by that. */
  prefix: number | null = null;
  /** The store's own: what it was charged with, see `weightOf`. */
  weight = 0;
  readonly loops = new LoopMemory();
  /** Whether `loops` has seen the last body, so that what both share need not be read again. */
  isLoopsCurrent = false;

  constructor(init: Pick<Conversation, 'id' | 'family' | 'route' | 'project' | 'mentions'>) {
    this.id = init.id;
    this.family = init.family;
    this.route = init.route;
    this.project = init.project;
    this.mentions = init.mentions;
  }
}

/** A conversation whose last body shares `same` leading bytes with the one at hand. */
export interface Candidate {
  readonly conversation: Conversation;
  readonly last: LastSeen;
  readonly same: number;
}

export interface StoreLimits {
  readonly conversations: number;
  /** Of memory, as `weightOf` counts it. */
  readonly bytes: number;
}

/**
 * Bytes of memory that each takes, measured (`npm run bench:hostile`) and rounded up: a turn is known to the scanner, the reader and
 * the loop rules; its hash stands among those that were read and soon among those that were counted.
 */
const COST = { turn: 900, hash: 100, concept: 120 } as const;

/** What a conversation takes in memory, roughly: a body of a megabyte can have turns for a hundred. */
function weightOf({ last, read, family, mentions, loops }: Conversation): number {
  const hashes = read.size + family.counted;
  const bodies = (last?.body.length ?? 0) + (last?.turns.length ?? 0) * COST.turn;
  return bodies + hashes * COST.hash + mentions.size * COST.concept + loops.weight;
}

export const DEFAULT_LIMITS: StoreLimits = { conversations: 512, bytes: 134_217_728 };

/** Leading bytes by which a body's candidates are found; shorter bodies are found by their key. */
const PREFIX_BYTES = 192;
/** Candidates that are compared; an agent's conversations all start with the same system prompt. */
const MAX_COMPARED = 16;

export class ConversationStore {
  readonly #limits: StoreLimits;
  /** In order of use, oldest first. */
  readonly #byId = new Map<string, Conversation>();
  readonly #families = new Map<string, Family>();
  readonly #byPrefix = new Map<number, Set<Conversation>>();
  #bytes = 0;

  constructor(limits: StoreLimits = DEFAULT_LIMITS) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#byId.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The conversation whose last body has the longest common prefix with this one, if any starts like it. */
  candidate(route: PromptRoute, project: string, body: Buffer): Candidate | null {
    const prefix = prefixOf(body);
    const found = prefix === null ? undefined : this.#byPrefix.get(prefix);
    if (!found) return null;
    let best: Candidate | null = null;
    for (const conversation of found.size > MAX_COMPARED ? [...found].slice(-MAX_COMPARED) : found) {
      const { last } = conversation;
      if (!last || conversation.route !== route || conversation.project !== project) continue;
      const same = commonPrefix(last.body, body);
      // Less is another beginning of the same hash.
      if (same >= PREFIX_BYTES && (!best || same >= best.same)) best = { conversation, last, same };
    }
    return best;
  }

  family(key: string): Family | undefined {
    return this.#families.get(key);
  }

  /** The family of a key, made when it is new. */
  familyOf(key: string): Family {
    const family = this.#families.get(key) ?? new Family(key);
    this.#families.set(key, family);
    return family;
  }

  /** Adds a conversation to its family. */
  add(conversation: Conversation): void {
    conversation.family.branches.push(conversation);
    this.#byId.set(conversation.id, conversation);
  }

  /** Keeps a request as the conversation's last, and the conversation as the one used last. */
  remember(conversation: Conversation, last: LastSeen): void {
    conversation.last = last;
    this.#charge(conversation, weightOf(conversation));
    this.#list(conversation, prefixOf(last.body));
    this.#byId.delete(conversation.id);
    this.#byId.set(conversation.id, conversation);
    this.#evict(conversation);
  }

  #charge(conversation: Conversation, weight: number): void {
    this.#bytes += weight - conversation.weight;
    conversation.weight = weight;
  }

  /** Lists a conversation by how its last body begins, as the one used last of those that begin so. */
  #list(conversation: Conversation, prefix: number | null): void {
    const before = conversation.prefix === null ? undefined : this.#byPrefix.get(conversation.prefix);
    if (before && prefix === conversation.prefix && before.size === 1) return;
    before?.delete(conversation);
    if (before?.size === 0) this.#byPrefix.delete(conversation.prefix as number);
    conversation.prefix = prefix;
    if (prefix === null) return;
    const listed = this.#byPrefix.get(prefix);
    if (listed) listed.add(conversation);
    else this.#byPrefix.set(prefix, new Set([conversation]));
  }

  #evict(keep: Conversation): void {
    for (const conversation of this.#byId.values()) {
      if (this.#byId.size <= this.#limits.conversations && this.#bytes <= this.#limits.bytes) return;
      if (conversation !== keep) this.#drop(conversation);
    }
  }

  #drop(conversation: Conversation): void {
    conversation.last = null;
    conversation.loops.forget(); // who lists loops, or is on its way, holds the conversation on
    this.#charge(conversation, 0);
    this.#list(conversation, null);
    this.#byId.delete(conversation.id);
    const { family } = conversation;
    const place = family.branches.indexOf(conversation);
    if (place >= 0) family.branches.splice(place, 1);
    if (family.branches.length === 0) this.#families.delete(family.key);
  }
}

/** A hash of a body's beginning; null for one too short to be found by it. */
function prefixOf(body: Buffer): number | null {
  if (body.length < PREFIX_BYTES) return null;
  let hash = 0;
  for (let at = 0; at < PREFIX_BYTES; at++) hash = (Math.imul(hash, 31) + (body[at] as number)) | 0;
  return hash;
}

/** A short name for bytes. */
export function bytesHash(bytes: Buffer): string {
  return hash('sha1', bytes).slice(0, 16);
}
