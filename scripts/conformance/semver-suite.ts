// node-semver's own tests of its order of versions, and of constraints in a chain. Ranges in npm's own notation are outside. A row of
// suites.ts.
import * as z from 'zod';
import { compare, versionOf } from '../../src/main/advisory/versions/compare.ts';
import { contains } from '../../src/main/advisory/versions/contains.ts';
import { parseSemver } from '../../src/main/advisory/versions/schemes/semver.ts';
import { type Outcome, outcomeOf, type Suite } from './suite.ts';

const Options = z.object({ loose: z.boolean().optional() }).nullable();
const Pair = z.object({ a: z.string(), b: z.string(), expect: z.number(), options: Options });
const Data = z.object({
  comparisons: z.array(Pair),
  equality: z.array(Pair),
  range_include: z.array(z.unknown()),
  range_exclude: z.array(z.unknown()),
  range_parse: z.array(z.unknown()),
  invalid_versions: z.array(z.object({ version: z.string(), reason: z.string() })),
  valid_versions: z.array(
    z.object({
      version: z.string(),
      major: z.number(),
      minor: z.number(),
      patch: z.number(),
      prerelease: z.array(z.union([z.string(), z.number()])),
      build: z.array(z.string()),
    }),
  ),
  gtr: z.array(z.unknown()),
  ltr: z.array(z.unknown()),
  range_intersection: z.array(z.unknown()),
  chained: z.array(z.object({ constraint: z.string(), version: z.string(), expect: z.boolean() })),
});
type Options = z.infer<typeof Options>;

const LOOSE = 'a loose spelling, which is no SemVer: unknown';
const NATIVE = 'ranges in the notation of npm: no document of evidence has them';
const UNBOUNDED =
  'numbers of node-semver end at 2^53 and its versions at 256 characters; those of SemVer do not';

/** @param reason of a case that is outside where its answer is not the suite's; null where it may not be */
const judged = (what: string, passed: boolean, reason: string | null): Outcome =>
  outcomeOf(what, passed, reason === null ? [] : [{ is: 'outside', reason, fits: () => true }]);

const looseReason = (options: Options, answer: unknown): string | null =>
  options?.loose === true && answer === null ? LOOSE : null;

function comparison({ a, b, expect, options }: z.infer<typeof Pair>): Outcome {
  const order = compare('semver', a, b);
  return judged(`${a} ? ${b} = ${expect}`, order === expect, looseReason(options, order));
}

function validity({ version, reason }: { version: string; reason: string }): Outcome {
  const isTooMuch = reason === 'too big' || reason === 'too long';
  const what = `${version.slice(0, 40)} is none (${reason})`;
  return judged(what, versionOf('semver', version) === null, isTooMuch ? UNBOUNDED : null);
}

function parsing(valid: z.infer<typeof Data>['valid_versions'][number]): Outcome {
  const read = parseSemver(valid.version);
  const expected = {
    numbers: [valid.major, valid.minor, valid.patch].map(String),
    prerelease: valid.prerelease.map(String),
    build: valid.build,
  };
  return judged(`${valid.version} is one`, JSON.stringify(read) === JSON.stringify(expected), null);
}

export const SEMVER_SUITE: Suite = {
  name: 'node-semver',
  file: 'versions/semver.json',
  target: 1,
  run(data) {
    const read = Data.parse(data);
    return [
      ...read.comparisons.map(comparison),
      ...read.equality.map(comparison),
      ...read.invalid_versions.map(validity),
      ...read.valid_versions.map(parsing),
      ...[
        read.range_include,
        read.range_exclude,
        read.range_parse,
        read.gtr,
        read.ltr,
        read.range_intersection,
      ].flatMap((cases) => cases.map((one) => judged(JSON.stringify(one), false, NATIVE))),
      ...read.chained.map(({ constraint, version, expect }) => {
        const answer = contains('semver', { kind: 'constraints', text: constraint }, version);
        return judged(`${version} ${expect ? 'in' : 'not in'} ${constraint}`, answer === expect, null);
      }),
    ];
  },
};
