// Durable work: one revision of one brief is made. Done by brief-worker.ts. Source: advisory, Profiles.
import * as z from 'zod';
import { BriefRequest, BriefTask, Sha256 } from '../../../shared/model/evidence/brief.ts';
import { ProjectName } from '../../../shared/model/graph.ts';
import { openName } from '../../../shared/open-name.ts';
import { inProject, type JobKind } from '../../store/jobs/job-kind.ts';

const BriefPayload = z.strictObject({
  project: ProjectName,
  task: BriefTask,
  request: BriefRequest,
  /** Under which it was asked for: other evidence meanwhile makes another. */
  cacheKey: Sha256,
  revision: z.number().int().min(1),
  /** Of what was computed alone; left out where it is not. */
  computed: z.literal(true).optional(),
});
export type BriefPayload = z.infer<typeof BriefPayload>;

const MOST_NAMED = 80;

export const BRIEF_JOB: JobKind<BriefPayload> = {
  name: 'brief',
  schema: BriefPayload,
  retry: { maxAttempts: 5, firstRetryMs: 2000, longestRetryMs: 300_000 },
  describe: ({ project, task, request }) => ({
    project,
    line: `${TITLES[task]} ${openName(request.advisoryKey).slice(0, MOST_NAMED).toWellFormed()}${inProject(project)}`,
  }),
  describeWaiting: (count) => `${count} ${count === 1 ? 'brief waits' : 'briefs wait'}`,
  title: 'Briefs',
  when: 'when a brief is asked for that is not there yet',
  pause: { setting: 'briefs_paused', label: 'Make no briefs' },
  mend: { text: 'Jobs lets it run again; Settings has the models that word briefs.', tab: 'models' },
};

const TITLES: Readonly<Record<BriefTask, string>> = {
  summary: 'A summary of',
  conflict: 'What is said of',
  remediation: 'How to remedy',
};

/** A job is found by what it makes. */
export const jobKeyOf = ({
  project,
  cacheKey,
  revision,
}: Pick<BriefPayload, 'project' | 'cacheKey' | 'revision'>): string => `${project}/${cacheKey}/${revision}`;
