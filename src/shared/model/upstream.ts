// The upstreams, as the operator sees them: well or not, what they hold loaded, what runs there and what waits.
// Source: proxy, Upstreams, console, Overview.
import * as z from 'zod';

/**
 * What the operator lets an upstream do. `paused`: what would go there waits. `draining`: it gets nothing new, and what
 * runs there ends; without another upstream a request is refused in its route's shape.
 */
export const UPSTREAM_MODES = ['open', 'paused', 'draining'] as const;
export const UpstreamMode = z.enum(UPSTREAM_MODES);
export type UpstreamMode = z.infer<typeof UpstreamMode>;

/** `open`: it has failed several times in a row and is chosen last; `half_open`: one request tries it. */
export const CIRCUIT_STATES = ['closed', 'open', 'half_open'] as const;
export const CircuitState = z.enum(CIRCUIT_STATES);
export type CircuitState = z.infer<typeof CircuitState>;

export const LoadedModel = z.strictObject({
  name: z.string(),
  contextTokens: z.number().int().nullable(),
  /** Bytes of video memory. */
  vramBytes: z.number().nullable(),
  /** Epoch milliseconds. */
  expiresAt: z.number().nullable(),
});
export type LoadedModel = z.infer<typeof LoadedModel>;

/** `default`: nothing names one, so that Ollama's own address on this machine stands. Only the console's are changed in the console. */
export const UPSTREAM_SET_BY = ['file', 'console', 'command line', 'demo', 'default'] as const;
export const UpstreamSetBy = z.enum(UPSTREAM_SET_BY);
export type UpstreamSetBy = z.infer<typeof UpstreamSetBy>;

export const UpstreamState = z.strictObject({
  name: z.string(),
  setBy: UpstreamSetBy,
  /** Names of the headers it is sent; their values are shown to nobody. */
  headerNames: z.array(z.string()),
  /** What a change of it is based on; null for one that the console does not hold. */
  revision: z.number().int().nullable(),
  url: z.string(),
  weight: z.number(),
  /** Prompts and embeddings it is given at once; null: no limit of ours. */
  slots: z.number().int().nullable(),
  mode: UpstreamMode,
  ok: z.boolean(),
  /** Why not, in words an operator can act on; null when well. */
  reason: z.string().nullable(),
  /** Epoch milliseconds since when it is so. */
  since: z.number().int(),
  version: z.string().nullable(),
  circuit: CircuitState,
  /** Requests on their way there. */
  running: z.number().int(),
  loaded: z.array(LoadedModel),
  /** Models it offers; null while unknown. */
  offered: z.number().int().nullable(),
});
export type UpstreamState = z.infer<typeof UpstreamState>;

export const QueueState = z.strictObject({
  waiting: z.number().int(),
  /** Milliseconds the oldest has waited; null when none waits. */
  oldestMs: z.number().nullable(),
  /** Clients with something waiting or running, most waiting first; at most 50. */
  clients: z.array(
    z.strictObject({ client: z.string(), running: z.number().int(), waiting: z.number().int() }),
  ),
});
export type QueueState = z.infer<typeof QueueState>;

/** One the console holds, and that is not used. */
export const IdleUpstream = z.strictObject({
  name: z.string(),
  url: z.string(),
  weight: z.number(),
  slots: z.number().int().nullable(),
  headerNames: z.array(z.string()),
  revision: z.number().int(),
  /** Why not, and what to do. */
  because: z.string(),
});
export type IdleUpstream = z.infer<typeof IdleUpstream>;

export const UpstreamsState = z.strictObject({
  upstreams: z.array(UpstreamState),
  queue: QueueState,
  idle: z.array(IdleUpstream),
});
export type UpstreamsState = z.infer<typeof UpstreamsState>;

/** The same of a pool, which knows those in use alone. */
export type PoolState = Omit<UpstreamsState, 'idle'>;
