// What issuers say can be done about what a pack's findings are about: fixes, workarounds and mitigations of CSAF and CycloneDX, and that there is none. Of statements the
// pack has, or its findings rest on, alone. Reads, and writes nothing. Called by read-context.ts. Source: advisory, How a brief reads.
import { readClaims } from '../../store/evidence/matching.ts';
import type { StoreReader } from '../../store/store-access.ts';
import type { Claim } from '../formats/records.ts';
import { claimText } from '../retrieval/chunk-texts.ts';
import type { PackChunk } from '../retrieval/pack.ts';
import type { PackRemedy } from '../retrieval/pack-shape.ts';

/** @param packages keys of the packages it is about @param chunks pieces of the pack, as they are stored */
export async function readRemedies(
  reader: StoreReader,
  project: string,
  packages: readonly string[],
  chunks: readonly PackChunk[],
): Promise<PackRemedy[]> {
  const pieces = new Map(chunks.filter(({ kind }) => kind === 'vex').map((one) => [one.text, one]));
  const found = new Map<string, PackRemedy>();
  for (const row of await readClaims(reader, project, packages)) {
    const claim = JSON.parse(row.record) as Claim;
    if (claim.remedies.length === 0) continue;
    // A statement about several packages has a row for each and one piece.
    const piece = pieces.get(claimText(row.issuer, claim));
    if (piece === undefined) continue;
    const { sourceId: source_id, issuer } = piece;
    for (const { kind, details } of claim.remedies)
      found.set(JSON.stringify([source_id, kind, details]), { source_id, issuer, kind, details });
  }
  return [...found.values()];
}
