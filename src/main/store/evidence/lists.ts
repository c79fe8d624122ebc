// Lists of components as they are stored: of each version of a product the newest, until the operator retires the version; an older one of an
// image that still runs; and all lists of one product. Called by advisory/findings and advisory/context. Source: structure S5, Product.
import { type SqlBool, sql } from 'kysely';
import { inChunks } from '../in-chunks.ts';
import type { StoreReader, StoreWriter } from '../store-access.ts';
import { readHints } from './matching.ts';

export interface ListRow {
  readonly id: number;
  /** Without a version. */
  readonly product: string;
  /** Of the product; empty where the list names none. */
  readonly version: string;
  /** JSON. */
  readonly subject: string;
  readonly statedAt: number | null;
  readonly firstSeen: number;
  readonly components: number;
}

/** `running`: a newer list of the version is there, and the very image of this one runs. */
export type ListState = 'current' | 'running' | 'superseded' | 'retired';

export interface HistoryRow extends ListRow {
  readonly state: ListState;
  readonly origin: string;
}

/** Newest list of its version, or of an image that runs; the older before the newer. */
export async function readLists(reader: StoreReader, project: string): Promise<ListRow[]> {
  const all = await readRanked(reader, project);
  const wanted = all.filter(({ state }) => state === 'current' || state === 'running');
  return counted(reader, wanted.sort(byProductAndAge));
}

/** Every list of a product that is kept, the newest first. */
export async function readListHistory(
  reader: StoreReader,
  project: string,
  product: string,
): Promise<HistoryRow[]> {
  return counted(reader, (await readRanked(reader, project, product)).sort(byProductAndAge).reverse());
}

/** A list by its document; undefined where it is gone, or none. */
export async function readListOf(reader: StoreReader, document: number): Promise<ListRow | undefined> {
  const row = await reader
    .selectFrom('evidence_document as d')
    .select(COLUMNS)
    .where('d.id', '=', document)
    .where('d.product', 'is not', null)
    .executeTakeFirst();
  return row && (await counted(reader, [row as Uncounted<ListRow>]))[0];
}

interface Version {
  readonly project: string;
  readonly product: string;
  readonly version: string;
}

/** Its lists are matched no more. Said twice is said once. */
export async function retireVersion(
  writer: StoreWriter,
  one: Version,
  by: string,
  now: number,
): Promise<void> {
  await writer.db
    .insertInto('evidence_retired_version')
    .values({ ...one, retired_by: by, retired_at: now })
    .onConflict((conflict) => conflict.columns(['project', 'product', 'version']).doNothing())
    .execute();
}

export async function restoreVersion(
  writer: StoreWriter,
  { project, product, version }: Version,
): Promise<void> {
  await writer.db
    .deleteFrom('evidence_retired_version')
    .where('project', '=', project)
    .where('product', '=', product)
    .where('version', '=', version)
    .execute();
}

type Uncounted<Row> = Omit<Row, 'components'>;

const COLUMNS = [
  ...(['d.id', 'd.product', 'd.subject', 'd.stated_at as statedAt', 'd.first_seen as firstSeen'] as const),
  sql<string>`coalesce(d.product_version, '')`.as('version'),
] as const;

/** 1 for the newest list of a version: made later, else imported later. */
const PLACE = sql<number>`row_number() over (
    partition by d.product, d.product_version, d.current
    order by coalesce(d.stated_at, d.first_seen) desc, d.first_seen desc, d.id desc
  )`;

const RETIRED = sql<SqlBool>`exists (
    select 1 from evidence_retired_version r
    where r.project = d.project and r.product = d.product and r.version = coalesce(d.product_version, '')
  )`;

async function readRanked(
  reader: StoreReader,
  project: string,
  product?: string,
): Promise<Uncounted<HistoryRow>[]> {
  const running = await readRunningDigests(reader, project);
  let query = reader
    .selectFrom('evidence_document as d')
    .select([...COLUMNS, 'd.origin', 'd.current', PLACE.as('place'), RETIRED.as('retired')])
    .where('d.project', '=', project)
    .where('d.product', 'is not', null);
  if (product !== undefined) query = query.where('d.product', '=', product);
  return (await query.execute()).map(({ place, retired, current, ...row }) => {
    const list = row as Uncounted<ListRow> & { readonly origin: string };
    if (retired) return { ...list, state: 'retired' };
    // An edited document takes the place of what it was before, whatever version that named.
    if (current === 0) return { ...list, state: 'superseded' };
    if (Number(place) === 1) return { ...list, state: 'current' };
    return { ...list, state: namesAny(list.subject, running) ? 'running' : 'superseded' };
  });
}

const namesAny = (subject: string, digests: ReadonlySet<string>): boolean =>
  digests.size > 0 &&
  subject.includes('sha256:') &&
  (JSON.parse(subject) as { digests: string[] }).digests.some((digest) => digests.has(digest));

/** Digests of the images that run, as hints name them. */
async function readRunningDigests(reader: StoreReader, project: string): Promise<ReadonlySet<string>> {
  const hints = await readHints(reader, project);
  return new Set(
    hints.flatMap((record) => {
      const { imageDigest, otherDigests = [] } = JSON.parse(record) as {
        readonly imageDigest: string | null;
        readonly otherDigests?: readonly string[];
      };
      return imageDigest === null ? otherDigests : [imageDigest, ...otherDigests];
    }),
  );
}

async function counted<Row extends Uncounted<ListRow>>(
  reader: StoreReader,
  rows: readonly Row[],
): Promise<(Row & Pick<ListRow, 'components'>)[]> {
  const ids = rows.map(({ id }) => id);
  const counts = await inChunks(ids, (chunk) =>
    reader
      .selectFrom('evidence_component')
      .select(['document', sql<number>`count(*)`.as('components')])
      .where('document', 'in', chunk)
      .groupBy('document')
      .execute(),
  );
  const byDocument = new Map(counts.map(({ document, components }) => [document, Number(components)]));
  return rows.map((row) => ({ ...row, components: byDocument.get(row.id) ?? 0 }));
}

const ageOf = ({ statedAt, firstSeen }: Uncounted<ListRow>): number => statedAt ?? firstSeen;

function byProductAndAge(a: Uncounted<ListRow>, b: Uncounted<ListRow>): number {
  if (a.product !== b.product) return a.product < b.product ? -1 : 1;
  return ageOf(a) - ageOf(b) || a.firstSeen - b.firstSeen || a.id - b.id;
}
