// Keys that briefs and bundles are signed with: the public half in the open, the private half sealed by the vault. One of an algorithm is in use, those
// before it stay, so that what they signed can be verified. And the signatures of bundles: some algorithms sign otherwise each time, and a bundle has to come out the
// same twice. Two migrations lie here. Source: advisory, Outputs.
import { type Kysely, sql } from 'kysely';
import { columnTypes, type DialectName, oneOf } from '../column-types.ts';

/** No private half: a backup left it out. Such a key signs nothing, so it is none in use. */
export async function createSigningKeys(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const t = columnTypes(dialect);
  const statements = [
    `create table signing_key (
      key_id text primary key,
      algorithm text not null ${oneOf('algorithm', ['ed25519', 'ecdsa-p256'])},
      public_pem text not null,
      sealed_private text,
      created_at ${t.bigint} not null,
      retired_at ${t.bigint},
      check (sealed_private is not null or retired_at is not null)
    )`,
    'create unique index signing_key_in_use on signing_key (algorithm) where retired_at is null',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** By what is signed and who signed it. */
export async function createBundleSignatures(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const t = columnTypes(dialect);
  const statement = `create table bundle_signature (
      sums_sha256 text not null,
      key_id text not null,
      envelope text not null,
      made_at ${t.bigint} not null,
      primary key (sums_sha256, key_id)
    )`;
  await sql.raw(statement).execute(db);
}
