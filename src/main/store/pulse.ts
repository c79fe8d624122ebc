// How far the database is, in one cheap question: what processes that share it ask to notice each other's writes.
// All of it grows in the order of commits, because one writer writes at a time (store-access.ts). Read by change-feed.ts.
import { sql } from 'kysely';
import type { StoreReader, StoreWriter } from './store-handles.ts';

/** Tables that are small and change rarely; who caches one reads it anew when its revision grew. */
export type Revised = 'config' | 'models' | 'clients' | 'upstreams';

/**
 * What can be another one than was seen: a small table, the memory as a whole, after a restore, or the vocabulary, out of
 * which words went.
 */
const REVISIONS = ['config', 'models', 'clients', 'upstreams', 'memory', 'vocabulary'] as const;

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

/** Times words were forgotten that are told apart; within one memory. */
const FORGETTINGS = 2 ** 26;

/**
 * Which memory the tables hold: another number after every restore, and after words were forgotten. Ids of one number
 * are good for that number alone.
 */
export function memoryOf({ memory, vocabulary }: Pick<Pulse['revisions'], 'memory' | 'vocabulary'>): number {
  return memory * FORGETTINGS + (vocabulary % FORGETTINGS);
}

/** Whether ids mean the same in both, but for words that one of them has forgotten: no restore lies between them. */
export function isSameMemory(a: number, b: number): boolean {
  return Math.floor(a / FORGETTINGS) === Math.floor(b / FORGETTINGS);
}

/** See `memoryOf`. */
export async function readMemoryRevision(reader: StoreReader): Promise<number> {
  const rows = await reader
    .selectFrom('config')
    .select(['key', 'value'])
    .where('key', 'in', [revisionKey('memory'), revisionKey('vocabulary')])
    .execute();
  const of = (name: 'memory' | 'vocabulary') =>
    Number(rows.find(({ key }) => key === revisionKey(name))?.value ?? 0);
  return memoryOf({ memory: of('memory'), vocabulary: of('vocabulary') });
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
      ...REVISIONS.map((of) =>
        eb.selectFrom('config').select('value').where('key', '=', revisionKey(of)).as(of),
      ),
    ])
    .executeTakeFirst();
  return {
    head: Number(row?.head ?? 0),
    touch: Number(row?.touch ?? 0),
    concept: Number(row?.concept ?? 0),
    revisions: Object.fromEntries(REVISIONS.map((of) => [of, Number(row?.[of] ?? 0)])) as Pulse['revisions'],
  };
}

/**
 * After the tables were replaced: whoever saw them before must read them anew, whatever was counted in the new ones.
 * @param before as they were
 */
export async function raiseRevisions(writer: StoreWriter, before: Pulse['revisions']): Promise<void> {
  const now = (await readPulse(writer.reader)).revisions;
  for (const of of REVISIONS) {
    const value = String(Math.max(before[of], now[of]) + 1);
    await writer.db
      .insertInto('config')
      .values({ key: revisionKey(of), value, updated_at: 0 })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute();
  }
}

/** Says, in the transaction that changes a table, that who caches it must read it anew; or that who keeps words' ids must let them go. */
export async function revise(writer: StoreWriter, what: Revised | 'vocabulary'): Promise<void> {
  const grown = sql<string>`cast(cast(config.value as bigint) + 1 as text)`;
  await writer.db
    .insertInto('config')
    .values({ key: revisionKey(what), value: '1', updated_at: 0 })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: grown }))
    .execute();
  writer.announce();
}
