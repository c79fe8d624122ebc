// Products as the operator has them: their lists over time, and what changed between two of them, in components and in findings. Both lists are
// held against what is known today, so that what differs is the lists and not the evidence. Reads, and writes nothing. Called by findings.ts.
// Source: structure S5, Product.
import { AppError } from '../../../shared/model/envelope.ts';
import type { ProductChanges, ProductDetail } from '../../../shared/model/evidence/product.ts';

import { SEVERITIES } from '../../../shared/model/evidence/words.ts';
import { type HistoryRow, readListHistory } from '../../store/evidence/lists.ts';
import { countOpenByList } from '../../store/findings/findings.ts';
import type { StoreReader } from '../../store/store-access.ts';
import type { SbomSubject } from '../formats/records.ts';
import { standingOf } from '../vex/claim.ts';
import { keyOfPart } from './inputs.ts';
import { readRiskParts } from './known-risks.ts';
import { type MatchingParts, matchList } from './matching.ts';
import { type FindingRecord, storedFinding } from './stored-finding.ts';
import { Turns } from './turns.ts';

type ComponentChange = ProductChanges['components'][number];
type FindingChange = ProductChanges['findings'][number];
type Shown = FindingRecord['shown'];

/** Of either kind of change, so many are told; the totals are true. */
const MOST_CHANGES = 2000;
const MOST_LISTS = 500;

/** @throws AppError NOT_FOUND for a product no list is of */
export async function readProductDetail(
  reader: StoreReader,
  project: string,
  product: string,
  now: number,
): Promise<ProductDetail> {
  const lists = await readListHistory(reader, project, product);
  const [newest] = lists;
  if (!newest) throw noProduct(product);
  const open = await countOpenByList(reader, project, now);
  return {
    key: product,
    name: nameOf(newest),
    lists: lists.slice(0, MOST_LISTS).map((list) => ({
      document: list.id,
      version: list.version === '' ? null : list.version,
      state: list.state,
      components: list.components,
      open: list.state === 'current' || list.state === 'running' ? (open.get(list.id) ?? 0) : null,
      statedAt: list.statedAt,
      firstSeen: list.firstSeen,
      origin: list.origin,
    })),
    total: lists.length,
  };
}

export const noProduct = (product: string): AppError =>
  new AppError('NOT_FOUND', `There is no product ${product.slice(0, 200)}.`);

const nameOf = ({ subject }: Pick<HistoryRow, 'subject'>): string =>
  (JSON.parse(subject) as SbomSubject).name;

interface ChangesAsked {
  readonly project: string;
  readonly product: string;
  /** Documents of the two lists. */
  readonly from: number;
  readonly to: number;
}

/** @throws AppError NOT_FOUND where a document is no list of this product */
export async function readProductChanges(
  { project, product, from, to }: ChangesAsked,
  parts: MatchingParts,
): Promise<ProductChanges> {
  const { reader } = parts.store;
  const lists = await readListHistory(reader, project, product);
  const listOf = (document: number): HistoryRow => {
    const found = lists.find(({ id }) => id === document);
    if (!found)
      throw new AppError('NOT_FOUND', `Document ${document} is not an SBOM of ${product.slice(0, 200)}.`);
    return found;
  };
  const risk = { turns: new Turns(parts.clock), ...(await readRiskParts(reader, project)) };
  const read = (list: HistoryRow) => contentOf(project, list, { ...parts, ...risk });
  const [before, after] = [await read(listOf(from)), await read(listOf(to))];
  const components = componentChanges(before.packages, after.packages);
  const findings = findingChanges(before, after);
  return {
    components: components.slice(0, MOST_CHANGES),
    componentsTotal: components.length,
    findings: findings.slice(0, MOST_CHANGES),
    findingsTotal: findings.length,
  };
}

interface Package {
  readonly name: string;
  readonly versions: ReadonlySet<string>;
}

interface ListContent {
  readonly packages: ReadonlyMap<string, Package>;
  /** What is affected, or may be, by package and vulnerability. */
  readonly risks: ReadonlyMap<string, { readonly packageKey: string; readonly shown: Shown }>;
}

async function contentOf(
  project: string,
  list: HistoryRow,
  parts: Parameters<typeof matchList>[2] & Pick<MatchingParts, 'clock'>,
): Promise<ListContent> {
  const packages = new Map<string, { name: string; versions: Set<string> }>();
  const risks = new Map<string, { packageKey: string; shown: Shown }>();
  for await (const one of matchList(project, list, parts, parts.clock.now())) {
    for (const part of one.parts) {
      const key = keyOfPart(part);
      const known = packages.get(key) ?? { name: part.component.name, versions: new Set() };
      if (part.component.version !== null) known.versions.add(part.component.version);
      packages.set(key, known);
    }
    for (const finding of one.matched.findings) {
      if (standingOf(finding.decision.status) === 'safe') continue;
      const { packageKey: key, vulnerability } = finding;
      const { record } = storedFinding(project, finding, one.inventory, one.risks);
      const { shown } = JSON.parse(record) as FindingRecord;
      risks.set(`${key}\n${vulnerability}`, { packageKey: key, shown });
    }
  }
  return { packages, risks };
}

const versionsOf = (one: Package | undefined): string | null =>
  one === undefined || one.versions.size === 0 ? null : [...one.versions].sort().join(', ');

function componentChanges(
  before: ListContent['packages'],
  after: ListContent['packages'],
): ComponentChange[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort();
  return keys.flatMap((key): ComponentChange[] => {
    const [old, fresh] = [before.get(key), after.get(key)];
    const name = (fresh ?? old)?.name ?? key;
    const [from, to] = [versionsOf(old), versionsOf(fresh)];
    if (old === undefined) return [{ kind: 'added', name, from: null, to }];
    if (fresh === undefined) return [{ kind: 'removed', name, from, to: null }];
    return from === to ? [] : [{ kind: 'changed', name, from, to }];
  });
}

/** The gravest first. */
function findingChanges(before: ListContent, after: ListContent): FindingChange[] {
  const made: FindingChange[] = [];
  const add = (
    kind: FindingChange['kind'],
    { packageKey: key, shown }: { packageKey: string; shown: Shown },
  ) =>
    made.push({
      ...{ kind, key: shown.key, vulnerability: shown.vulnerability, title: shown.title },
      ...{ severity: shown.severity, component: shown.component.name },
      ...{ from: versionsOf(before.packages.get(key)), to: versionsOf(after.packages.get(key)) },
    });
  for (const [key, one] of after.risks) if (!before.risks.has(key)) add('new', one);
  for (const [key, one] of before.risks)
    if (!after.risks.has(key)) add(after.packages.has(one.packageKey) ? 'fixed' : 'removed', one);
  return made.sort(
    (a, b) =>
      SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
      (a.vulnerability < b.vulnerability ? -1 : a.vulnerability > b.vulnerability ? 1 : 0) ||
      (a.component < b.component ? -1 : 1),
  );
}
