// The facts of a file, by the way every fact takes: a free place is filled with the file's own times and provenance, the
// same fact is confirmed, another one becomes a conflict (import-collisions.ts). Nothing that is there is overwritten.
import type { EdgeLine } from '../../shared/model/graph-file.ts';
import { checkFact } from '../graph/columns/collision.ts';
import type { EdgeRow } from '../graph/types.ts';
import { conflictDelta } from '../memory/decide/conflict-delta.ts';
import { cameTrue, isSo, placeOf, rebased } from '../memory/decide/settle-others.ts';
import { mayOverrule, moreTrusted } from '../memory/write/confirmation.ts';
import { readPastEnds, reserveEdgeIds } from '../store/bulk/import-rows.ts';
import { TableLoader } from '../store/bulk/table-loader.ts';
import { updateConflict } from '../store/tables/conflict-updates.ts';
import { readOpenAt } from '../store/tables/conflicts.ts';
import {
  appendProvenance,
  confirmEdges,
  EDGE_COLUMNS,
  readProvenance,
  readValidFrom,
} from '../store/tables/edges.ts';
import { type Collided, importCollisions } from './import-collisions.ts';
import type { OpenedConflict } from './import-journal.ts';
import { MAX_PROVENANCE, newEntries } from './import-provenance.ts';
import type { ImportState, Placed } from './import-state.ts';

export async function importEdges(state: ImportState, batch: readonly Placed<EdgeLine>[]): Promise<void> {
  const { writer, now } = state;
  const ids = await reserveEdgeIds(writer, batch.length);
  const pastEnds = await pastEndsOf(state, batch);
  await state.needRoots(
    batch
      .filter(({ concept, parent, dim }) => concept !== parent && concept !== dim)
      .map(({ line }) => ({ project: line.project, token: line.dimension, isIsa: line.is_isa })),
  );
  const inserted: { edge: EdgeRow; line: EdgeLine; validFrom: number }[] = [];
  const confirmed: { before: EdgeRow; after: EdgeRow; line: EdgeLine }[] = [];
  const collided: Collided[] = [];
  for (const [i, placed] of batch.entries()) {
    const { line, concept, parent, dim } = placed;
    const check = checkFact(state.overlay, line.project, { concept, parent, dim, isIsa: line.is_isa });
    switch (check.kind) {
      case 'refused':
        state.refused(placed, check.code);
        break;
      case 'free': {
        const edge = edgeRow(placed, ids[i] ?? 0, now);
        state.overlay.put(edge);
        state.edgeIds.set(line.edge, edge.edgeId);
        // A place with a past cannot have held this before that past had ended.
        const since = Math.max(line.valid_from, pastEnds[i] ?? 0);
        inserted.push({ edge, line, validFrom: Math.min(since, now) });
        break;
      }
      case 'confirmed': {
        const after = merged(check.edge, line, now);
        state.overlay.put(after);
        state.edgeIds.set(line.edge, after.edgeId);
        confirmed.push({ before: check.edge, after, line });
        break;
      }
      case 'collision':
        if (check.existing) state.edgeIds.set(line.edge, check.existing.edgeId);
        collided.push({ placed, type: check.type, existing: check.existing });
    }
  }
  await insertNew(state, inserted);
  await confirm(state, confirmed);
  await importCollisions(state, collided);
}

async function pastEndsOf(
  state: ImportState,
  batch: readonly Placed<EdgeLine>[],
): Promise<readonly (number | null)[]> {
  if (!batch.some(({ line }) => state.isUsed(line.project))) return [];
  return readPastEnds(
    state.writer,
    batch.map(({ line, concept, dim }) => ({ project: line.project, concept, dim })),
  );
}

async function insertNew(
  state: ImportState,
  inserted: readonly { edge: EdgeRow; line: EdgeLine; validFrom: number }[],
): Promise<void> {
  const { writer, journal } = state;
  const loader = await TableLoader.of(writer, 'urd', [...EDGE_COLUMNS, 'valid_from']);
  for (const { edge, validFrom } of inserted) {
    const { edgeId, project, concept, parent, dim, isIsa, confidence, lastConfirmed, source } = edge;
    await loader.add([
      ...[edgeId, project, concept, parent, dim, isIsa, confidence, lastConfirmed, source],
      ...[edge.doNotUse, edge.isGuess ?? false, edge.until ?? null, validFrom],
    ]);
  }
  await loader.finish(null);
  const provenance = await TableLoader.of(writer, 'edge_provenance', ['edge_id', 'entry']);
  for (const { edge, line } of inserted) {
    for (const entry of line.provenance.slice(0, MAX_PROVENANCE)) {
      await provenance.add([edge.edgeId, JSON.stringify(entry)]);
    }
  }
  await provenance.finish(null);
  state.counts.inserted += inserted.length;
  if (inserted.length === 0) return;
  const changes = inserted.map(({ edge, validFrom }) => ({ before: null, after: { ...edge, validFrom } }));
  await journal.edges(changes, state.tokenOf);
  await settle(
    state,
    inserted.map(({ edge }) => edge),
  );
}

/** What filled places mean for the conflicts that wait there (memory D7): some came true, the others wait against the new fact. */
async function settle(state: ImportState, edges: readonly EdgeRow[]): Promise<void> {
  const { writer, graph, now, journal } = state;
  const contested = edges.filter((edge) => graph.isPending(edge.project, edge.concept, edge.dim));
  if (contested.length === 0) return;
  const settled: OpenedConflict[] = [];
  for (const row of await readOpenAt(writer.reader, contested)) {
    const { project, concept, dim } = placeOf(row);
    const standing = state.overlay.edgeAt(project, concept, dim);
    const isTrue = isSo(row, standing);
    const after = isTrue
      ? cameTrue(row, journal.actor, now, journal.actionId)
      : rebased(row, standing, state.overlay);
    await updateConflict(writer, row.id, after);
    settled.push({ id: row.id, project, part: conflictDelta(isTrue ? 'came_true' : 'rebase', row, after) });
  }
  state.conflictIds.push(...settled.map(({ id }) => id));
  await journal.conflicts(settled);
}

async function confirm(
  state: ImportState,
  confirmed: readonly { before: EdgeRow; after: EdgeRow; line: EdgeLine }[],
): Promise<void> {
  const { writer, journal } = state;
  const held = await readProvenance(
    writer.reader,
    confirmed.map(({ before }) => before.edgeId),
  );
  const entries = confirmed.flatMap(({ before, line }) =>
    newEntries(held.get(before.edgeId) ?? [], line.provenance).map((provenance) => ({
      ...{ edgeId: before.edgeId, provenance, action: journal.actionId },
    })),
  );
  const told = new Set(entries.map(({ edgeId }) => edgeId));
  const changed = confirmed.filter(({ before, after }) => differs(before, after) || told.has(before.edgeId));
  await confirmEdges(
    writer,
    changed.map(({ after }) => after),
  );
  await appendProvenance(writer, entries);
  state.counts.confirmed += changed.length;
  state.counts.unchanged += confirmed.length - changed.length;
  if (changed.length === 0) return;
  const since = await readValidFrom(
    writer.reader,
    changed.map(({ after }) => after.edgeId),
  );
  const dated = (edge: EdgeRow) => ({ ...edge, validFrom: since.get(edge.edgeId) ?? 0 });
  const changes = changed.map(({ before, after }) => ({ before: dated(before), after: dated(after) }));
  await journal.edges(changes, state.tokenOf);
}

/** @param now nothing was confirmed later */
function edgeRow({ line, concept, parent, dim }: Placed<EdgeLine>, edgeId: number, now: number): EdgeRow {
  const lastConfirmed = Math.min(line.last_confirmed, now);
  return {
    ...{ edgeId, project: line.project, concept, parent, dim, isIsa: line.is_isa },
    ...{ confidence: line.confidence, lastConfirmed, source: line.source },
    ...{ doNotUse: line.do_not_use, isGuess: line.is_guess, until: line.until },
  };
}

/**
 * The same fact from two places: the surer, the later, the more trusted; the end is the later word's, of who may say so. Merging twice
 * changes nothing more.
 */
function merged(held: EdgeRow, line: EdgeLine, now: number): EdgeRow {
  const isLater = line.last_confirmed > held.lastConfirmed && mayOverrule(line.source, held.source);
  return {
    ...held,
    confidence: Math.max(held.confidence, line.confidence),
    lastConfirmed: Math.max(held.lastConfirmed, Math.min(line.last_confirmed, now)),
    source: moreTrusted(held.source, line.source),
    isGuess: held.isGuess && line.is_guess,
    until: isLater ? line.until : held.until,
  };
}

function differs(before: EdgeRow, after: EdgeRow): boolean {
  return (
    before.confidence !== after.confidence ||
    before.lastConfirmed !== after.lastConfirmed ||
    before.source !== after.source ||
    before.isGuess !== after.isGuess ||
    before.until !== after.until
  );
}
