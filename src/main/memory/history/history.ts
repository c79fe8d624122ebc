// The past of the memory: what was done, taking it back and doing it again, what the graph said at a moment, the record
// of events, the host's too, and whether its chains are whole. Reached as `memory.history`. Source: memory D11, Store; console, Audit.
import { type AuditEvent, ChainName, type ChainState } from '../../../shared/model/audit.ts';
import type { Action, ManyAnswer } from '../../../shared/model/decision.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import { CHAINS, readLink, verifyChain } from '../../store/audit/chain.ts';
import {
  countEvents,
  type EventFilter,
  type EventPage,
  listConceptEvents,
  listEventActors,
  listEvents,
  readEventsAfter,
  type StoredEvent,
} from '../../store/audit/event-reads.ts';
import {
  type ActionFilter,
  type ActionPage,
  countActions,
  listActionActors,
  listActions,
  readActions,
  readActionsWithin,
} from '../../store/tables/actions.ts';
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
const MOST_ACTORS = 100;
/** Events looked at for who acts: grouping millions would take seconds. */
const ACTORS_AMONG = 20_000;

type AskedEvents = Omit<EventFilter, 'chain'> & { readonly chain?: ChainName | undefined };

interface AskedRecord {
  readonly project: string;
  readonly token: string;
  readonly before?: number | undefined;
  readonly limit: number;
}

interface ConceptRecord {
  readonly entries: (Pick<AuditEvent, 'id' | 'at' | 'actor' | 'kind' | 'summary'> & {
    action: Action | null;
  })[];
  readonly next: number | null;
}

export class History {
  readonly #parts: WriteParts;
  readonly #checked = new Map<ChainName, ChainState>();

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

  /** Newest first, unless the page says otherwise. */
  async actions({
    before,
    sort,
    descending,
    offset,
    limit,
    ...wanted
  }: ActionFilter & ActionPage): Promise<Action[]> {
    const page = { before, sort, descending, offset, limit };
    return (await listActions(this.#parts.store.reader, wanted, page)).map(shownAction);
  }

  async countActions(filter: ActionFilter): Promise<{ total: number }> {
    return { total: await countActions(this.#parts.store.reader, filter) };
  }

  /** Who acted, most often first: in all actions, or in the newest events of a chain. */
  actors(of: 'actions' | ChainName): Promise<string[]> {
    const { reader } = this.#parts.store;
    return of === 'actions'
      ? listActionActors(reader, MOST_ACTORS)
      : listEventActors(reader, of, { among: ACTORS_AMONG, limit: MOST_ACTORS });
  }

  /** Every period of every edge the concept has or had, newest first. @throws AppError NOT_FOUND */
  periods(project: string, token: string): Promise<StoredPeriod[]> {
    return readPeriods(this.#parts.store.reader, {
      project,
      concept: requireConcept(this.#parts.graph, project, token),
    });
  }

  /** What was done about a concept, newest first, each action once. @throws AppError NOT_FOUND */
  async record({ project, token, before, limit }: AskedRecord): Promise<ConceptRecord> {
    const { store, graph } = this.#parts;
    const concept = requireConcept(graph, project, token);
    // A part of an action may be far from its head: more events than entries are looked at.
    const rows = await listConceptEvents(store.reader, { project, concept }, { before, limit: limit * 4 });
    const events = await this.#shown('memory', rows);
    const ids = new Set(events.flatMap(({ actionId }) => actionId ?? []));
    const stored = await readActions(store.reader, [...ids]);
    const actions = new Map(stored.map((action) => [action.id, shownAction(action)]));
    const entries: ConceptRecord['entries'] = [];
    let last = before ?? null;
    const told = new Set<number>();
    for (const { id, at, actor, kind, summary, actionId } of events) {
      if (entries.length === limit && (actionId === null || !told.has(actionId)))
        return { entries, next: last };
      last = id;
      if (actionId !== null && told.has(actionId)) continue;
      if (actionId !== null) told.add(actionId);
      const action = (actionId === null ? undefined : actions.get(actionId)) ?? null;
      entries.push({ id, at, actor, kind, summary: action?.summary ?? summary, action });
    }
    return { entries, next: rows.length < limit * 4 ? null : last };
  }

  /** The facts about a concept as they were at a moment. @param at epoch milliseconds @throws AppError NOT_FOUND */
  async asOf(project: string, token: string, at: number): Promise<StoredPeriod[]> {
    const periods = await this.periods(project, token);
    return periods.filter(({ validFrom, validTo }) => validFrom <= at && (validTo === null || at < validTo));
  }

  /** A page of one chain's events, the memory's unless another is named, newest first; `total` is null when there are very many. */
  async events(
    filter: AskedEvents & EventPage,
  ): Promise<{ events: AuditEvent[]; total: number | null; kinds: string[] }> {
    const { reader } = this.#parts.store;
    const { before, descending, offset, limit, chain = 'memory', ...rest } = filter;
    const wanted = { ...rest, chain };
    const rows = await listEvents(reader, wanted, { before, descending, offset, limit });
    return {
      events: await this.#shown(chain, rows),
      total: await countEvents(reader, wanted, COUNTED),
      kinds: [...CHAINS[chain].kinds],
    };
  }

  /** As JSON Lines, one chain after the other unless one is named; each can be recomputed from its lines. */
  async *exported(filter: AskedEvents): AsyncGenerator<string, void, void> {
    for (const chain of filter.chain ? [filter.chain] : ChainName.options)
      yield* this.#exportedChain({ ...filter, chain });
  }

  /** Events oldest first, in pieces of some hundred. */
  async *#exportedChain(filter: EventFilter): AsyncGenerator<string, void, void> {
    const { reader } = this.#parts.store;
    for (let after = 0; ; ) {
      const rows = await readEventsAfter(reader, filter, after, EVENTS_PER_PIECE);
      const last = rows.at(-1);
      if (!last) return;
      const { chain } = filter;
      const line = (row: StoredEvent) => JSON.stringify({ chain, ...row, payload: JSON.parse(row.payload) });
      yield rows.map((row) => `${line(row)}\n`).join('');
      if (rows.length < EVENTS_PER_PIECE) return;
      after = last.id;
    }
  }

  /** What the last check of this process found. */
  chain(name: ChainName): ChainState | null {
    return this.#checked.get(name) ?? null;
  }

  /** Recomputes every hash, a slice at a time; writers go on meanwhile. */
  async verifyChain(chain: ChainName): Promise<ChainState> {
    const { store, clock } = this.#parts;
    const head = await readLink(store.reader, chain);
    const report = await verifyChain(store.reader, chain);
    const state: ChainState = {
      ...{ chain, ok: report.ok, events: report.events, head: head.hash, checkedAt: clock.now() },
      ...(report.ok
        ? { brokenAt: null, reason: null }
        : { brokenAt: report.brokenAt, reason: report.reason }),
    };
    this.#checked.set(chain, state);
    return state;
  }

  async #act(plan: Plan): Promise<Action> {
    const written = await runAction(this.#parts, plan);
    if (!written) throw new AppError('INTERNAL', 'An undo came to nothing.');
    return shownAction(written.action);
  }

  async #shown(chain: ChainName, rows: readonly StoredEvent[]): Promise<AuditEvent[]> {
    const ids = rows.map((row) => row.id);
    const actions =
      ids.length === 0 || chain !== 'memory'
        ? []
        : await readActionsWithin(this.#parts.store.reader, Math.min(...ids), Math.max(...ids));
    return rows.map((row) => {
      const action = actions.find(({ id, parts }) => id <= row.id && row.id <= id + parts);
      const event = { chain, ...row, payload: JSON.parse(row.payload) as unknown };
      return { ...event, actionId: action?.id ?? null, summary: eventSummary(event) };
    });
  }
}
