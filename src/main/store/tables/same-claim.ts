// Which rows of the queue are about one claim, and which of them counts: the one that waits, otherwise the newest.
import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely';
import type { Database } from '../schema.ts';
import { param } from '../statement-template.ts';

/** A claim as the queue knows it, in database ids. */
export interface QueueClaim {
  readonly project: string;
  readonly concept: number;
  readonly dim: number;
  readonly parent: number;
  readonly isIsa: boolean;
  /** Whether the claim is that this is so no more. */
  readonly ends: boolean;
}

type Condition = (
  eb: ExpressionBuilder<Database, 'resolution_queue'>,
) => ExpressionWrapper<Database, 'resolution_queue', SqlBool>;

/** The condition that a row is about the claim. */
export const isClaim =
  ({ project, concept, dim, parent, isIsa, ends }: QueueClaim): Condition =>
  (eb) =>
    eb.and({
      ...{ project, concept_id: concept, dim_id: dim },
      ...{ incoming_parent_id: parent, incoming_is_isa: isIsa, ends },
    });

/** The same in a statement with the holes of a `QueueClaim`. */
export const isSameClaim = isClaim({
  ...{ project: param('project'), concept: param('concept'), dim: param('dim') },
  ...{ parent: param('parent'), isIsa: param('isIsa'), ends: param('ends') },
});

/** To sort by, before the newest first. */
export const openFirst = sql`case when status in ('pending', 'needs_human') then 0 else 1 end`;

/** Just the holes, whatever else the claim carries. */
export const claimRow = ({ project, concept, dim, parent, isIsa, ends }: QueueClaim) => ({
  project,
  concept,
  dim,
  parent,
  isIsa,
  ends,
});
