// Conversations that are in a loop, and the way out.
import { eventIterator } from '@orpc/contract';
import * as z from 'zod';
import { ActiveLoop } from '../model/loop.ts';
import { read, write } from './base.ts';

const Loops = z.strictObject({
  /** Newest first; at most 200. */
  loops: z.array(ActiveLoop),
  /** Seen since start. */
  caught: z.number().int(),
});

export const loops = {
  list: read('/loops').output(Loops),
  /** The state now, then whenever it changes (at most twice a second). */
  watch: read('/loops-watch').output(eventIterator(Loops)),
  /** Forgets what a conversation repeated so far: its next request goes upstream as if nothing had happened. */
  clear: write('/loops/clear', 'process', 'conversation')
    .input(z.strictObject({ conversation: z.string().min(1).max(100) }))
    .output(z.strictObject({ cleared: z.boolean() })),
};
