// Durable work that waits its turn, and long work under way, as the Jobs screen shows them.
// Source: memory, Writing, console, Jobs.
import * as z from 'zod';
import { SETTING_KEYS } from './settings.ts';

const SettingKey = z.enum(SETTING_KEYS);

export const JOB_STATUSES = ['waiting', 'active', 'done', 'dead'] as const;
export const JobStatus = z.enum(JOB_STATUSES);
export type JobStatus = z.infer<typeof JobStatus>;

export const Job = z.strictObject({
  id: z.string(),
  kind: z.string(),
  /** What the kind is called. */
  title: z.string(),
  status: JobStatus,
  /** One plain line: what it is about. */
  summary: z.string(),
  attempts: z.number().int(),
  createdAt: z.number().int(),
  /** When it runs next, for one that waits. */
  runAt: z.number().int(),
  finishedAt: z.number().int().nullable(),
  lastError: z.string().nullable(),
  /** What came of it, for one that is done and says so. */
  result: z.string().optional(),
});
export type Job = z.infer<typeof Job>;

/** One kind of jobs: what it is, whether they run, and how many there are. */
export const JobCounts = z.strictObject({
  kind: z.string(),
  title: z.string(),
  /** When its jobs run, in words. */
  when: z.string(),
  /** The setting that pauses it, and what its switch says; null for a kind this version does not know. */
  pause: z.strictObject({ setting: SettingKey, label: z.string() }).nullable(),
  paused: z.boolean(),
  /** Why none starts now: paused, no model, no budget left; null when they do. */
  held: z.string().nullable().optional(),
  /** Where in Settings what holds them is mended. */
  mendIn: z.literal('models').optional(),
  waiting: z.number().int(),
  active: z.number().int(),
  done: z.number().int(),
  dead: z.number().int(),
});
export type JobCounts = z.infer<typeof JobCounts>;

/** Long work of this process: imports, exports, backups. */
export const Task = z.strictObject({
  id: z.string(),
  kind: z.enum(['import', 'export', 'backup', 'restore', 'verify', 'migrate', 'action', 'evidence']),
  title: z.string(),
  /** The id of the resource it is done to; null for none. */
  about: z.string().nullable(),
  status: z.enum(['running', 'done', 'failed', 'cancelled']),
  startedAt: z.number().int(),
  finishedAt: z.number().int().nullable(),
  done: z.number().int(),
  /** Null while unknown. */
  total: z.number().int().nullable(),
  unit: z.string(),
  /** What came of it, or what went wrong. */
  result: z.string().nullable(),
  /** The file it wrote into a folder of the data directory, by its name there; once it is done, where there is one. */
  file: z.string().optional(),
  cancellable: z.boolean(),
});
export type Task = z.infer<typeof Task>;

export const Budget = z.strictObject({
  day: z.string(),
  tokens: z.number().int(),
  tokenLimit: z.number().int(),
  /** US dollars. */
  cost: z.number(),
  costLimit: z.number(),
  calls: z.number().int(),
  failed: z.number().int(),
  resetsAt: z.number().int(),
});
export type Budget = z.infer<typeof Budget>;

/** What waits in the queue, what runs, and what it costs. */
export const JobsState = z.strictObject({ counts: z.array(JobCounts), tasks: z.array(Task), budget: Budget });
export type JobsState = z.infer<typeof JobsState>;
