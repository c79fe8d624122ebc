// What the operator asks about documents of evidence: lists, one of them, its bytes. Called by advisory/evidence. Source: advisory, Evidence.
import { sql } from 'kysely';
import type {
  EvidenceDocument,
  EvidenceFormat,
  EvidencePage,
} from '../../../shared/model/evidence/document.ts';
import { contains } from '../contains.ts';
import { inChunks } from '../in-chunks.ts';
import type { StoreReader } from '../store-access.ts';
import { areVersions, VERSION_COLUMNS } from './versions.ts';

export interface DocumentsAsked {
  readonly project: string;
  readonly format?: EvidenceFormat | undefined;
  /** A part of the title, the key or the issuer. */
  readonly search?: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** Newest first. */
export async function readDocuments(reader: StoreReader, asked: DocumentsAsked): Promise<EvidencePage> {
  const { project, format, search, offset, limit } = asked;
  const fitting = () => {
    let query = reader
      .selectFrom('evidence_document as d')
      .where('d.project', '=', project)
      .where('d.current', '=', 1);
    if (format) query = query.where('d.format', '=', format);
    if (search)
      query = query.where((eb) =>
        eb.or([contains('d.title', search), contains('d.key', search), contains('d.issuer', search)]),
      );
    return query;
  };
  const rows = await fitting()
    .select(COLUMNS)
    .orderBy('d.first_seen', 'desc')
    .orderBy('d.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
  const { total } = await fitting().select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  return { documents: await shown(reader, project, rows), total: Number(total) };
}

/** Of any version. */
export async function readStoredDocument(
  reader: StoreReader,
  project: string,
  id: number,
): Promise<EvidenceDocument | undefined> {
  const row = await reader
    .selectFrom('evidence_document as d')
    .where('d.project', '=', project)
    .where('d.id', '=', id)
    .select(COLUMNS)
    .executeTakeFirst();
  return row && (await shown(reader, project, [row]))[0];
}

/** The very bytes, as text. */
export async function readRaw(reader: StoreReader, id: number): Promise<string | undefined> {
  const row = await reader
    .selectFrom('evidence_raw')
    .select('raw')
    .where('document', '=', id)
    .executeTakeFirst();
  return row?.raw;
}

/** Every version of the document this is one of, the newest first. */
export async function readVersionsOf(reader: StoreReader, project: string, id: number) {
  const rows = await sameKeys(reader, project, [id]);
  const one = rows.find((row) => row.id === id);
  return one ? rows.filter((row) => areVersions(row, one)) : [];
}

/** Documents of the formats and keys of these, the newest first. */
const sameKeys = (reader: StoreReader, project: string, ids: readonly number[]) =>
  inChunks([...ids], (some) =>
    reader
      .selectFrom('evidence_document as d')
      .innerJoin('evidence_document as one', (join) =>
        join
          .onRef('one.project', '=', 'd.project')
          .onRef('one.format', '=', 'd.format')
          .onRef('one.key', '=', 'd.key'),
      )
      .where('d.project', '=', project)
      .where('one.id', 'in', some)
      .select([...VERSION_COLUMNS, 'one.id as of'])
      .orderBy('d.current', 'desc')
      .orderBy('d.id', 'desc')
      .execute(),
  );

const COLUMNS = [
  ...(['d.id', 'd.format', 'd.key', 'd.version', 'd.title', 'd.issuer', 'd.licence', 'd.origin'] as const),
  ...(['d.sha256', 'd.bytes', 'd.stated_at as statedAt', 'd.first_seen as firstSeen'] as const),
  ...(['d.last_seen as lastSeen', 'd.product', 'd.notes', 'd.signature_state', 'd.signed_by'] as const),
  'd.source',
] as const;

type Row = Omit<EvidenceDocument, 'notes' | 'format' | 'signature' | 'versions'> & {
  readonly notes: string;
  readonly format: string;
  readonly signature_state: 'verified' | 'unknown_key' | null;
  readonly signed_by: string | null;
  readonly source: string;
};

async function shown(
  reader: StoreReader,
  project: string,
  rows: readonly Row[],
): Promise<EvidenceDocument[]> {
  const ids = rows.map(({ id }) => id);
  const sameKey = Map.groupBy(await sameKeys(reader, project, ids), ({ of }) => of);
  return rows.map((row) => {
    const { notes, format, signature_state: state, signed_by: keyId, source: _, ...rest } = row;
    return {
      ...rest,
      format: format as EvidenceFormat,
      versions: (sameKey.get(row.id) ?? []).filter((one) => areVersions(one, row)).length,
      notes: JSON.parse(notes) as string[],
      signature: state === null ? null : { state, keyId: keyId ?? '' },
    };
  });
}
