// Puts what a draft does to edges into the tables, in its order, some hundreds at a time, with an event for each and the
// periods that ended. Decides nothing. Called by write-action.ts within its transaction. Source: memory D11, D12, Store.
import { setImmediate as yieldLoop } from 'node:timers/promises';
import { AppError } from '../../../shared/model/envelope.ts';
import type { EdgeRow } from '../../graph/types.ts';
import type { Json } from '../../store/audit/canonical-json.ts';
import type { NewEvent } from '../../store/audit/chain.ts';
import { holdChain, sendEvents } from '../../store/audit/events.ts';
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
import type { Assent } from '../write/confirmation.ts';
import { ForeignEdge } from '../write/transact.ts';
import { type EdgeDelta, edgeRecord } from './deltas.ts';
import type { Draft, EdgeStep } from './draft.ts';

/** Steps whose rows, events and periods are written in one go: a few milliseconds of the event loop, and one message each, so that what is sent without waiting stands in order. */
const STEPS_PER_SLICE = 400;

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

/**
 * While the database takes in one slice the next is read and put together: one after the other, either would wait half of the time.
 * @throws ConstraintError, ForeignEdge when the database knows better than the graph; nothing of it is under way any more then
 */
export async function writeEdges(
  writer: StoreWriter,
  draft: Draft,
  action: ActionOfSteps,
): Promise<WrittenEdges> {
  const last = new Map<number, EdgeRow | null>();
  const edgeIds = new Map<number, number>();
  const underWay = new UnderWay();
  const sliceFrom = (from: number, after: StepSlice | null) =>
    from < draft.edges.length
      ? new StepSlice(
          { writer, draft, action, edgeIds },
          draft.edges.slice(from, from + STEPS_PER_SLICE),
          after,
        )
      : null;
  try {
    let slice = sliceFrom(0, null);
    for (let from = STEPS_PER_SLICE; slice !== null; from += STEPS_PER_SLICE) {
      await slice.take(underWay);
      const next: StepSlice | null = sliceFrom(from, slice);
      // What this one changes is read again once it is written.
      const isApart = next !== null && !slice.names(next);
      if (isApart) next.readAhead(underWay);
      for (const [edgeId, edge] of await slice.record(underWay)) last.set(edgeId, edge);
      if (!isApart) await underWay.over();
      underWay.refuseFailed();
      await yieldLoop();
      slice = next;
    }
  } finally {
    await underWay.over();
  }
  return { last, edgeIds };
}

/** What was begun and is waited for later. */
class UnderWay {
  readonly #begun = new Set<Promise<unknown>>();
  #failed: { readonly error: unknown } | null = null;

  add<T>(work: Promise<T>): Promise<T> {
    const watched = work
      .catch((error: unknown) => {
        this.#failed ??= { error };
      })
      .finally(() => this.#begun.delete(watched));
    this.#begun.add(watched);
    return work;
  }

  /** @throws what failed first: what comes after it in a transaction fails because of it */
  async over(): Promise<void> {
    await Promise.all(this.#begun);
    this.refuseFailed();
  }

  /** @throws what failed first, if something did by now */
  refuseFailed(): void {
    if (this.#failed) throw this.#failed.error;
  }
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

interface SliceParts {
  readonly writer: StoreWriter;
  readonly draft: Draft;
  readonly action: ActionOfSteps;
  readonly edgeIds: Map<number, number>;
}

/** What the tables have of edges: the rows, and the newest testimony of each. */
interface Held {
  readonly rows: Map<number, DatedEdge>;
  readonly heard: ReadonlyMap<number, number>;
}

class StepSlice {
  readonly #writer: StoreWriter;
  readonly #draft: Draft;
  readonly #action: ActionOfSteps;
  readonly #edgeIds: Map<number, number>;
  readonly #steps: readonly EdgeStep[];
  readonly #results: Result[] = [];
  #reading: Promise<Held> | null = null;
  /** Over once the rows of the slice before are in the tables: rows stand in the draft's order, and no more than one slice is on its way. */
  readonly #after: Promise<void>;
  #writing: Promise<void> = Promise.resolve();
  #table = new Map<number, DatedEdge>();
  #heard: Held['heard'] = new Map();
  /** Rows that one kind of statement writes, in order. */
  #run: RunKind | null = null;
  #rows: DatedEdge[] = [];
  /** Of rows to change, how they were. */
  #befores: DatedEdge[] = [];
  /** Of rows to insert, the result each belongs to. */
  #inserting: number[] = [];

  /** @param before which was taken already */
  constructor(
    { writer, draft, action, edgeIds }: SliceParts,
    steps: readonly EdgeStep[],
    before: StepSlice | null,
  ) {
    this.#writer = writer;
    this.#draft = draft;
    this.#action = action;
    this.#edgeIds = edgeIds;
    this.#steps = steps;
    this.#after = before === null ? Promise.resolve() : before.#writing;
  }

  /** Whether it changes an edge that the other one does, too. */
  names(other: StepSlice): boolean {
    const own = new Set(this.#results.map(({ edgeId }) => edgeId));
    return other.#named().some((edgeId) => own.has(edgeId));
  }

  /** Asks for what is held of its edges, before it is its turn. */
  readAhead(underWay: UnderWay): void {
    this.#reading = underWay.add(this.#read());
  }

  /** Puts together what its steps come to; their rows are on their way to the tables then. */
  async take(underWay: UnderWay): Promise<void> {
    await this.#after;
    const { rows, heard } = await (this.#reading ?? this.#read());
    this.#table = rows;
    this.#heard = heard;
    for (const step of this.#steps) await this.#take(step);
    if (this.#run === 'insert') await this.#flush();
    else this.#writing = underWay.add(this.#flush());
  }

  /** Sends where the edges were told from, the events and the periods to the tables. @returns the edges as the slice left them */
  async record(underWay: UnderWay): Promise<Map<number, EdgeRow | null>> {
    const { id: action, now, project, actor } = this.#action;
    const told = this.#results.flatMap(({ edgeId, testimonies }) =>
      testimonies.map((testimony) => ({ ...testimony, edgeId, action })),
    );
    let heard = this.#heard;
    if (told.length > 0) {
      await this.#writing;
      await appendProvenance(this.#writer, told);
      await pruneProvenance(this.#writer, [...new Set(told.map(({ edgeId }) => edgeId))]);
      const ids = this.#results.map(({ edgeId }) => edgeId);
      heard = await readNewestTestimonies(this.#writer.reader, ids);
    }
    const before = (await holdChain(this.#writer)).id;
    const { written } = await sendEvents(
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
    const ended = this.#results.flatMap((result, i): EndedPeriod[] =>
      result.ended
        ? [{ edge: result.ended, validTo: endOf(result.ended, now), eventId: before + 1 + i }]
        : [],
    );
    // A period names the event that ended it.
    underWay.add(written.then(() => appendHistory(this.#writer, ended)));
    return new Map(this.#results.map(({ edgeId, after }) => [edgeId, after && undated(after)]));
  }

  async #read(): Promise<Held> {
    const { reader } = this.#writer;
    const named = this.#named();
    const [rows, heard] = await Promise.all([
      readDatedEdges(reader, named),
      readNewestTestimonies(reader, named),
    ]);
    return { rows, heard };
  }

  /** The edges it changes, but for those it inserts. */
  #named(): number[] {
    return this.#steps.flatMap((step) =>
      'edge' in step ? this.#idOf(step.edge) : step.action === 'restore' ? step.row.edgeId : [],
    );
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

/** A fact whose end had passed held no longer than that, however late somebody saw to it. */
function endOf({ until }: EdgeRow, now: number): number {
  return until === undefined ? now : Math.min(until, now);
}

function undated({ validFrom: _, ...edge }: DatedEdge): EdgeRow {
  return edge;
}
