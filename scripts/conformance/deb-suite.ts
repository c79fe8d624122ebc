// dpkg's own comparisons of versions, and what it takes for one. A row of suites.ts.
import * as z from 'zod';
import { compare, versionOf } from '../../src/main/advisory/versions/compare.ts';
import { type Outcome, outcomeOf, type Suite } from './suite.ts';

const Data = z.object({
  compare: z.array(z.object({ a: z.string(), b: z.string(), expect: z.number() })),
  parse_valid: z.array(z.string()),
  parse_invalid: z.array(z.string()),
});

export const DEB_SUITE: Suite = {
  name: 'debver',
  file: 'versions/debver.json',
  target: 1,
  run(data): Outcome[] {
    const read = Data.parse(data);
    const isVersion = (text: string): boolean => versionOf('deb', text) !== null;
    return [
      ...read.compare.map(({ a, b, expect }) =>
        outcomeOf(`${a} ? ${b} = ${expect}`, compare('deb', a, b) === expect, []),
      ),
      ...read.parse_valid.map((text) => outcomeOf(`${JSON.stringify(text)} is one`, isVersion(text), [])),
      ...read.parse_invalid.map((text) => outcomeOf(`${JSON.stringify(text)} is none`, !isVersion(text), [])),
    ];
  },
};
