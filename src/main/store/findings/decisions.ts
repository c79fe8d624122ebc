// What people decided about findings: never changed, only taken back. Called by advisory/findings. Source: advisory, Findings.
import { inChunks } from '../in-chunks.ts';
import type { StoreReader, StoreWriter } from '../store-access.ts';

/** What a decision is about, whatever version is there. */
export interface Subject {
  readonly product: string;
  readonly packageKey: string;
  readonly vulnerability: string;
}

export interface NewDecision extends Subject {
  readonly project: string;
  /** Of the component when it is made. */
  readonly version: string | null;
  readonly kind: string;
  readonly justification: string | null;
  readonly reason: string;
  readonly expiresAt: number | null;
  readonly by: string;
  readonly at: number;
}

export interface StoredDecision extends NewDecision {
  readonly id: number;
  readonly undoneAt: number | null;
}

/** @returns its id */
export async function keepDecision(writer: StoreWriter, one: NewDecision): Promise<number> {
  const { project, product, packageKey, vulnerability, version, kind, justification, reason } = one;
  const { id } = await writer.db
    .insertInto('finding_decision')
    .values({
      ...{ project, product, package_key: packageKey, vulnerability, version, kind, justification, reason },
      ...{ expires_at: one.expiresAt, decided_by: one.by, decided_at: one.at, undone_at: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** @returns how many were taken back now: of this project, and not before */
export async function undoDecisions(
  writer: StoreWriter,
  project: string,
  ids: readonly number[],
  now: number,
): Promise<number> {
  const { numUpdatedRows } = await writer.db
    .updateTable('finding_decision')
    .set({ undone_at: now })
    .where('project', '=', project)
    .where('undone_at', 'is', null)
    .where('id', 'in', [...ids])
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Of these vulnerabilities, the newest first, those taken back among them. */
export async function readDecisions(
  reader: StoreReader,
  project: string,
  vulnerabilities: readonly string[],
): Promise<StoredDecision[]> {
  const rows = await inChunks([...new Set(vulnerabilities)], (chunk) =>
    reader
      .selectFrom('finding_decision')
      .selectAll()
      .where('project', '=', project)
      .where('vulnerability', 'in', chunk)
      .execute(),
  );
  return (
    rows
      .map(({ package_key, expires_at, decided_by, decided_at, undone_at, ...row }) => ({
        ...{ ...row, packageKey: package_key, expiresAt: expires_at, by: decided_by, at: decided_at },
        undoneAt: undone_at,
      }))
      // By when they were made: those of another host come later than they were.
      .sort((a, b) => b.at - a.at || b.id - a.id)
  );
}
