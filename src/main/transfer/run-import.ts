// Imports one file: checks all of it, then takes the memory's turn and the chain and writes it in one transaction, then
// tells the graph. A dry run does the same and takes the transaction back. Called by memory.ts.
import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../../shared/model/clock.ts';
import { AppError } from '../../shared/model/envelope.ts';
import { DEFAULT_PROJECT } from '../../shared/model/graph.ts';
import type { ConceptGraph } from '../graph/columns/concept-graph.ts';
import type { GraphCache } from '../memory/read/graph-cache.ts';
import type { Mutex } from '../memory/write/mutex.ts';
import { holdChain } from '../store/audit/events.ts';
import type { Store, StoreWriter } from '../store/store.ts';
import { ConstraintError } from '../store/store-errors.ts';
import { readPlacesOf } from '../store/tables/conflicts.ts';
import { GraphImport } from './import-graph.ts';
import { ImportJournal } from './import-journal.ts';
import { type FileCounts, type GraphSource, graphLines } from './import-lines.ts';
import type { ImportCounts, ImportState } from './import-state.ts';

const ROWS_PER_TURN = 500;

export interface ImportRequest {
  readonly source: GraphSource;
  /** What `checkGraphFile` found in it. */
  readonly file: FileCounts;
  readonly actor: string;
  readonly reason: string;
  readonly dryRun: boolean;
  /** Lines dealt with. */
  readonly progress: (lines: number) => void;
  readonly signal: AbortSignal;
}

export interface ImportResult extends ImportCounts {
  /** Null for a dry run, and when nothing changed. */
  readonly actionId: number | null;
  /** The first conflicts and refusals, each with its line. */
  readonly notes: readonly string[];
}

export interface ImportPlace {
  readonly store: Store;
  readonly graph: ConceptGraph;
  readonly cache: GraphCache;
  readonly clock: Clock;
  readonly turn: Mutex;
}

/** Thrown to take a dry run's transaction back. */
class DryRunEnds extends Error {}

/** @throws AppError INVALID_INPUT, UNAVAILABLE, CANCELLED; nothing was written then */
export function runImport(place: ImportPlace, request: ImportRequest): Promise<ImportResult> {
  return place.turn.run(async () => {
    let done: ImportState | undefined;
    let result: ImportResult | undefined;
    let written: { journal: ImportJournal; places: Awaited<ReturnType<typeof readPlacesOf>> } | undefined;
    try {
      await place.store.write(async (writer) => {
        const { state, journal, actionId } = await write(place, writer, request);
        done = state;
        result = { ...state.counts, actionId, notes: state.notes };
        if (request.dryRun) throw new DryRunEnds();
        written = { journal, places: await readPlacesOf(writer.reader, state.conflictIds) };
      });
    } catch (error) {
      if (!(error instanceof DryRunEnds)) throw asAppError(error);
    }
    if (!done || !result) throw new AppError('INTERNAL', 'An import ended without a result.');
    if (written) {
      await place.cache.applyMany({
        ...{ concepts: done.overlay.newConcepts, edges: done.overlay.edges() },
        ...{ places: written.places, head: written.journal.head },
      });
      await raise(place.graph, done);
    }
    return result;
  });
}

async function write(place: ImportPlace, writer: StoreWriter, request: ImportRequest) {
  const { graph, cache, clock } = place;
  const chain = await holdChain(writer);
  await cache.catchUp(writer.reader, chain);
  const now = Math.max(clock.now(), chain.at);
  const { file, actor, reason, dryRun, signal } = request;
  const journal = new ImportJournal({
    ...{ writer, chain, now, actor, reason, changes: file.changes, silent: dryRun },
    project: file.project ?? DEFAULT_PROJECT,
  });
  const graphImport = new GraphImport({ writer, graph, now, journal });
  for await (const lines of graphLines(request.source)) {
    if (signal.aborted) throw signal.reason;
    await graphImport.add(lines);
    request.progress(lines.at(-1)?.number ?? 0);
  }
  return { state: graphImport.state, journal, actionId: await graphImport.finish() };
}

/** Counters in memory may be ahead of the file's by now; none goes down. */
async function raise(graph: ConceptGraph, { raised }: ImportState): Promise<void> {
  for (const [i, row] of raised.entries()) {
    if (i > 0 && i % ROWS_PER_TURN === 0) await turn();
    const held = graph.concept(row.id);
    if (!held) continue;
    graph.putConcept({
      ...held,
      encounterCount: Math.max(held.encounterCount, row.encounterCount),
      lastSeen: Math.max(held.lastSeen, row.lastSeen),
      novelty: Math.max(held.novelty, row.novelty),
      common: row.common,
    });
  }
}

/** What the database refuses although the graph allowed it: somebody wrote there by other means. */
function asAppError(error: unknown): unknown {
  if (!(error instanceof ConstraintError)) return error;
  return new AppError(
    'UNAVAILABLE',
    `The tables hold something else than the graph in memory (${error.message}). POST /reload and import again. Nothing was written.`,
    {},
    true,
  );
}
