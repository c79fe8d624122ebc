// What of an advisory's findings is in a pack: the gravest of them, the lists of components they are in with the numbers of those components, what was observed
// over time, and who runs it. Narrowed to an artifact where one was asked for. Reads, and writes nothing. Called by read-context.ts.
// Source: advisory, Retrieval.
import { AppError } from '../../../shared/model/envelope.ts';
import { EXPOSURES } from '../../../shared/model/evidence/words.ts';
import { redact } from '../../../shared/redact.ts';
import { type ListRow, readLists } from '../../store/evidence/lists.ts';
import { readHints } from '../../store/evidence/matching.ts';
import { readOrigins } from '../../store/evidence/under-ids.ts';
import { readFindingRecords, readObserved } from '../../store/findings/of-vulnerabilities.ts';
import { readInventory } from '../findings/matching.ts';
import { type Runner, readRunners } from '../findings/runners.ts';
import type { FindingRecord } from '../findings/stored-finding.ts';
import { Turns } from '../findings/turns.ts';
import type { RuntimeHint, SbomSubject } from '../formats/records.ts';
import { byCodePoint } from '../identity/code-points.ts';
import type { PackList } from '../retrieval/pack-sbom.ts';
import type { PackObservation } from '../retrieval/pack-shape.ts';
import type { SbomContextClient } from '../retrieval/sbom-service.ts';
import type { HeldBy } from '../vex/blast-radius.ts';
import type { ContextAsked, ContextParts } from './asked.ts';
import { byGravity } from './gravity.ts';

export interface RunRead {
  readonly findings: readonly FindingRecord[];
  /** How many there are. */
  readonly findingsTotal: number;
  readonly lists: readonly PackList[];
  readonly observations: readonly PackObservation[];
  readonly held: readonly HeldBy[];
  /** Products, resources and digests that are looked under. */
  readonly resources: readonly string[];
  /** Of the advisory's packages those that are here, where any is: others nobody here runs. */
  packages(known: readonly string[]): readonly string[];
}

/** Findings of one pack. */
const MOST_FINDINGS = 200;

type Served = Awaited<ReturnType<SbomContextClient['context']>>;
type Asked = Pick<ContextAsked, 'project' | 'artifact'> & { readonly ids: readonly string[] };

/** @throws AppError NOT_FOUND where nothing is known of the artifact */
export async function readRun(asked: Asked, parts: ContextParts, served: Served): Promise<RunRead> {
  const { project, ids, artifact } = asked;
  const { reader } = parts.index;
  const lists = await readLists(reader, project);
  const runners = await readRunners(reader, project, lists);
  const hints = (await readHints(reader, project)).map((record) => JSON.parse(record) as RuntimeHint);
  const products = artifact === null ? null : productsOf(artifact, lists, runners);
  if (artifact !== null && products?.size === 0 && !isKnown(artifact, hints, served)) throw unknown(artifact);
  const isMeant = (product: string): boolean => products === null || products.has(product);

  const all = (await readFindingRecords(reader, project, ids))
    .map((record) => JSON.parse(record) as FindingRecord)
    .filter(({ shown }) => isMeant(shown.product.key))
    .sort((a, b) => byGravity(a.shown, b.shown));
  const findings = all.slice(0, MOST_FINDINGS);
  const chosen = listsOf(lists, findings, products);
  const own = await inventoriesOf(asked, parts, chosen, findings);
  const observed = (await readObserved(reader, project, ids)).filter(({ product }) => isMeant(product));
  const running = new Set(chosen.flatMap(({ product }) => runners.get(product)?.resources ?? []));
  const isResource = artifact !== null && running.has(artifact);
  const held = (isResource ? [artifact] : [...running]).map((resource) => heldBy(resource, hints, parts));
  const here = new Set(findings.map(({ packageKey }) => packageKey));
  return {
    ...{ findings, findingsTotal: all.length, held, lists: [...own, ...(served?.lists ?? [])] },
    observations: [
      ...observed.map((one) => ({ ...one, version: one.version === '' ? null : one.version })),
      ...(served?.observations ?? []),
    ],
    resources: resourcesOf(artifact, chosen, held),
    packages: (known) => (here.size === 0 ? known : [...here].sort(byCodePoint)),
  };
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
  { project }: Asked,
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
