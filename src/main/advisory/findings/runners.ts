// Which resources run what a list of components is of: those a hint names with the image's very digest, and those the operator said. Reads, and writes nothing.
// Called by findings.ts. Source: advisory, Evidence.
import { type ListRow, readBindings, readHints } from '../../store/evidence/matching.ts';
import type { StoreReader } from '../../store/store-access.ts';
import type { RuntimeHint, SbomSubject } from '../formats/records.ts';

/** @returns ids of resources by product, each once, in code-point order */
export async function readRunners(
  reader: StoreReader,
  project: string,
  lists: readonly ListRow[],
): Promise<ReadonlyMap<string, readonly string[]>> {
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
  return new Map([...runners].map(([product, resources]) => [product, [...resources].sort()]));
}
