// Imports of evidence as they are stored: when, of what, how much, and what was refused and why. One that goes on has a claim with an end, which its process moves on:
// past it the process is taken for dead. Called by advisory/evidence. Source: advisory, Evidence.
import { type SqlBool, sql } from 'kysely';
import { databaseTime } from '../database-time.ts';
import type { StoreReader, StoreWriter } from '../store-access.ts';
import { insertInto } from './inserts.ts';

/** A process that has not said for so long that it lives is taken for dead. */
const CLAIM_MS = 15_000;
/** How often it says so. */
export const IMPORT_BEAT_MS = 5000;

/** How many documents of which lot. */
export interface ImportSum {
  readonly taken: number;
  /** There already, byte for byte. */
  readonly same: number;
  readonly refused: number;
  /** No documents by their names. */
  readonly leftOut: number;
}

export interface StoredImport extends ImportSum {
  readonly id: string;
  readonly project: string;
  readonly origin: string;
  readonly by: string;
  readonly begunAt: number;
  /** Null while it goes on; where its process died, when that was last known to live. */
  readonly endedAt: number | null;
  /** Why it ended early. */
  readonly error: string | null;
}

export const DIED =
  'Festinger ended in the middle of it. What was taken stays; take the same files in again for the rest.';

export interface StoredRefusal {
  readonly origin: string;
  readonly path: string;
  readonly reason: string;
}

/** Of more refusals the number is kept: a folder of pictures is no news after the first thousand. */
const MOST_REFUSALS = 1000;

const insertRefusal = insertInto('evidence_refusal', ['import_id', 'n', 'origin', 'path', 'reason']);

export async function beginImport(
  writer: StoreWriter,
  {
    id,
    project,
    origin,
    by,
    at,
  }: Pick<StoredImport, 'id' | 'project' | 'origin' | 'by'> & { readonly at: number },
): Promise<void> {
  await writer.db
    .insertInto('evidence_import')
    .values({
      ...{ id, project, origin, made_by: by, begun_at: at, ended_at: null, error: null },
      ...{ taken: 0, same: 0, refused: 0, left_out: 0, claimed_until: claimEnd(writer, at) },
    })
    .execute();
}

/** Its process lives; nothing happens when it is over. @param now epoch milliseconds; used on SQLite alone */
export async function renewImport(writer: StoreWriter, id: string, now: number): Promise<void> {
  await writer.db
    .updateTable('evidence_import')
    .set({ claimed_until: claimEnd(writer, now) })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

/** So much came of it by now: written with what was taken, so that both are true or neither. Who was taken for dead goes on all the same. */
export async function noteImport(
  writer: StoreWriter,
  id: string,
  { taken, same, refused, leftOut }: ImportSum,
  now: number,
): Promise<void> {
  await writer.db
    .updateTable('evidence_import')
    .set({ taken, same, refused, left_out: leftOut, ...{ error: null, ended_at: null } })
    .set({ claimed_until: claimEnd(writer, now) })
    .where('id', '=', id)
    .execute();
}

/**
 * Ends imports whose process died.
 * @param which `every` one that has no end: nobody else imports into this database
 * @param now epoch milliseconds; used on SQLite alone
 */
export async function endLostImports(
  writer: StoreWriter,
  which: 'every' | 'lost',
  now: number,
): Promise<void> {
  const lost = sql<SqlBool>`(claimed_until is null or claimed_until <= ${databaseTime(writer, now)})`;
  await writer.db
    .updateTable('evidence_import')
    .set({ ended_at: sql`coalesce(claimed_until - ${sql.lit(CLAIM_MS)}, begun_at)` })
    .set({ error: DIED, claimed_until: null })
    .where('ended_at', 'is', null)
    .where(which === 'every' ? sql<SqlBool>`1 = 1` : lost)
    .execute();
}

/** @param now epoch milliseconds; used on SQLite alone */
const claimEnd = (writer: StoreWriter, now: number) =>
  sql<number>`${databaseTime(writer, now)} + ${sql.lit(CLAIM_MS)}`;

/** @param before how many of this import were kept before */
export async function keepRefusals(
  writer: StoreWriter,
  importId: string,
  before: number,
  refused: readonly StoredRefusal[],
): Promise<void> {
  const rows = refused
    .slice(0, Math.max(0, MOST_REFUSALS - before))
    .map(({ origin, path, reason }, index) => ({
      ...{
        import_id: importId,
        n: before + index + 1,
        origin: origin.slice(-1000).toWellFormed(),
        path,
        reason,
      },
    }));
  await writer.each(insertRefusal(writer), rows);
}

export async function endImport(
  writer: StoreWriter,
  id: string,
  {
    at,
    error,
    taken,
    same,
    refused,
    leftOut,
  }: ImportSum & { readonly at: number; readonly error: string | null },
): Promise<void> {
  await writer.db
    .updateTable('evidence_import')
    .set({ taken, same, refused, left_out: leftOut, error, ended_at: at, claimed_until: null })
    .where('id', '=', id)
    .execute();
}

/** Newest first. */
export async function readImports(
  reader: StoreReader,
  project: string,
  limit: number,
): Promise<StoredImport[]> {
  const rows = await reader
    .selectFrom('evidence_import')
    .selectAll()
    .where('project', '=', project)
    .orderBy('begun_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(
    ({ made_by: by, begun_at: begunAt, ended_at: endedAt, left_out: leftOut, claimed_until: _, ...row }) => ({
      ...{ ...row, by, begunAt, endedAt, leftOut },
    }),
  );
}

/** Whether any goes on, and whether a process of any that does is taken for dead. @param now epoch milliseconds; used on SQLite alone */
export async function readUnended(
  database: Pick<StoreWriter, 'dialect' | 'reader'>,
  now: number,
): Promise<{ readonly some: boolean; readonly lost: boolean }> {
  const row = await database.reader
    .selectFrom('evidence_import')
    .select(({ fn }) => fn.countAll<number>().as('all'))
    .select(
      sql<number>`sum(case when claimed_until > ${databaseTime(database, now)} then 0 else 1 end)`.as('lost'),
    )
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return { some: Number(row?.all ?? 0) > 0, lost: Number(row?.lost ?? 0) > 0 };
}

/** Of an import of the project; none of another's. */
export async function readRefusals(
  reader: StoreReader,
  project: string,
  importId: string,
  limit: number,
): Promise<StoredRefusal[]> {
  return reader
    .selectFrom('evidence_refusal as r')
    .innerJoin('evidence_import as i', 'i.id', 'r.import_id')
    .select(['r.origin', 'r.path', 'r.reason'])
    .where('r.import_id', '=', importId)
    .where('i.project', '=', project)
    .orderBy('r.n')
    .limit(limit)
    .execute();
}
