// Words for edges, one for each entry of `edge_provenance`: beside where a word came from, how sure it was said and in
// which action. Undo tells by them what came after an action and counts that anew. Decides nothing.
import { sql } from 'kysely';
import * as z from 'zod';
import { Provenance } from '../../../shared/model/graph.ts';
import { inChunks } from '../in-chunks.ts';
import type { StoreReader } from '../store-access.ts';

export interface Testimony {
  readonly provenance: Provenance;
  /** Undefined in older entries and those of imported files. */
  readonly confidence?: number | undefined;
  /** The action it was said in, if it was in one. */
  readonly action?: number | undefined;
}

export interface StoredTestimony extends Testimony {
  /** Rises with time. */
  readonly id: number;
  readonly edgeId: number;
}

const Entry = Provenance.extend({ confidence: z.number().optional(), action: z.number().int().optional() });

export function testimonyJson({ provenance, confidence, action }: Testimony): string {
  return JSON.stringify({ ...provenance, confidence, action });
}

export function readTestimony(json: string): Testimony {
  const { confidence, action, ...provenance } = Entry.parse(JSON.parse(json));
  return { provenance, confidence, action };
}

/** What is kept of the words for these edges, oldest first within some hundred edges. */
export function readTestimonies(reader: StoreReader, edgeIds: readonly number[]): Promise<StoredTestimony[]> {
  // Read where they come in: all of a large action's at once would hold the event loop.
  return inChunks(edgeIds, async (chunk) => {
    const rows = await reader
      .selectFrom('edge_provenance')
      .select(['provenance_id', 'edge_id', 'entry'])
      .where('edge_id', 'in', chunk)
      .execute();
    // Sorted here: PostgreSQL would rather go through the whole table in that order than sort some hundred rows.
    return rows
      .sort((a, b) => a.provenance_id - b.provenance_id)
      .map((row) => ({ id: row.provenance_id, edgeId: row.edge_id, ...readTestimony(row.entry) }));
  });
}

/**
 * The id of the newest word for each of these edges; none for those without. Each is looked up by itself: over a table that grew a
 * moment ago, PostgreSQL would rather read all of it.
 */
export async function readNewestTestimonies(
  reader: StoreReader,
  edgeIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await inChunks([...new Set(edgeIds)], async (chunk) => {
    const ids = sql.join(chunk.map((id) => sql`(cast(${id} as bigint))`));
    const asked = sql<{ id: number; newest: number | null }>`
      with e (id) as (values ${ids})
      select e.id, (select max(p.provenance_id) from edge_provenance p where p.edge_id = e.id) as newest from e`;
    return (await asked.execute(reader as never)).rows;
  });
  return new Map(rows.flatMap(({ id, newest }) => (newest === null ? [] : [[Number(id), Number(newest)]])));
}
