// The upstreams, and what waits for them.
import { eventIterator } from '@orpc/contract';
import * as z from 'zod';
import { UpstreamMode, UpstreamsState } from '../model/upstream.ts';
import { read, write } from './base.ts';

export const upstreams = {
  list: read('/upstreams').output(UpstreamsState),
  /** The state now, then whenever it changes (at most twice a second). */
  watch: read('/upstreams-watch').output(eventIterator(UpstreamsState)),
  /** Pauses, drains or opens one upstream. Holds until changed or until this process ends. */
  setMode: write('/upstreams/{name}/mode', 'process', 'name', 'mode')
    .input(z.strictObject({ name: z.string().min(1).max(64), mode: UpstreamMode }))
    .output(UpstreamsState),
};
