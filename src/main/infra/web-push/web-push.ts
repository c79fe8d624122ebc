// Notifications to browsers that asked for them: who they are, kept with this console's key in one file of the data directory (0600), and one try each to
// tell them. Their push services see when something is sent, not what. Called by core (hands-side) and the console's calls.
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Agent } from 'undici';
import * as z from 'zod';
import type { Clock } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import { PushSubscription, type SubscribedBrowser } from '../../../shared/notification-targets.ts';
import { guardedAgent } from '../../outgoing/get.ts';
import { post } from '../../outgoing/post.ts';
import type { Log } from '../../telemetry/log.ts';
import { createServerKey, encryptPush, publicKeyOf, vapidHeader } from './push-message.ts';

const MOST_BROWSERS = 20;
/** The subscription is no more: the browser forgot it, or its operator took the permission back. */
const GONE: ReadonlySet<number> = new Set([404, 410]);

const Kept = z.strictObject({
  key: z.string().regex(/^[\w-]{43}$/),
  browsers: z.array(
    z.strictObject({
      id: z.string(),
      label: z.string(),
      addedAt: z.number(),
      subscription: PushSubscription,
    }),
  ),
});
type Kept = z.infer<typeof Kept>;
type Browser = Kept['browsers'][number];

export interface Notification {
  readonly title: string;
  readonly body: string;
  /** Opened by a tap. */
  readonly url: string;
  /** Epoch milliseconds; nobody is told of it later. */
  readonly until: number;
}

export interface WebPushDeps {
  /** Where it is kept. */
  readonly file: string;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  /** Why nothing is sent to an endpoint, as a sentence; null when it may be. */
  refusal(endpoint: string): Promise<string | null>;
  /** An address of this machine: no push service is there, wherever its name led to when it was checked. */
  readonly isHere: (address: string) => boolean;
}

export class WebPush {
  readonly #deps: WebPushDeps;
  readonly #agent: Agent;
  readonly #closing = new AbortController();
  #kept: Kept;
  #problem: string | null = null;

  /** @throws AppError UNAVAILABLE where the file cannot be used */
  constructor(deps: WebPushDeps) {
    this.#deps = deps;
    this.#agent = guardedAgent(deps.isHere);
    this.#kept = read(deps.file) ?? { key: createServerKey(), browsers: [] };
  }

  /** What a browser subscribes with. */
  get publicKey(): string {
    return publicKeyOf(this.#kept.key);
  }

  get browsers(): SubscribedBrowser[] {
    return this.#kept.browsers.map(({ id, label, addedAt }) => ({ id, label, addedAt }));
  }

  /** Why a browser was not told, of the last that were to be; null when all were. */
  get problem(): string | null {
    return this.#kept.browsers.length === 0 ? null : this.#problem;
  }

  /**
   * Takes a browser on, once it could be told so.
   * @throws AppError INVALID_INPUT for an endpoint nothing is sent to, NOT_ALLOWED when there are too many, UNAVAILABLE where it cannot be told
   */
  async add(
    subscription: PushSubscription,
    label: string,
    greeting: Omit<Notification, 'until'>,
  ): Promise<string> {
    const others = this.#kept.browsers.filter((one) => one.subscription.endpoint !== subscription.endpoint);
    if (others.length >= MOST_BROWSERS)
      throw new AppError('NOT_ALLOWED', `At most ${MOST_BROWSERS} browsers are notified. Remove one first.`);
    const { clock, refusal } = this.#deps;
    const refused = await refusal(subscription.endpoint);
    if (refused !== null) throw new AppError('INVALID_INPUT', refused, { field: 'endpoint' });
    const browser = { id: randomUUID(), label, addedAt: clock.now(), subscription };
    const problem = await this.#tell(browser, { ...greeting, until: clock.now() + 60_000 });
    if (problem !== null) throw new AppError('UNAVAILABLE', `The browser cannot be notified: ${problem}.`);
    this.#keep([...others, browser]);
    return browser.id;
  }

  /** @throws AppError NOT_FOUND */
  remove(id: string): void {
    const left = this.#kept.browsers.filter((one) => one.id !== id);
    if (left.length === this.#kept.browsers.length)
      throw new AppError('NOT_FOUND', 'This browser is not notified any more.');
    this.#keep(left);
  }

  /** Tells every browser, one try each; never throws. Those that are gone are removed. */
  async send(notification: Notification): Promise<void> {
    const { browsers } = this.#kept;
    const problems = await Promise.all(browsers.map((one) => this.#tell(one, notification)));
    this.#problem = problems.find((one) => one !== null && one !== 'gone') ?? null;
    if (this.#problem !== null)
      this.#deps.log.warn({}, `a browser is not told what needs approval: ${this.#problem}`);
    const gone = new Set(browsers.filter((_, at) => problems[at] === 'gone').map(({ id }) => id));
    if (gone.size > 0) this.#keep(this.#kept.browsers.filter(({ id }) => !gone.has(id)));
  }

  close(): Promise<void> {
    this.#closing.abort();
    return this.#agent.destroy();
  }

  /** @returns null when its service took it, `gone` when there is no such subscription, else why not */
  async #tell({ subscription }: Browser, { until, ...told }: Notification): Promise<string | null> {
    const { clock, refusal } = this.#deps;
    const { endpoint, keys } = subscription;
    const refused = await refusal(endpoint);
    if (refused !== null) return refused;
    const now = clock.now();
    const headers = {
      ...{ 'content-encoding': 'aes128gcm', 'content-type': 'application/octet-stream', urgency: 'high' },
      ttl: String(Math.max(0, Math.floor((until - now) / 1000))),
      authorization: vapidHeader(this.#kept.key, endpoint, now),
    };
    const body = encryptFor(keys, told);
    if (body === null) return 'the key that it subscribed with is not valid';
    const deps = { dispatcher: this.#agent, clock, signal: this.#closing.signal };
    const answer = await post(endpoint, { headers, body }, deps);
    if (typeof answer === 'string') return `its push service ${answer}`;
    if (answer >= 200 && answer < 300) return null;
    return GONE.has(answer) ? 'gone' : `its push service answered ${answer}`;
  }

  #keep(browsers: readonly Browser[]): void {
    this.#kept = { ...this.#kept, browsers: [...browsers] };
    const { file } = this.#deps;
    writeFileSync(`${file}.new`, JSON.stringify(this.#kept), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
}

/** Null where the key is no point of the curve. */
function encryptFor(keys: PushSubscription['keys'], told: Omit<Notification, 'until'>): Buffer | null {
  try {
    return encryptPush(keys, JSON.stringify(told));
  } catch {
    return null;
  }
}

function read(file: string): Kept | null {
  if (!existsSync(file)) return null;
  try {
    return Kept.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new AppError(
      'UNAVAILABLE',
      `${file} cannot be read. Remove it, and subscribe your browsers again.`,
    );
  }
}
