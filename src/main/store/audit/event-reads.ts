// Reads chains of events for the audit: pages, counts, pieces for an export. Written by chain.ts.
import type { ChainName } from '../../../shared/model/audit.ts';
import { contains } from '../contains.ts';
import type { StoreReader } from '../store-access.ts';
import { CHAINS } from './chain.ts';

export interface StoredEvent {
  readonly id: number;
  readonly at: number;
  readonly project: string;
  readonly kind: string;
  readonly actor: string;
  readonly edgeId: number | null;
  readonly conflictId: number | null;
  /** JSON. */
  readonly payload: string;
  readonly hash: string;
  readonly prevHash: string;
}

export interface EventFilter {
  readonly chain: ChainName;
  readonly project?: string | undefined;
  readonly kind?: string | undefined;
  /** Part of the actor, without regard to case. */
  readonly actor?: string | undefined;
  /** All of the actor, to the letter. */
  readonly by?: string | undefined;
  /** Part of the content or of the actor, without regard to case. */
  readonly search?: string | undefined;
  readonly edgeId?: number | undefined;
  readonly conflictId?: number | undefined;
  /** Epoch milliseconds, both included. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

const COLUMNS = [
  'id',
  'at',
  'project',
  'kind',
  'actor',
  'edge_id as edgeId',
  'conflict_id as conflictId',
  'payload',
  'hash',
  'prev_hash as prevHash',
] as const;

function filtered(reader: StoreReader, filter: EventFilter) {
  let query = reader.selectFrom(CHAINS[filter.chain].table);
  if (filter.project !== undefined) query = query.where('project', '=', filter.project);
  if (filter.kind !== undefined) query = query.where('kind', '=', filter.kind);
  if (filter.edgeId !== undefined) query = query.where('edge_id', '=', filter.edgeId);
  if (filter.conflictId !== undefined) query = query.where('conflict_id', '=', filter.conflictId);
  if (filter.from !== undefined) query = query.where('at', '>=', filter.from);
  if (filter.to !== undefined) query = query.where('at', '<=', filter.to);
  if (filter.by !== undefined) query = query.where('actor', '=', filter.by);
  if (filter.actor) query = query.where(contains('actor', filter.actor));
  const { search } = filter;
  if (search) query = query.where((eb) => eb.or([contains('payload', search), contains('actor', search)]));
  return query;
}

/** Of the facts a concept is or was the subject of, and of the conflicts about it; newest first. */
export function listConceptEvents(
  reader: StoreReader,
  { project, concept }: { readonly project: string; readonly concept: number },
  { before, limit }: { readonly before?: number | undefined; readonly limit: number },
): Promise<StoredEvent[]> {
  const of = <T extends 'urd' | 'urd_history'>(table: T) =>
    reader
      .selectFrom(table as 'urd')
      .select('edge_id')
      .where('project', '=', project)
      .where('id', '=', concept);
  const conflicts = reader
    .selectFrom('resolution_queue')
    .select('id')
    .where('project', '=', project)
    .where('concept_id', '=', concept);
  const page = reader
    .selectFrom('graph_event')
    .select(COLUMNS)
    .where((eb) =>
      eb.or([
        eb('edge_id', 'in', of('urd')),
        eb('edge_id', 'in', of('urd_history')),
        eb('conflict_id', 'in', conflicts),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(limit);
  return (before === undefined ? page : page.where('id', '<', before)).execute();
}

export interface EventPage {
  /** Only those with a smaller id. */
  readonly before?: number | undefined;
  /** Newest first, unless it is off. */
  readonly descending?: boolean | undefined;
  readonly offset?: number | undefined;
  readonly limit: number;
}

export function listEvents(
  reader: StoreReader,
  filter: EventFilter,
  { before, descending = true, offset = 0, limit }: EventPage,
): Promise<StoredEvent[]> {
  const page = filtered(reader, filter)
    .select(COLUMNS)
    .orderBy('id', descending ? 'desc' : 'asc')
    .limit(limit)
    .offset(offset);
  return (before === undefined ? page : page.where('id', '<', before)).execute();
}

/** Who stands in the newest events, most often first. @param among how many events are looked at */
export async function listEventActors(
  reader: StoreReader,
  chain: ChainName,
  { among, limit }: { readonly among: number; readonly limit: number },
): Promise<string[]> {
  const newest = reader.selectFrom(CHAINS[chain].table).select('actor').orderBy('id', 'desc').limit(among);
  const rows = await reader
    .selectFrom(newest.as('newest'))
    .select('actor')
    .groupBy('actor')
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .orderBy('actor')
    .limit(limit)
    .execute();
  return rows.map(({ actor }) => actor);
}

/** Oldest first, for an export. @param after only those with a larger id */
export function readEventsAfter(
  reader: StoreReader,
  filter: EventFilter,
  after: number,
  limit: number,
): Promise<StoredEvent[]> {
  return filtered(reader, filter)
    .select(COLUMNS)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** How many events match; null when there are more than `most`. */
export async function countEvents(
  reader: StoreReader,
  filter: EventFilter,
  most: number,
): Promise<number | null> {
  const row = await reader
    .selectFrom(
      filtered(reader, filter)
        .select('id')
        .limit(most + 1)
        .as('matching'),
    )
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirst();
  const n = Number(row?.n ?? 0);
  return n > most ? null : n;
}

/** The event with which an edge began. */
export async function readFirstEvent(
  reader: StoreReader,
  edgeId: number,
): Promise<{ actor: string; at: number } | undefined> {
  return reader
    .selectFrom('graph_event')
    .select(['actor', 'at'])
    .where('edge_id', '=', edgeId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** The newest event after `since` that changed what an edge says, with the action it belongs to. */
export async function readLatestChange(
  reader: StoreReader,
  edgeId: number,
  since: number,
): Promise<{ id: number; actor: string; summary: string } | null> {
  const event = await reader
    .selectFrom('graph_event')
    .select(['id', 'actor'])
    .where('edge_id', '=', edgeId)
    .where('id', '>', since)
    .where('kind', '!=', 'fact.confirmed')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!event) return null;
  const action = await reader
    .selectFrom('graph_action')
    .select(['id', 'parts', 'summary'])
    .where('id', '<=', event.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const isPart = action !== undefined && event.id <= action.id + action.parts;
  return { ...event, summary: isPart ? ` (action ${action.id}: ${action.summary})` : '' };
}
