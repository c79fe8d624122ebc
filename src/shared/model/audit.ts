// The record of what was done, as the Audit screen and `festinger verify` show it: chains of events by name.
// Source: memory, Store (graph_event), console, Audit; decision 046.
import * as z from 'zod';

/**
 * The memory's: what changed the graph, restored with it. The host's: what was done beside it, restored with nothing. The agent's: what
 * was asked, decided and done to resources, restored with nothing.
 */
export const ChainName = z.enum(['memory', 'host', 'agent']);
export type ChainName = z.infer<typeof ChainName>;

export const AuditEvent = z.strictObject({
  chain: ChainName,
  /** Within its chain. */
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
  chain: ChainName,
  ok: z.boolean(),
  events: z.number().int(),
  head: z.string(),
  /** The first event that does not fit, and why. */
  brokenAt: z.number().int().nullable(),
  reason: z.string().nullable(),
  checkedAt: z.number().int(),
});
export type ChainState = z.infer<typeof ChainState>;
