// Whether a PostgreSQL that answers would take a write: after a failover the address may lead to a standby, and a user may
// lose a right. One cheap question beside the pulse. Called by postgres/connect.ts.
import { type Kysely, sql } from 'kysely';
import type { AppError } from '../../../shared/model/envelope.ts';
import type { Database } from '../schema.ts';
import { postgresError } from '../store-errors.ts';

/** One of each kind of use: facts, what is only ever added, and the chains. */
const WRITTEN = [
  ['urd', 'insert, update, delete'],
  ['soas', 'insert, update'],
  ['graph_event', 'insert'],
  ['host_event', 'insert'],
  ['agent_event', 'insert'],
] as const;

/** @returns what keeps this user from writing; null when nothing does, or the server does not answer. Never throws. */
export async function inspectPostgres(looker: Kysely<Database>, subject: string): Promise<AppError | null> {
  // A list of rights is satisfied by any of them: each is asked for alone.
  const rights = WRITTEN.flatMap(([table, names]) =>
    names.split(', ').map((name) => sql`has_table_privilege(${table}, ${name})`),
  );
  try {
    const { rows } = await sql<{ standby: boolean; allowed: boolean }>`
      select pg_is_in_recovery() as standby, ${sql.join(rights, sql` and `)} as allowed`.execute(looker);
    const [found] = rows;
    if (found?.standby) return unfit('25006', subject);
    return found?.allowed === false ? unfit('42501', subject) : null;
  } catch {
    // The pulse tells of a server that is away, and of tables that are.
    return null;
  }
}

/** As the server would say it to a write. */
function unfit(code: '25006' | '42501', subject: string): AppError {
  return postgresError({ code }, subject) as AppError;
}
