// The first request over a wire: what the lights of the Connect panel show. Source: console, Overview.
import * as z from 'zod';
import { WIRES } from './wires.ts';

export const FirstCall = z.strictObject({
  wire: z.enum(WIRES),
  /** Epoch milliseconds. */
  at: z.number().int(),
  client: z.string(),
  /** What it calls itself, such as `curl/8.14.1`; null where it says nothing that can be shown. */
  program: z.string().nullable(),
});
export type FirstCall = z.infer<typeof FirstCall>;
