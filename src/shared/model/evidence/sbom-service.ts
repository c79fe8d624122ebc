// The service of lists elsewhere as an operator sees it: how it is set up, and what a test of it came to. No key is in either. Source: advisory, Evidence.
import * as z from 'zod';

export const SbomServiceState = z.strictObject({
  /** Where it is asked. */
  address: z.string(),
  /** Null: each project under its own name. */
  tenant: z.string().nullable(),
  /** The environment variable that holds the key; null: it is asked without one. */
  keyFrom: z.string().nullable(),
  /** Why the last brief went without it; null when it did not. */
  fault: z.string().nullable(),
});
export type SbomServiceState = z.infer<typeof SbomServiceState>;

export const SbomServiceTest = z.strictObject({
  ok: z.boolean(),
  /** Of its answer; null where none came. */
  status: z.number().int().nullable(),
  /** What it was asked about. */
  artifact: z.string(),
  lists: z.number().int(),
  observations: z.number().int(),
  ms: z.number(),
  /** Why not, and what helps. */
  problem: z.string().nullable(),
});
export type SbomServiceTest = z.infer<typeof SbomServiceTest>;
