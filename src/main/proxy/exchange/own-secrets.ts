// What opens this program and must therefore be shown to no upstream: the session cookie of the console, the operator's token,
// client keys. Headers lose them at the door, before anything else reads them; an address that holds one is refused.
// A browser sends a cookie of 127.0.0.1 to every port of it, so they come unasked. Bodies are the caller's own words and stay.
// Source: proxy, Hostile input; decision 026. Used by proxy.ts.
import { SESSION_COOKIE } from '../../../shared/access/session-cookie.ts';
import { IS_CLIENT_KEY } from '../../clients/client-key.ts';
import type { RawHeaders } from './headers.ts';

/** Nothing shorter can hold a secret: the shortest is a client key, `fk-` and 43 characters, or the token's 43. */
const SHORTEST = 43;
/** The value of a session's cookie: until when, in milliseconds, and its signature. */
const IS_SESSION = /\d{13}\.[\w-]{43}/;

export class OwnSecrets {
  readonly #token: string | null;

  /** @param token the operator's; null where there is none, as in tests of the proxy alone */
  constructor(token: string | null) {
    this.#token = token;
  }

  /** The headers without ours: other cookies stay, a header of another kind goes as a whole. The same array where there is none. */
  without(raw: RawHeaders): RawHeaders {
    for (let i = 0; i + 1 < raw.length; i += 2) {
      if (this.#isTouched(raw[i] as string, raw[i + 1] as string)) return this.#cut(raw);
    }
    return raw;
  }

  /** Whether a request target holds one, spelled plainly or with escapes. */
  isInTarget(target: string): boolean {
    if (target.length < SHORTEST) return false;
    return this.#holds(target) || (target.includes('%') && this.#holds(unescaped(target)));
  }

  #isTouched(name: string, value: string): boolean {
    if (name.length === 6 && name.toLowerCase() === 'cookie' && value.includes(SESSION_COOKIE)) return true;
    return value.length >= SHORTEST && this.#isSecret(value);
  }

  #cut(raw: RawHeaders): string[] {
    const kept: string[] = [];
    for (let i = 0; i + 1 < raw.length; i += 2) {
      const [name, value] = [raw[i] as string, raw[i + 1] as string];
      const left =
        name.toLowerCase() === 'cookie' ? this.#otherCookies(value) : this.#isSecret(value) ? null : value;
      if (left !== null) kept.push(name, left);
    }
    return kept;
  }

  /** As they came, where none is ours; null when nothing is left. */
  #otherCookies(value: string): string | null {
    const all = value.split(';');
    const others = all.filter((one) => cookieName(one) !== SESSION_COOKIE && !this.#isSecret(one));
    if (others.length === all.length) return value;
    return others.length === 0 ? null : others.join(';').trim();
  }

  #isSecret(value: string): boolean {
    if (this.#holds(value)) return true;
    return /^basic /i.test(value) && this.#holds(Buffer.from(value.slice(6), 'base64').toString('latin1'));
  }

  #holds(text: string): boolean {
    return (
      (this.#token !== null && text.includes(this.#token)) ||
      (text.includes('fk-') && IS_CLIENT_KEY.test(text)) ||
      IS_SESSION.test(text)
    );
  }
}

/** Escapes read once, byte by byte; a broken one stays. */
function unescaped(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
}

/** The name in a `name=value`, or before it the first of a Set-Cookie. */
export function cookieName(cookie: string): string {
  return cookie.split('=', 1)[0]?.trim() ?? '';
}
