// Evidence in pieces that can be found and cited: one row a statement, with the ids and packages it is found under, and its words in the full-text index of the
// database. A piece's id is made of what it is called, so that both databases give and order the same ids. The index follows the table by triggers or is
// a column of it: a restore fills it as well. Source: advisory, Evidence, Retrieval; decision 060
import { type Kysely, sql } from 'kysely';
import { columnTypes, type DialectName, oneOf } from './column-types.ts';

const KINDS = ['advisory', 'range', 'vex', 'sbom', 'policy', 'runtime', 'kev'];

/** Words come cut and folded, each once, so neither database has a say in what a word is: SQLite cuts at blanks, PostgreSQL is given them as they are. */
const SQLITE = [
  `create virtual table evidence_chunk_words using fts5 (words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii')`,
  `create trigger evidence_chunk_indexed after insert on evidence_chunk begin
     insert into evidence_chunk_words (rowid, words) values (new.id, new.words);
   end`,
  `create trigger evidence_chunk_forgotten after delete on evidence_chunk begin
     delete from evidence_chunk_words where rowid = old.id;
   end`,
];
const POSTGRES = [
  `alter table evidence_chunk add column lexemes tsvector
     generated always as (array_to_tsvector(string_to_array(words, ' '))) stored`,
  'create index evidence_chunk_lexemes on evidence_chunk using gin (lexemes) with (fastupdate = off)',
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
