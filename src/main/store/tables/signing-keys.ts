// Keys of this installation that sign briefs and bundles. The private half lies here as cipher text only. A key is never changed but to be retired, and
// never removed: what it signed is still to be verified. Called by advisory/signing and by a restore. Source: advisory, Outputs.
import type { StoreReader, StoreWriter } from '../store-access.ts';

export interface SigningKeyRow {
  /** SHA-256 of the public key's SPKI, hex. */
  readonly keyId: string;
  readonly algorithm: 'ed25519' | 'ecdsa-p256';
  readonly publicPem: string;
  /** Null where a backup left it out: such a key is retired. */
  readonly sealedPrivate: string | null;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Epoch milliseconds; null for the one that signs. */
  readonly retiredAt: number | null;
}

const COLUMNS = [
  'key_id as keyId',
  'algorithm',
  'public_pem as publicPem',
  'sealed_private as sealedPrivate',
  'created_at as createdAt',
  'retired_at as retiredAt',
] as const;

/** Every key there has been, the oldest first. */
export async function readSigningKeys(reader: StoreReader): Promise<SigningKeyRow[]> {
  return reader.selectFrom('signing_key').select(COLUMNS).orderBy('created_at').orderBy('key_id').execute();
}

export async function readSigningKey(reader: StoreReader, keyId: string): Promise<SigningKeyRow | undefined> {
  return reader.selectFrom('signing_key').select(COLUMNS).where('key_id', '=', keyId).executeTakeFirst();
}

/** The one that signs. */
export async function readKeyInUse(
  reader: StoreReader,
  algorithm: SigningKeyRow['algorithm'],
): Promise<SigningKeyRow | undefined> {
  return reader
    .selectFrom('signing_key')
    .select(COLUMNS)
    .where('algorithm', '=', algorithm)
    .where('retired_at', 'is', null)
    .executeTakeFirst();
}

/** @throws ConstraintError when one of its algorithm is in use */
export async function insertSigningKey(writer: StoreWriter, row: SigningKeyRow): Promise<void> {
  await writer.db.insertInto('signing_key').values(cellsOf(row)).execute();
}

/** What is in use of the algorithm, if anything, signs no more. @param at epoch milliseconds */
export async function retireKeyInUse(
  writer: StoreWriter,
  algorithm: SigningKeyRow['algorithm'],
  at: number,
): Promise<void> {
  await writer.db
    .updateTable('signing_key')
    .set({ retired_at: at })
    .where('algorithm', '=', algorithm)
    .where('retired_at', 'is', null)
    .execute();
}

/**
 * Takes in the public half of a key that a backup brings. It is retired, whatever it was there; one that is here already stays as it is.
 * @param at epoch milliseconds
 */
export async function keepPublicHalf(
  writer: StoreWriter,
  row: Omit<SigningKeyRow, 'sealedPrivate'>,
  at: number,
): Promise<void> {
  await writer.db
    .insertInto('signing_key')
    .values(cellsOf({ ...row, sealedPrivate: null, retiredAt: row.retiredAt ?? at }))
    .onConflict((conflict) => conflict.column('key_id').doNothing())
    .execute();
}

const cellsOf = (row: SigningKeyRow) => ({
  key_id: row.keyId,
  algorithm: row.algorithm,
  public_pem: row.publicPem,
  sealed_private: row.sealedPrivate,
  created_at: row.createdAt,
  retired_at: row.retiredAt,
});
