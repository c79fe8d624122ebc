// The queue as the operator sees it: how deep, how old, whose. Used by upstream-pool.ts.
import type { QueueState } from '../../../shared/model/upstream.ts';
import type { QueueClient, Ticket } from './fair-queue.ts';

const MOST_CLIENTS = 50;

interface ShownQueue {
  readonly size: number;
  waiting(): readonly Ticket<{ readonly since: number }>[];
  clients(): Iterable<QueueClient>;
}

/** @param now as the clock's `monotonic` */
export function queueState(queue: ShownQueue, now: number): QueueState {
  let oldest = Number.POSITIVE_INFINITY;
  for (const { item } of queue.waiting()) oldest = Math.min(oldest, item.since);
  const clients = [...queue.clients()]
    .map(({ name, running, waiting }) => ({ client: name, running, waiting }))
    .sort((a, b) => b.waiting - a.waiting || b.running - a.running || (a.client < b.client ? -1 : 1));
  return {
    waiting: queue.size,
    oldestMs: queue.size === 0 ? null : Math.max(0, now - oldest),
    clients: clients.slice(0, MOST_CLIENTS),
  };
}
