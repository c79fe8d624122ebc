// A claim read out of prose that somebody decided against: said again, it is counted and not asked again, for as long as
// what it contradicts stands as it stood. Said on purpose (gutask, an operator) it is always asked. Called by
// write-plan.ts within its transaction. Source: memory, Conflicts.
import type { Source } from '../../../shared/model/graph.ts';
import type { StoreReader, StoreWriter } from '../../store/store.ts';
import type { NewConflict } from '../../store/tables/conflict-queue.ts';
import {
  countRepeat,
  type NewestOfClaim,
  readNewestOfClaim,
  readNewestOfClaims,
} from '../../store/tables/conflict-updates.ts';
import { parseResolution } from '../decide/deltas.ts';
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
      ...{ project, concept, dim, parent, isIsa: fact.isIsa, ends: false },
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

/** The conflict in which a claim was decided against that would be asked again; undefined where it is a new question. */
export async function decidedAgainst(
  reader: StoreReader,
  { project, concept, dim, incoming, correction, existing, provenance }: NewConflict,
): Promise<number | undefined> {
  if (ON_PURPOSE.has(provenance.source)) return undefined;
  const { parent, isIsa } = incoming;
  const claim = { project, concept, dim, parent, isIsa, ends: correction === 'ends' };
  const before = await readNewestOfClaim(reader, claim);
  return before && isDecidedAgainst(before) && isUnchangedSince(before, { existing }) ? before.id : undefined;
}

function isDecidedAgainst({ status, resolution }: NewestOfClaim): boolean {
  return status === 'dismissed' && AGAINST.has(parseResolution(resolution)?.decision ?? '');
}

/** Whether the same edge stands there, and nothing left the place in between. */
function isUnchangedSince(before: NewestOfClaim, { existing }: Pick<PlannedConflict, 'existing'>): boolean {
  const decided = parseResolution(before.resolution)?.actionId ?? 0;
  if (before.emptied_by !== null && before.emptied_by > decided) return false;
  if (!existing) return before.existing_edge_id === null;
  return (
    before.existing_edge_id === existing.edgeId &&
    before.existing_parent_id === existing.parent &&
    Boolean(before.existing_is_isa) === existing.isIsa
  );
}
