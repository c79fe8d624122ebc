// Imports one checked file as one write of the memory. A dry run does the same and takes it back.
// Called by transfer-service.ts.
import { AppError } from '../../shared/model/envelope.ts';
import { DEFAULT_PROJECT } from '../../shared/model/graph.ts';
import type { ConceptGraph } from '../graph/columns/concept-graph.ts';
import type { Memory } from '../memory/memory.ts';
import type { HeldChain, Work } from '../memory/write/transact.ts';
import { ConstraintError } from '../store/store-errors.ts';
import { readPlacesOf } from '../store/tables/contested-places.ts';
import { GraphImport } from './import-graph.ts';
import { ImportJournal } from './import-journal.ts';
import { type FileCounts, type GraphSource, graphLines } from './import-lines.ts';
import type { ImportCounts } from './import-state.ts';

/** The memory as an import needs it. */
export type ImportingMemory = Pick<Memory, 'graph' | 'flush' | 'transact'>;

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

/** @throws AppError INVALID_INPUT, UNAVAILABLE, CANCELLED; nothing was written then */
export async function runImport(memory: ImportingMemory, request: ImportRequest): Promise<ImportResult> {
  await memory.flush();
  try {
    return await memory.transact((held) => write(memory.graph, held, request));
  } catch (error) {
    throw asAppError(error);
  }
}

async function write(
  graph: ConceptGraph,
  { writer, chain, now }: HeldChain,
  { source, file, actor, reason, dryRun, signal, progress }: ImportRequest,
): Promise<Work<ImportResult>> {
  const journal = new ImportJournal({
    ...{ writer, chain, now, actor, reason, changes: file.changes, silent: dryRun },
    project: file.project ?? DEFAULT_PROJECT,
  });
  const graphImport = new GraphImport({ writer, graph, now, journal });
  for await (const lines of graphLines(source)) {
    if (signal.aborted) throw signal.reason;
    await graphImport.add(lines);
    progress(lines.at(-1)?.number ?? 0);
  }
  const actionId = await graphImport.finish();
  const { overlay, counts, notes, conflictIds, raised, questions } = graphImport.state;
  const result = { ...counts, actionId, notes };
  if (dryRun) return { result, change: null, isRehearsal: true };
  const places = await readPlacesOf(writer.reader, conflictIds);
  return {
    result,
    change: {
      concepts: overlay.fresh,
      edges: overlay.placed(),
      places,
      questions,
      head: journal.head,
      raised,
    },
    news: { facts: counts.inserted + counts.confirmed, conflicts: counts.conflicts },
  };
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
