// The live request log's calls.
import { AppError } from '../../shared/model/envelope.ts';
import type { TrafficRow } from '../../shared/model/traffic.ts';
import { exportRows } from '../proxy/traffic/traffic-export.ts';
import { api } from './base.ts';
import { changes } from './streams.ts';

const gone = () => new AppError('NOT_FOUND', 'That request has left the log; it holds only the newest.');

export const traffic = {
  list: api.traffic.list.handler(({ input, context }) => context.services.traffic.list(input)),
  get: api.traffic.get.handler(({ input, context }) => {
    const detail = context.services.traffic.get(input.id);
    if (!detail) throw gone();
    return detail;
  }),
  watch: api.traffic.watch.handler(async function* ({ context, signal }) {
    const batches = changes<TrafficRow[]>(
      (listener) => context.services.traffic.watch(listener),
      newestOfEach,
      signal,
      [],
    );
    for await (const rows of batches) yield { rows, held: context.services.traffic.held };
  }),
  facets: api.traffic.facets.handler(({ context }) => context.services.traffic.facets()),
  pin: api.traffic.pin.handler(({ input: { id, pinned }, context }) => {
    const row = context.services.traffic.pin(id, pinned);
    if (!row) throw gone();
    return row;
  }),
  export: api.traffic.export.handler(({ input: { format, ...filter }, context: { services } }) => {
    const { rows } = services.traffic.list({ ...filter, limit: Number.POSITIVE_INFINITY });
    return exportRows(rows, format, services.clock.now());
  }),
  clear: api.traffic.clear.handler(({ context }) => ({ cleared: context.services.traffic.clear() })),
};

/** A row seen twice while the reader was busy is told once, in its newest state. */
function newestOfEach(waiting: TrafficRow[], newer: TrafficRow[]): TrafficRow[] {
  const byId = new Map(waiting.map((row) => [row.id, row]));
  for (const row of newer) byId.set(row.id, row);
  return [...byId.values()];
}
