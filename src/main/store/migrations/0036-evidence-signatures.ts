// Who signed documents of evidence, and the keys of others that the operator accepted, each with the issuers it speaks for.
// Source: advisory, Evidence; structure S5, Trust.
import { type Kysely, sql } from 'kysely';
import { columnTypes, type DialectName, oneOf } from '../column-types.ts';

export async function createEvidenceKeys(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const t = columnTypes(dialect);
  const statements = [
    `alter table evidence_document add column signature_state text ${oneOf('signature_state', ['verified', 'unknown_key'])}`,
    'alter table evidence_document add column signed_by text',
    'alter table evidence_document add column signature text',
    'create index evidence_document_signed on evidence_document (signed_by)',
    `create table evidence_key (
      key_id text primary key,
      algorithm text not null ${oneOf('algorithm', ['ed25519', 'ecdsa-p256', 'ecdsa-p384', 'rsa'])},
      public_pem text not null,
      issuers text not null,
      note text not null,
      added_at ${t.bigint} not null,
      added_by text not null
    )`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
