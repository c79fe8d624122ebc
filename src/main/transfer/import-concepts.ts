// The names of a file: concepts with their counters, dimensions with their roots. Nothing goes down.
import type { ConceptLine, DimensionLine } from '../../shared/model/graph-file.ts';
import { isSecretWord } from '../../shared/redact.ts';
import type { ConceptRow } from '../graph/types.ts';
import { markCommon, raiseCounters } from '../store/bulk/import-rows.ts';
import type { ImportState, Numbered } from './import-state.ts';

export async function importConcepts(
  state: ImportState,
  batch: readonly Numbered<ConceptLine>[],
): Promise<void> {
  // Counted words only; what a fact of the file names is made with the fact.
  const words = batch.filter(({ line }) => !isSecretWord(line.token));
  const byToken = new Map(words.map(({ line }) => [line.token, line]));
  for (const { line, number } of words) state.refuseOdd(line.token, number);
  const fresh = await state.ensure([...byToken.keys()]);
  const common = fresh.filter(({ token }) => byToken.get(token)?.common);
  await markCommon(
    state.writer,
    common.map(({ id }) => id),
  );
  const freshIds = new Set(fresh.map(({ id }) => id));
  const raises = [...byToken.values()].flatMap((line) => {
    const id = state.overlay.conceptId(line.token);
    if (id === undefined) return [];
    const held = freshIds.has(id) ? undefined : state.graph.concept(id);
    return raised(state, id, line, held);
  });
  await raiseCounters(
    state.writer,
    raises.map(({ id, encounterCount, lastSeen, novelty }) => ({
      ...{ id, encounters: encounterCount, lastSeen, novelty },
    })),
  );
}

/** The concept's counters after the import, if they rise. */
function raised(
  state: ImportState,
  id: number,
  line: ConceptLine,
  held: ConceptRow | undefined,
): ConceptRow[] {
  const row: ConceptRow = {
    id,
    token: line.token,
    encounterCount: Math.max(held?.encounterCount ?? 0, line.encounters),
    lastSeen: Math.max(held?.lastSeen ?? 0, line.last_seen),
    novelty: Math.max(held?.novelty ?? 0, line.novelty),
    common: held?.common ?? line.common,
  };
  const same =
    (held?.encounterCount ?? 0) === row.encounterCount &&
    (held?.lastSeen ?? 0) === row.lastSeen &&
    (held?.novelty ?? 0) === row.novelty;
  if (same && (held !== undefined || !row.common)) return [];
  state.raised.push(row);
  return [row];
}

export async function importDimensions(state: ImportState, lines: readonly DimensionLine[]): Promise<void> {
  await state.ensure(lines.map((line) => line.dimension));
  await state.needRoots(
    lines.map(({ project, dimension, is_isa }) => ({ project, token: dimension, isIsa: is_isa })),
  );
}
