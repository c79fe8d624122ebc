// The record of everything that changed the graph, as the Audit screen and `festinger verify` show it.
// Source: memory, Store (graph_event), console, Audit.
import * as z from 'zod';

export const AuditEvent = z.strictObject({
  id: z.number().int(),
  at: z.number().int(),
  project: z.string(),
  kind: z.string(),
  actor: z.string(),
  edgeId: z.number().int().nullable(),
  conflictId: z.number().int().nullable(),
  /** The action it is the head or a part of; null for what agents and prompts brought. */
  actionId: z.number().int().nullable(),
  /** One plain line. */
  summary: z.string(),
  payload: z.unknown(),
  hash: z.string(),
  prevHash: z.string(),
});
export type AuditEvent = z.infer<typeof AuditEvent>;

export const ChainState = z.strictObject({
  ok: z.boolean(),
  events: z.number().int(),
  head: z.string(),
  /** The first event that does not fit, and why. */
  brokenAt: z.number().int().nullable(),
  reason: z.string().nullable(),
  checkedAt: z.number().int(),
});
export type ChainState = z.infer<typeof ChainState>;
