// The conflicts of a file as they are there, open or decided. One that waits here already, or whose claim stands here, is
// left out; what was decided elsewhere counts as decided by this import.
import type { ConflictLine } from '../../shared/model/graph-file.ts';
import type { ConflictDelta } from '../memory/decide/deltas.ts';
import { isOpen } from '../memory/decide/draft.ts';
import {
  type ImportedConflict,
  insertConflicts,
  readMetConflicts,
  readSameConflicts,
} from '../store/bulk/import-rows.ts';
import type { QueueClaim } from '../store/tables/same-claim.ts';
import type { OpenedConflict } from './import-journal.ts';
import type { ImportState, Numbered } from './import-state.ts';

export class ConflictImport {
  readonly #state: ImportState;
  /** Open claims of this file. */
  readonly #openClaims = new Set<string>();

  constructor(state: ImportState) {
    this.#state = state;
  }

  async add(batch: readonly Numbered<ConflictLine>[]): Promise<void> {
    const { writer } = this.#state;
    for (const { line, number } of batch)
      for (const token of tokensOf(line)) this.#state.refuseOdd(token, number);
    await this.#state.ensure(batch.flatMap(({ line }) => tokensOf(line)));
    const claims = batch.map(({ line }) => this.#claim(line));
    const inUse = batch.some(({ line }) => this.#state.isUsed(line.project));
    const same = inUse
      ? await readSameConflicts(
          writer,
          claims.map((claim, i) => ({ ...claim, createdAt: batch[i]?.line.created_at ?? 0 })),
        )
      : [];
    const newest = inUse ? await readMetConflicts(writer, claims) : [];
    const kept = batch.filter(({ line }, i) => {
      const met = newest[i];
      const waits = met !== null && met !== undefined && isOpen(met.status);
      return !same[i] && !(isOpen(line.status) && (waits || this.#holds(line) || this.#isOpenAlready(line)));
    });
    this.#state.counts.unchanged += batch.length - kept.length;
    await this.#state.needEdgeIds(kept.flatMap(({ line }) => line.existing?.edge ?? []));
    const ids = await insertConflicts(
      writer,
      kept.map(({ line }) => this.#conflictRow(line)),
    );
    if (kept.length > 0) await this.#state.journal.touch();
    await this.#state.opened(
      kept.flatMap(({ line }, i): OpenedConflict[] => {
        if (!isOpen(line.status)) return [];
        return [
          { id: ids[i] ?? 0, project: line.project, part: importedPart(line, this.#conflictRow(line)) },
        ];
      }),
    );
  }

  #claim(line: ConflictLine): QueueClaim {
    const { project, concept, dimension, incoming, correction } = line;
    return {
      ...{ project, concept: this.#state.id(concept), dim: this.#state.id(dimension) },
      ...{ parent: this.#state.id(incoming.parent), isIsa: incoming.is_isa },
      ends: correction === 'ends',
    };
  }

  /** Whether the file had the claim open before; from now on it has. */
  #isOpenAlready(line: ConflictLine): boolean {
    const { project, concept, dim, parent, isIsa, ends } = this.#claim(line);
    const key = JSON.stringify([project, concept, dim, parent, isIsa, ends]);
    const had = this.#openClaims.has(key);
    this.#openClaims.add(key);
    return had;
  }

  /** Whether what the claim says is so here already. */
  #holds(line: ConflictLine): boolean {
    const { project, concept, dim, parent, isIsa, ends } = this.#claim(line);
    const edge = this.#state.overlay.edgeAt(project, concept, dim);
    return (edge?.parent === parent && edge.isIsa === isIsa) !== ends;
  }

  #conflictRow(line: ConflictLine): ImportedConflict {
    const { project, concept, dim, parent, isIsa, ends } = this.#claim(line);
    const { existing, incoming } = line;
    return {
      project,
      concept_id: concept,
      dim_id: dim,
      existing_edge_id: existing ? (this.#state.edgeIds.get(existing.edge) ?? null) : null,
      existing_parent_id: existing ? this.#state.id(existing.parent) : null,
      existing_is_isa: existing?.is_isa ?? null,
      existing_confidence: existing?.confidence ?? null,
      existing_source: existing?.source ?? null,
      incoming_parent_id: parent,
      incoming_is_isa: isIsa,
      incoming_confidence: incoming.confidence,
      incoming_source: incoming.source,
      collision_type: line.type,
      correction: line.correction !== undefined,
      ends,
      status: line.status,
      priority: line.priority,
      provenance: JSON.stringify(incoming.provenance),
      seen_count: line.seen_count,
      last_seen: line.last_seen,
      attempts: line.attempts,
      resolution: this.#resolution(line),
      decided_by: line.decided_by,
      created_at: line.created_at,
      resolved_at: line.resolved_at,
      snoozed_until: line.snoozed_until,
      note: line.note,
      last_problem: line.last_problem,
    };
  }

  /** What was decided, as decided by this import: the action it was there means nothing here. */
  #resolution({ resolution }: ConflictLine): string | null {
    if (resolution === undefined) return null;
    const ours = { runId: null, actionId: this.#state.journal.actionId };
    return JSON.stringify({ ...resolution, ...ours });
  }
}

/** An open conflict of the file as a part of the import's action. */
function importedPart(line: ConflictLine, row: ImportedConflict): ConflictDelta {
  const { existing } = line;
  return {
    action: 'open',
    claim: {
      ...{ concept: line.concept, parent: line.incoming.parent },
      ...{ dimension: line.dimension, isIsa: line.incoming.is_isa },
      ...(line.correction === 'ends' ? { ends: true } : {}),
    },
    before: null,
    after: {
      ...{ status: line.status, type: line.type, attempts: line.attempts, lastProblem: line.last_problem },
      existing: existing && {
        ...{ edgeId: row.existing_edge_id ?? 0, parentId: row.existing_parent_id ?? 0 },
        ...{ isIsa: existing.is_isa, confidence: existing.confidence, source: existing.source },
      },
      ...{ resolution: row.resolution, decidedBy: line.decided_by, resolvedAt: line.resolved_at },
    },
    seenCount: line.seen_count,
  };
}

function tokensOf({ concept, dimension, existing, incoming }: ConflictLine): string[] {
  return [concept, dimension, incoming.parent, ...(existing ? [existing.parent] : [])];
}
