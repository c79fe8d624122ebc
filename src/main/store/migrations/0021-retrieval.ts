// How evidence is found, after it was measured: the full-text index of pieces in PostgreSQL goes in parts by id, and models' vectors of pieces have a table.
// GIN hands out every row that an index names, in the order of the heap: to have the first of them in the order of ids, all were visited. Now a word stands in
// the index with the part of ids that its piece is in, parts are read one after the other, and reading ends where there is enough. What is found is what was
// found before; SQLite reads in that order by itself. Source: advisory, Retrieval; decision 060
import { type Kysely, sql } from 'kysely';
import { columnTypes, type DialectName } from '../column-types.ts';

/** The first three of 52 bits, as a digit before the word. Ids are digests, so parts are of one size. */
const PART = 'to_hex(id >> 49)';
const LAST_PART = 7;

/** The words of a piece as the index has them. Where it has none a digit stands alone, which is no word. */
const LEXEMES = `array_to_tsvector(string_to_array(${PART} || replace(words, ' ', ' ' || ${PART}), ' '))`;

/** The pieces of one part that have all the words; `part` and `asked` are the function's. */
const IN_PART = `select id from evidence_chunk_words
         where lexemes @@ ('''' || to_hex(part) || array_to_string(asked, ''' & ''' || to_hex(part)) || '''')::tsquery`;

/**
 * A function that goes through the parts. Its plans are made once and by index: for a word that stands everywhere PostgreSQL would read the table row by row.
 * @param does with a part, and puts how many it found into `more`
 */
const byParts = (name: string, returns: string, does: string, ends = ''): string =>
  `create function ${name}(asked text[], most bigint) returns ${returns} language plpgsql stable
     set enable_seqscan = off set enable_indexscan = off set plan_cache_mode = force_generic_plan set jit = off
   as $$ declare
     found bigint := 0;
     more bigint;
   begin
     for part in 0..${LAST_PART} loop
       ${does}
       found := found + more;
       exit when found >= most;
     end loop;
     ${ends}
   end $$`;

const POSTGRES = [
  'drop function evidence_chunks_counted(tsquery, bigint)',
  'drop function evidence_chunks_with(tsquery, bigint)',
  'drop index evidence_chunk_lexemes',
  'truncate evidence_chunk_words',
  `insert into evidence_chunk_words select id, ${LEXEMES} from evidence_chunk`,
  'create index evidence_chunk_lexemes on evidence_chunk_words using gin (lexemes) with (fastupdate = off)',
  `create or replace function evidence_chunk_indexed() returns trigger language plpgsql as $$ begin
     insert into evidence_chunk_words select id, ${LEXEMES} from fresh;
     return null;
   end $$`,
  byParts(
    'evidence_chunks_counted',
    'bigint',
    `select count(*) from (${IN_PART} limit most - found) counted into more;`,
    'return found;',
  ),
  byParts(
    'evidence_chunks_with',
    'setof bigint',
    `return query ${IN_PART} order by id limit most - found;
       get diagnostics more = row_count;`,
  ),
];

export async function changeRetrieval(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const t = columnTypes(dialect);
  const statements = [
    `create table evidence_vector (
      chunk ${t.bigint} not null,
      embedder text not null,
      document ${t.reference} not null references evidence_document (id),
      project text not null,
      vector text not null,
      primary key (chunk, embedder)
    )`,
    'create index evidence_vector_document on evidence_vector (document)',
    'create index evidence_vector_project on evidence_vector (project, embedder)',
    ...(dialect === 'sqlite' ? [] : POSTGRES),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
