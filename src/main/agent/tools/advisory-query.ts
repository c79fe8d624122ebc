// `advisory_query`: findings, briefs and their evidence. There are none before advisories are fetched and matched, and it says so rather than
// answering that nothing is wrong. Source: agent, Tools; advisory.
import * as z from 'zod';
import { AppError } from '../../../shared/model/envelope.ts';
import { ResourceReference } from '../../../shared/model/resource.ts';
import { readTool } from './tool.ts';

const Arguments = z.strictObject({
  action: z.enum(['findings', 'briefs', 'evidence']).default('findings'),
  resource: ResourceReference.optional().describe('Only what concerns this one.'),
});

export const advisoryQuery = readTool({
  name: 'advisory_query',
  description:
    'Lists known security weaknesses of what runs here, with their evidence, once advisories are matched.',
  schema: Arguments,
  kind: 'read',
  permission: 'anyone',
  category: 'finding',
  target: ({ resource }) => resource ?? null,
  facts: () => [],
  predictKeys: () => [],
  async run() {
    throw new AppError(
      'FEATURE_OFF',
      'No advisories are matched here, so there is no evidence to ask: that is no sign that nothing is wrong.',
      { feature: 'advisories' },
    );
  },
});
