// What the operator asks about documents of evidence: lists, one of them, its bytes. Called by advisory/evidence. Source: advisory, Evidence.
import { sql } from 'kysely';
import type {
  EvidenceDocument,
  EvidenceFormat,
  EvidencePage,
} from '../../../shared/model/evidence/document.ts';
import { contains } from '../contains.ts';
import type { StoreReader } from '../store-access.ts';

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
    .select((eb) => versionsOf(eb as never))
    .orderBy('d.first_seen', 'desc')
    .orderBy('d.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
  const { total } = await fitting().select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  return { documents: rows.map(shown), total: Number(total) };
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
    .select((eb) => versionsOf(eb as never))
    .executeTakeFirst();
  return row && shown(row);
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
export async function readVersionIds(reader: StoreReader, project: string, id: number): Promise<number[]> {
  const rows = await reader
    .selectFrom('evidence_document as d')
    .innerJoin('evidence_document as one', (join) =>
      join
        .onRef('one.project', '=', 'd.project')
        .onRef('one.format', '=', 'd.format')
        .onRef('one.key', '=', 'd.key'),
    )
    .where('one.id', '=', id)
    .where('d.project', '=', project)
    .select('d.id')
    .orderBy('d.current', 'desc')
    .orderBy('d.id', 'desc')
    .execute();
  return rows.map((row) => row.id);
}

const COLUMNS = [
  ...(['d.id', 'd.format', 'd.key', 'd.version', 'd.title', 'd.issuer', 'd.licence', 'd.origin'] as const),
  ...(['d.sha256', 'd.bytes', 'd.stated_at as statedAt', 'd.first_seen as firstSeen'] as const),
  ...(['d.last_seen as lastSeen', 'd.product', 'd.notes', 'd.signature_state', 'd.signed_by'] as const),
];

const versionsOf = (_: never) =>
  sql<number>`(select count(*) from evidence_document v where v.project = d.project and v.format = d.format and v.key = d.key)`.as(
    'versions',
  );

type Row = Omit<EvidenceDocument, 'notes' | 'format' | 'signature'> & {
  readonly notes: string;
  readonly format: string;
  readonly signature_state: 'verified' | 'unknown_key' | null;
  readonly signed_by: string | null;
};

const shown = ({
  notes,
  format,
  versions,
  signature_state: state,
  signed_by: keyId,
  ...row
}: Row): EvidenceDocument => ({
  ...row,
  format: format as EvidenceFormat,
  versions: Number(versions),
  notes: JSON.parse(notes) as string[],
  signature: state === null ? null : { state, keyId: keyId ?? '' },
});
