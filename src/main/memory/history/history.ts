// The past of the memory: what was done, taking it back and doing it again, what the graph said at a moment, the record
// of events and whether its chain is whole. Reached as `memory.history`. Source: memory D11, Store; console, Audit.
import type { AuditEvent, ChainState } from '../../../shared/model/audit.ts';
import type { Action, ManyAnswer } from '../../../shared/model/decision.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import {
  countEvents,
  type EventFilter,
  listEvents,
  readEventsAfter,
  type StoredEvent,
} from '../../store/audit/event-reads.ts';
import { EVENT_KINDS, readChainHead, verifyChain } from '../../store/audit/events.ts';
import { type ActionFilter, listActions, readActionsWithin } from '../../store/tables/actions.ts';
import { readPeriods, type StoredPeriod } from '../../store/tables/edge-history.ts';
import { shownAction } from '../decide/actions.ts';
import { eachForItself } from '../decide/each-for-itself.ts';
import type { Plan } from '../decide/planning.ts';
import { runAction } from '../decide/run-action.ts';
import { requireConcept } from '../read/concept-reads.ts';
import type { WriteParts } from '../write/transact.ts';
import { eventSummary } from './event-summary.ts';
import { planRedo, planUndo, type UndoneBy } from './plan-undo.ts';

/** Matching events are counted up to here; more are "many". */
const COUNTED = 10_000;
const EVENTS_PER_PIECE = 500;

export class History {
  readonly #parts: WriteParts;
  #chain: ChainState | null = null;

  constructor(parts: WriteParts) {
    this.#parts = parts;
  }

  /**
   * Takes an action back, as an action of its own.
   * @throws AppError NOT_FOUND, NOT_ALLOWED, STALE_VERSION naming what stands in the way; nothing is written then
   */
  undo(actionId: number, by: UndoneBy): Promise<Action> {
    return this.#act((planning) => planUndo(planning, actionId, by));
  }

  /** Does an undone action again: the undo of its undo. @throws as `undo` */
  redo(actionId: number, by: UndoneBy): Promise<Action> {
    return this.#act((planning) => planRedo(planning, actionId, by));
  }

  /** Takes many back, the newest first. @returns in that order, what was undone and what not, and why */
  undoMany(actionIds: readonly number[], by: UndoneBy): Promise<ManyAnswer[]> {
    const newestFirst = actionIds.toSorted((a, b) => b - a);
    return eachForItself(
      newestFirst.map((id) => ({ id })),
      ({ id }) => this.undo(id, by),
    );
  }

  /** Does many again, the oldest first. @returns as `undoMany` */
  redoMany(actionIds: readonly number[], by: UndoneBy): Promise<ManyAnswer[]> {
    const oldestFirst = actionIds.toSorted((a, b) => a - b);
    return eachForItself(
      oldestFirst.map((id) => ({ id })),
      ({ id }) => this.redo(id, by),
    );
  }

  /** Newest first. */
  async actions(
    filter: ActionFilter & { readonly before?: number | undefined; readonly limit: number },
  ): Promise<Action[]> {
    const { before, limit, ...wanted } = filter;
    return (await listActions(this.#parts.store.reader, wanted, { before, limit })).map(shownAction);
  }

  /** Every period of every edge the concept has or had, newest first. @throws AppError NOT_FOUND */
  periods(project: string, token: string): Promise<StoredPeriod[]> {
    return readPeriods(this.#parts.store.reader, {
      project,
      concept: requireConcept(this.#parts.graph, project, token),
    });
  }

  /** The facts about a concept as they were at a moment. @param at epoch milliseconds @throws AppError NOT_FOUND */
  async asOf(project: string, token: string, at: number): Promise<StoredPeriod[]> {
    const periods = await this.periods(project, token);
    return periods.filter(({ validFrom, validTo }) => validFrom <= at && (validTo === null || at < validTo));
  }

  /** A page of events, newest first; `total` is null when there are very many. */
  async events(
    filter: EventFilter & { readonly before?: number | undefined; readonly limit: number },
  ): Promise<{ events: AuditEvent[]; total: number | null; kinds: string[] }> {
    const { reader } = this.#parts.store;
    const { before, limit, ...wanted } = filter;
    const rows = await listEvents(reader, wanted, { before, limit });
    return {
      events: await this.#shown(rows),
      total: await countEvents(reader, wanted, COUNTED),
      kinds: [...EVENT_KINDS],
    };
  }

  /** Events as JSON Lines, oldest first, in pieces of some hundred; the chain can be recomputed from them. */
  async *exported(filter: EventFilter): AsyncGenerator<string, void, void> {
    const { reader } = this.#parts.store;
    for (let after = 0; ; ) {
      const rows = await readEventsAfter(reader, filter, after, EVENTS_PER_PIECE);
      const last = rows.at(-1);
      if (!last) return;
      yield rows.map((row) => `${JSON.stringify({ ...row, payload: JSON.parse(row.payload) })}\n`).join('');
      if (rows.length < EVENTS_PER_PIECE) return;
      after = last.id;
    }
  }

  /** What the last check of this process found. */
  chain(): ChainState | null {
    return this.#chain;
  }

  /** Recomputes every hash, a slice at a time; writers go on meanwhile. */
  async verifyChain(): Promise<ChainState> {
    const { store, clock } = this.#parts;
    const head = await readChainHead(store.reader);
    const report = await verifyChain(store.reader);
    this.#chain = {
      ...{ ok: report.ok, events: report.events, head: head.hash, checkedAt: clock.now() },
      ...(report.ok
        ? { brokenAt: null, reason: null }
        : { brokenAt: report.brokenAt, reason: report.reason }),
    };
    return this.#chain;
  }

  async #act(plan: Plan): Promise<Action> {
    const written = await runAction(this.#parts, plan);
    if (!written) throw new AppError('INTERNAL', 'An undo came to nothing.');
    return shownAction(written.action);
  }

  async #shown(rows: readonly StoredEvent[]): Promise<AuditEvent[]> {
    const ids = rows.map((row) => row.id);
    const actions =
      ids.length === 0
        ? []
        : await readActionsWithin(this.#parts.store.reader, Math.min(...ids), Math.max(...ids));
    return rows.map((row) => {
      const action = actions.find(({ id, parts }) => id <= row.id && row.id <= id + parts);
      const event = { ...row, payload: JSON.parse(row.payload) as unknown };
      return { ...event, actionId: action?.id ?? null, summary: eventSummary(event) };
    });
  }
}
