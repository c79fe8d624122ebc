// Pieces of evidence as they are stored and found: by what they are found under, and by the words of the full-text index. Ranks nothing: what is found comes in the
// order of ids, which both databases share. Called by documents.ts and advisory/retrieval. Source: advisory, Retrieval; decision 060
import { type RawBuilder, sql } from 'kysely';
import { compiledOnce } from '../compiled-once.ts';
import { inChunks } from '../in-chunks.ts';
import type { ChunkKeyKind, ChunkKind } from '../schema.ts';
import { param } from '../statement-template.ts';
import type { StoreReader, StoreWriter } from '../store-access.ts';
import { insertInto } from './inserts.ts';

export interface ChunkRow {
  readonly id: number;
  readonly source_id: string;
  readonly kind: ChunkKind;
  readonly source_url: string | null;
  readonly text: string;
  readonly text_hash: string;
  readonly words: string;
  readonly embedder: string | null;
  readonly vector: string | null;
  readonly keys: readonly { readonly kind: ChunkKeyKind; readonly key: string }[];
}

/** A piece with what its document says of it. */
export interface StoredChunk {
  readonly id: number;
  readonly sourceId: string;
  readonly kind: ChunkKind;
  readonly sourceUrl: string | null;
  readonly text: string;
  readonly textHash: string;
  readonly embedder: string | null;
  readonly vector: string | null;
  readonly issuer: string;
  readonly licence: string | null;
  /** SHA-256 of the document's bytes. */
  readonly contentHash: string;
  /** When the document came. */
  readonly retrievedAt: number;
}

const insertChunk = insertInto('evidence_chunk', [
  ...(['id', 'document', 'project', 'source_id', 'kind', 'source_url', 'text', 'text_hash'] as const),
  ...(['words', 'embedder', 'vector'] as const),
]);
const insertKey = compiledOnce<{
  project: string;
  kind: string;
  key: string;
  chunk: number;
  document: number;
}>(({ db }) =>
  db.insertInto('evidence_chunk_key').values({
    ...{ project: param('project'), kind: param('kind'), key: param('key') },
    ...{ chunk: param('chunk'), document: param('document') },
  }),
);

/**
 * In the order of ids: SQLite's index writes a segment for each that is smaller than the one before. Ids are cut digests: of two that are the same, the one that
 * is there stays, and a document made to meet another keeps nobody from being taken in.
 */
export async function insertChunks(
  writer: StoreWriter,
  rows: readonly (ChunkRow & { readonly document: number; readonly project: string })[],
): Promise<void> {
  const held = await readHeld(
    writer.reader,
    rows.map(({ id }) => id),
  );
  const ordered = rows
    .toSorted((a, b) => a.id - b.id)
    .filter(({ id }, n, all) => id !== all[n - 1]?.id && !held.has(id));
  const bare = ordered.map(({ keys: _, ...row }) => row);
  await writer.each(insertChunk(writer), bare);
  await writer.each(
    insertKey(writer),
    ordered.flatMap(({ id, document, project, keys }) =>
      keys.map((key) => ({ ...key, project, document, chunk: id })),
    ),
  );
}

async function readHeld(reader: StoreReader, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await inChunks(ids, (some) =>
    reader.selectFrom('evidence_chunk').select('id').where('id', 'in', some).execute(),
  );
  return new Set(rows.map(({ id }) => id));
}

/** What stands under any of the keys, the first so many in the order of ids. */
export async function readUnderKeys(
  reader: StoreReader,
  project: string,
  kind: ChunkKeyKind,
  keys: readonly string[],
  most: number,
): Promise<number[]> {
  const rows = await inChunks(keys, (some) =>
    reader
      .selectFrom('evidence_chunk_key')
      .select('chunk')
      .distinct()
      .where('project', '=', project)
      .where('kind', '=', kind)
      .where('key', 'in', some)
      .orderBy('chunk')
      .limit(most)
      .execute(),
  );
  return [...new Set(rows.map(({ chunk }) => chunk))].sort((a, b) => a - b).slice(0, most);
}

/** How many pieces a project has. */
export async function countChunks(reader: StoreReader, project: string): Promise<number> {
  const row = await reader
    .selectFrom('evidence_chunk')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project', '=', project)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** Vectors of one maker. */
export async function readVectors(
  reader: StoreReader,
  project: string,
  embedder: string,
): Promise<{ readonly id: number; readonly vector: string }[]> {
  const rows = await reader
    .selectFrom('evidence_chunk')
    .select(['id', 'vector'])
    .where('project', '=', project)
    .where('embedder', '=', embedder)
    .orderBy('id')
    .execute();
  return rows.flatMap(({ id, vector }) => (vector === null ? [] : [{ id, vector }]));
}

/** Whole, with what their documents say of them; what is of another project is not there. */
export const readChunks = (
  reader: StoreReader,
  project: string,
  ids: readonly number[],
): Promise<StoredChunk[]> =>
  inChunks(ids, (some) =>
    reader
      .selectFrom('evidence_chunk as c')
      .innerJoin('evidence_document as d', 'd.id', 'c.document')
      .select(['c.id', 'c.source_id as sourceId', 'c.kind', 'c.source_url as sourceUrl', 'c.text'])
      .select(['c.text_hash as textHash', 'c.embedder', 'c.vector', 'd.issuer', 'd.licence'])
      .select(['d.sha256 as contentHash', 'd.first_seen as retrievedAt'])
      .where('c.project', '=', project)
      .where('c.id', 'in', some)
      .execute(),
  );

/** What reads the full-text index; a `Store` is one. */
export interface IndexReader {
  readonly dialect: StoreWriter['dialect'];
  readonly reader: StoreReader;
}

/** Pieces with all of some words. The words are letters, digits and what joins them: none ends the quotation marks it stands in. */
function withAll(
  { dialect }: IndexReader,
  words: readonly string[],
  most: number,
): RawBuilder<{ id: number }> {
  if (dialect === 'sqlite') {
    const all = words.map((word) => `"${word}"`).join(' AND ');
    return sql`select rowid as id from evidence_chunk_words where evidence_chunk_words match ${all} order by rowid limit ${most}`;
  }
  const all = words.map((word) => `'${word}'`).join(' & ');
  // Held apart from the order: a plan by the key of the table would look at every row.
  return sql`select id from (select id from evidence_chunk where lexemes @@ ${all}::tsquery offset 0) found order by id limit ${most}`;
}

/** @returns the ids of the first so many, ascending */
export async function readWithAll(
  index: IndexReader,
  words: readonly string[],
  most: number,
): Promise<number[]> {
  const { rows } = await withAll(index, words, most).execute(index.reader as never);
  return rows.map(({ id }) => Number(id));
}

/** @returns for each word in how many pieces it stands, or `most` where it is in so many */
export async function countWords(
  index: IndexReader,
  words: readonly string[],
  most: number,
): Promise<number[]> {
  if (words.length === 0) return [];
  const counts = words.map((word, n) => {
    const some =
      index.dialect === 'sqlite'
        ? withAll(index, [word], most)
        : sql`select 1 from evidence_chunk where lexemes @@ ${`'${word}'`}::tsquery limit ${most}`;
    return sql`select ${sql.lit(n)} as n, (select count(*) from (${some}) found) as count`;
  });
  const { rows } = await sql<{ n: number; count: number }>`${sql.join(counts, sql` union all `)}`.execute(
    index.reader as never,
  );
  const found = new Map(rows.map(({ n, count }) => [Number(n), Number(count)]));
  return words.map((_, n) => found.get(n) ?? 0);
}
