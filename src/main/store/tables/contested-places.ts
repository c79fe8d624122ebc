// The places at which conflicts wait, with how many there are at each: what marks a concept in every recollection.
// Source: memory, Conflicts, D7.
import { sql } from 'kysely';
import { inChunks } from '../in-chunks.ts';
import type { StoreReader } from '../store-access.ts';
import { IS_OPEN } from './conflicts.ts';

export interface PendingPlace {
  readonly project: string;
  readonly concept: number;
  readonly dim: number;
  readonly count: number;
}

/** How many open conflicts each place has; places without one are left out. */
export async function readPendingPlaces(reader: StoreReader): Promise<PendingPlace[]> {
  const rows = await reader
    .selectFrom('resolution_queue')
    .where(IS_OPEN)
    .groupBy(['project', 'concept_id', 'dim_id'])
    .select((eb) => [
      'project',
      'concept_id as concept',
      'dim_id as dim',
      eb.fn.countAll<number>().as('count'),
    ])
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

/** The places these conflicts are about, with the open conflicts each has now; 0 when all are decided. */
export async function readPlacesOf(
  reader: StoreReader,
  conflictIds: readonly number[],
): Promise<PendingPlace[]> {
  const rows = await inChunks(conflictIds, (chunk) =>
    reader
      .selectFrom('resolution_queue as q')
      .where('q.id', 'in', chunk)
      .select((eb) => [
        'q.project',
        'q.concept_id as concept',
        'q.dim_id as dim',
        eb
          .selectFrom('resolution_queue as o')
          .whereRef('o.project', '=', 'q.project')
          .whereRef('o.concept_id', '=', 'q.concept_id')
          .whereRef('o.dim_id', '=', 'q.dim_id')
          .where(sql<boolean>`o.status in ('pending', 'needs_human')`)
          .select((inner) => inner.fn.countAll<number>().as('n'))
          .as('count'),
      ])
      .execute(),
  );
  const places = rows.map((row) => ({ ...row, count: Number(row.count ?? 0) }));
  return [
    ...new Map(places.map((place) => [`${place.project} ${place.concept} ${place.dim}`, place])).values(),
  ];
}

/** Two parents that were claimed of one concept in a dimension, decided since or not, and of how many concepts. */
export async function readPairs(
  reader: StoreReader,
  project: string,
  dim: number,
): Promise<{ one: number; other: number; concepts: number }[]> {
  const rows = await reader
    .selectFrom('resolution_queue')
    .where('project', '=', project)
    .where('dim_id', '=', dim)
    .where('existing_parent_id', 'is not', null)
    .where('correction', '=', false)
    .whereRef('existing_parent_id', '<>', 'incoming_parent_id')
    .groupBy(['existing_parent_id', 'incoming_parent_id'])
    .orderBy('existing_parent_id')
    .orderBy('incoming_parent_id')
    .select((eb) => [
      'existing_parent_id as one',
      'incoming_parent_id as other',
      eb.fn.count<number>('concept_id').distinct().as('concepts'),
    ])
    .execute();
  return rows.map(({ one, other, concepts }) => ({ one: Number(one), other, concepts: Number(concepts) }));
}
