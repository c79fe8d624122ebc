// What of an advisory's findings is in a pack: the gravest of them, the lists of components they are in with the numbers of those components, what was observed
// over time, and who runs it. Narrowed to an artifact where one was asked for. Reads, and writes nothing. Called by read-context.ts.
// Source: advisory, Retrieval.
import { AppError } from '../../../shared/model/envelope.ts';
import { EXPOSURES } from '../../../shared/model/evidence/words.ts';
import { redact } from '../../../shared/redact.ts';
import { type ListRow, readLists } from '../../store/evidence/lists.ts';
import { readHints } from '../../store/evidence/matching.ts';
import { readComponentsOf, readOrigins } from '../../store/evidence/under-ids.ts';
import { sumUnchecked } from '../../store/findings/findings.ts';
import {
  readFindingRecords,
  readFindingRecordsOf,
  readObserved,
} from '../../store/findings/of-vulnerabilities.ts';
import type { StoreReader } from '../../store/store-access.ts';
import { readInventory } from '../findings/matching.ts';
import { type Runner, readRunners } from '../findings/runners.ts';
import type { FindingRecord } from '../findings/stored-finding.ts';
import { Turns } from '../findings/turns.ts';
import type { Component, RuntimeHint, SbomSubject } from '../formats/records.ts';
import { byCodePoint } from '../identity/code-points.ts';
import type { PackList } from '../retrieval/pack-sbom.ts';
import type { PackComponent, PackObservation, PackRunner, PackUnchecked } from '../retrieval/pack-shape.ts';
import type { SbomContextClient } from '../retrieval/sbom-service.ts';
import type { HeldBy } from '../vex/blast-radius.ts';
import type { ContextAsked, ContextParts } from './asked.ts';
import { byGravity } from './gravity.ts';
import { idsClosed, type KeyRead } from './read-key.ts';

export interface RunRead {
  /** Those of the key; of a package those of its findings, with all that mean the same. */
  readonly ids: readonly string[];
  readonly findings: readonly FindingRecord[];
  /** How many there are. */
  readonly findingsTotal: number;
  readonly lists: readonly PackList[];
  readonly observations: readonly PackObservation[];
  readonly held: readonly HeldBy[];
  readonly runners: readonly PackRunner[];
  /** Of what the key is about, in every list or in those of the artifact. */
  readonly components: readonly PackComponent[];
  /** Lists that were matched. */
  readonly listsTotal: number;
  /** What of them could not be checked. */
  readonly unchecked: readonly PackUnchecked[];
  /** Products, resources and digests that are looked under. */
  readonly resources: readonly string[];
  /** Of the advisory's packages those that are here, where any is: others nobody here runs. */
  packages(known: readonly string[]): readonly string[];
}

/** Findings of one pack. */
const MOST_FINDINGS = 200;
const MOST_COMPONENTS = 50;
const MOST_UNCHECKED = 1000;

type Served = Awaited<ReturnType<SbomContextClient['context']>>;
type Asked = Pick<ContextAsked, 'project' | 'artifact'> & {
  readonly key: Pick<KeyRead, 'ids' | 'packages' | 'version'>;
  /** Keys of the packages it is about. */
  readonly packages: readonly string[];
};

/** @throws AppError NOT_FOUND where nothing is known of the artifact */
export async function readRun(asked: Asked, parts: ContextParts, served: Served): Promise<RunRead> {
  const { project, artifact } = asked;
  const { reader } = parts.index;
  const lists = await readLists(reader, project);
  const runners = await readRunners(reader, project, lists);
  const hints = (await readHints(reader, project)).map((record) => JSON.parse(record) as RuntimeHint);
  const products = artifact === null ? null : productsOf(artifact, lists, runners);
  if (artifact !== null && products?.size === 0 && !isKnown(artifact, hints, served)) throw unknown(artifact);
  const isMeant = (product: string): boolean => products === null || products.has(product);

  const components = await componentsOf(reader, asked, isMeant);
  const all = (await findingsOf(reader, asked, components))
    .filter(({ shown }) => isMeant(shown.product.key))
    .sort((a, b) => byGravity(a.shown, b.shown));
  const ids = await idsOf(reader, asked, all);
  const findings = all.slice(0, MOST_FINDINGS);
  const chosen = listsOf(lists, findings, products);
  const own = await inventoriesOf(asked, parts, chosen, findings);
  const here = new Set(findings.map(({ packageKey }) => packageKey));
  const observed = (await readObserved(reader, project, ids)).filter(
    ({ product, package_key }) => isMeant(product) && (asked.key.ids.length > 0 || here.has(package_key)),
  );
  const running = runnersOf(chosen, runners, artifact);
  const held = [...new Set(running.map(({ resource }) => resource))].map((resource) =>
    heldBy(resource, hints, parts),
  );
  const exposures = new Map(held.map(({ resource, exposure }) => [resource, exposure]));
  return {
    ...{ ids, findings, findingsTotal: all.length, held, lists: [...own, ...(served?.lists ?? [])] },
    runners: running.map((one) => ({ ...one, exposure: exposures.get(one.resource) ?? null })),
    components,
    unchecked: await uncheckedOf(
      reader,
      project,
      lists.filter(({ product }) => isMeant(product)),
    ),
    listsTotal: lists.filter(({ product }) => isMeant(product)).length + (served?.lists.length ?? 0),
    observations: [
      ...observed.map((one) => ({ ...one, version: one.version === '' ? null : one.version })),
      ...(served?.observations ?? []),
    ],
    resources: resourcesOf(artifact, chosen, held),
    packages: (known) => (here.size === 0 ? known : [...here].sort(byCodePoint)),
  };
}

/** Of the key's ids; else of its packages and of what is built from them, at the version it names. */
async function findingsOf(
  reader: StoreReader,
  { project, key }: Asked,
  components: readonly PackComponent[],
): Promise<FindingRecord[]> {
  const packages = [...new Set([...key.packages, ...components.map((one) => one.package_key)])];
  const records =
    key.ids.length > 0
      ? await readFindingRecords(reader, project, key.ids)
      : await readFindingRecordsOf(reader, project, packages);
  return records
    .map((record) => JSON.parse(record) as FindingRecord)
    .filter(({ version }) => key.version === null || version === key.version);
}

async function idsOf(
  reader: StoreReader,
  { project, key }: Asked,
  findings: readonly FindingRecord[],
): Promise<readonly string[]> {
  if (key.ids.length > 0) return key.ids;
  const found = [...new Set(findings.map(({ shown }) => shown.vulnerability))];
  return found.length === 0 ? [] : idsClosed(reader, project, found);
}

async function componentsOf(
  reader: StoreReader,
  { project, key, packages }: Asked,
  isMeant: (product: string) => boolean,
): Promise<PackComponent[]> {
  const rows = await readComponentsOf(reader, project, packages);
  const found = new Map<string, PackComponent>();
  for (const { record, subject, reason, key: package_key, sourceKey, product } of rows) {
    const { name, version } = JSON.parse(record) as Component;
    if (product === null || !isMeant(product) || (key.version !== null && version !== key.version)) continue;
    const of = JSON.parse(subject ?? '{}') as Partial<SbomSubject>;
    const isItself = package_key !== null && packages.includes(package_key);
    const one = {
      product_name: of.name ?? '',
      package_key: package_key ?? '',
      name,
      source: isItself ? null : (sourceKey?.split('/').at(-1) ?? null),
      version,
      unchecked: reason ?? null,
    };
    found.set(JSON.stringify(one), one);
  }
  return [...found]
    .sort(([a], [b]) => byCodePoint(a, b))
    .slice(0, MOST_COMPONENTS)
    .map(([, one]) => one);
}

async function uncheckedOf(
  reader: StoreReader,
  project: string,
  lists: readonly ListRow[],
): Promise<PackUnchecked[]> {
  const names = new Map(
    lists.map(({ product, subject }) => [product, (JSON.parse(subject) as SbomSubject).name]),
  );
  const sums = new Map<string, PackUnchecked>();
  for (const { product, reason, count } of await sumUnchecked(reader, project, MOST_UNCHECKED)) {
    const product_name = names.get(product);
    if (product_name === undefined) continue;
    const name = JSON.stringify([product, reason]);
    sums.set(name, { product_name, reason, count: count + (sums.get(name)?.count ?? 0) });
  }
  return [...sums.values()];
}

/** Which resource runs which product; of a resource that was asked about, that alone. */
function runnersOf(
  chosen: readonly ListRow[],
  runners: ReadonlyMap<string, Runner>,
  artifact: string | null,
): { readonly product: string; readonly resource: string }[] {
  const all = [...new Set(chosen.map(({ product }) => product))].flatMap((product) =>
    (runners.get(product)?.resources ?? []).map((resource) => ({ product, resource })),
  );
  return all.some(({ resource }) => resource === artifact)
    ? all.filter(({ resource }) => resource === artifact)
    : all;
}

/** A product itself, what is of an image with this digest, or what a resource runs. */
function productsOf(
  artifact: string,
  lists: readonly ListRow[],
  runners: ReadonlyMap<string, Runner>,
): ReadonlySet<string> {
  const meant = lists.filter(
    ({ product, subject }) =>
      product === artifact ||
      (JSON.parse(subject) as SbomSubject).digests.includes(artifact) ||
      runners.get(product)?.resources.includes(artifact) === true,
  );
  return new Set(meant.map(({ product }) => product));
}

/** A resource that runs something of which there is no list here, or a list that is kept elsewhere. */
const isKnown = (artifact: string, hints: readonly RuntimeHint[], served: Served): boolean =>
  (served !== null && served.lists.length > 0) ||
  hints.some(({ resource, imageDigest, otherDigests = [] }) =>
    [resource, imageDigest, ...otherDigests].includes(artifact),
  );

const unknown = (artifact: string): AppError =>
  new AppError(
    'NOT_FOUND',
    `Nothing is known of the artifact ${redact(artifact.slice(0, 4000)).slice(0, 200).toWellFormed()}: give the key of a product, the id of a resource or the digest of an image.`,
  );

/** Those that findings are in; of an artifact all it has, also where nothing was found in them. */
const listsOf = (
  lists: readonly ListRow[],
  findings: readonly FindingRecord[],
  products: ReadonlySet<string> | null,
): ListRow[] => {
  const documents = new Set(findings.map(({ shown }) => shown.document));
  return lists.filter(({ id, product }) => documents.has(id) || products?.has(product) === true);
};

async function inventoriesOf(
  { project }: Pick<Asked, 'project'>,
  { index, clock }: ContextParts,
  chosen: readonly ListRow[],
  findings: readonly FindingRecord[],
): Promise<PackList[]> {
  const turns = new Turns(clock);
  const origins = new Map(
    (
      await readOrigins(
        index.reader,
        project,
        chosen.map(({ id }) => id),
      )
    ).map((one) => [one.id, one]),
  );
  const made: PackList[] = [];
  for (const list of chosen) {
    const origin = origins.get(list.id);
    if (!origin) continue;
    made.push({
      ...{ sourceId: `${origin.format}:${origin.key}#sbom`, contentHash: origin.sha256 },
      inventory: await readInventory(index.reader, list, turns),
      targets: findings.filter(({ shown }) => shown.document === list.id).map(({ n }) => n),
    });
  }
  return made;
}

/** The widest a port of it is open, as any hint has it; unknown where none tells of a port: what shares its host's network may open any. */
function heldBy(resource: string, hints: readonly RuntimeHint[], { environmentOf }: ContextParts): HeldBy {
  const own = hints.filter((hint) => hint.resource === resource);
  const places = own.flatMap(({ ports }) => ports.map(({ exposure }) => EXPOSURES.indexOf(exposure)));
  return {
    resource,
    exposure: EXPOSURES[Math.max(-1, ...places)] ?? null,
    environment: environmentOf?.(resource) ?? null,
  };
}

const resourcesOf = (
  artifact: string | null,
  chosen: readonly ListRow[],
  held: readonly HeldBy[],
): string[] => [
  ...new Set([
    ...(artifact === null ? [] : [artifact]),
    ...chosen.flatMap(({ product, subject }) => [product, ...(JSON.parse(subject) as SbomSubject).digests]),
    ...held.map(({ resource }) => resource),
  ]),
];
