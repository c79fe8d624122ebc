// The one way in which anything of the memory is written: takes the memory's lock, opens a transaction, holds the chain,
// catches up with other processes, lets the caller do its work over the graph as it is then, and tells the graph once it is
// committed. All or nothing: on any error tables and graph are as before. A write that the database undid starts over.
// Used by everything that writes facts, actions, conflicts and imports. Source: memory, Writing, D11, D12, D13.
import type { Clock } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import { type ChainHead, holdChain } from '../../store/audit/events.ts';
import type { Store, StoreWriter } from '../../store/store.ts';
import { ConstraintError, Undone } from '../../store/store-errors.ts';
import type { GraphCache, GraphChange } from '../read/graph-cache.ts';
import type { Mutex } from './mutex.ts';

/** How often a write starts over because the database knew something the graph did not, or a connection broke. */
const ATTEMPTS = 4;

export interface WriteParts {
  readonly store: Store;
  readonly graph: ConceptGraph;
  readonly cache: GraphCache;
  readonly clock: Clock;
  readonly lock: Mutex;
  readonly onChanged: (facts: number, conflicts: number) => void;
}

/** A transaction that holds the end of the chain, over a graph that has taken in everything up to there. */
export interface HeldChain {
  readonly writer: StoreWriter;
  readonly chain: ChainHead;
  /** Epoch milliseconds; no event is later. */
  readonly now: number;
}

export interface Work<T> {
  readonly result: T;
  /** What the graph has to know of it; null when nothing was written. */
  readonly change: GraphChange | null;
  /** How many facts and conflicts listeners are told of; none are told when left out. */
  readonly news?: { readonly facts: number; readonly conflicts: number } | undefined;
  /** Whether the transaction is to be taken back: the work was a rehearsal. */
  readonly isRehearsal?: boolean;
}

/** The table holds another edge than the graph: somebody wrote there without an event. */
export class ForeignEdge extends Error {}

/** Thrown to take a rehearsal's transaction back. */
class TakenBack extends Error {
  readonly result: unknown;

  constructor(result: unknown) {
    super('a rehearsal ends');
    this.result = result;
  }
}

/**
 * Runs `work` as one write. It may run several times, and waits for nothing that may itself be waiting to write.
 * @param reread reads anew what the database knew better than the graph, before the next attempt; a race that no reading
 *   can mend is thrown as it is when left out
 * @throws AppError what the work throws; UNAVAILABLE when the database cannot be used or other writers keep getting in between
 */
export async function transact<T>(
  parts: WriteParts,
  work: (held: HeldChain) => Promise<Work<T>>,
  reread?: () => Promise<void>,
): Promise<T> {
  const { result, news } = await parts.lock.run(() => attempts(parts, work, reread));
  if (news) parts.onChanged(news.facts, news.conflicts);
  return result;
}

async function attempts<T>(
  parts: WriteParts,
  work: (held: HeldChain) => Promise<Work<T>>,
  reread: (() => Promise<void>) | undefined,
): Promise<Pick<Work<T>, 'result' | 'news'>> {
  for (let attempt = 1; ; attempt++) {
    try {
      const written = await parts.store.write((writer) => workOver(parts, writer, work));
      if (written.change) await parts.cache.apply(written.change);
      return written;
    } catch (error) {
      if (error instanceof TakenBack) return { result: error.result as T };
      // A connection that broke is replaced by the next attempt; a server that is away refuses that one at once.
      if (error instanceof Undone && attempt < ATTEMPTS) continue;
      if (!reread || !isRace(error)) throw error;
      if (attempt === ATTEMPTS) {
        throw new AppError('UNAVAILABLE', 'Other writers kept changing the same facts. Try again.', {}, true);
      }
      await reread();
    }
  }
}

async function workOver<T>(
  { cache, clock }: WriteParts,
  writer: StoreWriter,
  work: (held: HeldChain) => Promise<Work<T>>,
): Promise<Work<T>> {
  const chain = await holdChain(writer);
  await cache.catchUp(writer.reader, chain);
  const written = await work({ writer, chain, now: Math.max(clock.now(), chain.at) });
  if (written.isRehearsal) throw new TakenBack(written.result);
  return written;
}

/** A taken place or a cycle that only the database saw: another process, or a hand, wrote there. */
function isRace(error: unknown): boolean {
  if (error instanceof ForeignEdge) return true;
  return error instanceof ConstraintError && (error.violation === 'unique' || error.violation === 'trigger');
}
