// Keys of others that the operator accepted to sign documents of evidence, and what follows from them: which documents are trusted.
// Called by advisory/evidence and advisory/findings. Source: structure S5, Trust.
import { sql } from 'kysely';
import type { StoreReader, StoreWriter } from '../store-access.ts';

export interface EvidenceKeyRow {
  /** SHA-256 of the public key's SPKI, hex. */
  readonly keyId: string;
  readonly algorithm: 'ed25519' | 'ecdsa-p256' | 'ecdsa-p384' | 'rsa';
  readonly pem: string;
  /** Whom it speaks for, as documents name their issuers. */
  readonly issuers: readonly string[];
  readonly note: string;
  /** Epoch milliseconds. */
  readonly addedAt: number;
  readonly addedBy: string;
}

/** The oldest first. */
export async function readEvidenceKeys(reader: StoreReader): Promise<EvidenceKeyRow[]> {
  const rows = await reader
    .selectFrom('evidence_key')
    .select(['key_id as keyId', 'algorithm', 'public_pem as pem', 'issuers', 'note'])
    .select(['added_at as addedAt', 'added_by as addedBy'])
    .orderBy('added_at')
    .orderBy('key_id')
    .execute();
  return rows.map(({ issuers, ...row }) => ({ ...row, issuers: JSON.parse(issuers) as string[] }));
}

/** One that is there already speaks from now on for these issuers. */
export async function saveEvidenceKey(writer: StoreWriter, row: EvidenceKeyRow): Promise<void> {
  const { keyId, algorithm, pem, note, addedAt, addedBy } = row;
  const said = { issuers: JSON.stringify(row.issuers), note };
  await writer.db
    .insertInto('evidence_key')
    .values({ key_id: keyId, algorithm, public_pem: pem, ...said, added_at: addedAt, added_by: addedBy })
    .onConflict((conflict) => conflict.column('key_id').doUpdateSet(said))
    .execute();
}

/** What it signed is by an unknown key from now on. @returns whether it was there */
export async function removeEvidenceKey(writer: StoreWriter, keyId: string): Promise<boolean> {
  await writer.db
    .updateTable('evidence_document')
    .set({ signature_state: 'unknown_key' })
    .where('signed_by', '=', keyId)
    .execute();
  const { numDeletedRows } = await writer.db
    .deleteFrom('evidence_key')
    .where('key_id', '=', keyId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export interface DocumentTrustRow {
  /** Of the document, in its newest version. */
  readonly document: number;
  readonly issuer: string;
  readonly keyId: string;
}

/** Every current document that an accepted key signed which speaks for its issuer. */
export async function readTrust(reader: StoreReader, project: string): Promise<DocumentTrustRow[]> {
  const rows = await reader
    .selectFrom('evidence_document as d')
    .innerJoin('evidence_key as k', 'k.key_id', 'd.signed_by')
    .select(['d.id as document', 'd.issuer', 'k.key_id as keyId', 'k.issuers'])
    .where('d.project', '=', project)
    .where('d.current', '=', 1)
    .where('d.signature_state', '=', 'verified')
    .orderBy('d.id')
    .execute();
  return rows.flatMap(({ issuers, ...row }) =>
    (JSON.parse(issuers) as string[]).includes(row.issuer) ? [row] : [],
  );
}

export interface UncheckedSignature {
  readonly document: number;
  readonly raw: string;
  /** What lay beside the document, base64; null where it came in an envelope. */
  readonly signature: string | null;
}

/** Documents that keys signed which were unknown when they came: some at a time, by id. */
export async function readUncheckedSignatures(
  reader: StoreReader,
  project: string,
  after: number,
  most: number,
): Promise<UncheckedSignature[]> {
  return reader
    .selectFrom('evidence_document as d')
    .innerJoin('evidence_raw as r', 'r.document', 'd.id')
    .select(['d.id as document', 'r.raw', 'd.signature'])
    .where('d.project', '=', project)
    .where('d.current', '=', 1)
    .where('d.signature_state', '=', 'unknown_key')
    .where('d.id', '>', after)
    .orderBy('d.id')
    .limit(most)
    .execute();
}

/** Projects that have such documents. */
export async function readProjectsToCheck(reader: StoreReader): Promise<string[]> {
  const rows = await reader
    .selectFrom('evidence_document')
    .select('project')
    .distinct()
    .where('current', '=', 1)
    .where('signature_state', '=', 'unknown_key')
    .orderBy('project')
    .execute();
  return rows.map(({ project }) => project);
}

/** How many current documents of a project each key verified, and how many each issuer made. */
export async function countDocuments(
  reader: StoreReader,
  project: string,
  by: 'signed_by' | 'issuer',
): Promise<ReadonlyMap<string, number>> {
  let query = reader
    .selectFrom('evidence_document')
    .select([by, sql<number>`count(*)`.as('documents')])
    .where('project', '=', project)
    .where('current', '=', 1)
    .groupBy(by);
  if (by === 'signed_by') query = query.where('signature_state', '=', 'verified');
  const rows = (await query.execute()) as readonly { readonly documents: number }[];
  return new Map(
    rows.map(({ documents, ...row }) => [String((row as Record<string, unknown>)[by]), Number(documents)]),
  );
}
