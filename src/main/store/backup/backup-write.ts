// Writes a backup: every table of one moment of the database, while it goes on being written to. The file appears under
// its name only when it is whole and on disk. Runs on a thread of its own (memory/transfer). Source: docs/transfer.md.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { readChainHead } from '../audit/events.ts';
import { type DatabaseAddress, type StoreSnapshot, withSnapshot } from '../bulk/snapshot.ts';
import { rowsOf, type TableRow } from '../bulk/table-rows.ts';
import { writeWholeFile } from './backup-file.ts';
import { BACKUP_VERSION, type BackupHeader, type ModelKeys, sealKeys } from './backup-format.ts';
import { BACKUP_TABLES, readColumnsOf, readMigrations, readNextId } from './backup-tables.ts';

export interface BackupRequest {
  /** Where it goes; its directory is there. */
  readonly path: string;
  readonly program: string;
  /** Epoch milliseconds, for the header. */
  readonly now: number;
  /** API keys to put in, under this passphrase; null leaves them out. */
  readonly keys: { readonly passphrase: string; readonly byModel: ModelKeys } | null;
}

export interface BackupSummary {
  readonly bytes: number;
  readonly rows: number;
  readonly events: number;
}

type Progress = (rows: number, total: number) => void;

/**
 * @param signal aborting it leaves no file behind
 * @throws AppError UNAVAILABLE when the file cannot be written or the database cannot be read
 */
export async function writeBackup(
  place: DatabaseAddress,
  request: BackupRequest,
  progress: Progress,
  signal: AbortSignal,
): Promise<BackupSummary> {
  const keys = request.keys && (await sealKeys(request.keys.byModel, request.keys.passphrase));
  return withSnapshot(place, async (snapshot) => {
    const { reader, dialect } = snapshot;
    const header: BackupHeader = {
      ...{ kind: 'festinger-backup', version: BACKUP_VERSION, at: request.now, program: request.program },
      ...{ database: dialect, migrations: await readMigrations(reader), keys },
    };
    const counted = { rows: 0 };
    const lines = archiveLines(snapshot, header, counted, progress);
    const bytes = await writeWholeFile(request.path, lines, signal);
    return { bytes, rows: counted.rows, events: (await readChainHead(reader)).id };
  });
}

/** The whole archive as text, a page of rows a piece. */
async function* archiveLines(
  snapshot: StoreSnapshot,
  header: BackupHeader,
  counted: { rows: number },
  progress: Progress,
): AsyncGenerator<string> {
  const { reader, dialect } = snapshot;
  const hash = createHash('sha256');
  let lines = 0;
  const piece = (values: readonly unknown[]) => {
    lines += values.length;
    const text = values.map((value) => `${JSON.stringify(value)}\n`).join('');
    hash.update(text);
    return text;
  };
  const total = await countRows(snapshot);
  yield piece([header]);
  const rows: Record<string, number> = {};
  for (const table of BACKUP_TABLES) {
    const columns = (await readColumnsOf(reader, dialect, table.name)).map(({ name }) => name);
    const next = await readNextId(reader, dialect, table);
    yield piece([{ table: table.name, columns, next }]);
    let ofTable = 0;
    const secretAt = columns.findIndex((name) => SECRETS.has(name));
    for await (const page of rowsOf(snapshot, table.name, table.key, columns)) {
      ofTable += page.length;
      counted.rows += page.length;
      yield piece(page.map((row) => withoutSecret(row, secretAt)));
      progress(counted.rows, total);
    }
    rows[table.name] = ofTable;
  }
  const head = await readChainHead(reader);
  const end = { kind: 'end', lines: lines + 1, rows, events: head.id, head: head.hash };
  yield `${JSON.stringify({ ...end, sha256: hash.digest('hex') })}\n`;
}

async function countRows(snapshot: StoreSnapshot): Promise<number> {
  const parts = BACKUP_TABLES.map(({ name }) => sql`(select count(*) from ${sql.table(name)})`);
  const { rows } = await sql<{ n: number }>`select ${sql.join(parts, sql` + `)} as n`.execute(
    snapshot.reader as never,
  );
  return Number(rows[0]?.n ?? 0);
}

/** What lies sealed here, of a model, an upstream or what signs; a table has one at most. */
const SECRETS: ReadonlySet<string> = new Set(['api_key_encrypted', 'headers_encrypted', 'sealed_private']);

/** The row without what is sealed in it. */
function withoutSecret(row: TableRow, secretAt: number): TableRow {
  return secretAt < 0 ? row : row.with(secretAt, null);
}
