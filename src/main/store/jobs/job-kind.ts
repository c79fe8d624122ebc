// What a feature says about a kind of durable work, once, where its worker is: `jobs.register(KIND, handler)` is all the rest of
// the program needs. Whatever shows, pauses, counts or retries jobs asks the queue which kinds there are. Source: memory, Writing; console, Jobs.
import type * as z from 'zod';
import { DEFAULT_PROJECT } from '../../../shared/model/graph.ts';
import type { SettingKey, Settings } from '../../../shared/model/settings.ts';
import type { StoreWriter } from '../store-access.ts';
import type { ClaimedJob, RetryPolicy, Unfinished } from './job.ts';

/** Settings that are on or off. */
export type SwitchKey = { [K in SettingKey]: Settings[K] extends boolean ? K : never }[SettingKey];

export interface JobKind<Payload = unknown> {
  /** Stored with every job, and a label of the metrics: it never changes. */
  readonly name: string;
  /** What a job holds. One that does not fit is tried as often as any, since another version may read it, and then dead. */
  readonly schema: z.ZodType<Payload>;
  readonly retry: RetryPolicy;
  /**
   * A later job may be about what an earlier one does: processes that share a database work on the kind one at a time.
   * One that is tried again later lets the others by all the same.
   */
  readonly inOrder?: boolean;
  /** Whose project, and one plain line of what it is about. */
  describe(payload: Payload): { readonly project: string; readonly line: string };
  /** The same of all that wait: `3 facts wait`. */
  describeWaiting(count: number): string;
  /** The queue's name, and when its jobs run, as the Jobs screen has them. */
  readonly title: string;
  readonly when: string;
  /** The setting by which an operator pauses it, and what its switch says; left out, it cannot be paused. */
  readonly pause?: { readonly setting: SwitchKey; readonly label: string };
  /** What to do where it is held; `tab` is where in Settings. */
  readonly mend: { readonly text: string; readonly tab?: 'models' };
}

/**
 * Marks jobs of the batch done; called within the transaction of their effect.
 * @param result what came of them
 * @param jobs those of the batch that are done with this transaction; all of them when left out
 */
export type Finish = (
  writer: StoreWriter,
  result?: string,
  jobs?: readonly ClaimedJob<unknown>[],
) => Promise<void>;

export interface JobHandler<Payload> {
  /** At most so many jobs at a time. */
  readonly batch: number;
  /**
   * Does the jobs' work, calling `finish` within its transaction; each is done by then or not at all.
   * @param signal aborts when the queue closes, the kind is paused or the jobs were ended from without: what takes long gives up then
   * @throws when any of them cannot be done; each is then tried alone
   */
  readonly perform: (
    jobs: readonly ClaimedJob<Payload>[],
    finish: Finish,
    signal: AbortSignal,
  ) => Promise<void>;
  /** Why no job shall start now, beside the kind's being paused; null when they may. */
  readonly held?: () => string | null;
  /** Settings or models changed, or an operator wants it tried: what it remembers as a reason to hold may be over. */
  readonly reconsider?: () => void;
  /** What a failure leads to; undefined: tried again by the kind's rules. */
  readonly judge?: (error: unknown, job: ClaimedJob<Payload>) => Unfinished | undefined;
  /** Told of a job that was put back or died, within that transaction. */
  readonly onPutBack?: (writer: StoreWriter, job: ClaimedJob<Payload>, outcome: Unfinished) => Promise<void>;
  /** Told of a job that is not done and that an operator lets run again, or takes out, within that transaction. */
  readonly onHandled?: (
    writer: StoreWriter,
    payload: Payload,
    how: 'queued' | 'discarded',
    reason: string,
  ) => Promise<void>;
}

/** @returns null for what is not what the kind promises */
export function readPayload<Payload>(
  { schema }: Pick<JobKind<Payload>, 'schema'>,
  payload: string,
): { readonly is: Payload } | null {
  try {
    const read = schema.safeParse(JSON.parse(payload));
    return read.success ? { is: read.data } : null;
  } catch {
    return null;
  }
}

/** Behind a job's line, where there are several projects. */
export function inProject(project: string): string {
  return project === DEFAULT_PROJECT ? '' : ` (project ${project})`;
}
