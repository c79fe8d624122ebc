// The tests of the VERS specification: orders of its schemes, ranges read and tested. A row of suites.ts.
import * as z from 'zod';
import { compare } from '../../src/main/advisory/versions/compare.ts';
import { schemeOfVersType } from '../../src/main/advisory/versions/scheme.ts';
import { inVers, readVers } from '../../src/main/advisory/versions/vers.ts';
import { outcomeOf, type Reason, type Suite } from './suite.ts';

const Ordered = z.object({ input_scheme: z.string(), versions: z.array(z.string()) });
const Parsed = z.object({
  scheme: z.string(),
  version_constraints: z.array(z.tuple([z.string(), z.string()])),
});
const Test = z.discriminatedUnion('test_type', [
  z.object({ test_type: z.literal('comparison'), input: Ordered, expected_output: z.array(z.string()) }),
  z.object({ test_type: z.literal('equality'), input: Ordered, expected_output: z.boolean() }),
  z.object({
    test_type: z.literal('containment'),
    input: z.object({ vers: z.string(), version: z.string() }),
    expected_output: z.boolean(),
  }),
  z.object({ test_type: z.literal('validate'), input: z.string(), expected_output: z.string() }),
  z.object({
    test_type: z.literal('parse'),
    input: z.string(),
    expected_output: Parsed.optional(),
    expected_failure: z.boolean().optional(),
  }),
  z.object({
    test_type: z.literal('from_native'),
    input: z.object({ scheme: z.string(), native_range: z.string() }),
    expected_output: z.string(),
  }),
]);
type Test = z.infer<typeof Test>;
const Data = z.object({ tests: z.array(Test) });

/** Cases that do not pass, each by its input, so that a new disagreement shows. */
const missed = (reason: string, inputs: readonly string[]): Reason => ({
  is: 'missed',
  reason,
  fits: (what) => inputs.some((input) => what.includes(input)),
});

const REASONS: readonly Reason[] = [
  missed('unsorted: the specification bids us refuse what this part of the suite sorts', [
    '/>=3.0.0|2.0.3"',
    '/>=3.0.0|!=2.0.3"',
    '/0.0.2|0.0.6|>=3.0.0|',
    '/0.0.2|0.0.6|0.0.0|',
    '/0.0.2|0.0.6|>=0.0.0|',
  ]),
  missed('needless constraints, such as > after >, which the specification calls invalid', [
    '/>0.0.0|>=0.0.1|0.0.2|<0.0.3|',
    '/>0.0.0|>=0.0.1|>=0.0.1|',
    '/>0.0.0|>=0.0.1|0.0.2|0.0.3|',
  ]),
  missed('1.0%2F0 is no version of npm, so that nothing could be said of the range', ['/1.0%252F0']),
  {
    is: 'outside',
    reason: 'ranges in the notations of ecosystems: no document of evidence has them',
    fits: (what) => what.startsWith('from_native '),
  },
];

function passes(test: Test): boolean {
  switch (test.test_type) {
    case 'comparison':
      return isSortedAs(test.input, test.expected_output);
    case 'equality': {
      const [a = '', b = ''] = test.input.versions;
      const order = compare(schemeOfVersType(test.input.input_scheme), a, b);
      return order !== null && (order === 0) === test.expected_output;
    }
    case 'containment': {
      const read = readVers(test.input.vers);
      return read.ok && inVers(read.vers, test.input.version) === test.expected_output;
    }
    case 'validate':
      return readVers(test.input).ok && test.input === test.expected_output;
    case 'parse':
      return isReadAs(test.input, test.expected_failure === true ? null : test.expected_output);
    case 'from_native':
      return false;
  }
}

/** Whether the versions are those of the list, and neighbours in it ascend. */
function isSortedAs({ input_scheme, versions }: z.infer<typeof Ordered>, sorted: readonly string[]): boolean {
  const scheme = schemeOfVersType(input_scheme);
  const orders = sorted.slice(1).map((version, at) => compare(scheme, sorted[at] ?? '', version));
  const isEqual = new Set(versions).size < versions.length;
  return orders.every((order) => order === -1 || (isEqual && order === 0));
}

function isReadAs(text: string, expected: z.infer<typeof Parsed> | null | undefined): boolean {
  const read = readVers(text);
  if (!read.ok || !expected) return !read.ok && expected === null;
  const { type, constraints } = read.vers;
  if (typeof constraints === 'string') return false;
  const pairs = constraints.map(({ comparator, version }) => [comparator, version.text]);
  return type === expected.scheme && JSON.stringify(pairs) === JSON.stringify(expected.version_constraints);
}

export const VERS_SUITE: Suite = {
  name: 'vers',
  file: 'versions/vers.json',
  target: 0.95,
  run: (data) =>
    Data.parse(data).tests.map((test) =>
      outcomeOf(`${test.test_type} ${JSON.stringify(test.input)}`, passes(test), REASONS),
    ),
};
