// Facts of a file whose place is taken by another one, or that would close a cycle: they wait as conflicts, once.
import type { CollisionType } from '../../shared/model/graph.ts';
import type { EdgeLine } from '../../shared/model/graph-file.ts';
import type { EdgeRow } from '../graph/types.ts';
import { openedPart } from '../memory/decide/conflict-delta.ts';
import { isOpen } from '../memory/decide/draft.ts';
import { conflictPriority } from '../memory/write/plan-facts.ts';
import { readMetConflicts } from '../store/bulk/import-rows.ts';
import { type NewConflict, queueConflicts } from '../store/tables/conflict-queue.ts';
import type { QueueClaim } from '../store/tables/same-claim.ts';
import type { OpenedConflict } from './import-journal.ts';
import { bareProvenance } from './import-provenance.ts';
import { factOf, type ImportState, type Placed } from './import-state.ts';

export interface Collided {
  readonly placed: Placed<EdgeLine>;
  readonly type: CollisionType;
  readonly existing: EdgeRow | undefined;
}

/** Why both cannot hold, as people are told. */
const WHY: Readonly<Record<CollisionType, string>> = {
  isa_isa: 'those are two kinds, and it has one of each dimension',
  ispart_ispart: 'those are two places, and it has one in each dimension',
  misclassification: 'one says what it is, the other what it belongs to',
  cycle: 'followed upwards it leads back to where it begins',
};

/** Facts whose place is taken by another one, or that would close a cycle. */
export async function importCollisions(state: ImportState, collided: readonly Collided[]): Promise<void> {
  const { writer, now } = state;
  const met = await readMetConflicts(
    writer,
    collided.map(({ placed }) => claimOf(placed)),
  );
  const open = collided.filter(({ placed, existing }, i) => {
    const claim = met[i];
    if (!claim) return true;
    const waits = isOpen(claim.status);
    // Decided against, and what it was decided for still stands there.
    const isSettled = !waits && claim.existing_parent_id === (existing?.parent ?? null);
    if (waits) state.counts.unchanged++;
    else if (isSettled) state.refused(placed, 'DISMISSED');
    return !waits && !isSettled;
  });
  const conflicts = open.map(({ placed, type, existing }): NewConflict => {
    const { line, concept, parent, dim } = placed;
    const { project, is_isa: isIsa, confidence, source } = line;
    return {
      ...{ project, concept, dim, type, existing, at: now, priority: conflictPriority(source) },
      incoming: { parent, isIsa, confidence, source },
      correction: null,
      provenance: line.provenance.at(-1) ?? bareProvenance(line),
    };
  });
  const queued = await queueConflicts(writer, conflicts);
  for (const { placed, existing, type } of open) {
    const against = existing ? ` contradicts ${state.tokenOf(existing.parent)}` : '';
    state.note(placed.number, `${factOf(placed.line)}${against}: ${WHY[type]}`);
  }
  const opened = queued.flatMap(({ id, opened: isNew }, i): OpenedConflict[] => {
    const conflict = conflicts[i];
    if (!conflict || !isNew) return [];
    return [{ id, project: conflict.project, part: openedPart(conflict, state.tokenOf) }];
  });
  await state.opened(opened);
}

function claimOf({ line, concept, dim, parent }: Placed<EdgeLine>): QueueClaim {
  return { project: line.project, concept, dim, parent, isIsa: line.is_isa, ends: false };
}
