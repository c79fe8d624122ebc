// A claim read out of prose that somebody decided against: said again, it is counted and not asked again, for as long as
// what it contradicts stands as it stood. Said on purpose (gutask, an operator) it is always asked. Called by
// write-plan.ts within its transaction. Source: memory.md Conflicts.
import type { Source } from '../../shared/model/graph.ts';
import { countRepeat, type NewestOfClaim, readNewestOfClaims } from '../store/conflict-updates.ts';
import type { StoreWriter } from '../store/store.ts';
import { parseResolution } from './decide/parts.ts';
import type { PlannedConflict } from './plan-facts.ts';

/** Whose repetition is a new question. */
const ON_PURPOSE: ReadonlySet<Source> = new Set<Source>(['operator', 'gutask']);
const AGAINST = new Set(['keep', 'dismiss']);

/** Counts claims that were dismissed before. @returns those that change nothing, with the conflict they count for */
export async function countDismissed(
  writer: StoreWriter,
  conflicts: readonly PlannedConflict[],
): Promise<Map<PlannedConflict, number>> {
  const repeated = conflicts.filter(({ claim }) => !ON_PURPOSE.has(claim.provenance.source));
  if (repeated.length === 0) return new Map();
  const newest = await readNewestOfClaims(
    writer,
    repeated.map(({ claim: { project, concept, dim, parent, fact } }) => ({
      ...{ project, concept, dim, parent, isIsa: fact.isIsa },
    })),
  );
  const counted = new Map<PlannedConflict, number>();
  for (const [i, conflict] of repeated.entries()) {
    const before = newest[i];
    if (!before || !isDecidedAgainst(before) || !isUnchangedSince(before, conflict)) continue;
    await countRepeat(writer, before.id, conflict.claim.provenance.at);
    counted.set(conflict, before.id);
  }
  return counted;
}

function isDecidedAgainst({ status, resolution }: NewestOfClaim): boolean {
  return status === 'dismissed' && AGAINST.has(parseResolution(resolution)?.decision ?? '');
}

/** Whether the same edge stands there, and nothing left the place in between. */
function isUnchangedSince(before: NewestOfClaim, { existing }: PlannedConflict): boolean {
  const decided = parseResolution(before.resolution)?.actionId ?? 0;
  if (before.emptied_by !== null && before.emptied_by > decided) return false;
  if (!existing) return before.existing_edge_id === null;
  return (
    before.existing_edge_id === existing.edgeId &&
    before.existing_parent_id === existing.parent &&
    Boolean(before.existing_is_isa) === existing.isIsa
  );
}
