// The keys of this installation: made on first use, sealed by the vault, shared by all consoles of one database. A private key that cannot be opened is said to be so
// and never replaced by itself, since whoever trusts the old key would meet a stranger. Public halves stay for ever. Made by core, asked by signer.ts and
// by who verifies. Source: advisory, Outputs.
import { AppError } from '../../../shared/model/envelope.ts';
import type { Store } from '../../store/store.ts';
import {
  insertSigningKey,
  readKeyInUse,
  readSigningKey,
  readSigningKeys,
  retireKeyInUse,
  type SigningKeyRow,
} from '../../store/tables/signing-keys.ts';
import {
  type KeyAlgorithm,
  makeKey,
  type PrivateKey,
  type PublicKey,
  privateKeyOf,
  privatePemOf,
} from './keys.ts';
import { readPublicKey } from './public-key-text.ts';

/** Where private keys are sealed: each is bound to the id of its public half. Implemented by llm/vault.ts. */
export interface SigningVault {
  /** @throws AppError when the vault's key cannot be read or made */
  seal(secret: string, place: { readonly signingKey: string }): string;
  /** Null when it cannot be read. */
  open(sealed: string, place: { readonly signingKey: string }): string | null;
}

export interface SigningKeysParts {
  readonly store: Pick<Store, 'reader' | 'write'>;
  readonly vault: SigningVault;
  readonly clock: { now(): number };
}

/** A public half, in use or retired. */
export interface KnownKey {
  readonly publicKey: PublicKey;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Epoch milliseconds; null for the one that signs. */
  readonly retiredAt: number | null;
  /** False: a restored backup brought it, and its private half is elsewhere. */
  readonly isOwn: boolean;
}

export class SigningKeys {
  readonly #parts: SigningKeysParts;

  constructor(parts: SigningKeysParts) {
    this.#parts = parts;
  }

  /**
   * The key that signs, made when there is none. Who asks at once, in whatever process, gets one and the same.
   * @throws AppError UNAVAILABLE when its private half cannot be opened, or the vault or the database not be used
   */
  async inUse(algorithm: KeyAlgorithm): Promise<PrivateKey> {
    const row = (await readKeyInUse(this.#parts.store.reader, algorithm)) ?? (await this.#first(algorithm));
    return this.#opened(row);
  }

  /**
   * Makes a new key and retires the one in use.
   * @param replaced id of the key that is meant; null where there was none
   * @returns the new one
   * @throws AppError STALE_VERSION when another is in use by now
   */
  async rotate(algorithm: KeyAlgorithm, replaced: string | null): Promise<PublicKey> {
    const { store } = this.#parts;
    const { publicKey, row } = this.#fresh(algorithm);
    await store.write(async (writer) => {
      const there = (await readKeyInUse(writer.reader, algorithm))?.keyId ?? null;
      if (there !== replaced)
        throw new AppError(
          'STALE_VERSION',
          'Another key signs by now than the one that was to be replaced. Look again.',
          { keyId: there },
        );
      await retireKeyInUse(writer, algorithm, row.createdAt);
      await insertSigningKey(writer, row);
    });
    return publicKey;
  }

  /**
   * What signatures of this installation are verified with, the oldest first.
   * @returns `unsound`: ids of rows whose key is not the one that the id names; somebody changed them, and they verify nothing
   */
  async known(): Promise<{ readonly keys: readonly KnownKey[]; readonly unsound: readonly string[] }> {
    const rows = await readSigningKeys(this.#parts.store.reader);
    const keys: KnownKey[] = [];
    const unsound: string[] = [];
    for (const row of rows) {
      const publicKey = publicKeyOf(row);
      if (publicKey === null) unsound.push(row.keyId);
      else keys.push({ publicKey, ...timesOf(row), isOwn: row.sealedPrivate !== null });
    }
    return { keys, unsound };
  }

  /** One of those. @returns undefined where there is none of this id, or its row is unsound */
  async find(keyId: string): Promise<PublicKey | undefined> {
    const row = await readSigningKey(this.#parts.store.reader, keyId);
    return (row && publicKeyOf(row)) ?? undefined;
  }

  /** Made outside the transaction, which may run twice; whoever comes second takes what is there. */
  async #first(algorithm: KeyAlgorithm): Promise<SigningKeyRow> {
    const { row } = this.#fresh(algorithm);
    return this.#parts.store.write(async (writer) => {
      const there = await readKeyInUse(writer.reader, algorithm);
      if (there) return there;
      await insertSigningKey(writer, row);
      return row;
    });
  }

  #fresh(algorithm: KeyAlgorithm): { readonly publicKey: PublicKey; readonly row: SigningKeyRow } {
    const made = makeKey(algorithm);
    const { keyId, pem: publicPem } = made.publicKey;
    const sealedPrivate = this.#parts.vault.seal(privatePemOf(made), { signingKey: keyId });
    const row = {
      keyId,
      algorithm,
      publicPem,
      sealedPrivate,
      createdAt: this.#parts.clock.now(),
      retiredAt: null,
    };
    return { publicKey: made.publicKey, row };
  }

  #opened({ keyId, sealedPrivate }: SigningKeyRow): PrivateKey {
    const pem = sealedPrivate === null ? null : this.#parts.vault.open(sealedPrivate, { signingKey: keyId });
    const key = pem === null ? null : privateKeyOf(pem);
    if (key?.publicKey.keyId === keyId) return key;
    throw new AppError(
      'UNAVAILABLE',
      `The private key ${keyId.slice(0, 16)}…, which signs briefs here, cannot be opened: the vault has another key than when it was made, or its row was changed. Put the vault's key back (the file vault-key in the data directory, or FESTINGER_VAULT_KEY, the same for all consoles of one database), or replace the signing key: what the old one signed can still be verified.`,
      { keyId },
    );
  }
}

const timesOf = ({ createdAt, retiredAt }: SigningKeyRow) => ({ createdAt, retiredAt });

function publicKeyOf({ keyId, algorithm, publicPem }: SigningKeyRow): PublicKey | null {
  try {
    const read = readPublicKey(publicPem);
    return read.keyId === keyId && read.algorithm === algorithm ? read : null;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
