// Which tables a backup (and a move to another database) carries, in which order, and what their columns are called.
// A table added to the schema without being named here does not compile. Used by backup-*.ts.
import { sql } from 'kysely';
import type { DialectName } from '../column-types.ts';
import type { Database } from '../schema.ts';
import type { StoreReader } from '../store-access.ts';

export interface BackupTable {
  readonly name: keyof Database;
  /** In the order in which rows are read; unique. */
  readonly key: readonly string[];
  /** Whether ids are given out by the database. */
  readonly counts: boolean;
  /** References to rows that come later in the same table; set when all of them are there. */
  readonly late?: string;
  /** It is the host's: a backup carries it to be read, and a restore leaves what is here. A move takes it along. */
  readonly stays?: true;
}

const counted = <T extends keyof Database>(name: T, key = 'id') => ({ name, key: [key], counts: true });

/** Those that others refer to come first. */
const TABLES = [
  counted('soas'),
  { name: 'graph_event', key: ['id'], counts: false },
  { name: 'host_event', key: ['id'], counts: false, stays: true },
  { name: 'agent_event', key: ['id'], counts: false, stays: true },
  { name: 'approval', key: ['id'], counts: false, stays: true },
  { name: 'execution', key: ['id'], counts: false, stays: true },
  { name: 'approval_rule', key: ['id'], counts: false, stays: true },
  { name: 'resource_lock', key: ['resource_id'], counts: false, stays: true },
  { name: 'alert', key: ['id'], counts: false, stays: true },
  { name: 'alert_silence', key: ['id'], counts: false, stays: true },
  { name: 'resource_expectation', key: ['host', 'resource_id'], counts: false, stays: true },
  { name: 'assistant_session', key: ['id'], counts: false, stays: true },
  { name: 'assistant_entry', key: ['session', 'seq'], counts: false, stays: true },
  { name: 'assistant_schedule', key: ['id'], counts: false, stays: true },
  { name: 'evidence_key', key: ['key_id'], counts: false },
  counted('evidence_document'),
  { name: 'evidence_raw', key: ['document'], counts: false },
  { name: 'evidence_advisory', key: ['document', 'n'], counts: false },
  { name: 'evidence_alias', key: ['document', 'n'], counts: false },
  { name: 'evidence_affected', key: ['document', 'n'], counts: false },
  { name: 'evidence_claim', key: ['document', 'n'], counts: false },
  { name: 'evidence_component', key: ['document', 'n'], counts: false },
  { name: 'evidence_dependency', key: ['document', 'parent', 'child'], counts: false },
  { name: 'evidence_note', key: ['document', 'n'], counts: false },
  { name: 'evidence_exploited', key: ['project', 'cve', 'document'], counts: false },
  { name: 'evidence_score', key: ['project', 'cve'], counts: false },
  { name: 'evidence_import', key: ['id'], counts: false },
  { name: 'evidence_refusal', key: ['import_id', 'n'], counts: false },
  { name: 'evidence_chunk', key: ['id'], counts: false },
  { name: 'evidence_chunk_key', key: ['project', 'kind', 'key', 'chunk'], counts: false },
  { name: 'evidence_vector', key: ['chunk', 'embedder'], counts: false },
  { name: 'evidence_binding', key: ['project', 'product', 'resource_id'], counts: false },
  { name: 'evidence_ecosystem', key: ['project', 'ecosystem'], counts: false },
  { name: 'evidence_version', key: ['project', 'product', 'version'], counts: false },
  { name: 'finding', key: ['project', 'key'], counts: false },
  { name: 'finding_list', key: ['project', 'document', 'key'], counts: false },
  counted('finding_decision'),
  { name: 'finding_unchecked', key: ['project', 'document', 'n'], counts: false },
  {
    name: 'finding_observation',
    key: ['project', 'product', 'package_key', 'vulnerability', 'version'],
    counts: false,
  },
  { name: 'finding_match', key: ['project'], counts: false },
  counted('advisory_ai_outputs'),
  { name: 'brief_model_pin', key: ['model'], counts: false },
  counted('urd', 'edge_id'),
  counted('urd_history', 'history_id'),
  counted('edge_provenance', 'provenance_id'),
  { name: 'dimension_question', key: ['project', 'dim_id'], counts: false },
  counted('resolution_queue'),
  { name: 'graph_action', key: ['id'], counts: false, late: 'undone_by' },
  counted('models'),
  counted('upstream'),
  { name: 'signing_key', key: ['key_id'], counts: false, stays: true },
  { name: 'bundle_signature', key: ['sums_sha256', 'key_id'], counts: false, stays: true },
  { name: 'config', key: ['key'], counts: false },
  counted('injection'),
  counted('job'),
  counted('clients'),
  counted('client_keys'),
  counted('client_question'),
  counted('resolution_run'),
  counted('resolution_journal'),
  counted('model_call'),
  { name: 'concept_question', key: ['concept_id', 'project'], counts: false },
  { name: 'read_sentence', key: ['project', 'hash'], counts: false },
  counted('reading'),
] as const satisfies readonly BackupTable[];

/** What processes told each other lately is nobody's after a restore. */
type LeftOut = 'edge_touch';
type Forgotten = Exclude<keyof Database, (typeof TABLES)[number]['name'] | LeftOut>;
const _nothingForgotten: [Forgotten] extends [never] ? true : Forgotten = true;

/** Tables of earlier versions that nothing ever wrote to; their backups name them, without a row. */
export const GONE_TABLES: readonly string[] = ['client'];

export const BACKUP_TABLES: readonly BackupTable[] = TABLES;

export type TableName = keyof Database;

export interface TableColumn {
  readonly name: string;
  /** The database's own word for it, such as `bigint` or `integer`. */
  readonly type: string;
}

/** The stored columns of a table, in its order; what the database computes is left out. */
export async function readColumnsOf(
  reader: StoreReader,
  dialect: DialectName,
  table: TableName,
): Promise<TableColumn[]> {
  const query =
    dialect === 'sqlite'
      ? sql<TableColumn>`select name, lower(type) as type from pragma_table_info(${table}) order by cid`
      : sql<TableColumn>`select column_name as name, data_type as type from information_schema.columns
          where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER'
          order by ordinal_position`;
  return (await query.execute(reader as never)).rows;
}

/** Names of the migrations the database has had, in order. */
export async function readMigrations(reader: StoreReader): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    reader as never,
  );
  return rows.map((row) => row.name);
}

/** The id a table gives out next; null for one that gives none. Never lower than one past the largest in use. */
export async function readNextId(
  reader: StoreReader,
  dialect: DialectName,
  table: BackupTable,
): Promise<number | null> {
  const [key] = table.key;
  if (!table.counts || key === undefined) return null;
  const query =
    dialect === 'sqlite'
      ? sql<{
          n: number;
        }>`select coalesce((select seq from sqlite_sequence where name = ${table.name}), 0) + 1 as n`
      : sql<{
          n: number;
        }>`select coalesce(pg_sequence_last_value(pg_get_serial_sequence(${table.name}, ${key})::regclass), 0) + 1 as n`;
  const { rows } = await query.execute(reader as never);
  return Number(rows[0]?.n ?? 1);
}

/**
 * Makes a table give out ids from `next` on, or from where it is where that is further: what PostgreSQL's sequence was set to stays when the
 * transaction is taken back, as by a kill in the middle of a restore, and a table must not give out ids again that it still has.
 */
export async function setNextId(
  db: StoreReader,
  dialect: DialectName,
  table: BackupTable,
  next: number,
): Promise<void> {
  const [key] = table.key;
  if (!table.counts || key === undefined) return;
  if (dialect === 'postgres') {
    // A sequence that was set and not used yet does not tell its value; one that has given out the id before does.
    const sequence = sql`pg_get_serial_sequence(${table.name}, ${key})::regclass`;
    const last = sql`greatest(${next - 1}, coalesce(pg_sequence_last_value(${sequence}), 0))`;
    await sql`select setval(${sequence}, greatest(1, ${last}), ${last} > 0)`.execute(db as never);
    return;
  }
  // SQLite's table of sequences has no unique key to conflict on.
  await sql`delete from sqlite_sequence where name = ${table.name}`.execute(db as never);
  await sql`insert into sqlite_sequence (name, seq) values (${table.name}, ${next - 1})`.execute(db as never);
}
