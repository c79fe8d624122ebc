// Wires the change feed to what caches the database: the graph, settings, models, clients, upstreams; and to what waits for it to answer.
import type { Clock } from '../../shared/model/clock.ts';
import type { Memory } from '../memory/memory.ts';
import { ChangeFeed, type FeedState } from '../store/change-feed.ts';
import type { Store } from '../store/store.ts';
import type { Log } from '../telemetry/log.ts';
import type { LiveSettings } from './settings-service.ts';

export interface FollowedParts {
  readonly store: Store;
  readonly memory: Memory;
  readonly queue: { wake(): void };
  readonly settings: Pick<LiveSettings, 'reload'>;
  readonly llm: { refresh(): Promise<void> };
  readonly clients: { refresh(): Promise<void> };
  readonly upstreams: { refresh(): Promise<void> };
  readonly clock: Clock;
  readonly log: Log;
}

export interface FollowedChanges {
  readonly state: FeedState;
  /** Events that were seen and are not taken in yet. */
  behind(): number;
  close(): Promise<void>;
}

/**
 * Starts to follow; resolves when what others wrote so far is taken in.
 * @param onState called when the database stops answering and when it answers again
 */
export async function followChanges(
  { store, memory, queue, settings, clients, upstreams, llm, clock, log }: FollowedParts,
  onState: () => void,
): Promise<FollowedChanges> {
  const feed = new ChangeFeed({ store, clock, log });
  feed.onPulse((pulse) => memory.follow(pulse));
  feed.onRevised('config', () => settings.reload());
  feed.onRevised('models', () => llm.refresh());
  feed.onRevised('clients', () => clients.refresh());
  feed.onRevised('upstreams', () => upstreams.refresh());
  feed.onState(({ problem }) => {
    if (problem === null) {
      memory.retry();
      queue.wake();
    }
    onState();
  });
  await feed.start();
  return {
    get state() {
      return feed.state;
    },
    behind: () => Math.max(0, feed.state.head - memory.position),
    close: () => feed.close(),
  };
}
