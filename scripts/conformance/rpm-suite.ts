// RPM's own comparisons of versions. A row of suites.ts.
import * as z from 'zod';
import { compare } from '../../src/main/advisory/versions/compare.ts';
import { outcomeOf, type Suite } from './suite.ts';

const Data = z.array(z.object({ a: z.string(), b: z.string(), expect: z.number() }));

export const RPM_SUITE: Suite = {
  name: 'rpmvercmp',
  file: 'versions/rpmvercmp.json',
  target: 1,
  run: (data) =>
    Data.parse(data).map(({ a, b, expect }) =>
      outcomeOf(`${a} ? ${b} = ${expect}`, compare('rpm', a, b) === expect, []),
    ),
};
