// Imports of evidence as they are stored: when, of what, how much, and what was refused and why. Called by advisory/evidence. Source: advisory, Evidence.
import type { StoreReader, StoreWriter } from '../store-access.ts';
import { insertInto } from './inserts.ts';

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
  /** Null while it goes on, and where its process died. */
  readonly endedAt: number | null;
  /** Why it ended early. */
  readonly error: string | null;
}

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
      ...{ taken: 0, same: 0, refused: 0, left_out: 0 },
    })
    .execute();
}

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
    .set({ taken, same, refused, left_out: leftOut, error, ended_at: at })
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
  return rows.map(({ made_by: by, begun_at: begunAt, ended_at: endedAt, left_out: leftOut, ...row }) => ({
    ...{ ...row, by, begunAt, endedAt, leftOut },
  }));
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
