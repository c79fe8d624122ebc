// Puts colliding facts into the resolution queue. What collides is decided in memory/; read by conflicts.ts.
// Source: memory, Conflicts, D7, D12, D13.
import { sql } from 'kysely';
import {
  type CollisionType,
  type Correction,
  type Provenance,
  SOURCES,
  type Source,
} from '../../../shared/model/graph.ts';
import type { EdgeRow } from '../../graph/types.ts';
import { param, template } from '../statement-template.ts';
import type { StoreWriter } from '../store-access.ts';
import { IS_OPEN } from './conflicts.ts';

export interface NewConflict {
  readonly project: string;
  readonly concept: number;
  readonly dim: number;
  /** The edge in the way; none when the place was empty and the fact would have closed a cycle. */
  readonly existing: EdgeRow | undefined;
  readonly incoming: {
    readonly parent: number;
    readonly isIsa: boolean;
    readonly confidence: number;
    readonly source: Source;
  };
  readonly type: CollisionType;
  /** For `ends` the incoming fact is the known one, which is so no more. */
  readonly correction: Correction | null;
  readonly priority: number;
  readonly provenance: Provenance;
  readonly at: number;
}

export interface QueuedConflict {
  readonly id: number;
  /** False when the same claim was waiting already and was counted once more. */
  readonly opened: boolean;
}

/** Puts colliding facts into the queue, in order; a claim that waits already is counted, not queued again. */
export async function queueConflicts(
  writer: StoreWriter,
  conflicts: readonly NewConflict[],
): Promise<QueuedConflict[]> {
  const rows = await writer.each(queueTemplate(writer), conflicts.map(queueRow));
  return rows.map((row) => {
    if (!row) throw new Error('the database gave a queued conflict no id');
    return { id: row.id, opened: row.seen_count === 1 };
  });
}

type QueueRow = ReturnType<typeof queueRow>;

function queueRow(conflict: NewConflict) {
  const { existing, incoming } = conflict;
  return {
    project: conflict.project,
    concept_id: conflict.concept,
    dim_id: conflict.dim,
    existing_edge_id: existing?.edgeId ?? null,
    existing_parent_id: existing?.parent ?? null,
    existing_is_isa: existing?.isIsa ?? null,
    existing_confidence: existing?.confidence ?? null,
    existing_source: existing?.source ?? null,
    incoming_parent_id: incoming.parent,
    incoming_is_isa: incoming.isIsa,
    incoming_confidence: incoming.confidence,
    incoming_source: incoming.source,
    collision_type: conflict.type,
    correction: conflict.correction !== null,
    ends: conflict.correction === 'ends',
    priority: conflict.priority,
    provenance: JSON.stringify(conflict.provenance),
    last_seen: conflict.at,
    created_at: conflict.at,
  };
}

function queueTemplate(writer: StoreWriter) {
  const larger = writer.dialect === 'sqlite' ? sql`max` : sql`greatest`;
  const either = sql<never>`resolution_queue.correction or excluded.correction`;
  // Most trusted first: the lower number.
  const trust = (row: 'excluded' | 'resolution_queue') =>
    sql`case ${sql.ref(`${row}.incoming_source`)} ${sql.join(
      SOURCES.map((source, i) => sql`when ${sql.lit(source)} then ${sql.lit(i)}`),
      sql` `,
    )} end`;
  // Of the same trust, a correction says more than a contradiction.
  const isMoreTrusted = sql`(${trust('excluded')} < ${trust('resolution_queue')}
    or (excluded.incoming_source = resolution_queue.incoming_source
      and excluded.priority > resolution_queue.priority))`;
  // A repetition by someone more trusted lends the claim its source and its words.
  const ofTheMoreTrusted = (column: 'incoming_source' | 'provenance') =>
    sql<never>`case when ${isMoreTrusted}
      then excluded.${sql.ref(column)} else resolution_queue.${sql.ref(column)} end`;
  const holes = Object.fromEntries(QUEUE_COLUMNS.map((column) => [column, param(column)]));
  return template<QueueRow, { id: number; seen_count: number }>(
    writer.db
      .insertInto('resolution_queue')
      .values(holes as Record<keyof QueueRow, never>)
      .onConflict((conflict) =>
        conflict
          .columns(['project', 'concept_id', 'dim_id', 'incoming_parent_id', 'incoming_is_isa', 'ends'])
          .where(IS_OPEN)
          .doUpdateSet({
            seen_count: sql`resolution_queue.seen_count + 1`,
            last_seen: sql`excluded.last_seen`,
            incoming_confidence: sql`${larger}(resolution_queue.incoming_confidence, excluded.incoming_confidence)`,
            incoming_source: ofTheMoreTrusted('incoming_source'),
            provenance: ofTheMoreTrusted('provenance'),
            priority: sql`${larger}(resolution_queue.priority, excluded.priority)`,
            correction: either,
            // Who decides on what it was before has not seen that somebody surer, or more trusted, says so too.
            version: sql`resolution_queue.version + case
              when ${isMoreTrusted}
                or excluded.priority > resolution_queue.priority
                or excluded.incoming_confidence > resolution_queue.incoming_confidence then 1 else 0 end`,
          }),
      )
      .returning(['id', 'seen_count']),
  );
}

const QUEUE_COLUMNS: readonly (keyof QueueRow)[] = [
  'project',
  'concept_id',
  'dim_id',
  'existing_edge_id',
  'existing_parent_id',
  'existing_is_isa',
  'existing_confidence',
  'existing_source',
  'incoming_parent_id',
  'incoming_is_isa',
  'incoming_confidence',
  'incoming_source',
  'collision_type',
  'correction',
  'ends',
  'priority',
  'provenance',
  'last_seen',
  'created_at',
];
