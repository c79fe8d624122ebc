// The live request log's calls.
import { AppError } from '../../shared/model/envelope.ts';
import type { TrafficRow } from '../../shared/model/traffic.ts';
import { api } from './base.ts';
import { changes } from './streams.ts';

export const traffic = {
  list: api.traffic.list.handler(({ input, context }) => context.services.traffic.list(input)),
  get: api.traffic.get.handler(({ input, context }) => {
    const detail = context.services.traffic.get(input.id);
    if (!detail) throw new AppError('NOT_FOUND', 'That request has left the log; it holds only the newest.');
    return detail;
  }),
  watch: api.traffic.watch.handler(async function* ({ context, signal }) {
    const batches = changes<TrafficRow[]>(
      (listener) => context.services.traffic.watch(listener),
      newestOfEach,
      signal,
    );
    for await (const rows of batches) yield { rows };
  }),
  clear: api.traffic.clear.handler(({ context }) => ({ cleared: context.services.traffic.clear() })),
};

/** A row seen twice while the reader was busy is told once, in its newest state. */
function newestOfEach(waiting: TrafficRow[], newer: TrafficRow[]): TrafficRow[] {
  const byId = new Map(waiting.map((row) => [row.id, row]));
  for (const row of newer) byId.set(row.id, row);
  return [...byId.values()];
}
