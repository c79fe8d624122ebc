// What a client key looks like, where a request carries one, and what is kept of it: a hash and the first characters.
// Used by the registry, and where keys are made. Source: architecture, HTTP surface; decision 014
import { createHash, randomBytes } from 'node:crypto';

const PREFIX = 'fk-';
const KEY_BYTES = 32;
const HINT_CHARS = 8;
/** A key anywhere in a text. */
export const IS_CLIENT_KEY = /fk-[\w-]{43}/;
/** Headers a key may come in, by length of their names: most headers are ruled out without being lower-cased. */
const KEY_HEADERS: ReadonlyMap<number, string> = new Map([
  ['authorization'.length, 'authorization'],
  ['x-api-key'.length, 'x-api-key'],
]);

/** A new key. Nobody can read it again once it was shown. */
export function makeClientKey(): string {
  return PREFIX + randomBytes(KEY_BYTES).toString('base64url');
}

/** What the database holds instead of the key. 256 random bits need no salt and no slow hash. */
export function hashClientKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Enough to recognise a key by, and of no use to anybody else. */
export function hintOf(key: string): string {
  return key.slice(0, HINT_CHARS);
}

export interface PresentedKey {
  /** In lower case. */
  readonly header: string;
  readonly key: string;
}

/** Values of a request's key headers that begin as our keys do, mistyped ones among them; others are the upstream's business. */
export function presentedKeys(raw: readonly string[]): PresentedKey[] {
  const found: PresentedKey[] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i] as string;
    const header = KEY_HEADERS.get(name.length);
    if (header === undefined || name.toLowerCase() !== header) continue;
    for (const part of (raw[i + 1] as string).split(',')) {
      const key = part.trim().replace(/^bearer +/i, '');
      if (key.startsWith(PREFIX)) found.push({ header, key });
    }
  }
  return found;
}
