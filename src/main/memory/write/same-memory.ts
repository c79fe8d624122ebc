// For what writes rows by the ids of concepts beside the write path (transact.ts): counts, new words, words forgotten, questions.
// The tables may have become another memory since the graph was filled, where the same ids are other words.
import { holdChain, readChainHead } from '../../store/audit/events.ts';
import type { Store, StoreWriter } from '../../store/store.ts';
import type { GraphCache } from '../read/graph-cache.ts';

export interface SameMemoryParts {
  readonly store: Store;
  readonly cache: Pick<GraphCache, 'memory' | 'catchUp'>;
}

/**
 * Writes in one transaction, unless the tables hold another memory by now: then the graph is filled from them and nothing is
 * written. Whoever calls it holds the write path's lock.
 * @returns null when nothing was written
 */
export async function writeIfSameMemory<T>(
  { store, cache }: SameMemoryParts,
  write: (writer: StoreWriter) => Promise<T>,
): Promise<T | null> {
  const written = await store.write(async (writer) =>
    (await holdChain(writer)).memory === cache.memory ? { is: await write(writer) } : null,
  );
  if (written !== null) return written.is;
  await cache.catchUp(store.reader, await readChainHead(store.reader));
  return null;
}
