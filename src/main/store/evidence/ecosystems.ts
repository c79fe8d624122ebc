// Databases of advisories that were imported whole, as they are stored: when, from where, how new, how many records, and which documents came
// with each. Called by advisory/evidence and advisory/findings. Source: structure S5, Coverage.
import { type SqlBool, sql } from 'kysely';
import { isAddress } from '../../../shared/is-address.ts';
import { inChunks } from '../in-chunks.ts';
import type { StoreReader, StoreWriter } from '../store-access.ts';
import { isOfDatabase, OSV_DATABASE } from './versions.ts';

export interface StoredEcosystem {
  /** As OSV spells it: `npm`, `Debian`, `Debian:12`. */
  readonly ecosystem: string;
  readonly source: string;
  readonly complete: boolean;
  /** When the last import of the whole ended; of one that is not complete, when it began. */
  readonly importedAt: number;
  /** The newest `modified` of its records. */
  readonly dataAsOf: number | null;
  readonly records: number;
}

/** How new it is: a mirror was asked when the import was; an archive is as old as its newest record. Epoch milliseconds. */
export const asOf = ({ source, importedAt, dataAsOf }: StoredEcosystem): number =>
  isAddress(source) ? importedAt : (dataAsOf ?? importedAt);

/** What stands before the name of a document that came with an ecosystem, as its origin has it. */
export const originOfEcosystem = (ecosystem: string): string => `OSV ${ecosystem}`;

/** Of a document that came with an ecosystem. */
export const ecosystemOfOrigin = (origin: string): string =>
  origin.slice(originOfEcosystem('').length).split('!', 1)[0] ?? '';

/** In the order of their names. */
export async function readEcosystems(reader: StoreReader, project: string): Promise<StoredEcosystem[]> {
  const rows = await reader
    .selectFrom('evidence_ecosystem')
    .select([
      'ecosystem',
      'source',
      'complete',
      'imported_at as importedAt',
      'data_as_of as dataAsOf',
      'records',
    ])
    .where('project', '=', project)
    .orderBy('ecosystem')
    .execute();
  return rows.map((row) => ({ ...row, complete: row.complete === 1 }));
}

/** Projects that have any. */
export async function readEcosystemProjects(reader: StoreReader): Promise<string[]> {
  const rows = await reader
    .selectFrom('evidence_ecosystem')
    .select('project')
    .distinct()
    .orderBy('project')
    .execute();
  return rows.map(({ project }) => project);
}

/** Replaces what is known of an ecosystem. */
export async function keepEcosystem(
  writer: StoreWriter,
  project: string,
  { ecosystem, source, complete, importedAt, dataAsOf, records }: StoredEcosystem,
): Promise<void> {
  const values = {
    source,
    complete: complete ? 1 : 0,
    imported_at: importedAt,
    data_as_of: dataAsOf,
    records,
  };
  await writer.db
    .insertInto('evidence_ecosystem')
    .values({ project, ecosystem, ...values })
    .onConflict((conflict) => conflict.columns(['project', 'ecosystem']).doUpdateSet(values))
    .execute();
}

/** What came from a source is no database any more. */
export async function removeEcosystems(writer: StoreWriter, project: string, source: string): Promise<void> {
  await writer.db
    .deleteFrom('evidence_ecosystem')
    .where('project', '=', project)
    .where('source', '=', source)
    .execute();
}

/** It is not imported any more; its documents stay. */
export async function removeEcosystem(
  writer: StoreWriter,
  project: string,
  ecosystem: string,
): Promise<void> {
  await writer.db
    .deleteFrom('evidence_ecosystem')
    .where('project', '=', project)
    .where('ecosystem', '=', ecosystem)
    .execute();
}

/** Some of its records are gone: what is left is not the whole any more. */
export async function markIncomplete(writer: StoreWriter, project: string, ecosystem: string): Promise<void> {
  await writer.db
    .updateTable('evidence_ecosystem')
    .set({ complete: 0 })
    .where('project', '=', project)
    .where('ecosystem', '=', ecosystem)
    .execute();
}

/** How many advisories speak of packages of each ecosystem, as the documents spell it; `pkg:type` where they name a package URL alone. */
export async function countAdvisories(
  reader: StoreReader,
  project: string,
): Promise<{ readonly ecosystem: string; readonly advisories: number }[]> {
  const rows = await reader
    .selectFrom('evidence_affected')
    .select(['ecosystem', sql<number>`count(distinct advisory_id)`.as('advisories')])
    .where('project', '=', project)
    .groupBy('ecosystem')
    .execute();
  return rows.map(({ ecosystem, advisories }) => ({ ecosystem, advisories: Number(advisories) }));
}

/** Names within the archive or the mirror of all documents that came with an ecosystem: `GHSA-….json`. */
export async function readNamesOf(
  reader: StoreReader,
  project: string,
  ecosystem: string,
): Promise<Set<string>> {
  const before = `${originOfEcosystem(ecosystem)}!`;
  const names = new Set<string>();
  for (let after = 0; ; ) {
    const page = await reader
      .selectFrom('evidence_document as d')
      .select(['d.id', 'd.origin'])
      .where('d.project', '=', project)
      .where(isOfDatabase('d'))
      .where('d.current', '=', 1)
      .where('d.id', '>', after)
      .where(startsWith('d.origin', before))
      .orderBy('d.id')
      .limit(PAGE)
      .execute();
    for (const { origin } of page) names.add(origin.slice(before.length));
    const last = page.at(-1);
    if (!last || page.length < PAGE) return names;
    after = last.id;
  }
}

const PAGE = 2000;

/** Ids of every version of the documents that came with an ecosystem under these names. */
export async function readIdsOfNames(
  reader: StoreReader,
  project: string,
  ecosystem: string,
  names: readonly string[],
): Promise<number[]> {
  const origins = names.map((name) => `${originOfEcosystem(ecosystem)}!${name}`);
  const rows = await inChunks(origins, (chunk) =>
    versionsOf(reader, project).where('d.origin', 'in', chunk).execute(),
  );
  return [...new Set(rows.map(({ id }) => id))];
}

/**
 * Ids of every version of the documents that came with an ecosystem and were not seen since a moment, in any version: the database has them no more. What an
 * import refused stays as it was.
 * @param since epoch milliseconds
 */
export async function readIdsUnseen(
  reader: StoreReader,
  project: string,
  ecosystem: string,
  { since, importId }: { readonly since: number; readonly importId: string },
): Promise<number[]> {
  const rows = await versionsOf(reader, project)
    .where(startsWith('d.origin', `${originOfEcosystem(ecosystem)}!`))
    .where(sql<SqlBool>`not ${isSeen(since)}`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('evidence_refusal as r')
            .select('r.n')
            .where('r.import_id', '=', importId)
            .whereRef('r.origin', '=', 'd.origin'),
        ),
      ),
    )
    .execute();
  return [...new Set(rows.map(({ id }) => id))];
}

const versionsOf = (reader: StoreReader, project: string) =>
  reader
    .selectFrom('evidence_document as d')
    .innerJoin('evidence_document as v', (join) =>
      join
        .onRef('v.project', '=', 'd.project')
        .onRef('v.format', '=', 'd.format')
        .onRef('v.key', '=', 'd.key'),
    )
    .select('v.id')
    .where('d.project', '=', project)
    .where(isOfDatabase('d'))
    // What came from elsewhere as well stays.
    .where('v.source', '=', OSV_DATABASE);

const isSeen = (since: number) =>
  sql<SqlBool>`exists (
    select 1 from evidence_document v
    where v.project = d.project and v.format = d.format and v.key = d.key
      and v.last_seen >= ${since} and ${isOfDatabase('v')}
  )`;

/**
 * What the documents seen since a moment come to: how many of them are about packages of the ecosystem, and the newest date any of them has.
 * @param since epoch milliseconds
 */
export async function sumSeen(
  reader: StoreReader,
  project: string,
  ecosystem: string,
  since: number,
): Promise<{ readonly records: number; readonly newest: number | null }> {
  const row = await reader
    .selectFrom('evidence_document as d')
    .select([sql<number>`count(*)`.as('records'), sql<number | null>`max(d.stated_at)`.as('newest')])
    .where('d.project', '=', project)
    .where(isOfDatabase('d'))
    .where('d.current', '=', 1)
    .where(isSeen(since))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('evidence_affected as a')
          .select('a.n')
          .whereRef('a.document', '=', 'd.id')
          .where(isOf('a.ecosystem', ecosystem)),
      ),
    )
    .executeTakeFirstOrThrow();
  return { records: Number(row.records), newest: row.newest === null ? null : Number(row.newest) };
}

/** An ecosystem itself, or a release of it. */
const isOf = (column: string, ecosystem: string) =>
  sql<SqlBool>`(${sql.ref(column)} = ${ecosystem} or ${startsWith(column, `${ecosystem}:`)})`;

const startsWith = (column: string, text: string) =>
  sql<SqlBool>`substr(${sql.ref(column)}, 1, ${text.length}) = ${text}`;
