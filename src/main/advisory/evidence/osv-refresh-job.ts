// Durable work: what changed in an ecosystem of OSV since it was imported is fetched from the mirror. Done by osv-refresh-worker.ts.
// Source: structure S5, Coverage.
import * as z from 'zod';
import { EcosystemName } from '../../../shared/model/evidence/ecosystem.ts';
import { ProjectName } from '../../../shared/model/graph.ts';
import { inProject, type JobKind } from '../../store/jobs/job-kind.ts';

const OsvRefreshPayload = z.strictObject({ project: ProjectName, ecosystem: EcosystemName });
export type OsvRefreshPayload = z.infer<typeof OsvRefreshPayload>;

export const OSV_REFRESH: JobKind<OsvRefreshPayload> = {
  name: 'osv_refresh',
  schema: OsvRefreshPayload,
  retry: { maxAttempts: 6, firstRetryMs: 60_000, longestRetryMs: 3_600_000 },
  describe: ({ project, ecosystem }) => ({
    project,
    line: `Refresh of ${ecosystem} advisories${inProject(project)}`,
  }),
  describeWaiting: (count) => `${count} ${count === 1 ? 'refresh' : 'refreshes'} of advisories pending`,
  title: 'Advisory refresh',
  when: 'once a day for each ecosystem that was imported from a mirror, while Settings names an OSV mirror',
  mend: { text: 'Check the OSV mirror in Settings, then retry the job.' },
};
