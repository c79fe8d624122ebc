// Who is the operator: a bearer token, or the session cookie that a one-time URL set in a browser.
// Owns codes and cookie signatures; never logs or returns the token itself.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { SESSION_COOKIE } from '../../shared/access/session-cookie.ts';
import type { Clock } from '../../shared/model/clock.ts';

const SESSION_DAYS = 30;
const DAY_MS = 86_400_000;
/** How long a code that nobody used opens anything. */
const CODE_MS = 15 * 60_000;
/** Codes that wait to be used; a further one takes the oldest's place. */
const MOST_CODES = 16;
/** A cookie header's sessions: until when, and the signature. */
const SESSIONS = new RegExp(`(?:^|;[ \\t]*)${SESSION_COOKIE}=(\\d{1,15})\\.([\\w-]{43})(?=;|$)`, 'g');

export class Sessions {
  readonly #token: string;
  readonly #clock: Clock;
  /** Until when each opens a session, the oldest first. */
  readonly #codes = new Map<string, number>();

  constructor(token: string, clock: Clock) {
    this.#token = token;
    this.#clock = clock;
  }

  /** A code that opens one session, once, within a quarter of an hour. */
  issueCode(): string {
    const code = randomBytes(24).toString('base64url');
    this.#codes.set(code, this.#clock.now() + CODE_MS);
    for (const oldest of this.#codes.keys()) {
      if (this.#codes.size <= MOST_CODES) break;
      this.#codes.delete(oldest);
    }
    return code;
  }

  /** Exchanges a code for the value of a Set-Cookie header; undefined when it was used, is too old or was never issued. */
  redeem(code: string): string | undefined {
    const validUntil = this.#codes.get(code);
    this.#codes.delete(code);
    if (validUntil === undefined || validUntil <= this.#clock.now()) return undefined;
    const until = this.#clock.now() + SESSION_DAYS * DAY_MS;
    return `${SESSION_COOKIE}=${until}.${this.#sign(until)}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${SESSION_DAYS * 86_400}`;
  }

  /** Whether the request's headers prove the operator: `Authorization: Bearer <token>` or a valid session cookie. */
  isOperator(headers: { authorization?: string | undefined; cookie?: string | undefined }): boolean {
    const bearer = /^Bearer ([\w-]+)$/.exec(headers.authorization ?? '')?.[1];
    if (bearer !== undefined) return same(bearer, this.#token);
    // Every server of this machine can set a cookie of the name, and which one comes first is theirs to choose.
    return [...(headers.cookie ?? '').matchAll(SESSIONS)].some(
      ([, until = '', signature = '']) =>
        Number(until) > this.#clock.now() && same(signature, this.#sign(Number(until))),
    );
  }

  #sign(until: number): string {
    return createHmac('sha256', this.#token).update(`session:${until}`).digest('base64url');
  }
}

function same(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
