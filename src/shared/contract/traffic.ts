// The live request log.
import { eventIterator } from '@orpc/contract';
import * as z from 'zod';
import { TrafficDetail, TrafficRow } from '../model/traffic.ts';
import { procedure } from './base.ts';

export const traffic = {
  /** Newest first. `total` counts all rows the filter matches, `held` all rows in the log. */
  list: procedure
    .route({ method: 'GET', path: '/traffic' })
    .input(
      z.strictObject({
        search: z.string().max(200).optional(),
        state: z.enum(['running', 'done', 'failed', 'aborted']).optional(),
        injected: z.boolean().optional(),
        limit: z.number().int().min(1).max(1000).default(200),
        before: z.string().max(64).optional(),
      }),
    )
    .output(z.strictObject({ rows: z.array(TrafficRow), total: z.number().int(), held: z.number().int() })),
  get: procedure
    .route({ method: 'GET', path: '/traffic/{id}' })
    .input(z.strictObject({ id: z.string().max(64) }))
    .output(TrafficDetail),
  /** Rows as they start and change, coalesced (16 ms). */
  watch: procedure
    .route({ method: 'GET', path: '/traffic-watch' })
    .output(eventIterator(z.strictObject({ rows: z.array(TrafficRow) }))),
  clear: procedure
    .meta({ kind: 'write' })
    .route({ method: 'POST', path: '/traffic/clear' })
    .output(z.strictObject({ cleared: z.number().int() })),
};
