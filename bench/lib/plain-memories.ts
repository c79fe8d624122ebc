// Two memories to compare with, built as one would in an afternoon: append-only, which keeps and returns every statement,
// and last write wins, which keeps the newest statement of a place. Both on SQLite with the settings ours has (log ahead,
// flushed at every commit), one transaction a call, called in this process without a thread in between.
import Database from 'better-sqlite3';
import type { StreamFact } from './fact-stream.ts';

/** A fact as it would be given to a prompt. */
export interface ServedFact {
  readonly concept: string;
  readonly dimension: string;
  readonly parent: string;
  readonly isIsa: boolean;
}

export interface PlainMemory {
  /** Returns when the facts are on disk. */
  tell(facts: readonly StreamFact[]): void;
  /** What a prompt that names the concept would be given. */
  recall(concept: string): ServedFact[];
  all(): ServedFact[];
  close(): void;
}

const SCHEMAS = {
  'append-only': {
    create: `create table statement (id integer primary key, concept text, dimension text, parent text, is_isa integer, at integer);
      create index statement_concept on statement (concept)`,
    insert: 'insert into statement (concept, dimension, parent, is_isa, at) values (?, ?, ?, ?, ?)',
  },
  'last write wins': {
    create: `create table statement (concept text, dimension text, parent text, is_isa integer, at integer,
      primary key (concept, dimension)) without rowid`,
    insert: `insert into statement (concept, dimension, parent, is_isa, at) values (?, ?, ?, ?, ?)
      on conflict do update set parent = excluded.parent, is_isa = excluded.is_isa, at = excluded.at`,
  },
} as const;

interface Row {
  concept: string;
  dimension: string;
  parent: string;
  is_isa: number;
}

const served = ({ concept, dimension, parent, is_isa }: Row): ServedFact => ({
  ...{ concept, dimension, parent, isIsa: is_isa === 1 },
});

export function openPlainMemory(path: string, kind: keyof typeof SCHEMAS): PlainMemory {
  const db = new Database(path);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec(SCHEMAS[kind].create);
  const insert = db.prepare(SCHEMAS[kind].insert);
  const columns = 'select distinct concept, dimension, parent, is_isa from statement';
  const ofConcept = db.prepare<[string], Row>(`${columns} where concept = ?`);
  const every = db.prepare<[], Row>(columns);
  const write = db.transaction((facts: readonly StreamFact[]) => {
    for (const { fact } of facts) {
      insert.run(fact.concept, fact.dimension, fact.parent, fact.isIsa ? 1 : 0, Date.now());
    }
  });
  return {
    tell: (facts) => write(facts),
    recall: (concept) => ofConcept.all(concept).map(served),
    all: () => every.all().map(served),
    close: () => void db.close(),
  };
}
