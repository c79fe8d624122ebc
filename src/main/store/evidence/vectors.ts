// Vectors that models made of pieces of evidence, each beside who made it. Those that are built in lie with the piece itself and are always there; these come later, one
// pass after the other, and go with the document of their piece. Called by advisory/retrieval. Source: advisory, Retrieval; decision 060
import { type Kysely, sql } from 'kysely';
import { compiledOnce } from '../compiled-once.ts';
import { inChunks } from '../in-chunks.ts';
import type { Database } from '../schema.ts';
import { param } from '../statement-template.ts';
import type { StoreReader, StoreWriter } from '../store-access.ts';

export interface StoredVector {
  readonly id: number;
  /** Signed bytes, base64. */
  readonly vector: string;
}

/** A piece that lacks a vector. */
export interface PieceToEmbed {
  readonly id: number;
  readonly text: string;
  readonly textHash: string;
}

export interface PiecesAsked {
  readonly project: string;
  readonly maker: string;
  /** Pieces beyond this id, in the order of ids. */
  readonly after: number;
  /** Pieces that are looked at. */
  readonly most: number;
}

/**
 * Of the next pieces of prose those that lack a vector of the maker.
 * @returns `last` is the id of the last one that was looked at; null where there is none
 */
export async function readPiecesWithout(
  reader: StoreReader,
  { project, maker, after, most }: PiecesAsked,
): Promise<{ readonly pieces: readonly PieceToEmbed[]; readonly last: number | null }> {
  const rows = await reader
    .selectFrom('evidence_chunk as c')
    .leftJoin('evidence_vector as v', (join) =>
      join.onRef('v.chunk', '=', 'c.id').on('v.embedder', '=', maker),
    )
    .select(['c.id', 'c.text_hash as textHash', 'v.chunk as has'])
    // What has its vector is not read for its text.
    .select(sql<string | null>`case when v.chunk is null then c.text end`.as('text'))
    .where('c.project', '=', project)
    .where('c.id', '>', after)
    .where('c.embedder', 'is not', null)
    .orderBy('c.id')
    .limit(most)
    .execute();
  return {
    pieces: rows.flatMap(({ id, text, textHash }) => (text === null ? [] : [{ id, text, textHash }])),
    last: rows.at(-1)?.id ?? null,
  };
}

/** Only where the piece still says what the vector was made of: it may have been replaced or taken out meanwhile. */
const insertVector = compiledOnce<{ id: number; textHash: string; maker: string; vector: string }>(({ db }) =>
  (db as Kysely<Database>)
    .insertInto('evidence_vector')
    .columns(['chunk', 'embedder', 'document', 'project', 'vector'])
    .expression((eb) =>
      eb
        .selectFrom('evidence_chunk as c')
        .select([
          'c.id',
          sql<string>`cast(${param('maker')} as text)`.as('embedder'),
          'c.document',
          'c.project',
          sql<string>`cast(${param('vector')} as text)`.as('vector'),
        ])
        .where('c.id', '=', param('id'))
        .where('c.text_hash', '=', param('textHash')),
    )
    .onConflict((conflict) => conflict.doNothing()),
);

/** Vectors of other makers are dropped with it: nothing can be asked of them any more. */
export async function keepVectors(
  writer: StoreWriter,
  maker: string,
  vectors: readonly { readonly id: number; readonly textHash: string; readonly vector: string }[],
): Promise<void> {
  await inChunks(
    vectors.map(({ id }) => id),
    async (some) => {
      await writer.db
        .deleteFrom('evidence_vector')
        .where('chunk', 'in', some)
        .where('embedder', '<>', maker)
        .execute();
      return [];
    },
  );
  await writer.each(
    insertVector(writer),
    vectors.map((one) => ({ ...one, maker })),
  );
}

/** @param ids of pieces; null for all of the project */
export async function readModelVectors(
  reader: StoreReader,
  project: string,
  maker: string,
  ids: readonly number[] | null,
): Promise<StoredVector[]> {
  const query = reader
    .selectFrom('evidence_vector')
    .select(['chunk as id', 'vector'])
    .where('project', '=', project)
    .where('embedder', '=', maker);
  return ids === null ? query.execute() : inChunks(ids, (some) => query.where('chunk', 'in', some).execute());
}

/** Any vector of the maker: all of them are of one length. */
export async function readAnyVector(
  reader: StoreReader,
  project: string,
  maker: string,
): Promise<string | null> {
  const row = await reader
    .selectFrom('evidence_vector')
    .select('vector')
    .where('project', '=', project)
    .where('embedder', '=', maker)
    .limit(1)
    .executeTakeFirst();
  return row?.vector ?? null;
}

/** Those that have evidence. */
export async function readEvidenceProjects(reader: StoreReader): Promise<string[]> {
  const rows = await reader
    .selectFrom('evidence_document')
    .select('project')
    .distinct()
    .orderBy('project')
    .execute();
  return rows.map(({ project }) => project);
}
