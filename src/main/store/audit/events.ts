// The record of everything that changed the graph: append-only, each row carrying the hash of the one before it.
// Ids run without a gap, because the writer that holds the chain gives them out. Source: memory, Store.
import { hash } from 'node:crypto';
import { setImmediate as yieldLoop } from 'node:timers/promises';
import { ACTION_KINDS } from '../../../shared/model/decision.ts';
import { readMemoryRevision } from '../pulse.ts';
import { param, template } from '../statement-template.ts';
import type { StoreReader, StoreWriter } from '../store-access.ts';
import { canonicalJson, type Json } from './canonical-json.ts';

export const EVENT_KINDS = [
  'dimension.created',
  'fact.inserted',
  'fact.confirmed',
  'conflict.opened',
  // Written by versions before actions; now a part of one.
  'edge.do_not_use',
  // Parts: of an action where one stands before them, otherwise what a told fact brought about by itself.
  'edge.changed',
  'conflict.changed',
  // What happens to a conflict without deciding it.
  'conflict.snoozed',
  'conflict.noted',
  'conflict.answer_refused',
  // A model said what a name is: it is particular to the project.
  'concept.novelty',
  // An operator took work out of the queue.
  'job.discarded',
  // An operator changed what is stored beside the memory: settings, clients, models.
  'console.call',
  // The head of everything a person or a run did; as many parts follow as its payload says.
  ...ACTION_KINDS.map((kind) => `action.${kind}` as const),
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

export interface NewEvent {
  readonly at: number;
  readonly project: string;
  readonly kind: EventKind;
  /** Who did it: a client, an operator, or the source class. */
  readonly actor: string;
  readonly edgeId: number | null;
  readonly conflictId: number | null;
  readonly payload: Json;
}

export interface ChainHead {
  readonly id: number;
  readonly hash: string;
  /** When the newest event happened; what is written next happens no earlier, whatever its writer's clock says. */
  readonly at: number;
  /** Which memory the chain belongs to (pulse.ts); a restore brings another one, whatever its events are. */
  readonly memory: number;
  /** Where the list of edges that changed without an event ends, if it was asked with the rest. */
  readonly touch?: number;
}

export type ChainReport =
  | { readonly ok: true; readonly events: number }
  | { readonly ok: false; readonly events: number; readonly brokenAt: number; readonly reason: string };

/** The head of a chain that has not begun. */
export const GENESIS_HEAD: ChainHead = { id: 0, hash: '0'.repeat(64), at: 0, memory: 0 };
const EVENTS_PER_SLICE = 200;
const VERIFY_PAGE = 2000;

export type HashedEvent = Omit<NewEvent, 'payload'> & { readonly id: number; readonly payload: string };

export function eventHash(event: HashedEvent, prevHash: string): string {
  const { id, at, project, kind, actor, edgeId, conflictId, payload } = event;
  return hash(
    'sha256',
    canonicalJson({ id, at, project, kind, actor, edgeId, conflictId, payload, prevHash }),
  );
}

/** Where the chain ends for a transaction under way: nobody else writes meanwhile, on either database. */
const held = new WeakMap<StoreWriter, ChainHead>();

/** Where the chain ends, for this transaction alone until it is over. */
export async function holdChain(writer: StoreWriter): Promise<ChainHead> {
  const head = held.get(writer) ?? (await readHeads(writer.reader));
  held.set(writer, head);
  return head;
}

/** The head of the chain and the end of the list of touched edges, in one question. */
async function readHeads(reader: StoreReader): Promise<ChainHead> {
  const row = await reader
    .selectFrom('graph_event')
    .select((eb) => [
      ...(['id', 'hash', 'at'] as const),
      eb
        .selectFrom('edge_touch')
        .select((e) => e.fn.max('id').as('id'))
        .as('touch'),
    ])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const memory = await readMemoryRevision(reader);
  return row ? { ...row, memory, touch: Number(row.touch ?? 0) } : { ...GENESIS_HEAD, memory };
}

/** The newest event; id 0 when there is none. */
export async function readChainHead(reader: StoreReader): Promise<ChainHead> {
  const row = await reader
    .selectFrom('graph_event')
    .select(['id', 'hash', 'at'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const memory = await readMemoryRevision(reader);
  return row ? { ...row, memory } : { ...GENESIS_HEAD, memory };
}

/**
 * Appends events to the chain within the transaction. Hashing many yields to the event loop in between.
 * @returns the new head
 */
export async function appendEvents(writer: StoreWriter, events: readonly NewEvent[]): Promise<ChainHead> {
  let head = await holdChain(writer);
  if (events.length === 0) return head;
  const rows: EventRow[] = [];
  for (const event of events) {
    const row = eventRow(event, head);
    head = { id: row.id, hash: row.hash, at: row.at, memory: head.memory };
    rows.push(row);
    if (rows.length % EVENTS_PER_SLICE === 0) await yieldLoop();
  }
  await writer.each(insertEvent(writer), rows);
  held.set(writer, head);
  writer.noteHead(head);
  return head;
}

/**
 * Appends one event about neither an edge nor a conflict, no earlier than the newest, whatever the writer's clock says.
 * @param now epoch milliseconds
 * @returns the new head
 */
export async function appendEvent(
  writer: StoreWriter,
  now: number,
  event: Omit<NewEvent, 'at' | 'edgeId' | 'conflictId'>,
): Promise<ChainHead> {
  const at = Math.max(now, (await holdChain(writer)).at);
  return appendEvents(writer, [{ ...event, at, edgeId: null, conflictId: null }]);
}

type EventRow = ReturnType<typeof eventRow>;

function eventRow(event: NewEvent, head: ChainHead) {
  const id = head.id + 1;
  const payload = canonicalJson(event.payload);
  const { at, project, kind, actor, edgeId, conflictId } = event;
  const prev_hash = head.hash;
  const ours = eventHash({ ...event, id, payload }, prev_hash);
  return {
    id,
    at,
    project,
    kind,
    actor,
    edge_id: edgeId,
    conflict_id: conflictId,
    payload,
    prev_hash,
    hash: ours,
  };
}

function insertEvent(writer: StoreWriter) {
  return template<EventRow>(
    writer.db.insertInto('graph_event').values({
      id: param('id'),
      at: param('at'),
      project: param('project'),
      kind: param('kind'),
      actor: param('actor'),
      edge_id: param('edge_id'),
      conflict_id: param('conflict_id'),
      payload: param('payload'),
      prev_hash: param('prev_hash'),
      hash: param('hash'),
    }),
  );
}

/** Recomputes the whole chain. A changed, missing or inserted event breaks it at that event. */
export async function verifyChain(reader: StoreReader): Promise<ChainReport> {
  let head: ChainHead = GENESIS_HEAD;
  for (;;) {
    const page = await reader
      .selectFrom('graph_event')
      .selectAll()
      .where('id', '>', head.id)
      .orderBy('id')
      .limit(VERIFY_PAGE)
      .execute();
    for (const [i, row] of page.entries()) {
      if (i % EVENTS_PER_SLICE === 0) await yieldLoop();
      const reason = linkFault(row, head);
      if (reason) return { ok: false, events: head.id, brokenAt: row.id, reason };
      head = { ...head, id: row.id, hash: row.hash, at: row.at };
    }
    if (page.length < VERIFY_PAGE) return { ok: true, events: head.id };
  }
}

interface StoredEvent extends EventRow {
  readonly kind: EventKind;
}

/** Why an event does not follow the one before it; null when it does. */
export function linkFault(
  row: Omit<StoredEvent, 'kind'> & { kind: string },
  head: Pick<ChainHead, 'id' | 'hash'>,
): string | null {
  if (row.id !== head.id + 1) return `event ${head.id + 1} is missing`;
  if (row.prev_hash !== head.hash) return 'it does not carry the hash of the event before it';
  const { id, at, project, actor, edge_id: edgeId, conflict_id: conflictId, payload } = row;
  const kind = row.kind as EventKind;
  const expected = eventHash({ id, at, project, kind, actor, edgeId, conflictId, payload }, head.hash);
  return expected === row.hash ? null : 'its content does not match its hash';
}

/** What some events touched, for a process that follows another's writes. */
export interface Touched {
  /** The last of these events. */
  readonly head: ChainHead;
  readonly edgeIds: number[];
  readonly conflictIds: number[];
  /** Concepts whose novelty changed, by token. */
  readonly novelty: ReadonlyMap<string, number>;
  /** How many conflicts were opened, by told facts and by actions. */
  readonly opened: number;
  /** Whether there may be later events. */
  readonly more: boolean;
}

/** How the payload of a conflict that an action raised begins: keys are sorted. */
const OPENED_PART = '{"action":"open",%';

/** Events looked at in one go. */
const TOUCHED_PAGE = 5000;

/**
 * Which edges and conflicts changed after the given event.
 * @returns null when the tables hold another memory than the event is of: they were replaced, by a restore for one
 */
export async function readTouched(reader: StoreReader, since: ChainHead): Promise<Touched | null> {
  if ((await readMemoryRevision(reader)) !== since.memory) return null;
  const rows = await reader
    .selectFrom('graph_event')
    .select((eb) => [
      ...(['id', 'hash', 'at', 'edge_id', 'conflict_id'] as const),
      eb.case().when('kind', '=', 'concept.novelty').then(eb.ref('payload')).end().as('novelty'),
      eb
        .or([
          eb('kind', '=', 'conflict.opened'),
          eb.and([eb('kind', '=', 'conflict.changed'), eb('payload', 'like', OPENED_PART)]),
        ])
        .as('opens'),
    ])
    .where('id', '>=', since.id)
    .orderBy('id')
    .limit(TOUCHED_PAGE)
    .execute();
  const [first] = since.id === 0 ? [undefined] : rows.splice(0, 1);
  if (since.id > 0 && (first?.id !== since.id || first.hash !== since.hash)) return null;
  const edgeIds = new Set<number>();
  const conflictIds = new Set<number>();
  const novelty = new Map<string, number>();
  let opened = 0;
  for (const row of rows) {
    if (row.novelty !== null) {
      const change = JSON.parse(row.novelty) as { concept: string; novelty: number };
      novelty.set(change.concept, change.novelty);
    }
    if (row.edge_id !== null) edgeIds.add(row.edge_id);
    if (row.conflict_id !== null) conflictIds.add(row.conflict_id);
    if (row.opens) opened++;
  }
  const { id, hash: ofHead, at } = rows.at(-1) ?? since;
  return {
    head: { id, hash: ofHead, at, memory: since.memory },
    edgeIds: [...edgeIds],
    conflictIds: [...conflictIds],
    novelty,
    opened,
    more: rows.length >= TOUCHED_PAGE - 1,
  };
}

/** Edges that changed last in a project, newest first, each once. */
export async function readRecentEdgeIds(
  reader: StoreReader,
  project: string,
  limit: number,
): Promise<number[]> {
  const rows = await reader
    .selectFrom('graph_event')
    .select('edge_id')
    .where('project', '=', project)
    .where('edge_id', 'is not', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return [...new Set(rows.flatMap((row) => row.edge_id ?? []))];
}
