// Findings that need somebody are counted whenever anything is found or decided: of many findings they are few, and have an index of their own.
// Source: advisory, Findings.
import { type Kysely, sql } from 'kysely';

export async function indexWaiting(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      'create index finding_waiting on finding (project, gone_at) where gone_at is null and (held = 1 or exploited = 1)',
    )
    .execute(db);
}
