// Which keys a host is known by, from files as OpenSSH writes them: plain and hashed names, patterns, ports, revoked keys. Pure;
// takes time in proportion to the file. A certificate authority is named and not trusted: certificates are not supported here.
// Called by ssh-link.ts. Source: agent, What it acts on (known_hosts enforced).
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { ServerHostKeyAlgorithm } from 'ssh2';
import { AppError } from '../../../../shared/model/envelope.ts';
import { matchesPattern } from './host-pattern.ts';

const MAX_LINE = 32_768;

export interface KnownKeys {
  /** In base64, as the file has them. */
  readonly keys: readonly { readonly type: string; readonly key: string }[];
  readonly revoked: readonly string[];
  /** Its lines name an authority, which is of no use here. */
  readonly hasAuthority: boolean;
}

/** As known_hosts writes a host: with its port where that is not 22. */
export const hostToken = (address: string, port: number): string =>
  port === 22 ? address.toLowerCase() : `[${address.toLowerCase()}]:${port}`;

/** What a file says of one host. @param text the whole of one or more known_hosts files */
export function knownKeys(text: string, address: string, port: number): KnownKeys {
  const host = hostToken(address, port);
  const keys: { type: string; key: string }[] = [];
  const revoked: string[] = [];
  let hasAuthority = false;
  for (const line of text.split('\n')) {
    const fields = line.length > MAX_LINE ? [] : line.trim().split(/[ \t]+/);
    const marker = fields[0]?.startsWith('@') ? fields.shift() : undefined;
    const [names, type, key] = fields;
    if (names === undefined || type === undefined || key === undefined || names.startsWith('#')) continue;
    if (!namesHost(names, host)) continue;
    if (marker === '@revoked') revoked.push(key);
    else if (marker === '@cert-authority') hasAuthority = true;
    else if (marker === undefined) keys.push({ type, key });
  }
  return { keys, revoked, hasAuthority };
}

function namesHost(names: string, host: string): boolean {
  if (names.startsWith('|1|')) return isHashOf(names, host);
  let named = false;
  for (const pattern of names.toLowerCase().split(',')) {
    const not = pattern.startsWith('!');
    if (!matchesPattern(not ? pattern.slice(1) : pattern, host)) continue;
    if (not) return false;
    named = true;
  }
  return named;
}

function isHashOf(names: string, host: string): boolean {
  const [, , salt = '', hash = ''] = names.split('|');
  const wanted = Buffer.from(hash, 'base64');
  const made = createHmac('sha1', Buffer.from(salt, 'base64')).update(host).digest();
  return wanted.length === made.length && timingSafeEqual(wanted, made);
}

const ALGORITHMS: Readonly<Record<string, readonly ServerHostKeyAlgorithm[]>> = {
  'ssh-ed25519': ['ssh-ed25519'],
  'ecdsa-sha2-nistp256': ['ecdsa-sha2-nistp256'],
  'ecdsa-sha2-nistp384': ['ecdsa-sha2-nistp384'],
  'ecdsa-sha2-nistp521': ['ecdsa-sha2-nistp521'],
  // Never with SHA-1.
  'ssh-rsa': ['rsa-sha2-512', 'rsa-sha2-256'],
};

/** What is asked of the host: what it is known by, so that it does not show another of its keys; anything while it is unknown. */
export function hostKeyAlgorithms({ keys }: KnownKeys): ServerHostKeyAlgorithm[] {
  const known = new Set(keys.map(({ type }) => type));
  const wanted = Object.entries(ALGORITHMS).filter(([type]) => known.size === 0 || known.has(type));
  return wanted.flatMap(([, algorithms]) => [...algorithms]);
}

export const fingerprint = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replaceAll('=', '')}`;

/** @returns why the host may not be trusted, with what to do; null when it shows a key it is known by */
export function judgeHostKey(
  known: KnownKeys,
  key: Buffer,
  host: { readonly name: string; readonly address: string; readonly port: number; readonly file: string },
): AppError | null {
  const shown = key.toString('base64');
  const type = keyType(key);
  const details = { fingerprint: fingerprint(key), key_type: type };
  const refuse = (message: string, more = {}) =>
    new AppError('NOT_ALLOWED', message, { ...details, ...more });
  if (known.revoked.includes(shown))
    return refuse(
      `${host.name} shows a key that is revoked (${details.fingerprint}); nothing was sent to it`,
    );
  if (known.keys.some((one) => one.key === shown)) return null;
  if (known.keys.length > 0)
    return refuse(
      `${host.name} shows another ${type} key than the one it is known by: ${details.fingerprint}. Somebody may be in between. ` +
        `If it was installed anew, take its old lines out of ${host.file}, and only then add the new one`,
    );
  const line = `${hostToken(host.address, host.port)} ${type} ${shown}`;
  const authority = known.hasAuthority ? '; its certificate authority is not used here' : '';
  return refuse(
    `${host.name} is not known${authority}. It shows the ${type} key ${details.fingerprint}: compare that with the machine's own ` +
      `(ssh-keygen -lf on its host key), and if they are the same add to ${host.file}: ${line}`,
    { line },
  );
}

/** The first string of a key as ssh sends it. */
function keyType(key: Buffer): string {
  const length = key.length < 4 ? 0 : key.readUInt32BE(0);
  return key.toString('latin1', 4, 4 + Math.min(length, 64));
}
