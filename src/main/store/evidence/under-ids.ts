// What a project has under the keys of a brief: whether ids, packages or names are known at all, which packages ids are about, which components there are of packages, and
// which documents lists of components are. Called by advisory/context. Source: advisory, Retrieval.
import { sql } from 'kysely';
import { inChunks } from '../in-chunks.ts';
import type { StoreReader } from '../store-access.ts';
import { keyInIds } from './versions.ts';

/** Columns in which an id can be named, beside pieces and findings. */
const NAMED_IN = [
  ['evidence_advisory', 'advisory_id'],
  ['evidence_alias', 'advisory_id'],
  ['evidence_alias', 'alias'],
  ['evidence_claim', 'vulnerability'],
  ['evidence_exploited', 'cve'],
  ['evidence_score', 'cve'],
  ['finding', 'vulnerability'],
  ['finding_observation', 'vulnerability'],
] as const;

/** Whether anything that was taken in, or found by it, names one of the ids. */
export async function isNamed(
  reader: StoreReader,
  project: string,
  ids: readonly string[],
): Promise<boolean> {
  for (const [table, column] of NAMED_IN) {
    const found = await inChunks(ids, (some) =>
      reader
        .selectFrom(table)
        .select('project')
        .where('project', '=', project)
        .where(column as never, 'in', some as never)
        .limit(1)
        .execute(),
    );
    if (found.length > 0) return true;
  }
  const piece = await inChunks(ids, (some) =>
    reader
      .selectFrom('evidence_chunk_key')
      .select('chunk')
      .where('project', '=', project)
      .where('kind', '=', 'id')
      .where('key', 'in', some)
      .limit(1)
      .execute(),
  );
  return piece.length > 0;
}

/** Keys of the packages that advisories and statements of these ids are about, each once. */
export async function readPackagesOf(
  reader: StoreReader,
  project: string,
  ids: readonly string[],
): Promise<string[]> {
  const affected = await inChunks(ids, (some) =>
    reader
      .selectFrom('evidence_affected')
      .select('package_key as key')
      .distinct()
      .where('project', '=', project)
      .where('advisory_id', 'in', some)
      .execute(),
  );
  const claimed = await inChunks(ids, (some) =>
    reader
      .selectFrom('evidence_claim')
      .select('package_key as key')
      .distinct()
      .where('project', '=', project)
      .where('vulnerability', 'in', some)
      .execute(),
  );
  return [...new Set([...affected, ...claimed].flatMap(({ key }) => key ?? []))];
}

const KEYED = ['evidence_component', 'evidence_affected', 'evidence_claim'] as const;

/** Keys of packages that anything imported names so: by the key itself, or by the name at its end. Lower and upper case are one. */
export async function readPackagesNamed(
  reader: StoreReader,
  project: string,
  name: string,
): Promise<string[]> {
  const literal = name.toLowerCase().replace(/[\\%_]/g, '\\$&');
  const found: (string | null)[] = [];
  for (const table of KEYED) {
    const rows = await reader
      .selectFrom(table)
      .select('package_key as key')
      .distinct()
      .where('project', '=', project)
      .where(sql<boolean>`lower(package_key) like ${`%/${literal}`} escape '\\'`)
      .execute();
    found.push(...rows.map(({ key }) => key));
  }
  return [...new Set(found)].filter((key) => key !== null);
}

/** Of these keys, those that anything imported is about. */
export async function readKnownPackages(
  reader: StoreReader,
  project: string,
  keys: readonly string[],
): Promise<string[]> {
  const found: (string | null)[] = [];
  for (const table of KEYED)
    found.push(
      ...(await inChunks(keys, (some) =>
        reader
          .selectFrom(table)
          .select('package_key as key')
          .distinct()
          .where('project', '=', project)
          .where('package_key', 'in', some)
          .execute(),
      ).then((rows) => rows.map(({ key }) => key))),
    );
  return [...new Set(found)].filter((key) => key !== null);
}

/** Components of these packages, or built from them, in the newest lists, each with why nothing could be said of it; null where something could. */
export const readComponentsOf = (reader: StoreReader, project: string, keys: readonly string[]) =>
  inChunks(keys, (some) =>
    reader
      .selectFrom('evidence_component as c')
      .innerJoin('evidence_document as d', 'd.id', 'c.document')
      .leftJoin('finding_unchecked as u', (join) =>
        join
          .onRef('u.project', '=', 'c.project')
          .onRef('u.document', '=', 'c.document')
          .onRef('u.n', '=', 'c.n'),
      )
      .select(['c.package_key as key', 'c.source_key as sourceKey', 'c.record'])
      .select(['d.product', 'd.subject', 'u.reason'])
      .where('c.project', '=', project)
      .where((eb) => eb.or([eb('c.package_key', 'in', some), eb('c.source_key', 'in', some)]))
      .where('d.current', '=', 1)
      .execute(),
  );

export interface DocumentOrigin {
  readonly id: number;
  readonly format: string;
  readonly key: string;
  /** Of the document's bytes. */
  readonly sha256: string;
}

/** What documents are called, by their numbers. */
export const readOrigins = (
  reader: StoreReader,
  project: string,
  documents: readonly number[],
): Promise<DocumentOrigin[]> =>
  inChunks(documents, (some) =>
    reader
      .selectFrom('evidence_document as d')
      .select(['d.id', 'd.format', keyInIds.as('key'), 'd.sha256'])
      .where('d.project', '=', project)
      .where('d.id', 'in', some)
      .execute(),
  );
