// Documents of evidence without the numbers of this database: what is known of each version beside its bytes, and the bytes by their digest. Called by offline.
// Source: advisory, Evidence.
import * as z from 'zod';
import { EVIDENCE_FORMATS } from '../../../shared/model/evidence/words.ts';
import { Time } from '../../../shared/model/time.ts';
import { inChunks } from '../in-chunks.ts';
import type { StoreReader, StoreWriter } from '../store-access.ts';

/** A version of a document as it travels beside its bytes. */
export const PortableDocument = z.strictObject({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  format: z.enum(EVIDENCE_FORMATS),
  key: z.string().max(4000),
  /** The address it came from, or what its file was called; never where on a disk that lay. */
  origin: z.string().max(1000),
  bytes: z.number().int().min(0),
  first_seen: Time,
  last_seen: Time,
  /** Whether it is the newest version of its key. */
  current: z.boolean(),
  /** Digests of the places it came from, between blanks. */
  source: z
    .string()
    .regex(/^[0-9a-f]{16}(?: [0-9a-f]{16}){0,99}$/)
    .optional(),
});
export type PortableDocument = z.infer<typeof PortableDocument>;

export interface StoredVersion extends PortableDocument {
  /** Of its row here. */
  readonly id: number;
}

/** Every version of a project whose bytes are kept, by digest; of scores before the newest they are not. */
export async function readVersions(reader: StoreReader, project: string): Promise<StoredVersion[]> {
  const rows = await reader
    .selectFrom('evidence_document as d')
    .innerJoin('evidence_raw as r', 'r.document', 'd.id')
    .select([
      'd.id',
      'd.sha256',
      'd.format',
      'd.key',
      'd.origin',
      'd.bytes',
      'd.first_seen',
      'd.last_seen',
      'd.current',
      'd.source',
    ])
    .where('d.project', '=', project)
    .execute();
  return rows
    .map(({ origin, current, format, ...row }) => ({
      ...{
        ...row,
        format: format as StoredVersion['format'],
        origin: calledFrom(origin),
        current: current === 1,
      },
    }))
    .sort((a, b) => order(a.sha256, b.sha256) || order(a.key, b.key));
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** An address stays whole; of a path what it leads to. */
function calledFrom(origin: string): string {
  return /^https?:\/\//.test(origin)
    ? origin
    : origin.slice(Math.max(origin.lastIndexOf('/'), origin.lastIndexOf('\\')) + 1);
}

/** Which of these digests a project has. */
export async function readKnownOf(
  reader: StoreReader,
  project: string,
  digests: readonly string[],
): Promise<Set<string>> {
  const rows = await inChunks([...digests], (chunk) =>
    reader
      .selectFrom('evidence_document')
      .select('sha256')
      .where('project', '=', project)
      .where('sha256', 'in', chunk)
      .execute(),
  );
  return new Set(rows.map(({ sha256 }) => sha256));
}

/** Digests of versions that are called by their digest: they came out of a bundle, and were not dated yet. */
export async function readNotDated(reader: StoreReader, project: string): Promise<Set<string>> {
  const rows = await reader
    .selectFrom('evidence_document')
    .select('sha256')
    .where('project', '=', project)
    .whereRef('origin', '=', 'sha256')
    .execute();
  return new Set(rows.map(({ sha256 }) => sha256));
}

/** Gives versions that have just come the times and the origin they had where they came from. @param now nothing was seen later */
export async function backdate(
  writer: StoreWriter,
  project: string,
  versions: readonly PortableDocument[],
  now: number,
): Promise<void> {
  for (const { sha256, origin, first_seen, last_seen } of versions)
    await writer.db
      .updateTable('evidence_document')
      .set({ origin, first_seen: Math.min(first_seen, now), last_seen: Math.min(last_seen, now) })
      .where('project', '=', project)
      .where('sha256', '=', sha256)
      .execute();
}
