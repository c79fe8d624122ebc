// The live request log's calls.
import { withEventMeta } from '@orpc/server';
import { AppError } from '../../shared/model/envelope.ts';
import { exportRows } from '../proxy/traffic/traffic-export.ts';
import { api } from './base.ts';

const gone = () => new AppError('NOT_FOUND', 'That request has left the log; it holds only the newest.');

export const traffic = {
  list: api.traffic.list.handler(({ input, context }) => context.services.traffic.list(input)),
  get: api.traffic.get.handler(({ input, context }) => {
    const detail = context.services.traffic.get(input.id);
    if (!detail) throw gone();
    return detail;
  }),
  watch: api.traffic.watch.handler(async function* ({ context, lastEventId, signal }) {
    for await (const { id, ...news } of context.services.traffic.follow(lastEventId, signal))
      yield withEventMeta(news, { id });
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
