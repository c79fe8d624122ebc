// Works on jobs of kind `follow_up`: waits until a step is due, looks at its finding, and says what came of it; looks again each day for a week while it is open. Changes
// nothing but its own jobs. Source: advisory, Deterministic tools.
import type { Clock } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { BriefBody } from '../../../shared/model/evidence/brief.ts';
import { readOpenFinding } from '../../store/findings/of-vulnerabilities.ts';
import type { ClaimedJob, NewJob, Unfinished } from '../../store/jobs/job.ts';
import type { Finish, JobHandler } from '../../store/jobs/job-kind.ts';
import type { JobQueue } from '../../store/jobs/job-queue.ts';
import type { Store } from '../../store/store-access.ts';
import { FOLLOW_UP, type FollowUpPayload } from './follow-up-job.ts';

const DAY_MS = 86_400_000;
const MOST_LOOKS = 7;

export interface FollowUpParts {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
  readonly jobs: Pick<JobQueue, 'enqueue'>;
}

/** It is not due yet. */
class TooEarly extends AppError {
  readonly ms: number;

  constructor(ms: number, at: number) {
    super('UNAVAILABLE', `It is due on ${new Date(at).toISOString().slice(0, 10)}.`);
    this.ms = ms;
  }
}

export class FollowUpWorker implements JobHandler<FollowUpPayload> {
  readonly batch = 1;
  readonly #parts: FollowUpParts;

  constructor(parts: FollowUpParts) {
    this.#parts = parts;
  }

  async perform([job]: readonly ClaimedJob<FollowUpPayload>[], finish: Finish): Promise<void> {
    if (!job) return;
    const { store, clock, jobs } = this.#parts;
    const { payload } = job;
    const { project, finding, check, target, at, looks } = payload;
    const now = clock.now();
    if (now < at) throw new TooEarly(at - now, at);
    const open = await readOpenFinding(store.reader, project, finding);
    const outcome = outcomeOf(open, check, target);
    const again =
      outcome.isOpen && looks + 1 < MOST_LOOKS
        ? jobOf({ ...payload, at: now + DAY_MS, looks: looks + 1 })
        : null;
    await store.write(async (writer) => {
      if (again !== null) await jobs.enqueue(writer, [again]);
      await finish(
        writer,
        `${outcome.said}${outcome.isOpen && again === null ? ' It is looked for no more.' : ''}`,
      );
    });
  }

  judge(error: unknown): Unfinished | undefined {
    return error instanceof TooEarly ? { kind: 'wait', afterMs: error.ms, reason: error.message } : undefined;
  }
}

function outcomeOf(
  open: { readonly version: string | null; readonly fix: string | null } | undefined,
  check: FollowUpPayload['check'],
  target: string,
): { readonly isOpen: boolean; readonly said: string } {
  if (open === undefined) return { isOpen: false, said: `${target}: the finding is gone.` };
  if (check === 'rescan' && open.fix !== null)
    return { isOpen: false, said: `${target}: ${open.fix} mends it now; ask for a new brief.` };
  const has = open.version === null ? '' : `, it has ${open.version}`;
  return { isOpen: true, said: `${target}: still open${has}.` };
}

const jobOf = (payload: FollowUpPayload): NewJob => ({
  kind: FOLLOW_UP.name,
  key: `${payload.project}/${payload.finding}/${payload.at}`,
  payload: JSON.stringify(payload),
});

/** What a brief wants looked after; a step that is due is due on its day, whichever brief says so. */
export function followUpJobs({ project, steps, follow_ups }: BriefBody, now: number): NewJob[] {
  return follow_ups.flatMap(({ at, check, target }, n) => {
    const finding = steps[n]?.finding;
    if (finding === undefined) return [];
    const due = at === null ? (Math.floor(now / DAY_MS) + 1) * DAY_MS : Date.parse(at);
    return [jobOf({ project, finding, check, target: target.slice(0, 400), at: due, looks: 0 })];
  });
}
