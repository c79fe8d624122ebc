// The live request log.
import { eventIterator } from '@orpc/contract';
import * as z from 'zod';
import { Time } from '../model/time.ts';
import { REQUEST_STATES, RouteKind, TrafficDetail, TrafficRow } from '../model/traffic.ts';
import { read, write } from './base.ts';

/** What a row must be to be shown; what is left out does not matter. Applied by `traffic-filter.ts`. */
const Filter = z.strictObject({
  /** Words that must all stand in the row: id, path, client, project, model, conversation, upstream, status, error, reason, loop. */
  search: z.string().max(200).optional(),
  state: z.enum(REQUEST_STATES).optional(),
  injected: z.boolean().optional(),
  loop: z.boolean().optional(),
  pinned: z.boolean().optional(),
  route: RouteKind.optional(),
  client: z.string().max(100).optional(),
  model: z.string().max(200).optional(),
  upstream: z.string().max(100).optional(),
  conversation: z.string().max(100).optional(),
  /** Milliseconds in all, at least. */
  slowerThanMs: z.number().min(0).optional(),
  /** Begun between these, both included. */
  from: Time.optional(),
  to: Time.optional(),
});

export const traffic = {
  /** Newest first. `total` counts all rows the filter matches, `held` all rows in the log. */
  list: read('/traffic')
    .input(
      Filter.extend({
        limit: z.number().int().min(1).max(1000).default(200),
        /** The id of the last row of the page before. */
        before: z.string().max(64).optional(),
      }),
    )
    .output(z.strictObject({ rows: z.array(TrafficRow), total: z.number().int(), held: z.number().int() })),
  get: read('/traffic/{id}')
    .input(z.strictObject({ id: z.string().max(64) }))
    .output(TrafficDetail),
  /**
   * Rows as they start and change, coalesced (16 ms), and how many are held by then. Who comes back with the id of the last
   * event is told what it missed. `gap`: what came before is not told, and whoever reads the list now has all.
   */
  watch: read('/traffic-watch').output(
    eventIterator(z.strictObject({ gap: z.boolean(), rows: z.array(TrafficRow), held: z.number().int() })),
  ),
  /** Clients, models and upstreams of the rows held, most frequent first, for filters; at most 100 each. */
  facets: read('/traffic-facets').output(
    z.strictObject({
      clients: z.array(z.string()),
      models: z.array(z.string()),
      upstreams: z.array(z.string()),
    }),
  ),
  /** Keeps a row when older ones go and when the log is cleared; NOT_ALLOWED past 200 of them. */
  pin: write('/traffic/{id}/pin', 'process', 'id', 'pinned')
    .input(z.strictObject({ id: z.string().max(64), pinned: z.boolean() }))
    .output(TrafficRow),
  /** The rows a filter matches, newest first, as a file's text: JSON Lines, or CSV without nested members. */
  export: read('/traffic-export')
    .input(Filter.extend({ format: z.enum(['jsonl', 'csv']).default('jsonl') }))
    .output(z.strictObject({ fileName: z.string(), text: z.string(), rows: z.number().int() })),
  /** Forgets all rows but the pinned ones. */
  clear: write('/traffic/clear', 'process').output(z.strictObject({ cleared: z.number().int() })),
};
