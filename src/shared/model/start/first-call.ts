// The first request over a wire, and who came last: what the lights of the Connect panel show. Source: console, Overview.
import * as z from 'zod';
import { WIRES } from './wires.ts';

export const Caller = z.strictObject({
  /** When it came for the first time, epoch milliseconds. */
  at: z.number().int(),
  client: z.string(),
  /** What it calls itself, such as `curl/8.14.1`; null where it says nothing that can be shown. */
  program: z.string().nullable(),
});
export type Caller = z.infer<typeof Caller>;

export const FirstCall = Caller.extend({
  wire: z.enum(WIRES),
  /** The last that came over it for the first time since the console started, another than the first; null while there is none. */
  newest: Caller.nullable(),
});
export type FirstCall = z.infer<typeof FirstCall>;
