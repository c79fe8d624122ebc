// Briefs as they are stored: kept once and never changed, read by key, by subject, newest first. Everything is of one project. Called by advisory/outputs.
// Source: advisory, Outputs.
import type { Insertable, Selectable } from 'kysely';
import type { AdvisoryAiOutputsTable } from '../schema.ts';
import type { StoreReader, StoreWriter } from '../store-access.ts';

export type OutputRow = Selectable<AdvisoryAiOutputsTable>;
export type NewOutput = Insertable<Omit<AdvisoryAiOutputsTable, 'id'>>;

/** @returns whether it is kept now; false where the revision was there */
export async function keepOutput(writer: StoreWriter, row: NewOutput): Promise<boolean> {
  const kept = await writer.db
    .insertInto('advisory_ai_outputs')
    .values(row)
    .onConflict((conflict) => conflict.columns(['project', 'cache_key', 'revision']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return kept !== undefined;
}

/** Takes out every brief about these. @returns how many */
export async function dropOutputsAbout(
  writer: StoreWriter,
  project: string,
  advisoryKeys: readonly string[],
): Promise<number> {
  if (advisoryKeys.length === 0) return 0;
  const gone = await writer.db
    .deleteFrom('advisory_ai_outputs')
    .where('project', '=', project)
    .where('advisory_key', 'in', advisoryKeys)
    .executeTakeFirst();
  return Number(gone.numDeletedRows);
}

/** @param revision the newest, where it is left out */
export function readOutput(
  reader: StoreReader,
  project: string,
  cacheKey: string,
  revision?: number,
): Promise<OutputRow | undefined> {
  return reader
    .selectFrom('advisory_ai_outputs')
    .selectAll()
    .where('project', '=', project)
    .where('cache_key', '=', cacheKey)
    .$if(revision !== undefined, (query) => query.where('revision', '=', revision ?? 0))
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** What was made last of what was asked for, whatever the evidence was then. */
export async function readNewestOf(
  reader: StoreReader,
  project: string,
  subject: string,
): Promise<Pick<OutputRow, 'cache_key' | 'revision'> | undefined> {
  return reader
    .selectFrom('advisory_ai_outputs')
    .select(['cache_key', 'revision'])
    .where('project', '=', project)
    .where('subject', '=', subject)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Every revision of what was asked for, the newest first. */
export function readHistory(
  reader: StoreReader,
  project: string,
  subject: string,
  limit: number,
): Promise<OutputRow[]> {
  return reader
    .selectFrom('advisory_ai_outputs')
    .selectAll()
    .where('project', '=', project)
    .where('subject', '=', subject)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export interface OutputFilter {
  readonly project: string;
  readonly task?: string | undefined;
  /** A part of the advisory's key or of the artifact. */
  readonly search?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** The newest revision of each subject, those made last first. */
export async function listOutputs(
  reader: StoreReader,
  { project, task, search, limit, offset }: OutputFilter,
): Promise<{ readonly rows: OutputRow[]; readonly total: number }> {
  const wanted = `%${(search ?? '').toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const query = reader
    .selectFrom('advisory_ai_outputs as o')
    .where('o.project', '=', project)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('advisory_ai_outputs as later')
            .select('later.id')
            .whereRef('later.project', '=', 'o.project')
            .whereRef('later.subject', '=', 'o.subject')
            .whereRef('later.id', '>', 'o.id'),
        ),
      ),
    )
    .$if(task !== undefined, (one) => one.where('o.task', '=', task ?? ''))
    .$if(search !== undefined && search !== '', (one) =>
      one.where(({ fn, or, eb }) =>
        or([
          eb(fn<string>('lower', ['o.advisory_key']), 'like', wanted),
          eb(fn<string>('lower', [fn.coalesce('o.artifact_id', eb.val(''))]), 'like', wanted),
        ]),
      ),
    );
  const [rows, { total }] = await Promise.all([
    query.selectAll('o').orderBy('o.id', 'desc').limit(limit).offset(offset).execute(),
    query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total) };
}

export async function countOutputs(reader: StoreReader, project: string): Promise<number> {
  const { total } = await reader
    .selectFrom('advisory_ai_outputs')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('project', '=', project)
    .executeTakeFirstOrThrow();
  return Number(total);
}
