// The upstreams, and what waits for them.
import { eventIterator } from '@orpc/contract';
import * as z from 'zod';
import { UpstreamMode, UpstreamsState } from '../model/upstream.ts';
import {
  NewUpstream,
  UpstreamChange,
  UpstreamHeaders,
  UpstreamName,
  UpstreamTrial,
  UpstreamUrl,
} from '../model/upstream-setting.ts';
import { danger, read, write } from './base.ts';

export const upstreams = {
  list: read('/upstreams').output(UpstreamsState),
  /** The state now, then whenever it changes (at most twice a second). */
  watch: read('/upstreams-watch').output(eventIterator(UpstreamsState)),
  /** Pauses, drains or opens one upstream. Holds until changed or until this process ends. */
  setMode: write('/upstreams/{name}/mode', 'process', 'name', 'mode')
    .input(z.strictObject({ name: z.string().min(1).max(64), mode: UpstreamMode }))
    .output(UpstreamsState),
  /**
   * Asks an address what it is, without keeping anything. `name` sends the headers stored under it, where the address is the same and
   * none are given.
   */
  test: write('/upstreams-test', 'process', 'url')
    .input(
      z.strictObject({
        url: UpstreamUrl,
        headers: UpstreamHeaders.optional(),
        name: UpstreamName.optional(),
      }),
    )
    .output(UpstreamTrial),
  /** It is used at once, by every process of the database. */
  add: write('/upstreams', 'console', 'name', 'url', 'weight', 'slots')
    .input(NewUpstream)
    .output(UpstreamsState),
  update: write('/upstreams/{name}', 'console', 'name', 'url', 'weight', 'slots')
    .input(UpstreamChange.extend({ name: UpstreamName, expectedVersion: z.number().int() }))
    .output(UpstreamsState),
  /** It gets nothing new; what runs there ends. */
  remove: danger('/upstreams/{name}/remove', 'console', 'name')
    .input(z.strictObject({ name: UpstreamName, expectedVersion: z.number().int() }))
    .output(UpstreamsState),
};
