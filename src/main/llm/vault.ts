// Keys at rest: AES-256-GCM, each bound to the model (or upstream) it belongs to and to where it may be sent, or to the signing key it is the private half of, so that neither a
// cipher text moved to another row nor a changed address makes it of use. Plain text leaves `open` and goes into a
// request; nothing here logs, and no message repeats what it was given. Decision 009.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../shared/model/envelope.ts';
import { hideSecret } from '../../shared/redact.ts';
import { diskError, UNFINISHED } from '../store/backup/backup-file.ts';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FORMAT = 'v1.';
export const VAULT_KEY_FILE = 'vault-key';
export const VAULT_KEY_VARIABLE = 'FESTINGER_VAULT_KEY';

/** Where the vault's own key is. The desktop door can put one in that asks the operating system's key chain. */
export interface VaultKeySource {
  /** The key; null when there is none yet. @throws AppError when there is one that cannot be used */
  find(): Uint8Array | null;
  /** The key, made when there is none. @throws AppError */
  make(): Uint8Array;
}

/** What a key, or an upstream's headers, belong to, and the scheme, host and port they are sent to. A private key is sent nowhere: it belongs to its public half. */
export type KeyPlace =
  | { readonly modelId: string; readonly origin: string }
  | { readonly upstream: string; readonly origin: string }
  | { readonly signingKey: string };

export class Vault {
  readonly #source: VaultKeySource;

  constructor(source: VaultKeySource) {
    this.#source = source;
  }

  /** @throws AppError when the vault's key cannot be read or made */
  seal(secret: string, place: KeyPlace): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#source.make(), nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(associated(place));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return FORMAT + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** The secret; null when it cannot be read: another vault key, another place, or changed bytes. Never throws. */
  open(sealed: string, place: KeyPlace): string | null {
    try {
      const key = this.#source.find();
      const bytes = Buffer.from(sealed.slice(FORMAT.length), 'base64url');
      if (!key || !sealed.startsWith(FORMAT) || bytes.length < NONCE_BYTES + TAG_BYTES) return null;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(associated(place));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const opened = [decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
      return Buffer.concat(opened).toString('utf8');
    } catch {
      return null;
    }
  }
}

const associated = (place: KeyPlace): Buffer => Buffer.from(JSON.stringify(labelled(place)));

function labelled(place: KeyPlace): readonly string[] {
  if ('modelId' in place) return ['festinger model key', place.modelId, place.origin];
  if ('upstream' in place) return ['festinger upstream headers', place.upstream, place.origin];
  return ['festinger signing key', place.signingKey];
}

/**
 * The vault key from `FESTINGER_VAULT_KEY` (base64, for several processes on one database), or from a file in the
 * data directory that is made on first use and readable by its owner alone.
 * @throws AppError INVALID_INPUT when the variable holds something else
 */
export function vaultKeySource(env: NodeJS.ProcessEnv, dataDir: string): VaultKeySource {
  const given = env[VAULT_KEY_VARIABLE];
  if (given) {
    const key = readKey(given, `The environment variable ${VAULT_KEY_VARIABLE}`);
    return { find: () => key, make: () => key };
  }
  const file = join(dataDir, VAULT_KEY_FILE);
  const find = () => (existsSync(file) ? readKey(textOf(file), `The file ${file}`) : null);
  return { find, make: () => find() ?? makeKey(file, find) };
}

/**
 * The same source, whose key no `redact` of this process lets through from then on.
 * @param whileOpen at whose end it is an ordinary text again
 */
export function hidden(source: VaultKeySource, whileOpen: Pick<DisposableStack, 'defer'>): VaultKeySource {
  let known = '';
  const hide = <Key extends Uint8Array | null>(key: Key): Key => {
    const text = key === null ? '' : Buffer.from(key).toString('base64');
    if (text !== '' && text !== known) whileOpen.defer(hideSecret(text));
    known = text || known;
    return key;
  };
  try {
    hide(source.find());
  } catch {
    // Whoever needs it is told.
  }
  return { find: () => hide(source.find()), make: () => hide(source.make()) };
}

function makeKey(file: string, find: () => Uint8Array | null): Uint8Array {
  const key = randomBytes(KEY_BYTES);
  // Beside it first: a full disk must not leave half a key under the name, which would be refused from then on.
  const unfinished = `${file}.${randomBytes(6).toString('hex')}${UNFINISHED}`;
  try {
    writeOnDisk(unfinished, `${key.toString('base64')}\n`);
    giveName(unfinished, file);
    return key;
  } catch (error) {
    // Somebody else made it in between.
    const theirs = (error as NodeJS.ErrnoException).code === 'EEXIST' ? find() : null;
    if (theirs) return theirs;
    const told = diskError(error, file);
    if (told instanceof AppError) throw told;
    throw new AppError('UNAVAILABLE', `The vault key ${file} cannot be written. Check the data directory.`);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** A new file for its owner alone. */
function writeOnDisk(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    fchmodSync(file, 0o600);
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** @throws EEXIST when the name is taken: a key that is there is never replaced */
function giveName(unfinished: string, file: string): void {
  try {
    linkSync(unfinished, file);
  } catch (error) {
    if (existsSync(file)) throw error;
    // A file system without links.
    renameSync(unfinished, file);
  }
}

/** @throws AppError UNAVAILABLE */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new AppError(
      'UNAVAILABLE',
      `The vault key ${file} cannot be read (${code}). Check what lies there and its permissions.`,
    );
  }
}

function readKey(text: string, where: string): Uint8Array {
  const trimmed = text.trim();
  const key = Buffer.from(trimmed, 'base64');
  if (key.length === KEY_BYTES && /^[\w+/-]+={0,2}$/.test(trimmed)) return key;
  throw new AppError(
    'INVALID_INPUT',
    `${where} holds no vault key: expected ${KEY_BYTES} bytes in base64, as "openssl rand -base64 ${KEY_BYTES}" makes them.`,
  );
}
