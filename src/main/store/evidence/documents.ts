// Documents of evidence as they are stored: every version with its bytes, and of the newest version of each what was taken out of it. A document is written
// whole or not at all, in the transaction of its caller. Called by advisory/evidence. Source: advisory, Evidence.
import { sql } from 'kysely';
import { compiledOnce } from '../compiled-once.ts';
import { inChunks } from '../in-chunks.ts';
import { param } from '../statement-template.ts';
import type { StoreReader, StoreWriter } from '../store-access.ts';
import { type ChunkRow, insertChunks } from './chunks.ts';
import { insertInto } from './inserts.ts';
import { componentsIn, DAY_MS, isCurrent, OSV_DATABASE, VERSION_COLUMNS, type Version } from './versions.ts';

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
  /** The places it came from, between blanks. */
  readonly source: string;
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
  readonly components: readonly {
    readonly package_key: string | null;
    readonly source_key: string | null;
    readonly record: string;
  }[];
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
): Promise<{ readonly sha256: string; readonly source: string; readonly isSigned: boolean }[]> {
  const rows = await reader
    .selectFrom('evidence_document')
    .select(['sha256', 'source', 'signature_state'])
    .where('project', '=', project)
    .execute();
  return rows.map(({ signature_state: state, ...row }) => ({ ...row, isSigned: state !== null }));
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
 * Writes versions of documents that are not there yet. Where one is newer than what was the newest of its place, it replaces it.
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

interface Standing extends Named, Version {
  readonly id: number;
  readonly origin: string;
  readonly signature: string | null;
  readonly current: number;
}

/** A document on its way into the tables: a row that is there, or one that is not. */
interface Coming {
  readonly one: ImportedDocument;
  readonly same: Standing | undefined;
  readonly current: boolean;
}

async function keepGroup(
  writer: StoreWriter,
  group: readonly ImportedDocument[],
  now: number,
): Promise<number> {
  const standing = await readStanding(writer, group);
  const replaced: Standing[] = [];
  const coming = group.map(({ document, ...rest }): Coming => {
    const versions = standing.get(keyOf(document)) ?? [];
    const same = versions.find(({ sha256 }) => sha256 === document.sha256);
    const one = { ...rest, document: same ? seenAgain(document, same) : document };
    const components = one.rows.components.length;
    const version = { ...one.document, components, first_seen: same?.first_seen ?? now };
    const others = versions.filter((other) => other !== same);
    const current = isCurrent(version, others);
    const all = [...others, version];
    replaced.push(
      ...others.filter((other) => other.current === 1 && !isCurrent(other, all)),
      ...(same?.current === 1 && !current ? [same] : []),
    );
    return { one, same, current };
  });
  await removeTaken(
    writer,
    replaced.map(({ id }) => id),
  );
  await writer.each(demote(writer), replaced);
  await writer.each(removeRaw(writer), replaced.filter(losesBytes));
  await writer.each(
    seeAgain(writer),
    coming.flatMap(({ one: { document }, same, current }) => {
      const { source, origin, signature_state, signed_by, signature } = document;
      const row = { now, source, origin, signature_state, signed_by, signature };
      return same ? [{ ...row, id: same.id, current: current ? 1 : 0 }] : [];
    }),
  );
  const fresh = coming.filter(({ same }) => same === undefined);
  const rows = fresh.map(({ one, current }) => ({
    ...one.document,
    first_seen: now,
    last_seen: now,
    current: current ? 1 : 0,
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
  const promoted = coming.flatMap(({ one, same, current }) =>
    same?.current === 0 && current ? [{ one: { ...one, rows: ofTheNewest(one.rows) }, id: same.id }] : [],
  );
  await insertTaken(writer, [...taken, ...promoted], now);
  await writer.each(removeExploited(writer), replaced);
  return fresh.length;
}

/** One that came without its signature this time keeps what is known of it, and every place it ever came from. */
function seenAgain(document: DocumentRow, same: Standing): DocumentRow {
  const { signature_state, signed_by, signature } = document.signature_state === null ? same : document;
  const { origin } = document.source.includes(OSV_DATABASE) ? document : same;
  const places = new Set([...same.source.split(' '), ...document.source.split(' ')]);
  const source = [...places].slice(0, MOST_PLACES).join(' ');
  return { ...document, product: same.product, source, origin, signature_state, signed_by, signature };
}

/** Of more places that have the very same bytes the first are remembered. */
const MOST_PLACES = 100;

const ofEveryVersion = ({ components, dependencies }: TakenRows): TakenRows => ({
  ...NO_ROWS,
  components,
  dependencies,
});

const ofTheNewest = (rows: TakenRows): TakenRows => ({ ...rows, components: [], dependencies: [] });

/** The scores of all CVEs come anew every day, ten megabytes each time, and nothing cites them: of those before the newest the digest is kept. */
const losesBytes = ({ format }: Pick<DocumentRow, 'format'>): boolean => format === 'epss';

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
        .selectFrom('evidence_document as d')
        .select([...VERSION_COLUMNS, 'd.signature', componentsIn.as('components')])
        .where('d.project', '=', project)
        .where('d.key', 'in', chunk)
        .execute(),
    );
    for (const row of rows) {
      const versions = standing.get(keyOf(row)) ?? [];
      versions.push({ ...row, components: Number(row.components) });
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
  ...([
    'project',
    'format',
    'key',
    'version',
    'title',
    'issuer',
    'licence',
    'origin',
    'source',
    'sha256',
  ] as const),
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

const seeAgain = compiledOnce<
  Pick<Standing, 'id' | 'source' | 'origin' | 'signature_state' | 'signed_by' | 'signature' | 'current'> & {
    readonly now: number;
  }
>(({ db }) =>
  db
    .updateTable('evidence_document')
    .set({
      last_seen: param('now'),
      source: param('source'),
      origin: param('origin'),
      signature_state: param('signature_state'),
      signed_by: param('signed_by'),
      signature: param('signature'),
      current: param('current'),
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
  components: insertInto('evidence_component', [
    'document',
    'n',
    'project',
    'package_key',
    'source_key',
    'record',
  ]),
  notes: insertInto('evidence_note', ['document', 'n', 'project', 'kind', 'about', 'record']),
};
const insertDependency = insertInto('evidence_dependency', ['document', 'parent', 'child', 'scope']);
/** What was heard of before keeps the day on which it was. */
const insertExploited = compiledOnce<{
  project: string;
  cve: string;
  document: number;
  record: string;
  now: number;
}>(({ db }) =>
  db
    .insertInto('evidence_exploited')
    .values({
      project: param('project'),
      cve: param('cve'),
      document: param('document'),
      record: param('record'),
      first_seen: sql<number>`coalesce((
        select min(e.first_seen) from evidence_exploited e
        where e.project = ${param('project')} and e.cve = ${param('cve')}
      ), ${param('now')})`,
    })
    .onConflict((conflict) => conflict.doNothing()),
);
const removeExploited = compiledOnce<{ id: number }>(({ db }) =>
  db.deleteFrom('evidence_exploited').where('document', '=', param('id')),
);
/** An older score does not replace a newer one: answers about a few come beside the file of all. One of a day to come has no date. */
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

async function insertLists(writer: StoreWriter, { id, one }: Taken, now: number): Promise<void> {
  const { project } = one.document;
  for (const rows of portions([{ id, one }], 'exploited', (_, row) => ({
    ...{ project, document: id, now, ...row },
  })))
    await writer.each(insertExploited(writer), rows);
  for (const rows of portions([{ id, one }], 'scores', (_, { at, ...row }) => ({
    ...{ project, ...row },
    at: at !== null && at > now + DAY_MS ? null : at,
  })))
    await writer.each(upsertScore(writer), rows);
}
