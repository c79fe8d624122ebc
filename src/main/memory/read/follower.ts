// Takes into the graph what other processes wrote: facts, moved and removed edges, conflicts and their markers, novelty,
// new words. Told by the change feed how far the database is. Holds the write path's lock only for a page at a time.
// Source: memory, Store.
import { memoryOf, type Pulse } from '../../store/pulse.ts';
import type { Store } from '../../store/store.ts';
import type { Mutex } from '../write/mutex.ts';
import type { GraphCache, Taken } from './graph-cache.ts';

export interface FollowerParts {
  readonly store: Store;
  readonly cache: GraphCache;
  readonly lock: Mutex;
  readonly onTaken: (taken: Taken) => void;
}

export class Follower {
  readonly #parts: FollowerParts;

  constructor(parts: FollowerParts) {
    this.#parts = parts;
  }

  /** Resolves when the graph is as far as the pulse says. @throws AppError when the database cannot be read */
  async follow(pulse: Pulse): Promise<void> {
    const { store, cache, lock, onTaken } = this.#parts;
    // Our own writes are ahead of a pulse at times; looking at the chain then finds nothing, at the price of one query.
    const isBehind =
      pulse.head !== cache.position ||
      pulse.touch !== cache.touch ||
      memoryOf(pulse.revisions) !== cache.memory;
    for (let more = isBehind; more; ) {
      const taken = await lock.run(async () => {
        const { position, memory } = cache;
        const page = await cache.catchUpOnce(store.reader);
        return { ...page, isNews: cache.position !== position || cache.memory !== memory };
      });
      // Also what moved no edge and opened nothing: a conflict dismissed, put off or withdrawn is one fewer to show.
      if (taken.isNews) onTaken(taken);
      more = taken.more;
    }
    for (let more = pulse.concept > cache.newestConcept; more; ) {
      more = await lock.run(() => cache.followConcepts(store.reader));
    }
  }
}
