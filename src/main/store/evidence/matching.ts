// What findings are computed from, as the tables have it: components of lists, and what is said of packages by the keys they are found under.
// Called by advisory/findings. Source: advisory, Findings.
import { sql } from 'kysely';
import { inChunks } from '../in-chunks.ts';
import type { StoreReader } from '../store-access.ts';
import { isOfDatabase, keyInIds } from './versions.ts';

/** The very entry or statement of a document, as JSON. */
export async function readRecord(
  reader: StoreReader,
  part: 'affected' | 'claim',
  document: number,
  n: number,
): Promise<string | undefined> {
  const row = await reader
    .selectFrom(part === 'affected' ? 'evidence_affected' : 'evidence_claim')
    .select('record')
    .where('document', '=', document)
    .where('n', '=', n)
    .executeTakeFirst();
  return row?.record;
}

/** Rows that travel in one answer: more of them hold up whoever unpacks it. */
const PAGE = 1000;

/** The components of a list, in order, page by page. */
export async function* readComponents(reader: StoreReader, document: number) {
  for (let after = 0; ; ) {
    const page = await reader
      .selectFrom('evidence_component')
      .select(['n', 'record'])
      .where('document', '=', document)
      .where('n', '>', after)
      .orderBy('n')
      .limit(PAGE)
      .execute();
    yield page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.n;
  }
}

/** What needs what in a list, page by page. */
export async function* readNeeds(reader: StoreReader, document: number) {
  for (let [parent, child] = [-1, -1]; ; ) {
    const page = await reader
      .selectFrom('evidence_dependency')
      .select(['parent', 'child', 'scope'])
      .where('document', '=', document)
      .where(sql<boolean>`(parent, child) > (${parent}, ${child})`)
      .orderBy('parent')
      .orderBy('child')
      .limit(PAGE)
      .execute();
    yield page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    [parent, child] = [last.parent, last.child];
  }
}

const OF_DOCUMENT = [
  ...(['d.format', 'd.issuer', 'd.source', 'd.stated_at as statedAt', 'd.first_seen as firstSeen'] as const),
  keyInIds.as('documentKey'),
] as const;

/** Entries of advisories that are not withdrawn, about packages of these keys. */
export const readAffected = (reader: StoreReader, project: string, keys: readonly string[]) =>
  inChunks(keys, (chunk) =>
    reader
      .selectFrom('evidence_affected as a')
      .innerJoin('evidence_document as d', 'd.id', 'a.document')
      .innerJoin('evidence_advisory as v', (join) =>
        join.onRef('v.document', '=', 'a.document').onRef('v.advisory_id', '=', 'a.advisory_id'),
      )
      .select(['a.document', 'a.n', 'a.advisory_id as advisory', 'a.package_key as key', 'a.record'])
      .select(OF_DOCUMENT)
      .where('a.project', '=', project)
      .where('a.package_key', 'in', chunk)
      .where('v.withdrawn', 'is', null)
      .execute(),
  );

/** Statements about packages of these keys. */
export const readClaims = (reader: StoreReader, project: string, keys: readonly string[]) =>
  inChunks(keys, (chunk) =>
    reader
      .selectFrom('evidence_claim as c')
      .innerJoin('evidence_document as d', 'd.id', 'c.document')
      .select(['c.document', 'c.n', 'c.package_key as key', 'c.record'])
      .select(OF_DOCUMENT)
      .where('c.project', '=', project)
      .where('c.package_key', 'in', chunk)
      .execute(),
  );

export interface LinkRow {
  readonly id: string;
  readonly other: string;
  readonly kind: 'alias' | 'upstream' | 'fixes';
}

/** What ids say of each other, as far as it leads from the given ones: over aliases both ways, from a record to its upstream and from an erratum to what it fixes. */
export async function readLinks(
  reader: StoreReader,
  project: string,
  ids: readonly string[],
): Promise<LinkRow[]> {
  const links = new Map<string, LinkRow>();
  const asked = new Set<string>();
  let next = [...new Set(ids)];
  const linked = () =>
    reader
      .selectFrom('evidence_alias')
      .select(['advisory_id as id', 'alias as other', 'kind'])
      .where('project', '=', project);
  while (next.length > 0) {
    for (const id of next) asked.add(id);
    const found = await inChunks(next, async (chunk) => [
      ...(await linked().where('advisory_id', 'in', chunk).execute()),
      ...(await linked().where('alias', 'in', chunk).where('kind', '=', 'alias').execute()),
    ]);
    const met = new Set<string>();
    for (const { id, other, kind } of found) {
      links.set(`${id}\n${other}\n${kind}`, { id, other, kind: kind as LinkRow['kind'] });
      for (const one of [id, other]) if (!asked.has(one)) met.add(one);
    }
    next = [...met];
  }
  return [...links.values()];
}

/** Of every catalogue that lists them. */
export const readExploited = (reader: StoreReader, project: string, cves: readonly string[]) =>
  inChunks(cves, (chunk) =>
    reader
      .selectFrom('evidence_exploited')
      .select(['cve', 'record', 'first_seen as heard'])
      .where('project', '=', project)
      .where('cve', 'in', chunk)
      .execute(),
  );

export const readScores = (reader: StoreReader, project: string, cves: readonly string[]) =>
  inChunks(cves, (chunk) =>
    reader
      .selectFrom('evidence_score')
      .select(['cve', 'score'])
      .where('project', '=', project)
      .where('cve', 'in', chunk)
      .execute(),
  );

/** What advisories say that are not withdrawn; records of whole databases first. */
export const readAdvisories = (reader: StoreReader, project: string, ids: readonly string[]) =>
  inChunks(ids, (chunk) =>
    reader
      .selectFrom('evidence_advisory as a')
      .innerJoin('evidence_document as d', 'd.id', 'a.document')
      .select(['a.advisory_id as id', 'a.record'])
      .where('a.project', '=', project)
      .where('a.advisory_id', 'in', chunk)
      .where('a.withdrawn', 'is', null)
      .orderBy('a.advisory_id')
      .orderBy(sql`case when ${isOfDatabase('d')} then 0 else 1 end`)
      .orderBy('d.sha256')
      .orderBy('a.n')
      .execute(),
  );

/** What advisories say that stand in these documents. */
export const readAdvisoriesIn = (reader: StoreReader, documents: readonly number[]) =>
  inChunks(documents, (chunk) =>
    reader
      .selectFrom('evidence_advisory')
      .select(['document', 'record'])
      .where('document', 'in', chunk)
      .where('withdrawn', 'is', null)
      .orderBy('document')
      .execute(),
  );

/** How many documents of each format, in their newest versions, and when the newest advisory came. */
export async function countFormats(
  reader: StoreReader,
  project: string,
): Promise<{ readonly format: string; readonly count: number; readonly newest: number }[]> {
  const rows = await reader
    .selectFrom('evidence_document')
    .select(({ fn }) => ['format', fn.countAll<number>().as('count'), fn.max('last_seen').as('newest')])
    .where('project', '=', project)
    .where('current', '=', 1)
    .groupBy('format')
    .orderBy('format')
    .execute();
  return rows.map(({ format, count, newest }) => ({ format, count: Number(count), newest: Number(newest) }));
}

export async function readBindings(
  reader: StoreReader,
  project: string,
): Promise<{ readonly product: string; readonly resource: string }[]> {
  return reader
    .selectFrom('evidence_binding')
    .select(['product', 'resource_id as resource'])
    .where('project', '=', project)
    .orderBy('product')
    .orderBy('resource_id')
    .execute();
}

/** What is known of resources that run, as JSON, in the order of their ids. */
export async function readHints(reader: StoreReader, project: string): Promise<string[]> {
  const rows = await reader
    .selectFrom('evidence_note')
    .select('record')
    .where('project', '=', project)
    .where('kind', '=', 'hint')
    .orderBy('about')
    .execute();
  return rows.map(({ record }) => record);
}
