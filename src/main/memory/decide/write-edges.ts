// Puts what a draft does to edges into the tables, in its order, some hundreds at a time, with an event for each and the
// periods that ended. Decides nothing. Called by write-action.ts within its transaction. Source: memory D11, D12, Store.
import { setImmediate as yieldLoop } from 'node:timers/promises';
import { AppError } from '../../../shared/model/envelope.ts';
import type { EdgeRow } from '../../graph/types.ts';
import type { Json } from '../../store/audit/canonical-json.ts';
import type { NewEvent } from '../../store/audit/chain.ts';
import { appendEvents, holdChain } from '../../store/audit/events.ts';
import type { StoreWriter } from '../../store/store.ts';
import {
  changeEdges,
  type DatedEdge,
  readDatedEdges,
  removeEdges,
  restoreEdges,
} from '../../store/tables/edge-changes.ts';
import { appendHistory, type EndedPeriod } from '../../store/tables/edge-history.ts';
import { readNewestTestimonies, type Testimony } from '../../store/tables/edge-testimonies.ts';
import { appendProvenance, insertEdges, pruneProvenance } from '../../store/tables/edges.ts';
import { ForeignEdge } from '../write/transact.ts';
import { type EdgeDelta, edgeRecord } from './deltas.ts';
import type { Assent, Draft, EdgeStep } from './draft.ts';

/** Steps whose rows, events and periods are written in one go: a few milliseconds of the event loop. */
const STEPS_PER_SLICE = 250;

/** The action that the steps are part of. */
export interface ActionOfSteps {
  /** The id of its head event. */
  readonly id: number;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly project: string;
  readonly actor: string;
}

export interface WrittenEdges {
  /** The edges as they are in the end, by id; null for those that are no more. */
  readonly last: ReadonlyMap<number, EdgeRow | null>;
  /** Ids of inserted edges by the provisional ones of the draft. */
  readonly edgeIds: ReadonlyMap<number, number>;
}

/** @throws ConstraintError, ForeignEdge when the database knows better than the graph */
export async function writeEdges(
  writer: StoreWriter,
  draft: Draft,
  action: ActionOfSteps,
): Promise<WrittenEdges> {
  const last = new Map<number, EdgeRow | null>();
  const edgeIds = new Map<number, number>();
  for (let from = 0; from < draft.edges.length; from += STEPS_PER_SLICE) {
    if (from > 0) await yieldLoop();
    const slice = new StepSlice(writer, draft, action, edgeIds);
    await slice.take(draft.edges.slice(from, from + STEPS_PER_SLICE));
    for (const [edgeId, edge] of await slice.record()) last.set(edgeId, edge);
  }
  return { last, edgeIds };
}

/** What one step did to the tables. */
interface Result {
  readonly edgeId: number;
  readonly part: EdgeDelta;
  readonly voices?: Pick<EdgeDelta, 'voices'>;
  readonly after: DatedEdge | null;
  /** The period that ended with it. */
  readonly ended: DatedEdge | null;
  readonly testimonies: readonly Testimony[];
}

type RunKind = 'insert' | 'restore' | 'change' | 'remove';

class StepSlice {
  readonly #writer: StoreWriter;
  readonly #draft: Draft;
  readonly #action: ActionOfSteps;
  readonly #edgeIds: Map<number, number>;
  readonly #results: Result[] = [];
  #table = new Map<number, DatedEdge>();
  /** Rows that one kind of statement writes, in order. */
  #run: RunKind | null = null;
  #rows: DatedEdge[] = [];
  /** Of rows to change, how they were. */
  #befores: DatedEdge[] = [];
  /** Of rows to insert, the result each belongs to. */
  #inserting: number[] = [];

  constructor(writer: StoreWriter, draft: Draft, action: ActionOfSteps, edgeIds: Map<number, number>) {
    this.#writer = writer;
    this.#draft = draft;
    this.#action = action;
    this.#edgeIds = edgeIds;
  }

  async take(steps: readonly EdgeStep[]): Promise<void> {
    const held = steps.flatMap((step) => ('edge' in step ? this.#idOf(step.edge) : []));
    this.#table = await readDatedEdges(this.#writer.reader, held);
    for (const step of steps) await this.#take(step);
    await this.#flush();
  }

  /** Writes where the edges were told from, the events and the periods. @returns the edges as the slice left them */
  async record(): Promise<Map<number, EdgeRow | null>> {
    const { id: action, now, project, actor } = this.#action;
    const told = this.#results.flatMap(({ edgeId, testimonies }) =>
      testimonies.map((testimony) => ({ ...testimony, edgeId, action })),
    );
    if (told.length > 0) {
      await appendProvenance(this.#writer, told);
      await pruneProvenance(this.#writer, [...new Set(told.map(({ edgeId }) => edgeId))]);
    }
    const heard = await readNewestTestimonies(
      this.#writer.reader,
      this.#results.map(({ edgeId }) => edgeId),
    );
    const before = (await holdChain(this.#writer)).id;
    await appendEvents(
      this.#writer,
      this.#results.map(
        ({ edgeId, part, voices }): NewEvent => ({
          ...{ at: now, actor, kind: 'edge.changed', edgeId, conflictId: null },
          payload: { ...part, heard: heard.get(edgeId) ?? 0, ...voices } as Json,
          // A part of an import may belong to another project than the whole.
          project: (part.after ?? part.before)?.project ?? project,
        }),
      ),
    );
    await appendHistory(
      this.#writer,
      this.#results.flatMap(({ ended }, i): EndedPeriod[] =>
        ended ? [{ edge: ended, validTo: now, eventId: before + 1 + i }] : [],
      ),
    );
    return new Map(this.#results.map(({ edgeId, after }) => [edgeId, after && undated(after)]));
  }

  async #take(step: EdgeStep): Promise<void> {
    const { now } = this.#action;
    switch (step.action) {
      case 'insert':
        // Its id, and so the rest of it, is known once it is written.
        await this.#add('insert', { ...step.row, validFrom: now });
        this.#inserting.push(this.#results.length);
        this.#results.push({
          ...{ edgeId: step.row.edgeId, after: null, ended: null, testimonies: step.testimonies },
          part: { action: 'insert', after: null, before: null },
        });
        return;
      case 'restore': {
        const after = { ...step.row, validFrom: now };
        await this.#add('restore', after);
        this.#done({ action: 'restore', before: null, after });
        return;
      }
      case 'retire': {
        const before = await this.#held(step.edge);
        await this.#add('remove', before);
        this.#done({ action: 'retire', before, after: null }, { ended: before });
        return;
      }
      case 'confirm':
      case 'move':
      case 'mark': {
        const before = await this.#held(step.edge);
        const changed = { ...step.change(before), edgeId: before.edgeId };
        const moves = !samePlace(before, changed);
        const after = { ...changed, validFrom: moves ? now : before.validFrom };
        await this.#add('change', after);
        this.#befores.push(before);
        const { action, testimonies, assents } = step;
        this.#done({ action, before, after }, { ended: moves ? before : null, testimonies, assents });
        return;
      }
    }
  }

  #done(
    { action, before, after }: DatedDelta,
    more: Partial<Pick<Result, 'ended' | 'testimonies'>> & { readonly assents?: readonly Assent[] } = {},
  ): void {
    const edgeId = (after ?? before)?.edgeId ?? 0;
    if (after) this.#table.set(edgeId, after);
    else this.#table.delete(edgeId);
    const { ended = null, testimonies = [], assents = [] } = more;
    const voices = assents.length > 0 ? { voices: [...assents] } : {};
    const part = { action, after: this.#recordOf(after), before: this.#recordOf(before) };
    this.#results.push({ edgeId, after, ended, testimonies, part, voices });
  }

  /** Adds a row to those that one kind of statement writes; others before it are written first. */
  async #add(run: RunKind, row: DatedEdge): Promise<void> {
    if (this.#run !== run) await this.#flush();
    this.#run = run;
    this.#rows.push(row);
  }

  async #flush(): Promise<void> {
    const run = this.#run;
    const rows = this.#rows;
    const befores = this.#befores;
    this.#run = null;
    this.#rows = [];
    this.#befores = [];
    switch (run) {
      case null:
        return;
      case 'insert':
        return this.#insert(rows);
      case 'restore':
        return restoreEdges(this.#writer, rows);
      case 'change':
        return changeEdges(
          this.#writer,
          rows.map((after, i) => ({ before: befores[i] ?? after, after })),
        );
      case 'remove':
        return removeEdges(
          this.#writer,
          rows.map(({ edgeId }) => edgeId),
        );
    }
  }

  async #insert(rows: readonly DatedEdge[]): Promise<void> {
    const steps = this.#inserting;
    this.#inserting = [];
    const ids = await insertEdges(this.#writer, rows);
    for (const [i, row] of rows.entries()) {
      const edgeId = ids[i] ?? 0;
      const after = { ...row, edgeId };
      this.#edgeIds.set(row.edgeId, edgeId);
      this.#table.set(edgeId, after);
      const at = steps[i] ?? -1;
      const result = this.#results[at];
      if (!result) throw new AppError('INTERNAL', 'An inserted edge belongs to no step.');
      const part = { ...result.part, after: this.#recordOf(after) };
      this.#results[at] = { ...result, edgeId, after, part };
    }
  }

  /** The id of an edge; one that the draft inserted has it once it is written. */
  #idOf({ edgeId }: EdgeRow): number {
    return this.#edgeIds.get(edgeId) ?? edgeId;
  }

  /** The edge as the table has it. @throws ForeignEdge when it stands elsewhere than the graph says */
  async #held(edge: EdgeRow): Promise<DatedEdge> {
    if (edge.edgeId < 0 && !this.#edgeIds.has(edge.edgeId)) await this.#flush();
    const edgeId = this.#idOf(edge);
    const row = this.#table.get(edgeId);
    if (!row || !samePlace(row, edge)) throw new ForeignEdge(`edge ${edgeId} is not where the graph has it`);
    return row;
  }

  #recordOf(edge: DatedEdge | null) {
    return edge && edgeRecord(edge, (concept) => this.#draft.tokenOf(concept));
  }
}

interface DatedDelta {
  readonly action: EdgeDelta['action'];
  readonly before: DatedEdge | null;
  readonly after: DatedEdge | null;
}

function samePlace(a: EdgeRow, b: EdgeRow): boolean {
  return a.concept === b.concept && a.parent === b.parent && a.dim === b.dim && a.isIsa === b.isIsa;
}

function undated({ validFrom: _, ...edge }: DatedEdge): EdgeRow {
  return edge;
}
