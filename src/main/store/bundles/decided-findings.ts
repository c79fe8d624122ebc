// What the findings that somebody decided are called in the documents they were found in: package URLs as they are written there, and further ids of the
// vulnerability. The keys of a decision are folded, and other tools compare what is written. Called by offline. Source: advisory, Findings.
import * as z from 'zod';
import type { StoreReader } from '../store-access.ts';
import type { PortableDecision } from './decisions.ts';

/** Null where a document has no package URL. */
export interface DecidedFinding {
  readonly component: { readonly name: string; readonly purl: string | null };
  readonly product: {
    readonly name: string;
    readonly purl: string | null;
    readonly digests: readonly string[];
  };
  readonly aliases: readonly string[];
}

const Finding = z.object({
  shown: z.object({
    aliases: z.array(z.string()),
    component: z.object({ name: z.string(), purl: z.string().nullable() }),
  }),
});
const Subject = z.object({ name: z.string(), purl: z.string().nullable(), digests: z.array(z.string()) });

export type DecidedKey = Pick<PortableDecision, 'product' | 'package_key' | 'vulnerability' | 'version'>;
export const decidedKey = ({ product, package_key, vulnerability, version }: DecidedKey): string =>
  JSON.stringify([product, package_key, vulnerability, version]);

/** Of one project, by `decidedKey`; a decision whose finding is nowhere any more has none. */
export async function readDecidedFindings(
  reader: StoreReader,
  project: string,
): Promise<ReadonlyMap<string, DecidedFinding>> {
  const rows = await reader
    .selectFrom('finding')
    .innerJoin('evidence_document', 'evidence_document.id', 'finding.document')
    .select(['finding.product', 'package_key', 'vulnerability', 'finding.version', 'record', 'subject'])
    .where('finding.project', '=', project)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('finding_decision as decided')
          .select('decided.id')
          .whereRef('decided.project', '=', 'finding.project')
          .whereRef('decided.product', '=', 'finding.product')
          .whereRef('decided.package_key', '=', 'finding.package_key')
          .whereRef('decided.vulnerability', '=', 'finding.vulnerability'),
      ),
    )
    .execute();
  return new Map(
    rows.map(({ record, subject, ...row }) => {
      const { component, aliases } = Finding.parse(JSON.parse(record)).shown;
      const product = Subject.parse(JSON.parse(subject ?? ''));
      return [decidedKey(row), { component, product, aliases }] as const;
    }),
  );
}
