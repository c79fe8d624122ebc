// What runs of the resolution job did to each conflict, read back. Written by resolution-runs.ts, in the transaction of what it tells.
import type { JournalEntry, RunOutcome } from '../../../shared/model/resolution.ts';
import type { StoreReader } from '../store-access.ts';

export interface JournalFilter {
  readonly runId?: number | undefined;
  readonly conflictId?: number | undefined;
  readonly limit: number;
  /** Entries older than this one. */
  readonly before?: number | undefined;
}

/** Newest first. */
export async function listJournal(reader: StoreReader, filter: JournalFilter): Promise<JournalEntry[]> {
  let query = reader
    .selectFrom('resolution_journal as j')
    .innerJoin('resolution_queue as q', 'q.id', 'j.conflict_id')
    .innerJoin('soas as c', 'c.id', 'q.concept_id')
    .innerJoin('soas as d', 'd.id', 'q.dim_id')
    .selectAll('j')
    .select(['c.token as concept', 'd.token as dimension']);
  if (filter.runId !== undefined) query = query.where('j.run_id', '=', filter.runId);
  if (filter.conflictId !== undefined) query = query.where('j.conflict_id', '=', filter.conflictId);
  if (filter.before !== undefined) query = query.where('j.id', '<', filter.before);
  const rows = await query.orderBy('j.id', 'desc').limit(filter.limit).execute();
  return rows.map((row) => ({
    id: row.id,
    runId: row.run_id,
    conflictId: row.conflict_id,
    at: row.at,
    concept: row.concept,
    dimension: row.dimension,
    outcome: row.outcome as RunOutcome,
    detail: row.detail,
    model: row.model,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    ms: row.ms,
  }));
}
