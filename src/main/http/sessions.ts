// Who is the operator: a bearer token, or the session cookie that a one-time URL set in a browser.
// Owns codes and cookie signatures; never logs or returns the token itself.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../shared/model/clock.ts';

export const SESSION_COOKIE = 'festinger_session';
const SESSION_DAYS = 30;
const DAY_MS = 86_400_000;

export class Sessions {
  readonly #token: string;
  readonly #clock: Clock;
  readonly #codes = new Set<string>();

  constructor(token: string, clock: Clock) {
    this.#token = token;
    this.#clock = clock;
  }

  /** A code that opens one session, once. */
  issueCode(): string {
    const code = randomBytes(24).toString('base64url');
    this.#codes.add(code);
    return code;
  }

  /** Exchanges a code for the value of a Set-Cookie header; undefined when it was used or never issued. */
  redeem(code: string): string | undefined {
    if (!this.#codes.delete(code)) return undefined;
    const until = this.#clock.now() + SESSION_DAYS * DAY_MS;
    return `${SESSION_COOKIE}=${until}.${this.#sign(until)}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${SESSION_DAYS * 86_400}`;
  }

  /** Whether the request's headers prove the operator: `Authorization: Bearer <token>` or a valid session cookie. */
  isOperator(headers: { authorization?: string | undefined; cookie?: string | undefined }): boolean {
    const bearer = /^Bearer ([\w-]+)$/.exec(headers.authorization ?? '')?.[1];
    if (bearer !== undefined) return same(bearer, this.#token);
    const cookie = new RegExp(`(?:^|;\\s*)${SESSION_COOKIE}=(\\d+)\\.([\\w-]+)`).exec(headers.cookie ?? '');
    if (!cookie?.[1] || !cookie[2]) return false;
    const until = Number(cookie[1]);
    return until > this.#clock.now() && same(cookie[2], this.#sign(until));
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
