// Conversations that are in a loop, and the way out.
import { eventIterator } from '@orpc/contract';
import * as z from 'zod';
import { ActiveLoop } from '../model/loop.ts';
import { procedure } from './base.ts';

const Loops = z.strictObject({
  /** Newest first; at most 200. */
  loops: z.array(ActiveLoop),
  /** Seen since start. */
  caught: z.number().int(),
});

export const loops = {
  list: procedure.route({ method: 'GET', path: '/loops' }).output(Loops),
  /** The state now, then whenever it changes (at most twice a second). */
  watch: procedure.route({ method: 'GET', path: '/loops-watch' }).output(eventIterator(Loops)),
  /** Forgets what a conversation repeated so far: its next request goes upstream as if nothing had happened. */
  clear: procedure
    .meta({ kind: 'write' })
    .route({ method: 'POST', path: '/loops/clear' })
    .input(z.strictObject({ conversation: z.string().min(1).max(100) }))
    .output(z.strictObject({ cleared: z.boolean() })),
};
