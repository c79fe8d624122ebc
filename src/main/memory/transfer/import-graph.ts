// Puts a checked file into the tables, within one transaction. Facts take the way every fact takes: a free place is
// filled, the same fact is confirmed, another one makes a conflict; nothing that is there is overwritten. What is there
// exactly like this already changes nothing, so that a file can be imported again. Source: docs/transfer.md, D11, D12.
import { AppError } from '../../../shared/model/envelope.ts';
import type { ConflictStatus, Provenance } from '../../../shared/model/graph.ts';
import type {
  ConceptLine,
  ConflictLine,
  DimensionLine,
  EdgeLine,
  GraphLine,
  HistoryLine,
  ProvenanceLine,
} from '../../../shared/model/graph-file.ts';
import { checkFact } from '../../graph/collision.ts';
import type { ConceptGraph } from '../../graph/concept-graph.ts';
import { canonicalToken } from '../../graph/tokenise.ts';
import type { ConceptRow, EdgeRow } from '../../graph/types.ts';
import { ensureConcepts } from '../../store/concepts.ts';
import { type NewConflict, queueConflicts } from '../../store/conflict-queue.ts';
import { updateConflict } from '../../store/conflict-updates.ts';
import { readOpenAt } from '../../store/conflicts.ts';
import {
  appendProvenance,
  confirmEdges,
  insertRoots,
  readProvenance,
  readValidFrom,
} from '../../store/edges.ts';
import {
  type ImportedConflict,
  insertConflicts,
  markCommon,
  type QueueClaim,
  raiseCounters,
  readMetConflicts,
  readOverlaps,
  readPastEnds,
  readProjectsInUse,
  readSameConflicts,
  reserveEdgeIds,
} from '../../store/import-rows.ts';
import type { StoreWriter } from '../../store/store.ts';
import { TableLoader } from '../../store/table-loader.ts';
import { moreTrusted } from '../confirmation.ts';
import { conflictPart, openedPart } from '../decide/conflict-parts.ts';
import type { ConflictPart } from '../decide/parts.ts';
import { cameTrue, isClaim, placeOf, rebased } from '../decide/settle-others.ts';
import { conflictPriority } from '../plan-facts.ts';
import type { ImportJournal, OpenedConflict } from './import-journal.ts';
import type { NumberedLine } from './import-lines.ts';
import { ImportOverlay } from './import-overlay.ts';

/** Provenance entries an edge may have; see store/edges.ts. */
const MAX_PROVENANCE = 10;
/** Lines of one kind that are written together. */
const BATCH = 250;
/** Conflicts and refusals that are named in the report. */
const MAX_NOTES = 20;

export interface ImportCounts {
  concepts: number;
  inserted: number;
  confirmed: number;
  conflicts: number;
  refused: number;
  /** Periods of the past. */
  history: number;
  /** What was there exactly like this already. */
  unchanged: number;
}

export interface ImportParts {
  readonly writer: StoreWriter;
  readonly graph: ConceptGraph;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly journal: ImportJournal;
}

type Placed<L> = {
  readonly line: L;
  readonly number: number;
  readonly concept: number;
  readonly parent: number;
  readonly dim: number;
};

const EDGE_COLUMNS = [
  'edge_id',
  'project',
  'id',
  'parent_id',
  'dim_id',
  'is_isa',
  'confidence',
  'last_confirmed',
  'source',
  'valid_from',
  'do_not_use',
] as const;
const HISTORY_COLUMNS = [
  'edge_id',
  'project',
  'id',
  'parent_id',
  'dim_id',
  'is_isa',
  'confidence',
  'last_confirmed',
  'source',
  'valid_from',
  'valid_to',
  'event_id',
] as const;

export class GraphImport {
  readonly counts: ImportCounts = {
    ...{ concepts: 0, inserted: 0, confirmed: 0, conflicts: 0, refused: 0 },
    ...{ history: 0, unchanged: 0 },
  };
  readonly notes: string[] = [];
  readonly overlay: ImportOverlay;
  /** Concepts whose counters rose, as they are now. */
  readonly raised: ConceptRow[] = [];
  readonly conflictIds: number[] = [];
  readonly #parts: ImportParts;
  readonly #edgeIds = new Map<number, number>();
  /** Projects that held something before, and those that are known not to have. */
  readonly #inUse = new Map<string, boolean>();
  #batch: NumberedLine[] = [];
  #past: Placed<HistoryLine>[] = [];
  /** Periods of this file, by place. */
  readonly #periods = new Map<string, { readonly from: number; readonly to: number }[]>();
  /** Open claims of this file. */
  readonly #openClaims = new Set<string>();
  readonly #tokenOf = (id: number): string => this.overlay.tokenOf(id);

  constructor(parts: ImportParts) {
    this.#parts = parts;
    this.overlay = new ImportOverlay(parts.graph);
  }

  /** Takes lines in the order of the file. @throws AppError INVALID_INPUT; the caller's transaction undoes what was written */
  async add(lines: readonly NumberedLine[]): Promise<void> {
    for (const line of lines) {
      if (this.#batch.length >= BATCH || this.#batch[0]?.line.kind !== line.line.kind) await this.#write();
      this.#batch.push(line);
    }
  }

  /** @returns the import's action; null when nothing changed, and for a dry run */
  async finish(): Promise<number | null> {
    await this.#write();
    const { inserted, confirmed, conflicts, history } = this.counts;
    const said = [
      `${inserted} facts`,
      `${confirmed} confirmed`,
      `${conflicts} conflicts`,
      `${history} past periods`,
    ];
    const actionId = await this.#parts.journal.finish(`imported ${said.join(', ')}`);
    if (actionId !== null) await this.#writePast();
    return actionId;
  }

  async #write(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    const kind = batch[0]?.line.kind;
    if (kind === undefined) return;
    const lines = batch.map(({ line }) => line);
    await this.#needProjects(lines);
    switch (kind) {
      case 'concept':
        return this.#concepts(batch as { line: ConceptLine; number: number }[]);
      case 'dimension':
        return this.#dimensions(lines as DimensionLine[]);
      case 'edge':
        return this.#edges(await this.#place(batch as { line: EdgeLine; number: number }[]));
      case 'history':
        return this.#history(await this.#place(batch as { line: HistoryLine; number: number }[]));
      case 'provenance':
        return this.#provenance(lines as ProvenanceLine[]);
      case 'conflict':
        return this.#conflicts(batch as { line: ConflictLine; number: number }[]);
      case 'event':
      case 'end':
        return undefined;
    }
  }

  async #needProjects(lines: readonly GraphLine[]): Promise<void> {
    const names = lines.flatMap((line) => ('project' in line ? line.project : []));
    const unknown = [...new Set(names)].filter((project) => !this.#inUse.has(project));
    if (unknown.length === 0) return;
    const used = await readProjectsInUse(this.#parts.writer.reader, unknown);
    const { graph } = this.#parts;
    for (const project of unknown) {
      const hasFacts = graph.dimensionIds(project).some((dim) => graph.dimensionSize(project, dim) > 0);
      this.#inUse.set(project, hasFacts || used.has(project));
    }
  }

  async #concepts(batch: readonly { line: ConceptLine; number: number }[]): Promise<void> {
    const byToken = new Map(batch.map(({ line }) => [line.token, line]));
    for (const { line, number } of batch) this.#refuseOdd(line.token, number);
    const fresh = await this.#ensure([...byToken.keys()]);
    const common = fresh.filter(({ token }) => byToken.get(token)?.common);
    await markCommon(
      this.#parts.writer,
      common.map(({ id }) => id),
    );
    const freshIds = new Set(fresh.map(({ id }) => id));
    const raises = [...byToken.values()].flatMap((line) => {
      const id = this.overlay.conceptId(line.token);
      if (id === undefined) return [];
      const held = freshIds.has(id) ? undefined : this.#parts.graph.concept(id);
      return this.#raise(id, line, held);
    });
    await raiseCounters(
      this.#parts.writer,
      raises.map(({ id, encounterCount, lastSeen, novelty }) => ({
        ...{ id, encounters: encounterCount, lastSeen, novelty },
      })),
    );
  }

  /** The concept's counters after the import, if they rise. */
  #raise(id: number, line: ConceptLine, held: ConceptRow | undefined): ConceptRow[] {
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
    this.raised.push(row);
    return [row];
  }

  /** A name that nobody could ever say: it would be in the graph and never be found. */
  #refuseOdd(token: string, number: number): void {
    if (this.overlay.conceptId(token) !== undefined || canonicalToken(token) === token) return;
    const meant = canonicalToken(token);
    throw new AppError(
      'INVALID_INPUT',
      `Line ${number}: the name "${token.slice(0, 80)}" is not in its canonical form${meant ? `; write "${meant.slice(0, 80)}"` : ''}. Nothing was written.`,
      { line: number, field: 'token' },
    );
  }

  /** Makes what is not there. @returns the new ones */
  async #ensure(tokens: readonly string[]): Promise<ConceptRow[]> {
    const unknown = [...new Set(tokens)].filter((token) => this.overlay.conceptId(token) === undefined);
    const rows = await ensureConcepts(this.#parts.writer, unknown);
    for (const row of rows) this.overlay.addConcept(row);
    this.counts.concepts += rows.length;
    return rows;
  }

  #id(token: string): number {
    const id = this.overlay.conceptId(token);
    if (id === undefined) throw new AppError('INTERNAL', `The concept "${token}" was not made.`);
    return id;
  }

  async #place<L extends EdgeLine | HistoryLine>(
    batch: readonly { line: L; number: number }[],
  ): Promise<Placed<L>[]> {
    for (const { line, number } of batch) {
      for (const token of [line.concept, line.parent, line.dimension]) this.#refuseOdd(token, number);
    }
    await this.#ensure(batch.flatMap(({ line }) => [line.concept, line.parent, line.dimension]));
    return batch.map(({ line, number }) => ({
      ...{ line, number, concept: this.#id(line.concept) },
      ...{ parent: this.#id(line.parent), dim: this.#id(line.dimension) },
    }));
  }

  async #dimensions(lines: readonly DimensionLine[]): Promise<void> {
    await this.#ensure(lines.map((line) => line.dimension));
    await this.#needRoots(
      lines.map(({ project, dimension, is_isa }) => ({ project, token: dimension, isIsa: is_isa })),
    );
  }

  async #needRoots(wanted: readonly { project: string; token: string; isIsa: boolean }[]): Promise<void> {
    const missing = new Map<string, { project: string; dim: number; token: string; isIsa: boolean }>();
    for (const { project, token, isIsa } of wanted) {
      const dim = this.#id(token);
      const key = `${project} ${dim}`;
      if (missing.has(key) || this.overlay.edgeAt(project, dim, dim)) continue;
      missing.set(key, { project, dim, token, isIsa });
    }
    const { writer, now, journal } = this.#parts;
    const made = await insertRoots(writer, [...missing.values()], now);
    for (const { edge } of made) this.overlay.putEdge(edge);
    if (made.length > 0) await journal.roots(made.map(({ event }) => event));
  }

  async #edges(batch: readonly Placed<EdgeLine>[]): Promise<void> {
    const { writer, now } = this.#parts;
    const ids = await reserveEdgeIds(writer, batch.length);
    const pastEnds = await this.#pastEnds(batch);
    await this.#needRoots(
      batch
        .filter(({ concept, parent, dim }) => concept !== parent && concept !== dim)
        .map(({ line }) => ({ project: line.project, token: line.dimension, isIsa: line.is_isa })),
    );
    const inserted: { edge: EdgeRow; line: EdgeLine; validFrom: number }[] = [];
    const confirmed: { before: EdgeRow; after: EdgeRow; line: EdgeLine }[] = [];
    const collided: {
      placed: Placed<EdgeLine>;
      type: ConflictLine['type'];
      existing: EdgeRow | undefined;
    }[] = [];
    for (const [i, placed] of batch.entries()) {
      const { line, concept, parent, dim } = placed;
      const check = checkFact(this.overlay, line.project, { concept, parent, dim, isIsa: line.is_isa });
      switch (check.kind) {
        case 'refused':
          this.#refused(placed, check.code);
          break;
        case 'free': {
          const edge = edgeRow(placed, ids[i] ?? 0, now);
          this.overlay.putEdge(edge);
          this.#edgeIds.set(line.edge, edge.edgeId);
          // A place with a past cannot have held this before that past had ended.
          const since = Math.max(line.valid_from, pastEnds[i] ?? 0);
          inserted.push({ edge, line, validFrom: Math.min(since, now) });
          break;
        }
        case 'confirmed': {
          const after = merged(check.edge, line, now);
          this.overlay.putEdge(after);
          this.#edgeIds.set(line.edge, after.edgeId);
          confirmed.push({ before: check.edge, after, line });
          break;
        }
        case 'collision':
          if (check.existing) this.#edgeIds.set(line.edge, check.existing.edgeId);
          collided.push({ placed, type: check.type, existing: check.existing });
      }
    }
    await this.#insertEdges(inserted);
    await this.#confirm(confirmed);
    await this.#collide(collided, now);
  }

  async #pastEnds(batch: readonly Placed<EdgeLine>[]): Promise<readonly (number | null)[]> {
    if (!batch.some(({ line }) => this.#inUse.get(line.project))) return [];
    return readPastEnds(
      this.#parts.writer,
      batch.map(({ line, concept, dim }) => ({ project: line.project, concept, dim })),
    );
  }

  async #insertEdges(
    inserted: readonly { edge: EdgeRow; line: EdgeLine; validFrom: number }[],
  ): Promise<void> {
    const { writer, journal } = this.#parts;
    const loader = await TableLoader.of(writer, 'urd', EDGE_COLUMNS);
    for (const { edge, validFrom } of inserted) {
      const { edgeId, project, concept, parent, dim, isIsa, confidence, lastConfirmed, source, doNotUse } =
        edge;
      await loader.add([
        ...[edgeId, project, concept, parent, dim, isIsa, confidence, lastConfirmed, source],
        ...[validFrom, doNotUse],
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
    this.counts.inserted += inserted.length;
    if (inserted.length === 0) return;
    const changes = inserted.map(({ edge, validFrom }) => ({ before: null, after: { ...edge, validFrom } }));
    await journal.edges(changes, this.#tokenOf);
    await this.#settle(inserted.map(({ edge }) => edge));
  }

  /** What filled places mean for the conflicts that wait there (D7): some came true, the others wait against the new fact. */
  async #settle(edges: readonly EdgeRow[]): Promise<void> {
    const { writer, graph, now, journal } = this.#parts;
    const contested = edges.filter((edge) => graph.isPending(edge.project, edge.concept, edge.dim));
    if (contested.length === 0) return;
    const settled: OpenedConflict[] = [];
    for (const row of await readOpenAt(writer.reader, contested)) {
      const { project, concept, dim } = placeOf(row);
      const standing = this.overlay.edgeAt(project, concept, dim);
      const isTrue = standing !== undefined && isClaim(row, standing);
      const state = isTrue
        ? cameTrue(row, journal.actor, now, journal.actionId)
        : rebased(row, standing, this.overlay);
      await updateConflict(writer, row.id, state);
      settled.push({ id: row.id, project, part: conflictPart(isTrue ? 'came_true' : 'rebase', row, state) });
    }
    this.conflictIds.push(...settled.map(({ id }) => id));
    await journal.conflicts(settled);
  }

  async #confirm(confirmed: readonly { before: EdgeRow; after: EdgeRow; line: EdgeLine }[]): Promise<void> {
    const { writer, journal } = this.#parts;
    const held = await readProvenance(
      writer.reader,
      confirmed.map(({ before }) => before.edgeId),
    );
    const entries = confirmed.flatMap(({ before, line }) =>
      newEntries(held.get(before.edgeId) ?? [], line.provenance).map((provenance) => ({
        ...{ edgeId: before.edgeId, provenance },
      })),
    );
    const told = new Set(entries.map(({ edgeId }) => edgeId));
    const changed = confirmed.filter(
      ({ before, after }) => differs(before, after) || told.has(before.edgeId),
    );
    await confirmEdges(
      writer,
      changed.map(({ after: { edgeId, confidence, lastConfirmed, source } }) => ({
        ...{ edgeId, confidence, lastConfirmed, source },
      })),
    );
    await appendProvenance(writer, entries);
    this.counts.confirmed += changed.length;
    this.counts.unchanged += confirmed.length - changed.length;
    if (changed.length === 0) return;
    const since = await readValidFrom(
      writer.reader,
      changed.map(({ after }) => after.edgeId),
    );
    const dated = (edge: EdgeRow) => ({ ...edge, validFrom: since.get(edge.edgeId) ?? 0 });
    const changes = changed.map(({ before, after }) => ({ before: dated(before), after: dated(after) }));
    await journal.edges(changes, this.#tokenOf);
  }

  /** Facts whose place is taken by another one, or that would close a ring. */
  async #collide(
    collided: readonly {
      placed: Placed<EdgeLine>;
      type: ConflictLine['type'];
      existing: EdgeRow | undefined;
    }[],
    now: number,
  ): Promise<void> {
    const { writer } = this.#parts;
    const met = await readMetConflicts(
      writer,
      collided.map(({ placed }) => claimOf(placed)),
    );
    const open = collided.filter(({ placed, existing }, i) => {
      const claim = met[i];
      if (!claim) return true;
      const waits = isOpen(claim);
      // Decided against, and what it was decided for still stands there.
      const isSettled = !waits && claim.existing_parent_id === (existing?.parent ?? null);
      if (waits) this.counts.unchanged++;
      else if (isSettled) this.#refused(placed, 'DISMISSED');
      return !waits && !isSettled;
    });
    const conflicts = open.map(({ placed, type, existing }): NewConflict => {
      const { line, concept, parent, dim } = placed;
      const { project, is_isa: isIsa, confidence, source } = line;
      return {
        ...{ project, concept, dim, type, existing, at: now, priority: conflictPriority(source) },
        incoming: { parent, isIsa, confidence, source },
        provenance: line.provenance.at(-1) ?? bareProvenance(line),
      };
    });
    const queued = await queueConflicts(writer, conflicts);
    for (const { placed, existing, type } of open) {
      const against = existing ? ` contradicts ${this.#tokenOf(existing.parent)}` : ' would close a ring';
      this.#note(placed.number, `${factOf(placed.line)}${against} (${type})`);
    }
    const opened = queued.flatMap(({ id, opened: isNew }, i): OpenedConflict[] => {
      const conflict = conflicts[i];
      if (!conflict || !isNew) return [];
      return [{ id, project: conflict.project, part: openedPart(conflict, true, this.#tokenOf) }];
    });
    await this.#opened(opened);
  }

  async #opened(opened: readonly OpenedConflict[]): Promise<void> {
    if (opened.length === 0) return;
    this.counts.conflicts += opened.length;
    this.conflictIds.push(...opened.map(({ id }) => id));
    await this.#parts.journal.conflicts(opened);
  }

  async #history(given: readonly Placed<HistoryLine>[]): Promise<void> {
    const { writer, journal, now } = this.#parts;
    const batch = given.map((placed) => ({ ...placed, line: pastOf(placed.line, now) }));
    // What the tables hold by now is not all: periods of this file may still be held back.
    const overlaps = await readOverlaps(writer, batch.map(periodOf));
    const kept = batch.filter((placed, i) => !overlaps[i] && this.#takesPeriod(placed));
    this.counts.unchanged += batch.length - kept.length;
    await this.#needEdgeIds(kept.map(({ line }) => line.edge));
    this.counts.history += kept.length;
    if (kept.length === 0) return;
    await journal.touch();
    this.#past.push(...kept);
    if (!journal.isSmall) await this.#writePast();
  }

  /** Whether the period lies beside those that the file gave its place before. */
  #takesPeriod({ line, number, concept, dim }: Placed<HistoryLine>): boolean {
    const { project, valid_from: from, valid_to: to } = line;
    const key = `${concept} ${dim} ${project}`;
    const taken = this.#periods.get(key) ?? [];
    if (taken.some((other) => from < other.to && to > other.from)) {
      this.#note(number, `the period overlaps with another one of its place`);
      return false;
    }
    this.#periods.set(key, [...taken, { from, to }]);
    return true;
  }

  /** Periods refer to the event that heads the import, which has to be there first. */
  async #writePast(): Promise<void> {
    const { writer, journal } = this.#parts;
    const kept = this.#past;
    this.#past = [];
    const loader = await TableLoader.of(writer, 'urd_history', HISTORY_COLUMNS);
    for (const { line, concept, parent, dim } of kept) {
      await loader.add([
        ...[this.#edgeIds.get(line.edge) ?? 0, line.project, concept, parent, dim, line.is_isa],
        ...[line.confidence, line.last_confirmed, line.source, line.valid_from, line.valid_to],
        journal.actionId,
      ]);
    }
    await loader.finish(null);
  }

  async #needEdgeIds(numbers: readonly number[]): Promise<void> {
    const unknown = [...new Set(numbers)].filter((number) => !this.#edgeIds.has(number));
    const ids = await reserveEdgeIds(this.#parts.writer, unknown.length);
    for (const [i, number] of unknown.entries()) this.#edgeIds.set(number, ids[i] ?? 0);
  }

  async #provenance(lines: readonly ProvenanceLine[]): Promise<void> {
    const known = lines.flatMap((line) => {
      const edgeId = this.#edgeIds.get(line.edge);
      return edgeId === undefined ? [] : [{ edgeId, entries: line.entries }];
    });
    const { writer } = this.#parts;
    const held = await readProvenance(
      writer.reader,
      known.map(({ edgeId }) => edgeId),
    );
    await appendProvenance(
      writer,
      known.flatMap(({ edgeId, entries }) =>
        newEntries(held.get(edgeId) ?? [], entries).map((provenance) => ({ edgeId, provenance })),
      ),
    );
  }

  async #conflicts(batch: readonly { line: ConflictLine; number: number }[]): Promise<void> {
    const { writer } = this.#parts;
    for (const { line, number } of batch) for (const token of tokensOf(line)) this.#refuseOdd(token, number);
    await this.#ensure(batch.flatMap(({ line }) => tokensOf(line)));
    const claims = batch.map(({ line }) => this.#claim(line));
    const inUse = batch.some(({ line }) => this.#inUse.get(line.project));
    const same = inUse
      ? await readSameConflicts(
          writer,
          claims.map((claim, i) => ({ ...claim, createdAt: batch[i]?.line.created_at ?? 0 })),
        )
      : [];
    const newest = inUse ? await readMetConflicts(writer, claims) : [];
    const kept = batch.filter(({ line }, i) => {
      const met = newest[i];
      const waits = met !== null && met !== undefined && isOpen(met);
      return !same[i] && !(isOpen(line) && (waits || this.#holds(line) || this.#isOpenAlready(line)));
    });
    this.counts.unchanged += batch.length - kept.length;
    await this.#needEdgeIds(kept.flatMap(({ line }) => line.existing?.edge ?? []));
    const ids = await insertConflicts(
      writer,
      kept.map(({ line }) => this.#conflictRow(line)),
    );
    if (kept.length > 0) await this.#parts.journal.touch();
    await this.#opened(
      kept.flatMap(({ line }, i): OpenedConflict[] => {
        if (!isOpen(line)) return [];
        return [
          { id: ids[i] ?? 0, project: line.project, part: importedPart(line, this.#conflictRow(line)) },
        ];
      }),
    );
  }

  #claim(line: ConflictLine): QueueClaim {
    const { project, concept, dimension, incoming } = line;
    return {
      ...{ project, concept: this.#id(concept), dim: this.#id(dimension) },
      ...{ parent: this.#id(incoming.parent), isIsa: incoming.is_isa },
    };
  }

  /** Whether the file had the claim open before; from now on it has. */
  #isOpenAlready(line: ConflictLine): boolean {
    const { project, concept, dimension, incoming } = line;
    const key = JSON.stringify([project, concept, dimension, incoming.parent, incoming.is_isa]);
    const had = this.#openClaims.has(key);
    this.#openClaims.add(key);
    return had;
  }

  /** Whether the claim is what stands at its place here. */
  #holds(line: ConflictLine): boolean {
    const { project, concept, dim, parent, isIsa } = this.#claim(line);
    const edge = this.overlay.edgeAt(project, concept, dim);
    return edge?.parent === parent && edge.isIsa === isIsa;
  }

  #conflictRow(line: ConflictLine): ImportedConflict {
    const { project, concept, dim, parent, isIsa } = this.#claim(line);
    const { existing, incoming } = line;
    return {
      project,
      concept_id: concept,
      dim_id: dim,
      existing_edge_id: existing ? (this.#edgeIds.get(existing.edge) ?? null) : null,
      existing_parent_id: existing ? this.#id(existing.parent) : null,
      existing_is_isa: existing?.is_isa ?? null,
      existing_confidence: existing?.confidence ?? null,
      existing_source: existing?.source ?? null,
      incoming_parent_id: parent,
      incoming_is_isa: isIsa,
      incoming_confidence: incoming.confidence,
      incoming_source: incoming.source,
      collision_type: line.type,
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
    const ours = { runId: null, actionId: this.#parts.journal.actionId };
    return JSON.stringify({ ...resolution, ...ours });
  }

  #refused({ line, number }: Placed<EdgeLine>, code: string): void {
    this.counts.refused++;
    this.#note(number, `${factOf(line)} is refused: ${code}`);
  }

  #note(number: number, text: string): void {
    if (this.notes.length < MAX_NOTES) this.notes.push(`line ${number}: ${text}`);
  }
}

const isOpen = ({ status }: { readonly status: ConflictStatus }): boolean =>
  status === 'pending' || status === 'needs_human';

/** An open conflict of the file as a part of the import's action. */
function importedPart(line: ConflictLine, row: ImportedConflict): ConflictPart {
  const { existing } = line;
  return {
    action: 'open',
    claim: {
      ...{ concept: line.concept, parent: line.incoming.parent },
      ...{ dimension: line.dimension, isIsa: line.incoming.is_isa },
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
  };
}

const factOf = (line: EdgeLine): string => `${line.concept}: [${line.dimension}] ${line.parent}`;

function claimOf({ line, concept, dim, parent }: Placed<EdgeLine>): QueueClaim {
  return { project: line.project, concept, dim, parent, isIsa: line.is_isa };
}

function periodOf({ line, concept, parent, dim }: Placed<HistoryLine>) {
  const { project, valid_from: validFrom, valid_to: validTo } = line;
  return { project, concept, parent, dim, validFrom, validTo };
}

/** The period as it can have been: nothing ended later than now, however another clock goes. */
function pastOf(line: HistoryLine, now: number): HistoryLine {
  const { valid_from: from, valid_to: to } = line;
  return to <= now ? line : { ...line, valid_from: Math.min(from, now), valid_to: Math.min(to, now) };
}

function tokensOf({ concept, dimension, existing, incoming }: ConflictLine): string[] {
  return [concept, dimension, incoming.parent, ...(existing ? [existing.parent] : [])];
}

/** @param now nothing was confirmed later */
function edgeRow({ line, concept, parent, dim }: Placed<EdgeLine>, edgeId: number, now: number): EdgeRow {
  const lastConfirmed = Math.min(line.last_confirmed, now);
  return {
    ...{ edgeId, project: line.project, concept, parent, dim, isIsa: line.is_isa },
    ...{ confidence: line.confidence, lastConfirmed, source: line.source },
    doNotUse: line.do_not_use,
  };
}

/** The same fact from two places: the surer, the later, the more trusted. Merging twice changes nothing more. */
function merged(held: EdgeRow, line: EdgeLine, now: number): EdgeRow {
  return {
    ...held,
    confidence: Math.max(held.confidence, line.confidence),
    lastConfirmed: Math.max(held.lastConfirmed, Math.min(line.last_confirmed, now)),
    source: moreTrusted(held.source, line.source),
  };
}

function differs(before: EdgeRow, after: EdgeRow): boolean {
  return (
    before.confidence !== after.confidence ||
    before.lastConfirmed !== after.lastConfirmed ||
    before.source !== after.source
  );
}

/** Entries that are not there yet, as many as there is room for; nothing makes way for them. */
function newEntries(held: readonly Provenance[], given: readonly Provenance[]): Provenance[] {
  const there = new Set(held.map(entryKey));
  const fresh = given.filter((entry) => !there.has(entryKey(entry)));
  return fresh.slice(0, Math.max(0, MAX_PROVENANCE - held.length));
}

function entryKey({ source, client, conversation, role, segment, sentence, at }: Provenance): string {
  return JSON.stringify([source, client, conversation, role, segment, sentence, at]);
}

function bareProvenance(line: EdgeLine): Provenance {
  const nobody = { client: null, conversation: null, role: null, segment: null, sentence: null };
  return { source: line.source, ...nobody, at: line.last_confirmed };
}
