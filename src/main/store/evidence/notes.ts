// Traces of policies and hints of what runs, as the tables have them. Called by advisory/findings. Source: advisory, Findings.
import { inChunks } from '../in-chunks.ts';
import type { StoreReader } from '../store-access.ts';
import { keyInIds } from './versions.ts';

export interface NoteRow {
  readonly document: number;
  readonly n: number;
  readonly part: 'trace' | 'hint';
  readonly format: string;
  /** Of the document. */
  readonly key: string;
  readonly statedAt: number | null;
  readonly record: string;
}

const notes = (reader: StoreReader, project: string, part: NoteRow['part']) =>
  reader
    .selectFrom('evidence_note as n')
    .innerJoin('evidence_document as d', 'd.id', 'n.document')
    .select(['n.document', 'n.n', 'n.kind as part', 'n.record', 'd.format'])
    .select(keyInIds.as('key'))
    .select('d.stated_at as statedAt')
    .where('n.project', '=', project)
    .where('n.kind', '=', part);

/** Of more that speak of one vulnerability, those that came last. */
const MOST_DOCUMENTS = 100;

/** Traces that stand under any of these ids, the newest first. */
export async function readTracesOn(
  reader: StoreReader,
  project: string,
  ids: readonly string[],
): Promise<NoteRow[]> {
  const documents = await inChunks(ids, (some) =>
    reader
      .selectFrom('evidence_chunk_key as k')
      .innerJoin('evidence_chunk as c', 'c.id', 'k.chunk')
      .select('k.document')
      .distinct()
      .where('k.project', '=', project)
      .where('k.kind', '=', 'id')
      .where('k.key', 'in', some)
      .where('c.kind', '=', 'policy')
      .execute(),
  );
  const unique = [...new Set(documents.map(({ document }) => document))]
    .sort((a, b) => b - a)
    .slice(0, MOST_DOCUMENTS);
  const rows = await inChunks(unique, (some) =>
    notes(reader, project, 'trace').where('n.document', 'in', some).execute(),
  );
  return rows.sort(
    (a, b) =>
      (b.statedAt ?? 0) - (a.statedAt ?? 0) || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0) || a.n - b.n,
  );
}

/** Hints of these resources, in the order of their ids. */
export async function readHintsOf(
  reader: StoreReader,
  project: string,
  resources: readonly string[],
): Promise<NoteRow[]> {
  const rows = await inChunks(resources, (some) =>
    notes(reader, project, 'hint')
      .where('n.about', 'in', some)
      .orderBy('n.about')
      .orderBy('n.document')
      .execute(),
  );
  return rows;
}
