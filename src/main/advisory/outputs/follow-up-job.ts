// Durable work: once a step of a remediation is due, it is looked whether it was taken. Done by follow-up-worker.ts. Source: advisory, Deterministic tools.
import * as z from 'zod';
import { ProjectName } from '../../../shared/model/graph.ts';
import { openName } from '../../../shared/open-name.ts';
import { inProject, type JobKind } from '../../store/jobs/job-kind.ts';

const FollowUpPayload = z.strictObject({
  project: ProjectName,
  /** Key of the finding that the step is about. */
  finding: z.string().min(1).max(100),
  /** `version`: whether it has the version it was to have; `rescan`: whether anybody names one by now. */
  check: z.enum(['rescan', 'version']),
  /** What is looked for, as people read it. */
  target: z.string().max(400),
  /** Epoch milliseconds: not before. */
  at: z.number().int(),
  /** How often it was looked before. */
  looks: z.number().int().min(0),
});
export type FollowUpPayload = z.infer<typeof FollowUpPayload>;

const MOST_NAMED = 80;

export const FOLLOW_UP: JobKind<FollowUpPayload> = {
  name: 'follow_up',
  schema: FollowUpPayload,
  retry: { maxAttempts: 5, firstRetryMs: 10_000, longestRetryMs: 3_600_000 },
  describe: ({ project, target, check, at }) => ({
    project,
    line: `${check === 'version' ? 'Whether there is' : 'Whether anybody mends'} ${openName(target).slice(0, MOST_NAMED).toWellFormed()}, on ${new Date(at).toISOString().slice(0, 10)}${inProject(project)}`,
  }),
  describeWaiting: (count) => `${count} ${count === 1 ? 'step is' : 'steps are'} looked after`,
  title: 'Follow-ups of remediations',
  when: 'on the day a step is due, and a day after a brief on a remediation where none is; a week long each day',
  mend: { text: 'Jobs lets it run again.' },
};
