// Which resources run what a list of components is of, and who can reach them: those a hint names with the image's very digest, and those the operator said. Reads, and
// writes nothing. Called by findings.ts. Source: advisory, Evidence.
import { EXPOSURES } from '../../../shared/model/evidence/words.ts';
import type { ListRow } from '../../store/evidence/lists.ts';
import { readBindings, readHints } from '../../store/evidence/matching.ts';
import type { StoreReader } from '../../store/store-access.ts';
import type { Exposure, RuntimeHint, SbomSubject } from '../formats/records.ts';

export interface Runner {
  /** Ids of resources, each once, in code-point order. */
  readonly resources: readonly string[];
  /** The widest that any hint of them tells; null where none tells of a port. */
  readonly exposure: Exposure | null;
}

/** @returns by product; none where nobody runs it */
export async function readRunners(
  reader: StoreReader,
  project: string,
  lists: readonly ListRow[],
): Promise<ReadonlyMap<string, Runner>> {
  const runners = new Map<string, Set<string>>();
  const add = (product: string, resource: string) => {
    const known = runners.get(product) ?? new Set();
    known.add(resource);
    runners.set(product, known);
  };
  for (const { product, resource } of await readBindings(reader, project)) add(product, resource);
  const hints = (await readHints(reader, project)).map((record) => JSON.parse(record) as RuntimeHint);
  for (const { product, subject } of lists) {
    const digests = new Set((JSON.parse(subject) as SbomSubject).digests);
    for (const { resource, imageDigest, otherDigests = [] } of hints)
      if ([imageDigest, ...otherDigests].some((one) => one !== null && digests.has(one)))
        add(product, resource);
  }
  const ports = Map.groupBy(hints, ({ resource }) => resource);
  return new Map(
    [...runners].map(([product, all]) => {
      const resources = [...all].sort();
      const exposures = resources.flatMap((one) =>
        (ports.get(one) ?? []).flatMap((hint) => hint.ports.map(({ exposure }) => exposure)),
      );
      return [product, { resources, exposure: widest(exposures) }];
    }),
  );
}

/** No port told of is not no port: what shares its host's network may open any. */
const widest = (exposures: readonly Exposure[]): Exposure | null =>
  EXPOSURES.findLast((one) => exposures.includes(one)) ?? null;
