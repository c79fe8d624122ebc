// How far the database is, in one cheap question: what processes that share it ask to notice each other's writes.
// All of it grows in the order of commits, because one writer writes at a time (store-access.ts). Read by change-feed.ts.
import { sql } from 'kysely';
import type { StoreReader, StoreWriter } from './store-handles.ts';

/** Tables that are small and change rarely; who caches one reads it anew when its revision grew. */
export type Revised = 'config' | 'models' | 'clients';

/** What can be another one than was seen: a small table, or the memory as a whole, after a restore. */
const REVISIONS = ['config', 'models', 'clients', 'memory'] as const;

export interface Pulse {
  /** The newest event's number. */
  readonly head: number;
  /** The newest entry of the list of edges that changed without an event. */
  readonly touch: number;
  /** The newest concept's id. */
  readonly concept: number;
  readonly revisions: Readonly<Record<(typeof REVISIONS)[number], number>>;
}

const revisionKey = (of: (typeof REVISIONS)[number]) => `store.revision.${of}`;

/** Which memory the tables hold: another number after every restore. */
export async function readMemoryRevision(reader: StoreReader): Promise<number> {
  const row = await reader
    .selectFrom('config')
    .select('value')
    .where('key', '=', revisionKey('memory'))
    .executeTakeFirst();
  return Number(row?.value ?? 0);
}

export async function readPulse(reader: StoreReader): Promise<Pulse> {
  const row = await reader
    .selectNoFrom((eb) => [
      eb
        .selectFrom('graph_event')
        .select((e) => e.fn.max('id').as('id'))
        .as('head'),
      eb
        .selectFrom('edge_touch')
        .select((e) => e.fn.max('id').as('id'))
        .as('touch'),
      eb
        .selectFrom('soas')
        .select((e) => e.fn.max('id').as('id'))
        .as('concept'),
      eb.selectFrom('config').select('value').where('key', '=', revisionKey('config')).as('config'),
      eb.selectFrom('config').select('value').where('key', '=', revisionKey('models')).as('models'),
      eb.selectFrom('config').select('value').where('key', '=', revisionKey('clients')).as('clients'),
      eb.selectFrom('config').select('value').where('key', '=', revisionKey('memory')).as('memory'),
    ])
    .executeTakeFirst();
  return {
    head: Number(row?.head ?? 0),
    touch: Number(row?.touch ?? 0),
    concept: Number(row?.concept ?? 0),
    revisions: {
      config: Number(row?.config ?? 0),
      models: Number(row?.models ?? 0),
      clients: Number(row?.clients ?? 0),
      memory: Number(row?.memory ?? 0),
    },
  };
}

/** How often each was changed; see `raiseRevisions`. */
export async function readRevisions(writer: StoreWriter): Promise<Pulse['revisions']> {
  return (await readPulse(writer.reader)).revisions;
}

/** After the tables were replaced: whoever saw them before must read them anew, whatever was counted in the new ones. */
export async function raiseRevisions(writer: StoreWriter, before: Pulse['revisions']): Promise<void> {
  const now = await readRevisions(writer);
  for (const of of REVISIONS) {
    const value = String(Math.max(before[of], now[of]) + 1);
    await writer.db
      .insertInto('config')
      .values({ key: revisionKey(of), value, updated_at: 0 })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute();
  }
}

/** Says, in the transaction that changes a table, that who caches it must read it anew. */
export async function reviseTable(writer: StoreWriter, table: Revised): Promise<void> {
  const grown = sql<string>`cast(cast(config.value as bigint) + 1 as text)`;
  await writer.db
    .insertInto('config')
    .values({ key: revisionKey(table), value: '1', updated_at: 0 })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: grown }))
    .execute();
  writer.announce();
}
