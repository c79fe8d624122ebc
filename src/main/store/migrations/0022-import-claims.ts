// An import of evidence says until when its process is known to live, so that one whose process died is not taken for one that goes on. What is under way is anybody's
// to end after this. Source: advisory, Evidence.
import { type Kysely, sql } from 'kysely';
import { columnTypes, type DialectName } from '../column-types.ts';

/** Few of many imports have no end: an index of them alone. */
export async function claimImports(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  await sql
    .raw(`alter table evidence_import add column claimed_until ${columnTypes(dialect).bigint}`)
    .execute(db);
  await sql
    .raw('create index evidence_import_unended on evidence_import (claimed_until) where ended_at is null')
    .execute(db);
}
