// What a project's evidence is at, in one short text that is another once anything came, went, was bound or was matched. Called by advisory/outputs.
// Source: advisory, Outputs.
import type { StoreReader } from '../store-access.ts';

export async function readEvidenceState(reader: StoreReader, project: string): Promise<string> {
  const [documents, bindings, match] = await Promise.all([
    reader
      .selectFrom('evidence_document')
      .select(({ fn }) => [fn.max('id').as('newest'), fn.countAll().as('count')])
      .where('project', '=', project)
      .executeTakeFirst(),
    reader
      .selectFrom('evidence_binding')
      .select(({ fn }) => [fn.max('bound_at').as('newest'), fn.countAll().as('count')])
      .where('project', '=', project)
      .executeTakeFirst(),
    reader.selectFrom('finding_match').select('matched_at').where('project', '=', project).executeTakeFirst(),
  ]);
  return JSON.stringify([documents ?? null, bindings ?? null, match?.matched_at ?? null]);
}
