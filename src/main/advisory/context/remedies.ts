// What the statements say can be done that open findings rest on: fixes, workarounds and mitigations of CSAF and CycloneDX, and that there is none. Reads, and writes nothing.
// Called by read-context.ts. Source: advisory, How a brief reads.
import { readRecord } from '../../store/evidence/matching.ts';
import type { StoreReader } from '../../store/store-access.ts';
import type { Ground } from '../findings/finding.ts';
import type { Claim } from '../formats/records.ts';
import type { PackRemedy } from '../retrieval/pack-shape.ts';

/** @param grounds of findings that ask for something */
export async function readRemedies(reader: StoreReader, grounds: readonly Ground[]): Promise<PackRemedy[]> {
  const found: PackRemedy[] = [];
  for (const { sourceId: source_id, document, issuer } of grounds) {
    const row = /#claim-(\d{1,9})$/.exec(source_id)?.[1];
    const record = row && (await readRecord(reader, 'claim', document, Number(row)));
    if (!record) continue;
    for (const { kind, details } of (JSON.parse(record) as Claim).remedies)
      found.push({ source_id, issuer, kind, details });
  }
  return found;
}
