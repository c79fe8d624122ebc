// The state of the host in one look: what Overview shows and what the header's dots mean. Source: console, Overview.
import * as z from 'zod';
import { FirstCall } from './start/first-call.ts';
import { PromptCut, RouteKind } from './traffic.ts';

export const Health = z.enum(['ok', 'wait', 'bad']);

/** One part of the program: well or not, and the reason with what to try when it is not. */
export const Component = z.strictObject({
  name: z.enum(['proxy', 'upstream', 'database', 'jobs', 'config']),
  label: z.string(),
  health: Health,
  reason: z.string().nullable(),
  fix: z.string().nullable(),
  since: z.number().int().nullable(),
});
export type Component = z.infer<typeof Component>;

/** Prompts to one model that were longer than its context. */
export const CutPrompts = z.strictObject({
  model: z.string(),
  upstream: z.string(),
  /** Of the newest, which `requestId` is. */
  cut: PromptCut,
  route: RouteKind,
  requestId: z.string(),
  lastAt: z.number().int(),
  /** How many of them, since the first that was followed by another within an hour. */
  count: z.number().int(),
});
export type CutPrompts = z.infer<typeof CutPrompts>;

export const SystemStatus = z.strictObject({
  version: z.string(),
  startedAt: z.number().int(),
  now: z.number().int(),
  demo: z.boolean(),
  /** What agents point their Ollama client at, e.g. `http://127.0.0.1:11435`. */
  baseUrl: z.string(),
  parts: z.array(Component),
  /** How far this process has followed what others wrote to the database. */
  feed: z.strictObject({
    /** Events not taken in yet. */
    behind: z.number().int(),
    /** When the database last answered, epoch ms; null before it did. */
    lastLookAt: z.number().int().nullable(),
    /** Whether notifications of other processes are heard; null where there are none (SQLite). */
    listening: z.boolean().nullable(),
  }),
  models: z.array(z.string()),
  /** Models whose prompts were cut within the last hour, the newest first, at most 5. */
  cutPrompts: z.array(CutPrompts),
  counts: z.strictObject({
    /** Those that a fact is about: words that are only counted are none. */
    concepts: z.number().int(),
    edges: z.number().int(),
    conflictsPending: z.number().int(),
    approvalsWaiting: z.number().int(),
    /** Active alerts that nobody has acknowledged or silenced. */
    alertsCritical: z.number().int(),
    alertsWarning: z.number().int(),
    /** Open findings that need somebody: known to be exploited, or held. */
    findingsWaiting: z.number().int(),
    jobsPending: z.number().int(),
    jobsDead: z.number().int(),
    requestsRunning: z.number().int(),
    /** Prompts that wait for a place at an upstream. */
    requestsWaiting: z.number().int(),
    /** Distinct clients that are in a loop now, in however many conversations. */
    agentsLooping: z.number().int(),
    /** Distinct clients seen in the last hour. */
    agents: z.number().int(),
  }),
  /** The first request over each wire, in the order of `WIRES`; those that nothing came over are left out. */
  firstCalls: z.array(FirstCall),
  /** Whether the first run is to be shown in the place of an Overview that has nothing to show yet. */
  firstRun: z.boolean(),
  bodiesKept: z.boolean(),
});
export type SystemStatus = z.infer<typeof SystemStatus>;

export const SERIES = [
  'requests',
  'addedMs',
  'prefillMs',
  'promptTokens',
  'completionTokens',
  'recalledFacts',
  'loops',
  'errors',
  'conflicts',
] as const;

/** One bucket every `stepMs`; a null is a bucket without a measurement. */
export const Series = z.strictObject({
  stepMs: z.number().int(),
  endAt: z.number().int(),
  values: z.strictObject(
    Object.fromEntries(SERIES.map((s) => [s, z.array(z.number().nullable())])) as Record<
      (typeof SERIES)[number],
      z.ZodArray<z.ZodNullable<z.ZodNumber>>
    >,
  ),
});
export type Series = z.infer<typeof Series>;
