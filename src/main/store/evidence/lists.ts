// Lists of components as they are stored: the newest of each product, the newest of each version that the operator keeps, those of images that still run;
// and all lists of one product. Called by advisory/findings and advisory/context. Source: structure S5, Product.
import { sql } from 'kysely';
import type { LIST_STATES } from '../../../shared/model/evidence/words.ts';
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

/** `kept`: a newer version is there, and the operator keeps this one. `running`: a newer list is there, and the very image of this one runs. */
export type ListState = (typeof LIST_STATES)[number];

export interface HistoryRow extends ListRow {
  readonly state: ListState;
  readonly origin: string;
}

/** Lists that findings come from; the older before the newer. */
export async function readLists(reader: StoreReader, project: string): Promise<ListRow[]> {
  const all = await readRanked(reader, project);
  const wanted = all.filter(({ state }) => state !== 'superseded' && state !== 'retired');
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

/** What the operator decided of a version, whatever newer versions there are: its findings count, or do not. */
export async function setVersionActive(
  writer: StoreWriter,
  one: Version,
  active: boolean,
  { by, at }: { readonly by: string; readonly at: number },
): Promise<void> {
  const decided = { active: active ? 1 : 0, decided_by: by, decided_at: at };
  await writer.db
    .insertInto('evidence_version')
    .values({ ...one, ...decided })
    .onConflict((conflict) => conflict.columns(['project', 'product', 'version']).doUpdateSet(decided))
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

/** 1 or 0 as the operator decided; null where nobody did. */
const ACTIVE = sql<number | null>`(
    select v.active from evidence_version v
    where v.project = d.project and v.product = d.product and v.version = coalesce(d.product_version, '')
  )`;

async function readRanked(
  reader: StoreReader,
  project: string,
  product?: string,
): Promise<Uncounted<HistoryRow>[]> {
  const running = await readRunningDigests(reader, project);
  let query = reader
    .selectFrom('evidence_document as d')
    .select([...COLUMNS, 'd.origin', 'd.current', PLACE.as('place'), ACTIVE.as('active')])
    .where('d.project', '=', project)
    .where('d.product', 'is not', null);
  if (product !== undefined) query = query.where('d.product', '=', product);
  const rows = (await query.execute()).map(({ place, active, current, ...row }) => ({
    list: row as Uncounted<ListRow> & { readonly origin: string },
    // An edited document takes the place of what it was before, whatever version that named.
    isNewest: current === 1 && Number(place) === 1,
    isEdited: current === 0,
    active: active === null ? null : Number(active) === 1,
  }));
  const newest = new Map<string, Uncounted<ListRow>>();
  for (const { list, isNewest, active } of rows) {
    const other = newest.get(list.product);
    if (isNewest && active !== false && (!other || byProductAndAge(other, list) < 0))
      newest.set(list.product, list);
  }
  return rows.map(({ list, isNewest, isEdited, active }) => {
    const stateOf = (): ListState => {
      if (active === false) return 'retired';
      if (isEdited) return 'superseded';
      if (newest.get(list.product)?.id === list.id) return 'current';
      if (isNewest && active === true) return 'kept';
      return namesAny(list.subject, running) ? 'running' : 'superseded';
    };
    return { ...list, state: stateOf() };
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
