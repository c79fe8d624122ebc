// Findings of given vulnerabilities or packages, and what was observed of them over time. Called by advisory/context. Source: advisory, Retrieval.
import { inChunks } from '../in-chunks.ts';
import type { StoreReader } from '../store-access.ts';

/** Records of what is found now, as JSON; what was found once and is gone is not among them. */
export async function readFindingRecords(
  reader: StoreReader,
  project: string,
  vulnerabilities: readonly string[],
): Promise<string[]> {
  const rows = await inChunks(vulnerabilities, (some) =>
    reader
      .selectFrom('finding')
      .select('record')
      .where('project', '=', project)
      .where('gone_at', 'is', null)
      .where('vulnerability', 'in', some)
      .execute(),
  );
  return rows.map(({ record }) => record);
}

/** The same, of packages by their keys. */
export async function readFindingRecordsOf(
  reader: StoreReader,
  project: string,
  packages: readonly string[],
): Promise<string[]> {
  const rows = await inChunks(packages, (some) =>
    reader
      .selectFrom('finding')
      .select('record')
      .where('project', '=', project)
      .where('gone_at', 'is', null)
      .where('package_key', 'in', some)
      .execute(),
  );
  return rows.map(({ record }) => record);
}

/** Of every component they were ever found in. */
export const readObserved = (reader: StoreReader, project: string, vulnerabilities: readonly string[]) =>
  inChunks(vulnerabilities, (some) =>
    reader
      .selectFrom('finding_observation')
      .select(['product', 'package_key', 'vulnerability', 'version', 'status', 'fix'])
      .select(['first_seen', 'last_seen'])
      .where('project', '=', project)
      .where('vulnerability', 'in', some)
      .execute(),
  );

/** Whether a finding is still there, with the version of its component and the one that mends it. */
export async function readOpenFinding(
  reader: StoreReader,
  project: string,
  key: string,
): Promise<{ readonly version: string | null; readonly fix: string | null } | undefined> {
  const row = await reader
    .selectFrom('finding')
    .select(['version', 'record'])
    .where('project', '=', project)
    .where('key', '=', key)
    .where('gone_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { shown } = JSON.parse(row.record) as { readonly shown: { readonly fixedIn: string | null } };
  return { version: row.version, fix: shown.fixedIn };
}
