// The memory's chain: everything that changed the graph. Which memory it is of, where it ends for a transaction, and what
// its newest events touched. How a chain is linked and checked is in chain.ts. Source: memory, Store.
import { readMemoryRevision } from '../pulse.ts';
import type { StoreReader, StoreWriter } from '../store-access.ts';
import { beginningOf, type Link, type NewEvent, readLink, sendAfter } from './chain.ts';

export interface ChainHead extends Link {
  /** Which memory the chain belongs to (pulse.ts); a restore brings another one, whatever its events are. */
  readonly memory: number;
  /** Where the list of edges that changed without an event ends, if it was asked with the rest. */
  readonly touch?: number;
}

/** The head of a chain that has not begun. */
export const GENESIS_HEAD: ChainHead = { ...beginningOf('memory'), memory: 0 };

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
  return { ...(await readLink(reader, 'memory')), memory: await readMemoryRevision(reader) };
}

/** Appends events to the memory's chain within the transaction. @returns the new head */
export async function appendEvents(writer: StoreWriter, events: readonly NewEvent[]): Promise<ChainHead> {
  const { head, written } = await sendEvents(writer, events);
  await written;
  return head;
}

/**
 * The same, without waiting until they are written: others may be appended behind them at once.
 * @returns the new head, and a promise that the caller has to wait for before its transaction ends
 */
export async function sendEvents(
  writer: StoreWriter,
  events: readonly NewEvent[],
): Promise<{ readonly head: ChainHead; readonly written: Promise<unknown> }> {
  const before = await holdChain(writer);
  if (events.length === 0) return { head: before, written: Promise.resolve() };
  const { link, written } = await sendAfter(writer, 'memory', before, events);
  const head = { ...link, memory: before.memory };
  held.set(writer, head);
  writer.noteHead(head);
  return { head, written };
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

/** What some events touched, for a process that follows another's writes. */
export interface Touched {
  /** The last of these events. */
  readonly head: ChainHead;
  readonly edgeIds: number[];
  readonly conflictIds: number[];
  /** Concepts whose novelty changed, by token. */
  readonly novelty: ReadonlyMap<string, number>;
  /** Whether a dimension asks something else. */
  readonly questions: boolean;
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
      ...(['id', 'hash', 'at', 'kind', 'edge_id', 'conflict_id'] as const),
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
    questions: rows.some(({ kind }) => kind === 'dimension.changed'),
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
