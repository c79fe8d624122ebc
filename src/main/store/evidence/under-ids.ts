// What a project has of given ids of vulnerabilities: whether they are named at all, which packages they are about, and which documents lists of components are.
// Called by advisory/context. Source: advisory, Retrieval.
import { inChunks } from '../in-chunks.ts';
import type { StoreReader } from '../store-access.ts';

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
      .selectFrom('evidence_document')
      .select(['id', 'format', 'key', 'sha256'])
      .where('project', '=', project)
      .where('id', 'in', some)
      .execute(),
  );
