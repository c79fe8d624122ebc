// Events of OSV ranges, evaluated by the schema's algorithm. A row of suites.ts.
import * as z from 'zod';
import { contains } from '../../src/main/advisory/versions/contains.ts';
import { outcomeOf, type Suite } from './suite.ts';

const Data = z.object({
  cases: z.array(
    z.object({
      name: z.string(),
      type: z.enum(['SEMVER', 'ECOSYSTEM', 'GIT']),
      events: z.array(
        z.object({
          introduced: z.string().optional(),
          fixed: z.string().optional(),
          last_affected: z.string().optional(),
          limit: z.string().optional(),
        }),
      ),
      version: z.string(),
      affected: z.boolean(),
    }),
  ),
});

export const OSV_SUITE: Suite = {
  name: 'osv ranges',
  file: 'versions/osv-ranges.json',
  target: 1,
  run: (data) =>
    Data.parse(data).cases.map(({ name, type, events, version, affected }) => {
      const range = { kind: 'osv', ranges: [{ type, events }], versions: [] } as const;
      return outcomeOf(`${name}: ${version}`, contains('semver', range, version) === affected, []);
    }),
};
