// How much of the evidence a brief cites. Briefs of before hold sentences that models wrote: they are taken out, and made anew when somebody asks. Source: structure S3.
import { type Kysely, sql } from 'kysely';
import { columnTypes, type DialectName } from '../column-types.ts';

export async function addCoverage(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  await sql.raw('delete from advisory_ai_outputs').execute(db);
  await sql
    .raw(
      `alter table advisory_ai_outputs add column coverage ${columnTypes(dialect).float} not null default 0`,
    )
    .execute(db);
}
