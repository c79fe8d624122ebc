// Chains of events, each under its name in a table of its own: append-only, every row carrying the hash of the one before
// it. Ids run without a gap, because whoever appends has the database to itself. One code for all chains; what only the
// memory's has is in events.ts. Source: memory, Store; decision 046.
import { hash } from 'node:crypto';
import { setImmediate as yieldLoop } from 'node:timers/promises';
import type { ChainName } from '../../../shared/model/audit.ts';
import { ACTION_KINDS } from '../../../shared/model/decision.ts';
import { param, template } from '../statement-template.ts';
import type { StoreReader, StoreWriter } from '../store-access.ts';
import { canonicalJson, type Json } from './canonical-json.ts';

/** What happens on the host: an operator at work on what is beside the memory. */
const HOST_KINDS = [
  // An operator changed what is stored beside the memory: settings, clients, models.
  'console.call',
  // An operator took work out of the queue.
  'job.discarded',
  // Another memory came in the place of the one there was.
  'memory.restored',
] as const;

/** What is wanted of resources, decided about it and done. */
const AGENT_KINDS = [
  'approval.asked',
  'approval.edited',
  'approval.approved',
  'approval.denied',
  'approval.expired',
  // The resource had changed: it was asked again.
  'approval.replaced',
  'execution.started',
  'execution.finished',
  // Nobody knows what came of it: its process died, or was not heard of.
  'execution.unknown',
  'rule.made',
  'rule.revoked',
  'lock.set',
  'lock.lifted',
] as const;

const MEMORY_KINDS = [
  'dimension.created',
  // It asks something else now.
  'dimension.changed',
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
  // The head of everything a person or a run did; as many parts follow as its payload says.
  ...ACTION_KINDS.map((kind) => `action.${kind}` as const),
] as const;

/** Versions before the host had a chain wrote these into the memory's, and there they stay. */
const MOVED_KINDS: readonly HostKind[] = ['job.discarded', 'console.call'];

type HostKind = (typeof HOST_KINDS)[number];
export type AgentKind = (typeof AGENT_KINDS)[number];
export type EventKind = (typeof MEMORY_KINDS)[number];

interface Chain {
  /** Of the same columns for all of them, which is why one name stands for each to the query builder. */
  readonly table: 'graph_event';
  readonly kinds: readonly string[];
  /** What the first event carries as the hash before it: no event of one chain fits into another. */
  readonly genesis: string;
}

export const CHAINS: Readonly<Record<ChainName, Chain>> = {
  memory: { table: 'graph_event', kinds: [...MEMORY_KINDS, ...MOVED_KINDS], genesis: '0'.repeat(64) },
  host: { table: 'host_event' as 'graph_event', kinds: HOST_KINDS, genesis: hash('sha256', 'host') },
  agent: { table: 'agent_event' as 'graph_event', kinds: AGENT_KINDS, genesis: hash('sha256', 'agent') },
};

export interface NewEvent<Kind extends string = EventKind> {
  readonly at: number;
  readonly project: string;
  readonly kind: Kind;
  /** Who did it: a client, an operator, or the source class. */
  readonly actor: string;
  readonly edgeId: number | null;
  readonly conflictId: number | null;
  readonly payload: Json;
}

/** The newest event of a chain; number 0 where it has not begun. */
export interface Link {
  readonly id: number;
  readonly hash: string;
  /** When it happened; what is written next happens no earlier, whatever its writer's clock says. */
  readonly at: number;
}

export type ChainReport =
  | { readonly ok: true; readonly events: number }
  | { readonly ok: false; readonly events: number; readonly brokenAt: number; readonly reason: string };

const EVENTS_PER_SLICE = 200;
const VERIFY_PAGE = 2000;

export type HashedEvent = Omit<NewEvent<string>, 'payload'> & {
  readonly id: number;
  readonly payload: string;
};

export function eventHash(hashed: HashedEvent, prevHash: string): string {
  const { id, at, project, kind, actor, edgeId, conflictId, payload } = hashed;
  // In the order of the keys, which spares sorting them.
  const event = { actor, at, conflictId, edgeId, id, kind, payload, prevHash, project };
  return hash('sha256', canonicalJson(event));
}

/** How a report names an event. */
export function eventWords(chain: ChainName, id: number): string {
  return chain === 'memory' ? `event ${id}` : `event ${id} of the ${chain}'s chain`;
}

export function beginningOf(chain: ChainName): Link {
  return { id: 0, hash: CHAINS[chain].genesis, at: 0 };
}

export async function readLink(reader: StoreReader, chain: ChainName): Promise<Link> {
  const row = await reader
    .selectFrom(CHAINS[chain].table)
    .select(['id', 'hash', 'at'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? beginningOf(chain);
}

type BesideEvent<Kind extends string> = Omit<NewEvent<Kind>, 'at' | 'edgeId' | 'conflictId'>;

/**
 * Appends one event to the host's chain, no earlier than the newest, whatever the writer's clock says.
 * @param now epoch milliseconds
 */
export function appendHostEvent(
  writer: StoreWriter,
  now: number,
  event: BesideEvent<HostKind>,
): Promise<void> {
  return appendOne(writer, 'host', now, event);
}

/** The same for the agent's. @param now epoch milliseconds */
export function appendAgentEvent(
  writer: StoreWriter,
  now: number,
  event: BesideEvent<AgentKind>,
): Promise<void> {
  return appendOne(writer, 'agent', now, event);
}

async function appendOne(
  writer: StoreWriter,
  chain: ChainName,
  now: number,
  event: BesideEvent<string>,
): Promise<void> {
  const after = await readLink(writer.reader, chain);
  const at = Math.max(now, after.at);
  await appendAfter(writer, chain, after, [{ ...event, at, edgeId: null, conflictId: null }]);
}

/** Appends events within the transaction. @param after where the chain ends in it @returns where it ends now */
export async function appendAfter(
  writer: StoreWriter,
  chain: ChainName,
  after: Link,
  events: readonly NewEvent<string>[],
): Promise<Link> {
  const { link, written } = await sendAfter(writer, chain, after, events);
  await written;
  return link;
}

/**
 * The same, without waiting until they are written. Hashing many yields to the event loop in between.
 * @returns where the chain ends once they are
 */
export async function sendAfter(
  writer: StoreWriter,
  chain: ChainName,
  after: Link,
  events: readonly NewEvent<string>[],
): Promise<{ readonly link: Link; readonly written: Promise<unknown> }> {
  let link = after;
  const rows: EventRow[] = [];
  for (const event of events) {
    const row = eventRow(event, link);
    link = { id: row.id, hash: row.hash, at: row.at };
    rows.push(row);
    if (rows.length % EVENTS_PER_SLICE === 0) await yieldLoop();
  }
  return { link, written: writer.each(insertEvent(writer, chain), rows) };
}

type EventRow = ReturnType<typeof eventRow>;

function eventRow(event: NewEvent<string>, after: Link) {
  const id = after.id + 1;
  const payload = canonicalJson(event.payload);
  const { at, project, kind, actor, edgeId, conflictId } = event;
  const prev_hash = after.hash;
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

function insertEvent(writer: StoreWriter, chain: ChainName) {
  return template<EventRow>(
    writer.db.insertInto(CHAINS[chain].table).values({
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

/** Recomputes a whole chain. A changed, missing or inserted event breaks it at that event. */
export async function verifyChain(reader: StoreReader, chain: ChainName): Promise<ChainReport> {
  let link = beginningOf(chain);
  for (;;) {
    const page = await reader
      .selectFrom(CHAINS[chain].table)
      .selectAll()
      .where('id', '>', link.id)
      .orderBy('id')
      .limit(VERIFY_PAGE)
      .execute();
    for (const [i, row] of page.entries()) {
      if (i % EVENTS_PER_SLICE === 0) await yieldLoop();
      const reason = linkFault(row, link);
      if (reason) return { ok: false, events: link.id, brokenAt: row.id, reason };
      link = { id: row.id, hash: row.hash, at: row.at };
    }
    if (page.length < VERIFY_PAGE) return { ok: true, events: link.id };
  }
}

/** Why an event does not follow the one before it; null when it does. */
export function linkFault(row: EventRow, after: Pick<Link, 'id' | 'hash'>): string | null {
  if (row.id !== after.id + 1) return `event ${after.id + 1} is missing`;
  if (row.prev_hash !== after.hash) return 'it does not carry the hash of the event before it';
  const { id, at, project, kind, actor, edge_id: edgeId, conflict_id: conflictId, payload } = row;
  const expected = eventHash({ id, at, project, kind, actor, edgeId, conflictId, payload }, after.hash);
  return expected === row.hash ? null : 'its content does not match its hash';
}
