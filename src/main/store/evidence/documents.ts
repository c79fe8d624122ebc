// Documents of evidence as they are stored: every version with its bytes, and of the newest version of each what was taken out of it. A document is written
// whole or not at all, in the transaction of its caller. Called by advisory/evidence. Source: advisory, Evidence.
import { sql } from 'kysely';
import { compiledOnce } from '../compiled-once.ts';
import { inChunks } from '../in-chunks.ts';
import { param } from '../statement-template.ts';
import type { StoreReader, StoreWriter } from '../store-access.ts';
import { type ChunkRow, insertChunks } from './chunks.ts';
import { insertInto } from './inserts.ts';

/** What is stored of one version of a document. */
export interface DocumentRow {
  readonly project: string;
  readonly format: string;
  readonly key: string;
  readonly version: string;
  readonly title: string;
  readonly issuer: string;
  readonly licence: string | null;
  readonly origin: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly stated_at: number | null;
  readonly product: string | null;
  /** Empty where its list names none. */
  readonly product_version: string | null;
  readonly subject: string | null;
  readonly notes: string;
  readonly signature_state: 'verified' | 'unknown_key' | null;
  readonly signed_by: string | null;
  readonly signature: string | null;
}

/** Rows taken out of a document; each list in the document's order, numbered by its place. */
export interface TakenRows {
  readonly advisories: readonly {
    readonly advisory_id: string;
    readonly withdrawn: number | null;
    readonly modified: number | null;
    readonly record: string;
  }[];
  readonly aliases: readonly {
    readonly advisory_id: string;
    readonly alias: string;
    readonly kind: string;
  }[];
  readonly affected: readonly {
    readonly advisory_id: string;
    readonly package_key: string | null;
    readonly ecosystem: string;
    readonly record: string;
  }[];
  readonly claims: readonly {
    readonly vulnerability: string;
    readonly package_key: string | null;
    readonly record: string;
  }[];
  readonly components: readonly { readonly package_key: string | null; readonly record: string }[];
  readonly dependencies: readonly {
    readonly parent: number;
    readonly child: number;
    readonly scope: 'runtime' | 'build';
  }[];
  readonly notes: readonly {
    readonly kind: 'trace' | 'hint';
    readonly about: string;
    readonly record: string;
  }[];
  readonly exploited: readonly { readonly cve: string; readonly record: string }[];
  readonly scores: readonly {
    readonly cve: string;
    readonly score: number;
    readonly percentile: number;
    readonly at: number | null;
  }[];
  /** What of it can be found by its words and cited. */
  readonly chunks: readonly ChunkRow[];
}

export const NO_ROWS: TakenRows = {
  ...{ advisories: [], aliases: [], affected: [], claims: [], components: [], dependencies: [] },
  ...{ notes: [], exploited: [], scores: [], chunks: [] },
};

export interface ImportedDocument {
  readonly document: DocumentRow;
  readonly raw: string;
  readonly rows: TakenRows;
}

/** Tables with the rows of a document in its newest version, those that refer to others first. */
const OF_THE_NEWEST = [
  'evidence_vector',
  'evidence_chunk_key',
  'evidence_chunk',
  'evidence_claim',
  'evidence_affected',
  'evidence_alias',
  'evidence_advisory',
  'evidence_note',
] as const;
/** Of a list of components every version keeps its rows: what changed between two lists is shown. */
const OF_EVERY_VERSION = ['evidence_dependency', 'evidence_component'] as const;

/** Every version that is stored of a project, by its digest. */
export async function readKnownDigests(
  reader: StoreReader,
  project: string,
): Promise<{ readonly sha256: string; readonly isSigned: boolean }[]> {
  const rows = await reader
    .selectFrom('evidence_document')
    .select(['sha256', 'signature_state'])
    .where('project', '=', project)
    .execute();
  return rows.map(({ sha256, signature_state: state }) => ({ sha256, isSigned: state !== null }));
}

/** Says of versions that are there already that they were seen again. */
export async function touchDocuments(
  writer: StoreWriter,
  project: string,
  digests: readonly string[],
  now: number,
): Promise<void> {
  await inChunks([...digests], async (chunk) => {
    await writer.db
      .updateTable('evidence_document')
      .set({ last_seen: now })
      .where('project', '=', project)
      .where('sha256', 'in', chunk)
      .execute();
    return [];
  });
}

/**
 * Writes versions of documents that are not there yet. Where one is newer than what was the newest of its key, it takes its place.
 * @returns how many were new
 */
export async function keepDocuments(
  writer: StoreWriter,
  documents: readonly ImportedDocument[],
  now: number,
): Promise<number> {
  let kept = 0;
  for (const group of groups(documents)) kept += await keepGroup(writer, group, now);
  return kept;
}

/** In one go no key comes twice: which of two is newer is decided against the tables. */
function* groups(documents: readonly ImportedDocument[]): Generator<ImportedDocument[]> {
  let group: ImportedDocument[] = [];
  let keys = new Set<string>();
  for (const one of documents) {
    const key = keyOf(one.document);
    if (keys.has(key)) {
      yield group;
      group = [];
      keys = new Set();
    }
    keys.add(key);
    group.push(one);
  }
  if (group.length > 0) yield group;
}

type Named = Pick<DocumentRow, 'project' | 'format' | 'key'>;
const keyOf = ({ project, format, key }: Named): string => `${project}\0${format}\0${key}`;

interface Standing extends Named {
  readonly id: number;
  readonly sha256: string;
  readonly stated_at: number | null;
  readonly first_seen: number;
  readonly current: number;
  readonly signature_state: string | null;
}

async function keepGroup(
  writer: StoreWriter,
  group: readonly ImportedDocument[],
  now: number,
): Promise<number> {
  const standing = await readStanding(writer, group);
  const fresh: { readonly one: ImportedDocument; readonly current: boolean }[] = [];
  const replaced: Standing[] = [];
  const seen: (ReturnType<typeof signatureOf> & { readonly id: number; readonly now: number })[] = [];
  for (const one of group) {
    const versions = standing.get(keyOf(one.document)) ?? [];
    const same = versions.find(({ sha256 }) => sha256 === one.document.sha256);
    if (same) {
      seen.push({ id: same.id, now, ...signatureOf(one.document) });
      continue;
    }
    const newest = versions.find(({ current }) => current === 1);
    const current = !newest || isNewer(one.document, newest, now);
    if (current && newest) replaced.push(newest);
    fresh.push({ one, current });
  }
  await removeTaken(
    writer,
    replaced.map(({ id }) => id),
  );
  await writer.each(seeAgain(writer), seen);
  // One that came without its signature this time keeps what is known of it.
  await writer.each(
    signAgain(writer),
    seen.filter((one) => one.signature_state !== null),
  );
  await writer.each(demote(writer), replaced);
  await writer.each(removeRaw(writer), replaced.filter(losesBytes));
  const rows = fresh.map(({ one, current }) => ({
    ...{ ...one.document, first_seen: now, last_seen: now, current: current ? 1 : 0 },
  }));
  const ids = (await writer.each(insertDocument(writer), rows)).map((row) => row?.id ?? 0);
  await writer.each(
    insertRaw(writer),
    fresh.flatMap(({ one, current }, index) =>
      current || !losesBytes(one.document) ? [{ document: ids[index] ?? 0, raw: one.raw }] : [],
    ),
  );
  const taken = fresh.flatMap(({ one, current }, index) => {
    const id = ids[index] ?? 0;
    if (current) return [{ one, id }];
    return one.document.product === null ? [] : [{ one: { ...one, rows: ofEveryVersion(one.rows) }, id }];
  });
  await insertTaken(writer, taken, now);
  return fresh.length;
}

const signatureOf = ({ signature_state, signed_by, signature }: DocumentRow) => ({
  signature_state,
  signed_by,
  signature,
});

const ofEveryVersion = ({ components, dependencies }: TakenRows): TakenRows => ({
  ...NO_ROWS,
  components,
  dependencies,
});

/** The scores of all CVEs come anew every day, ten megabytes each time, and nothing cites them: of those before the newest the digest is kept. */
const losesBytes = ({ format }: Pick<DocumentRow, 'format'>): boolean => format === 'epss';

/**
 * The later stated; of two at one time the greater digest, so that the order in which they come is of no account. A version that does not say when it was made
 * was made when it came, as far as anybody knows.
 */
function isNewer(
  one: Pick<DocumentRow, 'stated_at' | 'sha256' | 'signature_state'>,
  other: Pick<Standing, 'stated_at' | 'sha256' | 'first_seen' | 'signature_state'>,
  now: number,
): boolean {
  // What nobody signed takes the place of nothing that an accepted key signed.
  if (other.signature_state === 'verified' && one.signature_state !== 'verified') return false;
  // What is dated in the future says nothing of when it was made.
  const [a, b] = [Math.min(one.stated_at ?? now, now), Math.min(other.stated_at ?? now, other.first_seen)];
  return a === b ? one.sha256 > other.sha256 : a > b;
}

async function readStanding(
  writer: StoreWriter,
  group: readonly ImportedDocument[],
): Promise<ReadonlyMap<string, readonly Standing[]>> {
  const standing = new Map<string, Standing[]>();
  const projects = new Set(group.map(({ document }) => document.project));
  for (const project of projects) {
    const keys = group
      .filter(({ document }) => document.project === project)
      .map(({ document }) => document.key);
    const rows = await inChunks(keys, (chunk) =>
      writer.reader
        .selectFrom('evidence_document')
        .select([
          'id',
          'project',
          'format',
          'key',
          'sha256',
          'stated_at',
          'first_seen',
          'current',
          'signature_state',
        ])
        .where('project', '=', project)
        .where('key', 'in', chunk)
        .execute(),
    );
    for (const row of rows) {
      const versions = standing.get(keyOf(row)) ?? [];
      versions.push(row);
      standing.set(keyOf(row), versions);
    }
  }
  return standing;
}

async function removeTaken(writer: StoreWriter, ids: readonly number[]): Promise<void> {
  for (const table of OF_THE_NEWEST)
    await inChunks([...ids], async (chunk) => {
      await writer.db.deleteFrom(table).where('document', 'in', chunk).execute();
      return [];
    });
}

/** @throws nothing when it is gone already */
export async function removeDocuments(writer: StoreWriter, ids: readonly number[]): Promise<void> {
  await removeTaken(writer, ids);
  for (const [table, column] of [
    ...OF_EVERY_VERSION.map((table) => [table, 'document'] as const),
    ['evidence_exploited', 'document'],
    ['evidence_raw', 'document'],
    ['evidence_document', 'id'],
  ] as const)
    await inChunks([...ids], async (chunk) => {
      await writer.db
        .deleteFrom(table)
        .where(column as never, 'in', chunk as never)
        .execute();
      return [];
    });
}

// --- statements

const DOCUMENT_COLUMNS = [
  ...(['project', 'format', 'key', 'version', 'title', 'issuer', 'licence', 'origin', 'sha256'] as const),
  ...(['bytes', 'stated_at', 'first_seen', 'last_seen', 'current', 'product'] as const),
  ...(['product_version', 'subject', 'notes', 'signature_state', 'signed_by', 'signature'] as const),
];
type DocumentValues = DocumentRow & Readonly<Record<'first_seen' | 'last_seen' | 'current', number>>;

const insertDocument = compiledOnce<
  DocumentValues & Readonly<Record<string, string | number | null>>,
  { id: number }
>(({ db }) =>
  db
    .insertInto('evidence_document')
    .values(Object.fromEntries(DOCUMENT_COLUMNS.map((column) => [column, param(column)])) as never)
    .returning('id'),
);
const insertRaw = insertInto('evidence_raw', ['document', 'raw']);
const removeRaw = compiledOnce<{ id: number }>(({ db }) =>
  db.deleteFrom('evidence_raw').where('document', '=', param('id')),
);
const demote = compiledOnce<{ id: number }>(({ db }) =>
  db.updateTable('evidence_document').set({ current: 0 }).where('id', '=', param('id')),
);

const seeAgain = compiledOnce<{ id: number; now: number }>(({ db }) =>
  db
    .updateTable('evidence_document')
    .set({ last_seen: param('now') })
    .where('id', '=', param('id')),
);
const signAgain = compiledOnce<ReturnType<typeof signatureOf> & { readonly id: number }>(({ db }) =>
  db
    .updateTable('evidence_document')
    .set({
      signature_state: param('signature_state'),
      signed_by: param('signed_by'),
      signature: param('signature'),
    })
    .where('id', '=', param('id')),
);

const INSERTS = {
  advisories: insertInto('evidence_advisory', [
    ...(['document', 'n', 'project', 'advisory_id', 'withdrawn', 'modified', 'record'] as const),
  ]),
  aliases: insertInto('evidence_alias', ['document', 'n', 'project', 'advisory_id', 'alias', 'kind']),
  affected: insertInto('evidence_affected', [
    ...(['document', 'n', 'project', 'advisory_id', 'package_key', 'ecosystem', 'record'] as const),
  ]),
  claims: insertInto('evidence_claim', [
    'document',
    'n',
    'project',
    'vulnerability',
    'package_key',
    'record',
  ]),
  components: insertInto('evidence_component', ['document', 'n', 'project', 'package_key', 'record']),
  notes: insertInto('evidence_note', ['document', 'n', 'project', 'kind', 'about', 'record']),
};
const insertDependency = insertInto('evidence_dependency', ['document', 'parent', 'child', 'scope']);
/** What was heard of before keeps the day on which it was. */
const upsertExploited = compiledOnce<{
  project: string;
  cve: string;
  document: number;
  record: string;
  now: number;
}>(({ db }) =>
  db
    .insertInto('evidence_exploited')
    .values({
      ...{ project: param('project'), cve: param('cve'), document: param('document') },
      ...{ record: param('record'), first_seen: param('now') },
    })
    .onConflict((conflict) =>
      conflict.columns(['project', 'cve']).doUpdateSet((eb) => ({
        ...{ document: eb.ref('excluded.document'), record: eb.ref('excluded.record') },
      })),
    ),
);
/** An older score does not replace a newer one: answers about a few come beside the file of all. */
const upsertScore = compiledOnce<{
  project: string;
  cve: string;
  score: number;
  percentile: number;
  at: number | null;
}>(({ db }) =>
  db
    .insertInto('evidence_score')
    .values({
      ...{ project: param('project'), cve: param('cve'), at: param('at') },
      ...{ score: param('score'), percentile: param('percentile') },
    })
    .onConflict((conflict) =>
      conflict
        .columns(['project', 'cve'])
        .doUpdateSet((eb) => ({
          ...{ score: eb.ref('excluded.score'), percentile: eb.ref('excluded.percentile') },
          at: eb.ref('excluded.at'),
        }))
        .where(sql<boolean>`coalesce(excluded.at, 0) >= coalesce(evidence_score.at, 0)`),
    ),
);

interface Taken {
  readonly id: number;
  readonly one: ImportedDocument;
}

async function insertTaken(writer: StoreWriter, taken: readonly Taken[], now: number): Promise<void> {
  for (const list of Object.keys(INSERTS) as (keyof typeof INSERTS)[])
    for (const rows of portions(taken, list, ({ id, one }, row, n) => ({
      ...{ document: id, n, project: one.document.project, ...row },
    })))
      await writer.each(INSERTS[list](writer) as never, rows);
  for (const rows of portions(taken, 'dependencies', ({ id }, row) => ({ document: id, ...row })))
    await writer.each(insertDependency(writer), rows);
  await insertChunks(
    writer,
    taken.flatMap(({ id, one: { document, rows } }) =>
      rows.chunks.map((row) => ({ ...row, document: id, project: document.project })),
    ),
  );
  for (const one of taken) await insertLists(writer, one, now);
}

/** Rows that are made at once: so many keep the event loop for a few milliseconds, and are a few messages to the database. */
const PORTION = 2000;

/** The rows of one list of all documents, each as it is written, some at a time. */
function* portions<List extends keyof TakenRows, Row>(
  taken: readonly Taken[],
  list: List,
  written: (of: Taken, row: TakenRows[List][number], n: number) => Row,
): Generator<Row[]> {
  let portion: Row[] = [];
  for (const of of taken) {
    let n = 0;
    for (const row of of.one.rows[list]) {
      portion.push(written(of, row, ++n));
      if (portion.length < PORTION) continue;
      yield portion;
      portion = [];
    }
  }
  if (portion.length > 0) yield portion;
}

/** Of what is exploited, a newer list takes the place of the one before: what it leaves out is in it no more. */
async function insertLists(writer: StoreWriter, { id, one }: Taken, now: number): Promise<void> {
  const { project, format } = one.document;
  for (const rows of portions([{ id, one }], 'exploited', (_, row) => ({
    ...{ project, document: id, now, ...row },
  })))
    await writer.each(upsertExploited(writer), rows);
  if (format === 'kev')
    await writer.db
      .deleteFrom('evidence_exploited')
      .where('project', '=', project)
      .where('document', '<>', id)
      .execute();
  for (const rows of portions([{ id, one }], 'scores', (_, row) => ({ project, ...row })))
    await writer.each(upsertScore(writer), rows);
}
