// A call of a model may belong to a run, whose budget is counted from its calls. Source: decision 047
import { type Kysely, sql } from 'kysely';

export async function addCallRuns(db: Kysely<unknown>): Promise<void> {
  await sql`alter table model_call add column run text`.execute(db);
  await sql`create index model_call_run on model_call (run) where run is not null`.execute(db);
}
