// Databases of advisories that were imported whole, with their dates. Source: structure S5, Coverage.
import * as z from 'zod';

/** As OSV spells it: `npm`, `crates.io`, `Debian:12`, `Red Hat`. */
export const EcosystemName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[A-Za-z][A-Za-z0-9 .:_-]*$/, 'the name of an ecosystem, as OSV spells it');

export const EvidenceEcosystem = z.strictObject({
  ecosystem: z.string(),
  /** The archive, or the address of the mirror. */
  source: z.string(),
  /** Whether an import of the whole came to its end. */
  complete: z.boolean(),
  importedAt: z.number().int(),
  /** The newest `modified` of its records. */
  dataAsOf: z.number().int().nullable(),
  records: z.number().int(),
  /** Older than `evidence_old_days`. */
  old: z.boolean(),
});
export type EvidenceEcosystem = z.infer<typeof EvidenceEcosystem>;
