// Which projects there are, and which briefs, as an export goes through them. Called by offline. Source: advisory, Outputs.

import { AppError } from '../../../shared/model/envelope.ts';
import type { OutputRow } from '../briefs/outputs.ts';
import type { StoreReader } from '../store-access.ts';

const WITH_PROJECTS = [
  'advisory_ai_outputs',
  'finding_decision',
  'evidence_document',
  'urd',
  'urd_history',
  'resolution_queue',
] as const;

/** Every project that has anything to take along, by name. */
export async function readProjects(reader: StoreReader): Promise<string[]> {
  const names = new Set<string>();
  for (const table of WITH_PROJECTS) {
    const rows = await reader.selectFrom(table).select('project').distinct().execute();
    for (const { project } of rows) names.add(project);
  }
  return [...names].sort();
}

const NAMED = [
  ...(['id', 'cache_key', 'revision', 'signatures', 'task', 'advisory_key', 'subject'] as const),
  ...(['generated_at', 'guardrail_blocked'] as const),
] as const;
export type OutputName = Pick<OutputRow, (typeof NAMED)[number]>;

/** The briefs of a project, each revision, by key and revision. */
export async function readOutputNames(reader: StoreReader, project: string): Promise<OutputName[]> {
  const rows = await reader
    .selectFrom('advisory_ai_outputs')
    .select(NAMED)
    .where('project', '=', project)
    .execute();
  return rows.sort((a, b) =>
    a.cache_key < b.cache_key ? -1 : a.cache_key > b.cache_key ? 1 : a.revision - b.revision,
  );
}

export async function readOutputById(reader: StoreReader, id: number): Promise<OutputRow> {
  const row = await reader
    .selectFrom('advisory_ai_outputs')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (row) return row;
  throw new AppError('INTERNAL', `The brief ${id} is gone within one moment.`);
}

/** @param project null for all */
export async function readScopeCounts(
  reader: StoreReader,
  project: string | null,
): Promise<{ readonly facts: number; readonly conflicts: number }> {
  const facts = await reader
    .selectFrom('urd')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .whereRef('id', '!=', 'dim_id')
    .$if(project !== null, (query) => query.where('project', '=', project ?? ''))
    .executeTakeFirst();
  const conflicts = await reader
    .selectFrom('resolution_queue')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .$if(project !== null, (query) => query.where('project', '=', project ?? ''))
    .executeTakeFirst();
  return { facts: Number(facts?.n ?? 0), conflicts: Number(conflicts?.n ?? 0) };
}
