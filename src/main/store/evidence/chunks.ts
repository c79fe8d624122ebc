// Pieces of evidence as they are stored and found: by what they are found under, and by the words of the full-text index. Ranks nothing: what is found comes in the
// order of ids, which both databases share. Called by documents.ts and advisory/retrieval. Source: advisory, Retrieval; decision 060
import { type RawBuilder, sql } from 'kysely';
import { compiledOnce } from '../compiled-once.ts';
import { inChunks } from '../in-chunks.ts';
import type { ChunkKeyKind, ChunkKind } from '../schema.ts';
import { param } from '../statement-template.ts';
import type { StoreReader, StoreWriter } from '../store-access.ts';
import { insertInto } from './inserts.ts';
import { keyInIds } from './versions.ts';

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

/** Ids are digests of so many bits. */
const IDS = 2 ** 52;

/** About how many pieces a project has: fewer than `most` are counted; beyond that it is reckoned from how close together the first `most` lie. */
export async function countChunks(reader: StoreReader, project: string, most: number): Promise<number> {
  const row = await reader
    .selectFrom((eb) =>
      eb
        .selectFrom('evidence_chunk')
        .select('id')
        .where('project', '=', project)
        .orderBy('id')
        .limit(most)
        .as('found'),
    )
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('id').as('last')])
    .executeTakeFirst();
  const count = Number(row?.count ?? 0);
  return count < most ? count : Math.max(most, Math.floor((count * IDS) / Number(row?.last)));
}

/** Those that are built in, or were. */
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
      .select(
        sql<string>`d.format || ':' || ${keyInIds} || substr(c.source_id, length(d.format || ':' || d.key) + 1)`.as(
          'sourceId',
        ),
      )
      .select(['c.id', 'c.kind', 'c.source_url as sourceUrl', 'c.text'])
      .select(['c.text_hash as textHash', 'c.embedder', 'c.vector', 'd.issuer', 'd.licence'])
      .select(['d.sha256 as contentHash', 'd.first_seen as retrievedAt'])
      .where('c.project', '=', project)
      .where('c.id', 'in', some)
      .execute(),
  );

/** The same of pieces by their names and the documents they are in. */
export async function readChunksOf(
  reader: StoreReader,
  project: string,
  named: readonly { readonly document: number; readonly sourceId: string }[],
): Promise<StoredChunk[]> {
  const documents = [...new Set(named.map(({ document }) => document))];
  const rows = await inChunks([...new Set(named.map(({ sourceId }) => sourceId))], (some) =>
    reader
      .selectFrom('evidence_chunk')
      .select('id')
      .where('document', 'in', documents)
      .where('source_id', 'in', some)
      .execute(),
  );
  return readChunks(
    reader,
    project,
    rows.map(({ id }) => id),
  );
}

/** What reads the full-text index; a `Store` is one. */
export interface IndexReader {
  readonly dialect: StoreWriter['dialect'];
  readonly reader: StoreReader;
}

/** Words that are looked for together, and how many pieces with all of them are wanted. */
export interface WordGroup {
  readonly words: readonly string[];
  readonly most: number;
}

/** The words are letters and digits: none ends the quotation marks it stands in. */
const matchOf = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(' AND ');

/** FTS5 reads in the order of ids and ends where there is enough; in PostgreSQL functions do, part by part. */
const sqliteWith = (words: readonly string[], most: number): RawBuilder<unknown> =>
  sql`select rowid as id from evidence_chunk_words where evidence_chunk_words match ${matchOf(words)} order by rowid limit ${most}`;

/** @returns for each group the ids of the first so many pieces that have all its words, ascending */
export async function readWithAll(index: IndexReader, groups: readonly WordGroup[]): Promise<number[][]> {
  const found: number[][] = groups.map(() => []);
  if (groups.length === 0) return found;
  const parts = groups.map(({ words, most }, n) =>
    index.dialect === 'sqlite'
      ? sql`select ${sql.lit(n)} as n, id from (${sqliteWith(words, most)})`
      : sql`select ${sql.lit(n)} as n, id from evidence_chunks_with(${words}::text[], ${most}) as found(id)`,
  );
  const { rows } = await sql<{ n: number; id: number }>`${sql.join(parts, sql` union all `)}`.execute(
    index.reader as never,
  );
  for (const { n, id } of rows) found[Number(n)]?.push(Number(id));
  return found.map((ids) => ids.sort((a, b) => a - b));
}

/** @returns for each word in how many pieces it stands, or `most` where it is in so many */
export async function countWords(
  index: IndexReader,
  words: readonly string[],
  most: number,
): Promise<number[]> {
  if (words.length === 0) return [];
  const counts = words.map((word, n) => {
    const count =
      index.dialect === 'sqlite'
        ? sql`(select count(*) from (${sqliteWith([word], most)}))`
        : sql`evidence_chunks_counted(${[word]}::text[], ${most})`;
    return sql`select ${sql.lit(n)} as n, ${count} as count`;
  });
  const { rows } = await sql<{ n: number; count: number }>`${sql.join(counts, sql` union all `)}`.execute(
    index.reader as never,
  );
  const found = new Map(rows.map(({ n, count }) => [Number(n), Number(count)]));
  return words.map((_, n) => found.get(n) ?? 0);
}
