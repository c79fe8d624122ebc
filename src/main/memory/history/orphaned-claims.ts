// Claims whose decision was taken back while others had said the same by then: they came true with that word. Once it is taken back as well, and
// the fact with it, they wait again. Plans on the draft, after its conflicts. Called by plan-undo.ts.
import type { EdgeRow } from '../../graph/types.ts';
import { readAction } from '../../store/tables/actions.ts';
import { conflictState } from '../../store/tables/conflict-updates.ts';
import { readConflicts, readDecidedClaim, readOpenClaim } from '../../store/tables/conflicts.ts';
import { parseResolution } from '../decide/deltas.ts';
import type { Planning } from '../decide/planning.ts';
import { isSo, rebased } from '../decide/settle-others.ts';

/** @param edges that go although the action had not made them: whoever made them was taken back before */
export async function letClaimsWait(planning: Planning, edges: readonly EdgeRow[]): Promise<void> {
  const { draft, reader } = planning;
  for (const { project, concept, parent, dim, isIsa } of edges) {
    const claim = { project, concept, parent, dim, isIsa, ends: false };
    const id = await readDecidedClaim(reader, claim);
    const row = id === undefined ? undefined : (await readConflicts(reader, [id])).get(id);
    const standing = draft.edgeAt(project, concept, dim);
    if (!row || isSo(row, standing) || !(await cameTrueByUndo(planning, row.resolution))) continue;
    if ((await readOpenClaim(reader, claim)) !== undefined) continue;
    draft.setConflict('reopen', row, {
      ...rebased(row, standing, draft, conflictState(row)),
      ...{ status: 'pending', resolution: null, decidedBy: null, resolvedAt: null },
    });
  }
}

async function cameTrueByUndo({ reader }: Planning, resolution: string | null): Promise<boolean> {
  const parsed = parseResolution(resolution);
  if (parsed?.decision !== 'came_true') return false;
  const kind = (await readAction(reader, parsed.actionId))?.kind;
  return kind === 'undo' || kind === 'redo';
}
