// node-semver's own tests: its order of versions, and its ranges read by order alone, as evidence reads them. What npm asks of ranges for
// the sake of installing is outside. A row of suites.ts.
import * as z from 'zod';
import { compare, versionOf } from '../../src/main/advisory/versions/compare.ts';
import { contains } from '../../src/main/advisory/versions/contains.ts';
import { inNpmRange, writeNpmRange } from '../../src/main/advisory/versions/npm-range.ts';
import { parseSemver } from '../../src/main/advisory/versions/schemes/semver.ts';
import { type Outcome, outcomeOf, type Suite } from './suite.ts';

const Options = z
  .object({ loose: z.boolean().optional(), includePrerelease: z.boolean().optional() })
  .nullable();
const Pair = z.object({ a: z.string(), b: z.string(), expect: z.number(), options: Options });
const Tested = z.object({ range: z.string(), version: z.string(), expect: z.boolean(), options: Options });
const Data = z.object({
  comparisons: z.array(Pair),
  equality: z.array(Pair),
  range_include: z.array(Tested),
  range_exclude: z.array(Tested),
  range_parse: z.array(z.object({ range: z.string(), canonical: z.string().nullable(), options: Options })),
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
  gtr: z.array(Tested),
  ltr: z.array(Tested),
  range_intersection: z.array(z.unknown()),
  chained: z.array(z.object({ constraint: z.string(), version: z.string(), expect: z.boolean() })),
});
type Tested = z.infer<typeof Tested>;
type Options = z.infer<typeof Options>;

const LOOSE = 'a loose spelling, which is no SemVer: unknown';
const PRERELEASE = "npm's rule that a range holds no prerelease it does not name, which is about installing";
const NO_RANGE = 'no range or no version: npm says false, we say unknown';
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

const isPrerelease = (version: string): boolean => (parseSemver(version)?.prerelease.length ?? 0) > 0;

function containment({ range, version, options }: Tested, expect: boolean): Outcome {
  const prereleases = options?.includePrerelease ?? false;
  const answer = inNpmRange(range, version, { prereleases });
  const isLeftOut = answer === true && !prereleases && isPrerelease(version);
  const reason =
    looseReason(options, answer) ?? (isLeftOut ? PRERELEASE : answer === null && !expect ? NO_RANGE : null);
  return judged(`${version} ${expect ? 'in' : 'not in'} ${range}`, answer === expect, reason);
}

function spelling({ range, canonical, options }: z.infer<typeof Data>['range_parse'][number]): Outcome {
  const written = writeNpmRange(range, { prereleases: options?.includePrerelease ?? false });
  const reason = canonical === null && range.includes('9007199254740991') ? UNBOUNDED : null;
  return judged(`${range} is ${canonical}`, written === canonical, looseReason(options, written) ?? reason);
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
      ...read.range_include.map((tested) => containment(tested, true)),
      ...read.range_exclude.map((tested) => containment(tested, false)),
      ...read.range_parse.map(spelling),
      ...read.invalid_versions.map(validity),
      ...read.valid_versions.map(parsing),
      // above or below all of a range is in particular not within it
      ...[...read.gtr, ...read.ltr].map((tested) => containment(tested, false)),
      ...read.range_intersection.map((pair) =>
        judged(JSON.stringify(pair), false, 'whether two ranges meet is no question of evidence'),
      ),
      ...read.chained.map(({ constraint, version, expect }) => {
        const answer = contains('semver', { kind: 'constraints', text: constraint }, version);
        return judged(`${version} ${expect ? 'in' : 'not in'} ${constraint}`, answer === expect, null);
      }),
    ];
  },
};
