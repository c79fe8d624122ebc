// Who asks the proxy: named by key, header or address, with what the operator allows it. A key is shown once and kept
// as a hash. Source: proxy, Upstreams; loops, Switches.
import * as z from 'zod';
import { ProjectName } from './graph.ts';
import { MITIGATIONS } from './loop.ts';

export const ClientName = z
  .string()
  .regex(/^[\w.@:/+-]{1,64}$/, 'a client name is 1 to 64 of letters, digits and _ . @ : / + -');

/** Where what a client says is learnt: for all of its project, for itself alone, or nowhere. */
export const LEARNING = ['project', 'self', 'off'] as const;
export type Learning = (typeof LEARNING)[number];

/** Whether it is asked what words mean: left alone for a week when it never answers, always, or not at all. */
export const QUESTIONS = ['sparing', 'always', 'never'] as const;
export type Questions = (typeof QUESTIONS)[number];

export const ClientPolicy = z.strictObject({
  /** The one project it may speak for; null: any. */
  project: ProjectName.nullable().default(null),
  /** Prompts at once; more of them wait. Null: no limit. */
  concurrency: z.number().int().min(1).max(10_000).nullable().default(null),
  /** Prompts a minute; more of them are refused with 429. Null: no limit. */
  ratePerMinute: z.number().int().min(1).max(1_000_000).nullable().default(null),
  /** What is not done against its loops. */
  mitigationsOff: z.array(z.enum(MITIGATIONS)).max(MITIGATIONS.length).default([]),
  learning: z.enum(LEARNING).default('project'),
  questions: z.enum(QUESTIONS).default('sparing'),
  note: z.string().max(500).default(''),
});
export type ClientPolicy = z.infer<typeof ClientPolicy>;

export const ClientKey = z.strictObject({
  id: z.number().int(),
  /** Its first characters, enough to recognise it by. */
  hint: z.string(),
  createdAt: z.number().int(),
  /** To the minute; null: never since start. */
  lastUsedAt: z.number().int().nullable(),
  revokedAt: z.number().int().nullable(),
});
export type ClientKey = z.infer<typeof ClientKey>;

export const Client = ClientPolicy.extend({
  name: z.string(),
  /** False: only seen, no policy or key is stored for it. */
  stored: z.boolean(),
  keys: z.array(ClientKey),
  /** Epoch milliseconds of its last request since start; null: none. */
  seenAt: z.number().int().nullable(),
  running: z.number().int(),
  waiting: z.number().int(),
  requests: z.number().int(),
  /** Of the questions it was asked last, those in a row that nobody answered; at most five. */
  unanswered: z.number().int(),
  /** Until when it is asked nothing for that, epoch milliseconds; null when it is asked. */
  leftAloneUntil: z.number().int().nullable(),
  /** For `expectedVersion`; 0 when nothing is stored. */
  version: z.number().int(),
});
export type Client = z.infer<typeof Client>;

export const ClientsState = z.strictObject({
  /** Whether a request without a valid key is refused. */
  keysRequired: z.boolean(),
  /** Why, for people: the setting, or an address beyond loopback; null when they are not. */
  keysRequiredBecause: z.string().nullable(),
  /** Stored ones first, then those seen, newest first; at most 500. */
  clients: z.array(Client),
});
export type ClientsState = z.infer<typeof ClientsState>;
