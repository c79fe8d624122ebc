// Lists of components as they are stored: the newest of each product, the newest of each version that the operator keeps, those of images that still run;
// and all lists of one product. Called by advisory/findings and advisory/context. Source: structure S5, Product.
import { sql } from 'kysely';
import type { LIST_STATES } from '../../../shared/model/evidence/words.ts';
import type { StoreReader, StoreWriter } from '../store-access.ts';
import { readHints } from './matching.ts';
import { componentsIn, madeAt } from './versions.ts';

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

/** Lists that findings come from; of each product the older before the newer. */
export async function readLists(reader: StoreReader, project: string): Promise<ListRow[]> {
  const all = await readRanked(reader, project);
  return all.filter(({ state }) => state !== 'superseded' && state !== 'retired');
}

/** Every list of a product that is kept, the newest first. */
export async function readListHistory(
  reader: StoreReader,
  project: string,
  product: string,
): Promise<HistoryRow[]> {
  return (await readRanked(reader, project, product)).reverse();
}

/** A list by its document; undefined where it is gone, or none. */
export async function readListOf(reader: StoreReader, document: number): Promise<ListRow | undefined> {
  const row = await reader
    .selectFrom('evidence_document as d')
    .select(COLUMNS)
    .where('d.id', '=', document)
    .where('d.product', 'is not', null)
    .executeTakeFirst();
  return row && (row as ListRow);
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

const COLUMNS = [
  ...(['d.id', 'd.product', 'd.subject', 'd.stated_at as statedAt', 'd.first_seen as firstSeen'] as const),
  sql<string>`coalesce(d.product_version, '')`.as('version'),
  componentsIn.as('components'),
] as const;

/** 1 or 0 as the operator decided; null where nobody did. */
const ACTIVE = sql<number | null>`(
    select v.active from evidence_version v
    where v.project = d.project and v.product = d.product and v.version = coalesce(d.product_version, '')
  )`;

/** In the order of their products, of each the older before the newer. */
async function readRanked(reader: StoreReader, project: string, product?: string): Promise<HistoryRow[]> {
  const running = await readRunningDigests(reader, project);
  let query = reader
    .selectFrom('evidence_document as d')
    .select([...COLUMNS, 'd.origin', 'd.sha256', 'd.current', ACTIVE.as('active')])
    .where('d.project', '=', project)
    .where('d.product', 'is not', null);
  if (product !== undefined) query = query.where('d.product', '=', product);
  const rows = (await query.execute()).map(({ product: of, subject, components, active, ...row }) => ({
    ...{ ...row, product: of ?? '', subject: subject ?? '', components: Number(components) },
    active: active === null ? null : Number(active) === 1,
  }));
  rows.sort(byProductAndAge);
  const newest = new Map<string, number>();
  const newestOfVersions = new Map<string, number>();
  for (const { id, product: of, version, current, active } of rows) {
    // An edited document takes the place of what it was before, whatever version that named.
    if (current === 0) continue;
    newestOfVersions.set(`${of}\n${version}`, id);
    if (active !== false) newest.set(of, id);
  }
  return rows.map(({ sha256: _, current, active, ...list }) => {
    const stateOf = (): ListState => {
      if (active === false) return 'retired';
      if (current === 0) return 'superseded';
      if (newest.get(list.product) === list.id) return 'current';
      if (active === true && newestOfVersions.get(`${list.product}\n${list.version}`) === list.id)
        return 'kept';
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

type Aged = Pick<ListRow, 'product' | 'statedAt' | 'firstSeen' | 'components'> & { readonly sha256: string };

/** One that lists nothing is older than any that lists something; of two made at one time the fuller is the newer. */
function byProductAndAge(a: Aged, b: Aged): number {
  if (a.product !== b.product) return a.product < b.product ? -1 : 1;
  return (
    Number(a.components > 0) - Number(b.components > 0) ||
    ageOf(a) - ageOf(b) ||
    a.components - b.components ||
    (a.sha256 < b.sha256 ? -1 : 1)
  );
}

const ageOf = ({ statedAt, firstSeen }: Aged): number =>
  madeAt({ stated_at: statedAt, first_seen: firstSeen });
