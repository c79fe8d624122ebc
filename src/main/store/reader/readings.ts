// What the reader read: sentences, each once, and statements with what became of them. Source: structure S2.
import type { Selectable } from 'kysely';
import type { FactOutcome } from '../../../shared/model/graph.ts';
import type { ReadingOutcome } from '../../../shared/model/memory/reader.ts';
import type { Database } from '../schema.ts';
import type { StoreReader, StoreWriter } from '../store-access.ts';

/** One statement of a model, as it is kept. Times are epoch milliseconds. */
export interface StoredReading {
  readonly project: string;
  readonly at: number;
  readonly model: string;
  readonly isLocal: boolean;
  readonly client: string | null;
  readonly role: string;
  /** Redacted. */
  readonly sentence: string;
  readonly concept: string;
  readonly parent: string;
  readonly dimension: string;
  readonly isIsa: boolean;
  readonly outcome: ReadingOutcome;
  readonly reason: string | null;
  /** What it became; of a refused one, what it became when the operator accepted it. */
  readonly edgeId: number | null;
  readonly conflictId: number | null;
}

/** With the number it is kept under. */
export interface KeptReading extends StoredReading {
  readonly id: number;
}

/** Statements kept; a sentence is forgotten, and may be read again, after so long. */
const MOST_READINGS = 10_000;
const FORGET_AFTER_MS = 400 * 86_400_000;

/** Marks the sentences of one job as given to a model. @returns those that were not before */
export async function claimSentences(
  writer: StoreWriter,
  project: string,
  hashes: readonly string[],
  at: number,
): Promise<ReadonlySet<string>> {
  const claimed = await writer.db
    .insertInto('read_sentence')
    .values([...new Set(hashes)].map((hash) => ({ project, hash, at, model: null })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('hash')
    .execute();
  return new Set(claimed.map(({ hash }) => hash));
}

/** Keeps what a model said of sentences, and forgets what is too old or too much. */
export async function keepReadings(
  writer: StoreWriter,
  {
    project,
    hashes,
    model,
    at,
  }: {
    readonly project: string;
    readonly hashes: readonly string[];
    readonly model: string;
    readonly at: number;
  },
  readings: readonly StoredReading[],
): Promise<void> {
  const { db } = writer;
  await db
    .updateTable('read_sentence')
    .set({ model })
    .where('project', '=', project)
    .where('hash', 'in', hashes)
    .execute();
  if (readings.length > 0) {
    await db
      .insertInto('reading')
      .values(
        readings.map(({ isLocal, isIsa, edgeId, conflictId, ...reading }) => ({
          ...reading,
          is_local: isLocal,
          is_isa: isIsa,
          edge_id: edgeId,
          conflict_id: conflictId,
        })),
      )
      .execute();
    const newest = await db
      .selectFrom('reading')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirst();
    await db
      .deleteFrom('reading')
      .where('id', '<=', Number(newest?.id ?? 0) - MOST_READINGS)
      .execute();
  }
  await db
    .deleteFrom('read_sentence')
    .where('at', '<', at - FORGET_AFTER_MS)
    .execute();
}

/** Newest first. @param before the id of the last one that was read */
export async function readReadings(
  reader: StoreReader,
  project: string,
  {
    outcome,
    model,
    limit,
    before,
  }: {
    readonly outcome?: ReadingOutcome | undefined;
    readonly model?: string | undefined;
    readonly limit: number;
    readonly before?: number | undefined;
  },
): Promise<KeptReading[]> {
  let query = reader
    .selectFrom('reading')
    .selectAll()
    .where('project', '=', project)
    .orderBy('id', 'desc')
    .limit(limit);
  if (outcome !== undefined) query = query.where('outcome', '=', outcome);
  if (model !== undefined) query = query.where('model', '=', model);
  if (before !== undefined) query = query.where('id', '<', before);
  return (await query.execute()).map(storedReading);
}

/** One statement; null where it is not kept. */
export async function readingOf(reader: StoreReader, id: number): Promise<KeptReading | null> {
  const row = await reader.selectFrom('reading').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? storedReading(row) : null;
}

/**
 * Notes what a refused statement became when it was accepted.
 * @param reading as it was read
 * @returns false where somebody else accepted it meanwhile
 */
export async function acceptKeptReading(
  { db }: StoreWriter,
  { id, edgeId: before }: KeptReading,
  { edgeId, conflictId }: Pick<FactOutcome, 'edgeId' | 'conflictId'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('reading')
    .set({ edge_id: edgeId ?? null, conflict_id: conflictId ?? null })
    .where('id', '=', id)
    .where((where) => (before === null ? where('edge_id', 'is', null) : where('edge_id', '=', before)))
    .where('conflict_id', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const storedReading = ({
  is_local,
  is_isa,
  edge_id,
  conflict_id,
  outcome,
  ...row
}: Selectable<Database['reading']>): KeptReading => ({
  ...row,
  isLocal: Boolean(is_local),
  isIsa: Boolean(is_isa),
  edgeId: edge_id,
  conflictId: conflict_id,
  outcome: outcome as ReadingOutcome,
});

/** How many sentences each model read, and what became of its statements. */
export async function countReadings(
  reader: StoreReader,
  project: string,
): Promise<
  {
    readonly model: string;
    readonly sentences: number;
    readonly outcomes: Readonly<Partial<Record<ReadingOutcome, number>>>;
  }[]
> {
  const sentences = await reader
    .selectFrom('read_sentence')
    .select(({ fn }) => ['model', fn.countAll().as('count')])
    .where('project', '=', project)
    .where('model', 'is not', null)
    .groupBy('model')
    .execute();
  const statements = await reader
    .selectFrom('reading')
    .select(({ fn }) => ['model', 'outcome', fn.countAll().as('count')])
    .where('project', '=', project)
    .groupBy(['model', 'outcome'])
    .execute();
  const models = new Set([...sentences, ...statements].map(({ model }) => model as string));
  return [...models].sort().map((model) => ({
    model,
    sentences: Number(sentences.find((row) => row.model === model)?.count ?? 0),
    outcomes: Object.fromEntries(
      statements.filter((row) => row.model === model).map(({ outcome, count }) => [outcome, Number(count)]),
    ),
  }));
}

/**
 * Forgets what was read of clients, and drops the jobs that wait to be read of them.
 * @param kind of the jobs, whose payload names the client
 */
export async function forgetReadings(
  { db }: StoreWriter,
  kind: string,
  isGone: (client: string) => boolean,
): Promise<void> {
  const said = await db.selectFrom('reading').select('client').distinct().execute();
  const gone = said.flatMap(({ client }) => (client !== null && isGone(client) ? [client] : []));
  if (gone.length > 0) await db.deleteFrom('reading').where('client', 'in', gone).execute();
  const jobs = await db.selectFrom('job').select(['id', 'payload']).where('kind', '=', kind).execute();
  const own = jobs.filter(({ payload }) => {
    const { client } = JSON.parse(payload) as { client?: unknown };
    return typeof client === 'string' && isGone(client);
  });
  for (const { id } of own) await db.deleteFrom('job').where('id', '=', id).execute();
}
