// One-time links that a notification carries, and the sessions they open: each for one approval and its plan, for ten minutes at most, in memory only.
// Keeps hashes, never a token. Decides nothing: http/card-routes.ts lets a session read and decide its own card. Source: decision 078.
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Approval } from '../../../shared/model/approval.ts';
import type { Clock } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import type { Log } from '../../telemetry/log.ts';

/** How a link was delivered, as the audit record names it. */
export type LinkChannel = 'ntfy' | 'webhook' | 'web push';

const LIFETIME_MS = 10 * 60_000;
/** 256 bits. */
const TOKEN_BYTES = 32;
/** Ten notifications a minute, over three ways, for ten minutes: nobody who asks often pushes out a link that may still be used. */
const MOST_KEPT = 300;
const MINUTE_MS = 60_000;
/** Wrong tokens in a minute that are told that they are wrong; more are told to stop. */
const WRONG_A_MINUTE = 20;

const RISKS = ['low', 'medium', 'high'] as const;

export interface CardSession {
  approvalId: string;
  planHash: string;
  readonly channel: LinkChannel;
  /** Epoch milliseconds. */
  readonly until: number;
}

interface CardLink extends CardSession {
  isUsed: boolean;
  /** Ends taking the token out of what tools read. */
  readonly release: () => void;
}

export interface CardLinksDeps {
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  settings(): Pick<Settings, 'approval_link_sign_in' | 'console_public_url'>;
  /** Takes the token out of everything this program reads back, such as the log of an ntfy server here. @returns ends that */
  hide(token: string): () => void;
  /** @throws AppError NOT_FOUND */
  approval(id: string): Promise<Approval>;
}

export class CardLinks {
  readonly #deps: CardLinksDeps;
  /** By the hash of the token, the oldest first. */
  readonly #links = new Map<string, CardLink>();
  readonly #sessions = new Map<string, CardSession>();
  #wrong = { since: Number.NEGATIVE_INFINITY, count: 0 };

  constructor(deps: CardLinksDeps) {
    this.#deps = deps;
  }

  get isOn(): boolean {
    return this.#deps.settings().approval_link_sign_in !== 'off';
  }

  /** Why a card that may have a link gets none, as a sentence; null where nothing is missing. */
  problem(): string | null {
    if (!this.isOn || this.#deps.settings().console_public_url !== '') return null;
    return 'Notifications carry no one-time link: set the public address of the console in Settings, under which your phone reaches it.';
  }

  /** @returns the address of a new link; null where the settings allow none for this risk */
  issue(
    approval: Pick<Approval, 'id' | 'planHash' | 'expiresAt' | 'plan'>,
    channel: LinkChannel,
  ): string | null {
    const { clock, settings, hide } = this.#deps;
    const { approval_link_sign_in: upTo, console_public_url: base } = settings();
    if (upTo === 'off' || base === '' || RISKS.indexOf(approval.plan.risk) > RISKS.indexOf(upTo)) return null;
    this.#release();
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const until = Math.min(approval.expiresAt, clock.now() + LIFETIME_MS);
    const link = { approvalId: approval.id, planHash: approval.planHash, channel, until };
    this.#links.set(digest(token), { ...link, isUsed: false, release: hide(token) });
    for (const [key, { release }] of overflowing(this.#links)) {
      release();
      this.#links.delete(key);
    }
    return `${base}/card/#${token}`;
  }

  /**
   * Opens the session of a link, once: nothing is awaited between looking and marking.
   * @returns the session and the value of its cookie
   * @throws AppError UNAUTHENTICATED (`details.reason`: `unknown`, `used`, `expired`), RATE_LIMITED
   */
  redeem(token: string): { readonly session: CardSession; readonly cookie: string } {
    const key = digest(token);
    const link = this.#links.get(key);
    if (!link || !this.isOn) throw this.#refusal();
    if (link.isUsed) throw ended('used');
    if (link.until <= this.#deps.clock.now()) throw ended('expired');
    link.isUsed = true;
    const cookie = randomBytes(TOKEN_BYTES).toString('base64url');
    const { approvalId, planHash, channel, until } = link;
    const session = { approvalId, planHash, channel, until };
    this.#sessions.set(digest(cookie), session);
    for (const [oldest] of overflowing(this.#sessions)) this.#sessions.delete(oldest);
    return { session, cookie };
  }

  /** @throws AppError UNAUTHENTICATED for a cookie that is unknown or whose time is over */
  session(cookie: string): CardSession {
    const key = digest(cookie);
    const session = [...this.#sessions].find(([known]) => isSame(known, key))?.[1];
    if (!session || !this.isOn) throw ended('unknown');
    if (session.until <= this.#deps.clock.now()) throw ended('expired');
    return session;
  }

  /**
   * Whether a session may see an approval: its own; or, where its own was replaced because the resource changed, the one in its place,
   * which is its own from then on. What somebody edited is another card.
   */
  async isFor(session: CardSession, id: string): Promise<boolean> {
    const own = await this.#deps.approval(session.approvalId);
    if (own.planHash !== session.planHash) return false;
    if (own.id === id) return true;
    if (own.status !== 'replaced' || own.replacedBy !== id || own.reason === 'edited') return false;
    const { planHash, plan } = await this.#deps.approval(id);
    const { approval_link_sign_in: upTo } = this.#deps.settings();
    if (RISKS.indexOf(plan.risk) > RISKS.indexOf(upTo as (typeof RISKS)[number])) return false;
    Object.assign(session, { approvalId: id, planHash });
    return true;
  }

  /** What opens nothing any more may be read. */
  #release(): void {
    const now = this.#deps.clock.now();
    for (const { isUsed, until, release } of this.#links.values()) if (isUsed || until <= now) release();
  }

  /** A right token always gets in, so that a flood of wrong ones locks nobody out: 256 bits are not guessed. */
  #refusal(): AppError {
    const { clock, log } = this.#deps;
    const now = clock.now();
    if (now - this.#wrong.since > MINUTE_MS) this.#wrong = { since: now, count: 0 };
    this.#wrong.count++;
    if (this.#wrong.count <= WRONG_A_MINUTE) return ended('unknown');
    if (this.#wrong.count === WRONG_A_MINUTE + 1)
      log.warn({}, `more than ${WRONG_A_MINUTE} wrong one-time links were tried within a minute`);
    return new AppError('RATE_LIMITED', 'Too many wrong links were tried. Try again in a minute.', {}, true);
  }
}

const WHY = {
  unknown: 'This link is not valid here. Wait for the next notification, or open the card in the console.',
  used: 'This link was used already. It opens the card once; open the card in the console instead.',
  expired: 'This link has expired. Open the card in the console instead.',
} as const;

const ended = (reason: keyof typeof WHY): AppError =>
  new AppError('UNAUTHENTICATED', WHY[reason], { reason });

const digest = (token: string): string => hash('sha256', token);

/** Both are of one length. */
const isSame = (left: string, right: string): boolean =>
  timingSafeEqual(Buffer.from(left), Buffer.from(right));

const overflowing = <T>(kept: ReadonlyMap<string, T>): [string, T][] =>
  [...kept].slice(0, Math.max(0, kept.size - MOST_KEPT));
