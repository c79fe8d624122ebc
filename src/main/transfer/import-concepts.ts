// The names of a file: concepts with their counters, dimensions with their roots. Nothing goes down.
import type { ConceptLine, DimensionLine } from '../../shared/model/graph-file.ts';
import { isSecretWord, redact } from '../../shared/redact.ts';
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

/** Dimensions with their roots. What a dimension asks here stays; where nobody said so yet it asks what the file has it ask. */
export async function importDimensions(
  state: ImportState,
  batch: readonly Numbered<DimensionLine>[],
): Promise<void> {
  const lines = batch.map(({ line }) => line);
  await state.ensure(lines.map((line) => line.dimension));
  await state.needRoots(
    lines.map(({ project, dimension, is_isa }) => ({ project, token: dimension, isIsa: is_isa })),
  );
  for (const { line, number } of batch) {
    const { project, dimension, question } = line;
    const dim = state.overlay.conceptId(dimension);
    if (question === undefined || dim === undefined) continue;
    const held = state.questionOf(project, dim);
    if (held === question) continue;
    // First: a report is read by people, and kept.
    if (redact(question) !== question)
      state.note(number, `the question of [${dimension}] holds what looks like a secret, and is left out`);
    else if (held !== null)
      state.note(
        number,
        `[${dimension}] asks “${held}” here, and “${question}” in the file; it asks on as here`,
      );
    else await state.ask({ project, dim, question });
  }
}
