// How bundles were signed: the same bundle, written again, has the signature it had. Never changed; the oldest go where there are very many, and what they signed is
// signed anew when it is written again, as well, only perhaps in other bytes. Called by offline/bundle-signature.ts.
// Source: advisory, Outputs.
import type { StoreReader, StoreWriter } from '../store-access.ts';

export interface BundleSignatureRow {
  /** SHA-256 of the bundle's `SHA256SUMS`, hexadecimal. */
  readonly sumsSha256: string;
  readonly keyId: string;
  /** The DSSE envelope, as JSON. */
  readonly envelope: string;
  /** Epoch milliseconds. */
  readonly madeAt: number;
}

export async function readBundleSignature(
  reader: StoreReader,
  { sumsSha256, keyId }: Pick<BundleSignatureRow, 'sumsSha256' | 'keyId'>,
): Promise<string | undefined> {
  const row = await reader
    .selectFrom('bundle_signature')
    .select('envelope')
    .where('sums_sha256', '=', sumsSha256)
    .where('key_id', '=', keyId)
    .executeTakeFirst();
  return row?.envelope;
}

/** An export an hour for a year, at a kilobyte each. */
const MOST_KEPT = 10_000;

/**
 * @param most how many stay, the newest
 * @returns the envelope that is kept: of two who sign at once, the first one's
 */
export async function keepBundleSignature(
  writer: StoreWriter,
  row: BundleSignatureRow,
  most = MOST_KEPT,
): Promise<string> {
  await writer.db
    .insertInto('bundle_signature')
    .values({
      ...{ sums_sha256: row.sumsSha256, key_id: row.keyId, envelope: row.envelope, made_at: row.madeAt },
    })
    .onConflict((conflict) => conflict.columns(['sums_sha256', 'key_id']).doNothing())
    .execute();
  await writer.db
    .deleteFrom('bundle_signature')
    .where('made_at', '<', ({ selectFrom }) =>
      selectFrom('bundle_signature')
        .select('made_at')
        .orderBy('made_at', 'desc')
        .limit(1)
        .offset(most - 1),
    )
    .execute();
  return (await readBundleSignature(writer.reader, row)) ?? row.envelope;
}
