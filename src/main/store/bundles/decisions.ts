// Decisions on findings without the numbers of this database: what they are is what they are called by. Read in an order of their own, and joined: each stands once, and
// what was taken back anywhere is taken back. Called by offline. Source: advisory, Findings.
import * as z from 'zod';
import { FINDING_DECISIONS, JUSTIFICATIONS } from '../../../shared/model/evidence/words.ts';
import { ProjectName } from '../../../shared/model/graph.ts';
import { Time } from '../../../shared/model/time.ts';
import { canonicalJson } from '../audit/canonical-json.ts';
import type { StoreReader, StoreWriter } from '../store-access.ts';

const Text = (most: number) =>
  z
    .string()
    .max(most)
    .refine((text) => text.isWellFormed());

/** A decision as it travels: the columns of its row but for its number. */
export const PortableDecision = z.strictObject({
  project: ProjectName,
  product: Text(4000),
  package_key: Text(4000),
  vulnerability: Text(1000),
  version: Text(4000).nullable(),
  kind: z.enum(FINDING_DECISIONS),
  justification: z.enum(JUSTIFICATIONS).nullable(),
  reason: Text(100_000),
  expires_at: Time.nullable(),
  decided_by: Text(2000),
  decided_at: Time,
  undone_at: Time.nullable(),
});
export type PortableDecision = z.infer<typeof PortableDecision>;

/** Of one project, in the order of their spelling: by when they were made, then by all the rest. */
export async function readPortableDecisions(
  reader: StoreReader,
  project: string,
): Promise<PortableDecision[]> {
  const rows = await reader
    .selectFrom('finding_decision')
    .selectAll()
    .where('project', '=', project)
    .execute();
  return rows
    .map(({ id: _, ...row }) => PortableDecision.parse(row))
    .map((row) => ({ row, spelling: canonicalJson(row) }))
    .sort((a, b) => a.row.decided_at - b.row.decided_at || (a.spelling < b.spelling ? -1 : 1))
    .map(({ row }) => row);
}

export interface JoinedDecisions {
  readonly added: number;
  readonly same: number;
  readonly takenBack: number;
}

/** What they would come to, and with `write` do. @param given of one project, in the order in which they were made */
export async function joinDecisions(
  { reader, write }: { readonly reader: StoreReader; readonly write: StoreWriter | null },
  project: string,
  given: readonly PortableDecision[],
): Promise<JoinedDecisions> {
  const rows = await reader
    .selectFrom('finding_decision')
    .selectAll()
    .where('project', '=', project)
    .execute();
  const here = new Map(
    rows.map(({ id, ...row }) => [identityOf(row as PortableDecision), { id, undone_at: row.undone_at }]),
  );
  let [added, same, takenBack] = [0, 0, 0];
  for (const one of given) {
    const known = here.get(identityOf(one));
    if (known === undefined) {
      added++;
      await write?.db.insertInto('finding_decision').values(one).execute();
    } else if (one.undone_at !== null && known.undone_at === null) {
      takenBack++;
      await write?.db
        .updateTable('finding_decision')
        .set({ undone_at: one.undone_at })
        .where('id', '=', known.id)
        .execute();
    } else same++;
  }
  return { added, same, takenBack };
}

/** All that it says, but whether it was taken back. */
function identityOf({ undone_at: _, ...said }: PortableDecision): string {
  return canonicalJson(said);
}
