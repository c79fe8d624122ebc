// Who asks, and what the operator allows them: everything a request's way needs, in memory and at once. Filled from the
// store by whoever owns that; knows no database and writes nothing. Names from headers are untrusted: what is kept of
// clients nobody stored is bounded. Source: proxy, Upstreams; decision 014
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Client, ClientKey, ClientPolicy } from '../../shared/model/client.ts';
import type { Clock } from '../../shared/model/clock.ts';
import { DEFAULT_PROJECT } from '../../shared/model/graph.ts';
import type { Mitigation } from '../../shared/model/loop.ts';
import { scopeOf } from '../graph/columns/scoped-graph.ts';
import { AskedClients, type AskedQuestion } from './asked-clients.ts';
import {
  type Asked,
  type Caller,
  isOwnProject,
  ownProject,
  type Refusal,
  readAsked,
  unnamed,
} from './caller.ts';
import { hashClientKey, type PresentedKey, presentedKeys } from './client-key.ts';
import { TokenBucket } from './token-bucket.ts';

/** A client as it is stored. */
export interface StoredClient extends ClientPolicy {
  readonly name: string;
  readonly version: number;
}

/** A key as it is stored. */
export interface StoredKey {
  readonly id: number;
  readonly client: string;
  readonly keyHash: string;
  readonly hint: string;
  readonly createdAt: number;
  readonly revokedAt: number | null;
}

export interface ClientRegistryParts {
  readonly clock: Clock;
  /** Why a request without a key is refused, as a sentence; null when it is not. */
  readonly keysRequired: () => string | null;
  /** Whether something is known of a word that a client was asked about; absent: of none. */
  readonly isAnswered?: (question: AskedQuestion) => boolean;
}

/** Clients that are not stored are remembered up to this many, the latest. */
const MAX_SEEN = 2000;
const MINUTE_MS = 60_000;
const INTERNAL_HEADER = 'x-festinger-internal';
const HOW_TO =
  'Send one as "Authorization: Bearer fk-..." or as "x-api-key: fk-...". Keys are made in the console (Settings, Clients) or with `festinger client-key add NAME`.';
const NO_KEY: Refusal = { status: 401, message: `Festinger asks for a client key here. ${HOW_TO}` };
const BAD_KEY: Refusal = { status: 401, message: `This client key opens nothing here. ${HOW_TO}` };
const OWN_PROJECT: Refusal = {
  status: 403,
  message: 'Projects whose names begin with "own." hold what one client was taught; nobody speaks for them.',
};
const NOTHING_OFF: ReadonlySet<Mitigation> = new Set();

interface Known {
  readonly stored: StoredClient;
  readonly off: ReadonlySet<Mitigation>;
  readonly bucket: TokenBucket | null;
}

interface Activity {
  seenAt: number;
  running: number;
  requests: number;
}

export class ClientRegistry {
  readonly #parts: ClientRegistryParts;
  readonly #secret = randomBytes(32).toString('base64url');
  #known: ReadonlyMap<string, Known> = new Map();
  #keys: readonly StoredKey[] = [];
  #live: ReadonlyMap<string, StoredKey> = new Map();
  /** By key; whole minutes. */
  readonly #lastUsed = new Map<number, number>();
  /** The latest last. */
  readonly #activity = new Map<string, Activity>();

  /** What clients were asked. */
  readonly asked: AskedClients;

  constructor(parts: ClientRegistryParts) {
    this.#parts = parts;
    this.asked = new AskedClients(parts.isAnswered ?? (() => false));
  }

  /** Takes in what is stored; in force with the next request. A rate that stays keeps what it has left. */
  load(clients: readonly StoredClient[], keys: readonly StoredKey[]): void {
    const now = this.#parts.clock.monotonic();
    this.#known = new Map(clients.map((stored) => [stored.name, this.#knownOf(stored, now)]));
    this.#keys = keys;
    this.#live = new Map(keys.filter((key) => key.revokedAt === null).map((key) => [key.keyHash, key]));
    for (const id of this.#lastUsed.keys()) if (!keys.some((key) => key.id === id)) this.#lastUsed.delete(id);
  }

  /** Who asks, or why nobody who may. A key of ours comes before the header, a foreign key before the address. */
  identify(req: IncomingMessage): Caller | Refusal {
    const presented = presentedKeys(req.rawHeaders);
    const ofKey = presented.length === 0 ? null : this.#ownerOf(presented);
    if (ofKey !== null && 'status' in ofKey) return ofKey;
    const isKnock = ofKey === null && mayKnock(req);
    const lacksKey = ofKey === null && this.#parts.keysRequired() !== null && !this.#isInternal(req);
    if (lacksKey && !isKnock) return NO_KEY;
    const knock = isKnock ? (lacksKey ? 'answered_here' : 'passed_on') : null;
    const asked = readAsked(req);
    if ('status' in asked) return asked;
    const client = ofKey?.client ?? asked.named ?? unnamed(req);
    const project = this.#projectOf(client, asked);
    if (typeof project !== 'string') return project;
    const keyHeaders = ofKey?.headers ?? [];
    const memory = this.memoryOf(client, project);
    return { client, project, ...memory, sessionId: asked.sessionId, keyHeaders, knock };
  }

  /** Counts a prompt against the client's rate. @returns why it has to wait, or null */
  throttle(client: string): Refusal | null {
    const bucket = this.#known.get(client)?.bucket;
    const waitMs = bucket?.take(this.#parts.clock.monotonic()) ?? 0;
    if (!bucket || waitMs === 0) return null;
    const retryAfter = Math.max(1, Math.ceil(waitMs / 1000 - 1e-6));
    return {
      status: 429,
      message: `The client ${client} may send ${bucket.ratePerMinute} prompts a minute; try again in ${retryAfter} s.`,
      retryAfter,
    };
  }

  /** What the client is recalled when it speaks for a project, and where what it says is learnt; null: nowhere. */
  memoryOf(client: string, project: string): { readonly scope: string; readonly learnsInto: string | null } {
    const learning = this.#known.get(client)?.stored.learning ?? 'project';
    if (learning === 'off') return { scope: project, learnsInto: null };
    if (learning === 'project') return { scope: project, learnsInto: project };
    const own = ownProject(client, project);
    return { scope: scopeOf(project, own), learnsInto: own };
  }

  /** Why the client may not speak for a project; null when it may. */
  refuseProject(client: string, project: string): Refusal | null {
    if (isOwnProject(project)) return OWN_PROJECT;
    const scope = this.#known.get(client)?.stored.project ?? null;
    if (scope === null || scope === project) return null;
    return {
      status: 403,
      message: `The client ${client} speaks for the project ${scope} only, not for ${project}. Leave the project out, or let the operator change it (Settings, Clients).`,
    };
  }

  /** How many prompts of the client may be answered at once; null: as many as there are. */
  limitOf(client: string): number | null {
    return this.#known.get(client)?.stored.concurrency ?? null;
  }

  /** What is not done against the client's loops. */
  mitigationsOff(client: string): ReadonlySet<Mitigation> {
    return this.#known.get(client)?.off ?? NOTHING_OFF;
  }

  /** Whether the client may be asked what words mean. */
  mayAsk(client: string): boolean {
    const questions = this.#known.get(client)?.stored.questions ?? 'sparing';
    if (questions !== 'sparing') return questions === 'always';
    return this.asked.patienceOf(client, this.#parts.clock.now()).leftAloneUntil === null;
  }

  /** A request of the client begins; `finished` must follow. */
  started(client: string): void {
    const activity = this.#activity.get(client) ?? { seenAt: 0, running: 0, requests: 0 };
    this.#activity.delete(client);
    this.#activity.set(client, activity);
    activity.seenAt = this.#parts.clock.now();
    activity.running++;
    activity.requests++;
    if (this.#activity.size > MAX_SEEN + this.#known.size) this.#forgetOldest();
  }

  finished(client: string): void {
    const activity = this.#activity.get(client);
    if (activity) activity.running--;
  }

  /** Some that were only seen are listed no more; what runs for them goes on. */
  forgetSeen(isGone: (client: string) => boolean): void {
    for (const [name, { running }] of this.#activity)
      if (running === 0 && isGone(name)) this.#activity.delete(name);
  }

  /** Headers that let this process ask itself without a key. Whoever sends them is us; they go no further. */
  internalHeaders(): Record<string, string> {
    return { [INTERNAL_HEADER]: this.#secret };
  }

  /** How many keys open the door. */
  get liveKeys(): number {
    return this.#live.size;
  }

  /** Stored ones by name, then those seen, newest first. @param waiting prompts of a client in the queue */
  list(waiting: (client: string) => number, limit: number): Client[] {
    const seen = [...this.#activity.keys()].filter((name) => !this.#known.has(name)).reverse();
    return [...this.#known.keys(), ...seen].slice(0, limit).map((name) => this.one(name, waiting));
  }

  one(name: string, waiting: (client: string) => number): Client {
    const known = this.#known.get(name);
    const activity = this.#activity.get(name);
    const { project = null, concurrency = null, ratePerMinute = null } = known?.stored ?? {};
    return {
      name,
      ...{ project, concurrency, ratePerMinute },
      mitigationsOff: [...(known?.off ?? [])],
      learning: known?.stored.learning ?? 'project',
      questions: known?.stored.questions ?? 'sparing',
      note: known?.stored.note ?? '',
      stored: known !== undefined,
      keys: known ? this.#keys.filter((key) => key.client === name).map((key) => this.#shown(key)) : [],
      seenAt: activity?.seenAt ?? null,
      running: activity?.running ?? 0,
      waiting: waiting(name),
      requests: activity?.requests ?? 0,
      ...this.asked.patienceOf(name, this.#parts.clock.now()),
      version: known?.stored.version ?? 0,
    };
  }

  #knownOf(stored: StoredClient, now: number): Known {
    const { ratePerMinute: rate, mitigationsOff } = stored;
    const before = this.#known.get(stored.name)?.bucket;
    const isSame = before?.ratePerMinute === rate;
    const bucket = rate === null ? null : before && isSame ? before : new TokenBucket(rate, now);
    return { stored, off: new Set(mitigationsOff), bucket };
  }

  /** Unknown, mistyped and revoked keys are one and the same to whoever sends them. */
  #ownerOf(presented: readonly PresentedKey[]): { client: string; headers: string[] } | Refusal {
    const keys = presented.map(({ key }) => this.#live.get(hashClientKey(key)));
    const [first] = keys;
    if (!first || keys.some((key) => key?.client !== first.client)) return BAD_KEY;
    const minute = this.#parts.clock.now() - (this.#parts.clock.now() % MINUTE_MS);
    for (const key of keys) if (key) this.#lastUsed.set(key.id, minute);
    return { client: first.client, headers: presented.map(({ header }) => header) };
  }

  #projectOf(client: string, { project }: Asked): string | Refusal {
    const scope = this.#known.get(client)?.stored.project;
    return (
      (project === null ? null : this.refuseProject(client, project)) ?? project ?? scope ?? DEFAULT_PROJECT
    );
  }

  #isInternal({ headers }: IncomingMessage): boolean {
    const given = Buffer.from(String(headers[INTERNAL_HEADER] ?? ''));
    const secret = Buffer.from(this.#secret);
    return given.length === secret.length && timingSafeEqual(given, secret);
  }

  #forgetOldest(): void {
    for (const [name, { running }] of this.#activity) {
      if (running > 0 || this.#known.has(name)) continue;
      this.#activity.delete(name);
      return;
    }
  }

  #shown({ id, hint, createdAt, revokedAt }: StoredKey): ClientKey {
    return { id, hint, createdAt, lastUsedAt: this.#lastUsed.get(id) ?? null, revokedAt };
  }
}

/** Ollama's clients ask whether anybody is at home, and browsers what they may send, before they send a key. */
function mayKnock({ method, url = '/', headers }: IncomingMessage): boolean {
  if (method === 'OPTIONS') return headers['access-control-request-method'] !== undefined;
  return (method === 'GET' || method === 'HEAD') && /^\/(\?|$)/.test(url);
}
