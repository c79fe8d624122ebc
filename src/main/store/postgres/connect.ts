// The database as PostgreSQL: a pool for readers and one for writers, told apart by their types as on SQLite.
// Called by store.ts alone.
import { CompiledQuery, Kysely } from 'kysely';
import type pg from 'pg';
import { ROWS_PER_MESSAGE } from '../each-query.ts';
import { StoredJobs } from '../jobs/stored-jobs.ts';
import { readPulse } from '../pulse.ts';
import type { Database } from '../schema.ts';
import { slowQueries } from '../slow-queries.ts';
import type { DbValue } from '../sqlite-protocol.ts';
import type { StatementTemplate, TemplateRow } from '../statement-template.ts';
import {
  asReader,
  type Connected,
  type OpenAccess,
  plainWriter,
  type Store,
  type StoreLog,
  type StoreWriter,
} from '../store-access.ts';
import { commitWitness } from './commit-witness.ts';
import { type LostCommit, settleCommit } from './lost-commit.ts';
import { keyOfInsert, multiRowSql, rowCounts, withoutRepeats } from './multi-row.ts';
import { onConnection } from './postgres-answer.ts';
import { CONNECTION_QUERY, type ConnectionUse, type PostgresConnection } from './postgres-connection.ts';
import { copyQuery, copyStatement, FEWEST_COPIED } from './postgres-copy-in.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { PostgresHealth } from './postgres-health.ts';
import { inspectPostgres } from './postgres-inspect.ts';
import { PostgresListener } from './postgres-listener.ts';
import { JOBS, postgresPool, READERS, WRITERS } from './postgres-pool.ts';
import { scanPostgres } from './postgres-scan.ts';

/** How long a writer waits to hear whether its commit took place when the answer was lost. */
const SETTLE_MS = 5000;
/** How long the very first question may take. */
const OPEN_MS = 10_000;
/** How long closing waits for connections to say goodbye; a server that is away never does. */
const CLOSE_MS = 3000;

export function connectPostgres(url: string, log: StoreLog): Connected {
  const subject = withoutPassword(url);
  const health = new PostgresHealth();
  const readers = postgresPool(url, READERS, log);
  const writers = postgresPool(url, WRITERS, log);
  const jobbers = postgresPool(url, JOBS, log);
  const closing = Promise.withResolvers<void>();
  const onLostCommit = (lost: LostCommit) =>
    settleCommit(lost, commitWitness(writers, health), {
      ...{ subject, log, waitMs: SETTLE_MS, closed: closing.promise },
    });
  const kysely = (pool: pg.Pool, use: ConnectionUse) =>
    new Kysely<Database>({
      dialect: postgresDialect({ pool, use, health, subject, onLostCommit }),
      log: slowQueries(log),
    });
  const reader = kysely(readers, 'read');
  const looker = kysely(readers, 'look');
  const writer = kysely(writers, 'write');
  const jobber = kysely(jobbers, 'claim');
  const write: Store['write'] = (work) =>
    writer.transaction().execute(async (trx) => work(await storeWriter(trx)));
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= (async () => {
      closing.resolve();
      health.close(subject);
      const ended = Promise.all([readers.end(), writers.end(), jobbers.end()]);
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref())]);
    })();
    return closed;
  };
  const store: OpenAccess = {
    dialect: 'postgres',
    reader: asReader(reader),
    jobs: new StoredJobs({
      ...{ dialect: 'postgres', reader: asReader(reader), write, now: () => 0 },
      aside: async (statement) => (await statement.execute(jobber)).rows,
    }),
    pulse: () => readPulse(asReader(looker)),
    inspect: () => inspectPostgres(looker, subject),
    listen: (onHint) => new PostgresListener(url, onHint, log),
    scan: (work) => scanPostgres({ url, subject, reader }, work),
    write,
    close,
    [Symbol.asyncDispose]: close,
  };
  const open = async () => {
    await onConnection(writers, health, { deadlineMs: OPEN_MS, insists: true }, (client) =>
      client.query('select 1'),
    );
  };
  return { store, writer: kysely(writers, 'change'), subject, open };
}

async function storeWriter(db: StoreWriter['db']): Promise<StoreWriter> {
  const { rows } = await db.executeQuery<{ connection: PostgresConnection }>(CONNECTION_QUERY);
  const plain = plainWriter('postgres', db);
  return {
    ...plain,
    async each(statement, entries) {
      const [first] = entries;
      const copy =
        first && entries.length >= FEWEST_COPIED && copyStatement(statement, statement.bind(first).length);
      if (copy) return copyIn(db, copy, entries, statement.bind);
      const key = first && keyOfInsert(statement, statement.bind(first).length);
      if (key && entries.length > 1) return insertTogether(db, statement, entries, key);
      return plain.each(statement, entries);
    },
    noteHead(head) {
      if (rows[0]) Object.assign(rows[0].connection, { head, isAnnounced: true });
    },
    announce() {
      if (rows[0]) rows[0].connection.isAnnounced = true;
    },
  };
}

/** Some hundred rows in each message: writing them down takes the main thread a few milliseconds. */
async function copyIn<Row>(
  db: StoreWriter['db'],
  copy: string,
  entries: readonly Row[],
  bind: (row: Row) => DbValue[],
): Promise<null[]> {
  for (let from = 0; from < entries.length; from += ROWS_PER_MESSAGE)
    await db.executeQuery(copyQuery(copy, entries.slice(from, from + ROWS_PER_MESSAGE).map(bind)));
  return entries.map(() => null);
}

/** The rows come back in the order of the values: an insert of values makes and returns them one after the other. */
async function insertTogether<Row extends TemplateRow, Returned>(
  db: StoreWriter['db'],
  statement: StatementTemplate<Row, Returned>,
  entries: readonly Row[],
  key: readonly number[],
): Promise<(Returned | null)[]> {
  const returned: (Returned | null)[] = [];
  const valuesPerRow = statement.bind(entries[0] as Row).length;
  for (const part of withoutRepeats(entries, key, statement.bind)) {
    let start = 0;
    for (const count of rowCounts(part.length, valuesPerRow)) {
      const values = part.slice(start, start + count).flatMap(statement.bind);
      const { rows } = await db.executeQuery<Returned>(
        CompiledQuery.raw(multiRowSql(db, statement, count), values),
      );
      for (let i = 0; i < count; i++) returned.push(rows[i] ?? null);
      start += count;
    }
  }
  return returned;
}

function withoutPassword(url: string): string {
  if (!URL.canParse(url)) return 'at the given URL';
  const parsed = new URL(url);
  return `${parsed.protocol}//${parsed.host}${parsed.pathname}`;
}
