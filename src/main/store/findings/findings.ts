// Findings as they are stored: the outcome of the last matching, each with the day on which it was first seen; gone ones stay, marked. Called by
// advisory/findings. Source: advisory, Findings.
import { sql } from 'kysely';
import type { FindingView } from '../../../shared/model/evidence/finding.ts';
import { compiledOnce } from '../compiled-once.ts';
import { contains } from '../contains.ts';
import { insertInto } from '../evidence/inserts.ts';
import { param } from '../statement-template.ts';
import type { StoreReader, StoreWriter } from '../store-access.ts';

export interface FindingRow {
  readonly project: string;
  readonly key: string;
  readonly product: string;
  readonly document: number;
  readonly n: number;
  readonly package_key: string;
  readonly version: string | null;
  readonly vulnerability: string;
  readonly status: string;
  readonly held: number;
  readonly unimportant: number;
  readonly scope: 'runtime' | 'build';
  readonly severity: number;
  readonly cvss: number | null;
  readonly exploited: number;
  readonly epss: number | null;
  readonly title: string;
  readonly search: string;
  readonly record: string;
}

export interface UncheckedRow {
  readonly document: number;
  readonly n: number;
  readonly product: string;
  readonly reason: string;
  readonly detail: string;
  readonly component: string;
}

const COLUMNS = [
  ...(['project', 'key', 'product', 'document', 'n', 'package_key', 'version', 'vulnerability'] as const),
  ...([
    'status',
    'held',
    'unimportant',
    'scope',
    'severity',
    'cvss',
    'exploited',
    'epss',
    'title',
    'search',
    'record',
  ] as const),
];
/** What stays as it was when a finding is found again. */
const REPLACED = COLUMNS.filter((column) => column !== 'project' && column !== 'key');

const upsert = compiledOnce<FindingRow & { now: number } & Readonly<Record<string, string | number | null>>>(
  ({ db }) =>
    db
      .insertInto('finding')
      .values({
        ...(Object.fromEntries(COLUMNS.map((column) => [column, param(column)])) as never as FindingRow),
        ...{ first_seen: param('now'), last_seen: param('now'), gone_at: null },
      })
      .onConflict((conflict) =>
        conflict.columns(['project', 'key']).doUpdateSet((eb) => ({
          ...(Object.fromEntries(REPLACED.map((column) => [column, eb.ref(`excluded.${column}`)])) as object),
          // Of two processes that match at once the later began counts.
          last_seen: sql<number>`case when excluded.last_seen > finding.last_seen then excluded.last_seen else finding.last_seen end`,
          gone_at: null,
        })),
      ),
);

const observe = compiledOnce<
  Readonly<Record<'project' | 'product' | 'package_key' | 'vulnerability' | 'version' | 'status', string>> & {
    readonly fix: string | null;
    readonly now: number;
  }
>(({ db }) =>
  db
    .insertInto('finding_observation')
    .values({
      ...{ project: param('project'), product: param('product'), package_key: param('package_key') },
      ...{ vulnerability: param('vulnerability'), version: param('version'), status: param('status') },
      ...{ fix: param('fix'), first_seen: param('now'), last_seen: param('now') },
    })
    .onConflict((conflict) =>
      conflict
        .columns(['project', 'product', 'package_key', 'vulnerability', 'version'])
        .doUpdateSet((eb) => ({
          ...{ status: eb.ref('excluded.status'), fix: eb.ref('excluded.fix') },
          last_seen: eb.ref('excluded.last_seen'),
        })),
    ),
);

const listFinding = compiledOnce<{ project: string; document: number; key: string; now: number }>(({ db }) =>
  db
    .insertInto('finding_list')
    .values({
      project: param('project'),
      document: param('document'),
      key: param('key'),
      last_seen: param('now'),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['project', 'document', 'key'])
        .doUpdateSet((eb) => ({ last_seen: eb.ref('excluded.last_seen') })),
    ),
);

const insertUnchecked = insertInto('finding_unchecked', [
  ...(['project', 'document', 'n', 'product', 'reason', 'detail', 'component'] as const),
]);

/** Findings of a slice of the matching, with what is observed of them and the list they are in. */
export async function keepFindings(
  writer: StoreWriter,
  rows: readonly (FindingRow & { readonly fix: string | null })[],
  now: number,
): Promise<void> {
  await writer.each(
    listFinding(writer),
    rows.map(({ project, document, key }) => ({ project, document, key, now })),
  );
  await writer.each(
    upsert(writer),
    rows.map(({ fix: _, ...row }) => ({ ...row, now })),
  );
  await writer.each(
    observe(writer),
    rows.map(({ project, product, package_key, vulnerability, version, status, fix }) => ({
      ...{ project, product, package_key, vulnerability, version: version ?? '', status, fix, now },
    })),
  );
}

/** Findings that are in a list as well, and shown with another. */
export async function listFindings(
  writer: StoreWriter,
  project: string,
  found: readonly { readonly document: number; readonly key: string }[],
  now: number,
): Promise<void> {
  await writer.each(
    listFinding(writer),
    found.map(({ document, key }) => ({ project, document, key, now })),
  );
}

/** The matching is over: what it did not find again is gone, and what it could not check is what it says. */
export async function endMatching(
  writer: StoreWriter,
  project: string,
  {
    unchecked,
    checked,
    now,
  }: { readonly unchecked: readonly UncheckedRow[]; readonly checked: number; readonly now: number },
): Promise<void> {
  await writer.db
    .updateTable('finding')
    .set({ gone_at: now })
    .where('project', '=', project)
    .where('last_seen', '<', now)
    .where('gone_at', 'is', null)
    .execute();
  await writer.db
    .deleteFrom('finding_list')
    .where('project', '=', project)
    .where('last_seen', '<', now)
    .execute();
  await writer.db.deleteFrom('finding_unchecked').where('project', '=', project).execute();
  await writer.each(
    insertUnchecked(writer),
    unchecked.map((row) => ({ project, ...row })),
  );
  await writer.db
    .insertInto('finding_match')
    .values({ project, matched_at: now, checked })
    .onConflict((conflict) => conflict.column('project').doUpdateSet({ matched_at: now, checked }))
    .execute();
}

export interface FindingsAsked {
  readonly project: string;
  readonly view: FindingView;
  readonly search?: string | undefined;
  readonly product?: string | undefined;
  /** Of any of these. */
  readonly products?: readonly string[] | undefined;
  /** 0 is critical. */
  readonly severity?: number | undefined;
  readonly scope?: 'runtime' | 'build' | undefined;
  readonly offset: number;
  readonly limit: number;
  readonly now: number;
}

export interface StoredFinding {
  readonly key: string;
  readonly record: string;
  readonly firstSeen: number;
  readonly goneAt: number | null;
}

/** What a person's word makes of a finding: the newest that was not taken back, of the same subject. */
const DECIDED = sql<string>`(select d.kind from finding_decision d where d.project = f.project and d.product = f.product
  and d.package_key = f.package_key and d.vulnerability = f.vulnerability and d.undone_at is null
  and (d.version = f.version or (d.version is null and f.version is null))
  order by d.id desc limit 1)`;
const UNTIL = sql<number>`(select d.expires_at from finding_decision d where d.project = f.project and d.product = f.product
  and d.package_key = f.package_key and d.vulnerability = f.vulnerability and d.undone_at is null
  and (d.version = f.version or (d.version is null and f.version is null))
  order by d.id desc limit 1)`;

/** Open is what nobody decided to be otherwise, or decided until before now, or decided to be so. */
const isClosedBy = (now: number) =>
  sql<boolean>`coalesce(${DECIDED} in ('not_affected', 'fixed') or (${DECIDED} = 'accepted' and coalesce(${UNTIL}, 0) > ${now}), false)`;
const IS_RISK = sql<boolean>`f.status in ('affected', 'under_investigation', 'unknown')`;
const IS_CALLED_AFFECTED = sql<boolean>`coalesce(${DECIDED} = 'affected', false)`;
const isOpen = (now: number) =>
  sql<boolean>`((f.unimportant = 0 and ${IS_RISK} and not ${isClosedBy(now)}) or ${IS_CALLED_AFFECTED})`;

const viewOf = (view: FindingView, now: number) => {
  switch (view) {
    case 'open':
      return isOpen(now);
    case 'held':
      return sql<boolean>`(f.held = 1 and ${isOpen(now)})`;
    case 'exploited':
      return sql<boolean>`(f.exploited = 1 and ${isOpen(now)})`;
    case 'accepted':
      return sql<boolean>`coalesce(${DECIDED} = 'accepted' and coalesce(${UNTIL}, 0) > ${now}, false)`;
    case 'closed':
      return sql<boolean>`(f.unimportant = 0 and not ${isOpen(now)})`;
    case 'unimportant':
      return sql<boolean>`(f.unimportant = 1 and not ${isOpen(now)})`;
    case 'all':
      return sql<boolean>`1 = 1`;
  }
};

/** Exploited first, then the gravest, the likeliest, the nearest. */
export async function readFindings(
  reader: StoreReader,
  { project, view, search, product, products, severity, scope, offset, limit, now }: FindingsAsked,
): Promise<{ readonly rows: StoredFinding[]; readonly total: number }> {
  const fitting = () => {
    let query = reader
      .selectFrom('finding as f')
      .where('f.project', '=', project)
      .where('f.gone_at', 'is', null)
      .where(viewOf(view, now));
    if (search) query = query.where(contains('f.search', search));
    if (product !== undefined) query = query.where('f.product', '=', product);
    if (products !== undefined)
      query = query.where(
        products.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`f.product in (${sql.join(products)})`,
      );
    if (severity !== undefined) query = query.where('f.severity', '=', severity);
    if (scope !== undefined) query = query.where('f.scope', '=', scope);
    return query;
  };
  const rows = await fitting()
    .select(['f.key', 'f.record', 'f.first_seen as firstSeen', 'f.gone_at as goneAt'])
    .orderBy('f.exploited', 'desc')
    .orderBy('f.severity')
    .orderBy(sql`coalesce(f.epss, 0)`, 'desc')
    .orderBy('f.scope', 'desc')
    .orderBy('f.key')
    .offset(offset)
    .limit(limit)
    .execute();
  const { total } = await fitting().select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** Also one that is gone. */
export async function readFinding(
  reader: StoreReader,
  project: string,
  key: string,
): Promise<StoredFinding | undefined> {
  return reader
    .selectFrom('finding as f')
    .select(['f.key', 'f.record', 'f.first_seen as firstSeen', 'f.gone_at as goneAt'])
    .where('f.project', '=', project)
    .where('f.key', '=', key)
    .executeTakeFirst();
}

export interface FindingSums {
  readonly open: number;
  readonly held: number;
  readonly exploited: number;
  readonly accepted: number;
  /** By number of the severity. */
  readonly bySeverity: ReadonlyMap<number, number>;
}

export async function sumFindings(reader: StoreReader, project: string, now: number): Promise<FindingSums> {
  const rows = await reader
    .selectFrom('finding as f')
    .select('f.severity')
    .select([
      sql<number>`sum(case when ${isOpen(now)} then 1 else 0 end)`.as('open'),
      sql<number>`sum(case when f.held = 1 and ${isOpen(now)} then 1 else 0 end)`.as('held'),
      sql<number>`sum(case when f.exploited = 1 and ${isOpen(now)} then 1 else 0 end)`.as('exploited'),
      sql<number>`sum(case when ${viewOf('accepted', now)} then 1 else 0 end)`.as('accepted'),
    ])
    .where('f.project', '=', project)
    .where('f.gone_at', 'is', null)
    .groupBy('f.severity')
    .execute();
  const bySeverity = new Map<number, number>();
  const sums = { open: 0, held: 0, exploited: 0, accepted: 0 };
  for (const row of rows) {
    for (const count of ['open', 'held', 'exploited', 'accepted'] as const) sums[count] += Number(row[count]);
    bySeverity.set(row.severity, (bySeverity.get(row.severity) ?? 0) + Number(row.open));
  }
  return { ...sums, bySeverity };
}

/** How many open findings are in each list, by its document. */
export async function countOpenByList(
  reader: StoreReader,
  project: string,
  now: number,
): Promise<ReadonlyMap<number, number>> {
  const rows = await reader
    .selectFrom('finding_list as l')
    .innerJoin('finding as f', (join) =>
      join.onRef('f.project', '=', 'l.project').onRef('f.key', '=', 'l.key'),
    )
    .select(['l.document', sql<number>`sum(case when ${isOpen(now)} then 1 else 0 end)`.as('open')])
    .where('l.project', '=', project)
    .where('f.gone_at', 'is', null)
    .groupBy('l.document')
    .execute();
  return new Map(rows.map(({ document, open }) => [document, Number(open)]));
}

/** Those that migration 0023 has an index of. */
const PRESSES = sql<boolean>`(f.held = 1 or f.exploited = 1)`;

/** Open ones that are known to be exploited, or held and not called affected by a person. */
export async function countWaiting(reader: StoreReader, project: string, now: number): Promise<number> {
  const { count } = await reader
    .selectFrom('finding as f')
    .select(sql<number>`count(*)`.as('count'))
    .where('f.project', '=', project)
    .where('f.gone_at', 'is', null)
    .where(PRESSES)
    .where(isOpen(now))
    .where(sql<boolean>`(f.exploited = 1 or not ${IS_CALLED_AFFECTED})`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** How many components nothing could be said of, by the document of their list. */
export async function countUnchecked(
  reader: StoreReader,
  project: string,
): Promise<ReadonlyMap<number, number>> {
  const rows = await reader
    .selectFrom('finding_unchecked')
    .select(['document', sql<number>`count(*)`.as('count')])
    .where('project', '=', project)
    .groupBy('document')
    .execute();
  return new Map(rows.map(({ document, count }) => [document, Number(count)]));
}

export interface UncheckedSum {
  readonly reason: string;
  readonly detail: string;
  readonly product: string;
  readonly count: number;
}

/** Groups of components nothing could be said of, the largest first. */
export async function sumUnchecked(
  reader: StoreReader,
  project: string,
  limit: number,
): Promise<UncheckedSum[]> {
  const rows = await reader
    .selectFrom('finding_unchecked')
    .select(['reason', 'detail', 'product', sql<number>`count(*)`.as('count')])
    .where('project', '=', project)
    .groupBy(['reason', 'detail', 'product'])
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('reason')
    .orderBy('detail')
    .orderBy('product')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

/** Names of some components of a group. */
export async function readUncheckedNames(
  reader: StoreReader,
  project: string,
  { reason, detail, product }: UncheckedSum,
  limit: number,
): Promise<string[]> {
  const rows = await reader
    .selectFrom('finding_unchecked')
    .select('component')
    .where('project', '=', project)
    .where('reason', '=', reason)
    .where('detail', '=', detail)
    .where('product', '=', product)
    .orderBy('document')
    .orderBy('n')
    .limit(limit)
    .execute();
  return rows.map(({ component }) => component);
}

export const readMatch = (reader: StoreReader, project: string) =>
  reader
    .selectFrom('finding_match')
    .select(['matched_at as at', 'checked'])
    .where('project', '=', project)
    .executeTakeFirst();

/** When a matching began last, also where its outcome was forgotten since; 0 for never. */
export async function readLastMatching(reader: StoreReader, project: string): Promise<number> {
  const match = await readMatch(reader, project);
  if (match) return match.at;
  const row = await reader
    .selectFrom('finding_list')
    .select(({ fn }) => fn.max('last_seen').as('at'))
    .where('project', '=', project)
    .executeTakeFirst();
  return Number(row?.at ?? 0);
}

/** The newest first. */
export const readObservations = (
  reader: StoreReader,
  project: string,
  subject: { readonly product: string; readonly packageKey: string; readonly vulnerability: string },
) =>
  reader
    .selectFrom('finding_observation')
    .select(['version', 'status', 'fix', 'first_seen as firstSeen', 'last_seen as lastSeen'])
    .where('project', '=', project)
    .where('product', '=', subject.product)
    .where('package_key', '=', subject.packageKey)
    .where('vulnerability', '=', subject.vulnerability)
    .orderBy('last_seen', 'desc')
    .orderBy('version')
    .limit(500)
    .execute();

/** Findings whose newest word was given for another version. */
export async function countStale(reader: StoreReader, project: string): Promise<number> {
  const { count } = await reader
    .selectFrom('finding as f')
    .select(sql<number>`count(*)`.as('count'))
    .where('f.project', '=', project)
    .where('f.gone_at', 'is', null)
    .where(sql<boolean>`${DECIDED} is null`)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('finding_decision as d')
          .select('d.id')
          .whereRef('d.project', '=', 'f.project')
          .whereRef('d.product', '=', 'f.product')
          .whereRef('d.package_key', '=', 'f.package_key')
          .whereRef('d.vulnerability', '=', 'f.vulnerability')
          .where('d.undone_at', 'is', null),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Projects whose evidence changed since they were matched: documents came, or some were taken out. */
export async function readUnmatched(reader: StoreReader): Promise<string[]> {
  const came = await reader
    .selectFrom('evidence_document as d')
    .leftJoin('finding_match as m', 'm.project', 'd.project')
    .select('d.project')
    .distinct()
    .where(sql<boolean>`d.first_seen >= coalesce(m.matched_at, 0)`)
    .execute();
  const lost = await reader
    .selectFrom('finding as f')
    .leftJoin('finding_match as m', 'm.project', 'f.project')
    .select('f.project')
    .distinct()
    .where('f.gone_at', 'is', null)
    .where('m.matched_at', 'is', null)
    .execute();
  return [...new Set([...came, ...lost].map(({ project }) => project))].sort();
}

/** What was found holds no more: called in the transaction that takes evidence out, so that it is matched anew even by another process. */
export async function forgetMatch(writer: StoreWriter, project: string): Promise<void> {
  await writer.db.deleteFrom('finding_match').where('project', '=', project).execute();
}

export async function readMatchedProjects(reader: StoreReader): Promise<string[]> {
  const rows = await reader.selectFrom('finding_match').select('project').orderBy('project').execute();
  return rows.map(({ project }) => project);
}
