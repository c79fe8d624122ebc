// Evidence in pieces that can be found and cited: one row a statement, with the ids and packages it is found under, and its words in the full-text index of the
// database. A piece's id is made of what it is called, so that both databases give and order the same ids. The index follows the
// table by triggers, so that a restore fills it as well. Source: advisory, Evidence, Retrieval; decision 060
import { type Kysely, sql } from 'kysely';
import { columnTypes, type DialectName, oneOf } from '../column-types.ts';

const KINDS = ['advisory', 'range', 'vex', 'sbom', 'policy', 'runtime', 'kev'];

/** Words come as signs that stand for them, each once, so neither database has a say in what a word is: SQLite cuts at blanks, PostgreSQL takes them as they are. */
const SQLITE = [
  `create virtual table evidence_chunk_words using fts5 (words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii')`,
  `create trigger evidence_chunk_indexed after insert on evidence_chunk begin
     insert into evidence_chunk_words (rowid, words) values (new.id, new.words);
   end`,
  `create trigger evidence_chunk_forgotten after delete on evidence_chunk begin
     delete from evidence_chunk_words where rowid = old.id;
   end`,
];
/** A trigger of PostgreSQL on the table of pieces, with what it does. */
const following = (name: string, event: string, does: string): string[] => [
  `create function ${name}() returns trigger language plpgsql as $$ begin ${does}; return null; end $$`,
  `create trigger ${name} after ${event} for each statement execute function ${name}()`,
];
/** PostgreSQL counts and finds rows by index, and then looks at each whether it is there still: the shorter they are, the sooner. */
const byIndex = (name: string, returns: string, does: string): string =>
  `create function ${name}(asked tsquery, most bigint) returns ${returns}
     language plpgsql stable set enable_seqscan = off set enable_indexscan = off as $$ begin ${does}; end $$`;

/**
 * A word that stands everywhere is for PostgreSQL a reason to read a table row by row and to unpack the words of each; functions are planned without.
 */
const POSTGRES = [
  'create table evidence_chunk_words (id bigint primary key, lexemes tsvector not null)',
  'create index evidence_chunk_lexemes on evidence_chunk_words using gin (lexemes) with (fastupdate = off)',
  ...following(
    'evidence_chunk_indexed',
    'insert on evidence_chunk referencing new table as fresh',
    `insert into evidence_chunk_words
       select id, array_to_tsvector(string_to_array(words, ' ')) from fresh`,
  ),
  ...following(
    'evidence_chunk_forgotten',
    'delete on evidence_chunk referencing old table as gone',
    'delete from evidence_chunk_words w using gone where w.id = gone.id',
  ),
  ...following('evidence_chunk_emptied', 'truncate on evidence_chunk', 'truncate evidence_chunk_words'),
  byIndex(
    'evidence_chunks_counted',
    'bigint',
    'return (select count(*) from (select 1 from evidence_chunk_words where lexemes @@ asked limit most) found)',
  ),
  byIndex(
    'evidence_chunks_with',
    'setof bigint',
    'return query select id from evidence_chunk_words where lexemes @@ asked order by id limit most',
  ),
];

export async function createChunks(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const t = columnTypes(dialect);
  const statements = [
    `create table evidence_chunk (
      id ${t.bigint} not null primary key,
      document ${t.reference} not null references evidence_document (id),
      project text not null,
      source_id text not null,
      kind text not null ${oneOf('kind', KINDS)},
      source_url text,
      text text not null,
      text_hash text not null,
      words text not null,
      embedder text,
      vector text
    )`,
    'create index evidence_chunk_document on evidence_chunk (document)',
    'create index evidence_chunk_project on evidence_chunk (project, id)',
    `create table evidence_chunk_key (
      project text not null,
      kind text not null ${oneOf('kind', ['id', 'package', 'resource'])},
      key text not null,
      chunk ${t.bigint} not null,
      document ${t.reference} not null references evidence_document (id),
      primary key (project, kind, key, chunk)
    )`,
    'create index evidence_chunk_key_document on evidence_chunk_key (document)',
    ...(dialect === 'sqlite' ? SQLITE : POSTGRES),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
