// Runs the public suites of versions and of what goes with them, where they are at hand, and prints a line each: how many of its cases
// pass, which do not, and why. `npm run conformance`, with `-- --verbose` each case; exits 1 below a target, or where a miss has no reason.

import { COMPARATOR_VERSION } from '../src/main/advisory/versions/compare.ts';
import type { Outcome, Score, Suite } from './conformance/suite.ts';
import { readSuite, scoreOf } from './conformance/suite.ts';
import { SUITES } from './conformance/suites.ts';

const isVerbose = process.argv.includes('--verbose');

function print(suite: Suite, { passed, total, missed, outside, isMet }: Score): void {
  const share = `${((100 * passed) / total).toFixed(1)} %`;
  const target = `${100 * suite.target} %`;
  console.log(
    `${suite.name.padEnd(14)}${`${passed}/${total}`.padStart(10)}${share.padStart(10)}   target ${target.padStart(5)}` +
      `   misses ${String(missed.length).padStart(2)}   outside ${String(outside.length).padStart(3)}   ${isMet ? 'met' : 'NOT MET'}`,
  );
  printReasons('miss', missed);
  printReasons('outside', outside);
}

/** By their reasons; those that have none are always named. */
function printReasons(title: string, outcomes: readonly Outcome[]): void {
  for (const reason of new Set(outcomes.map((outcome) => outcome.reason))) {
    const of = outcomes.filter((outcome) => outcome.reason === reason);
    console.log(`    ${title} ×${of.length}: ${reason ?? 'NO REASON'}`);
    if (isVerbose || reason === null) for (const { what } of of) console.log(`        ${what}`);
  }
}

console.log(`comparator ${COMPARATOR_VERSION}`);
for (const suite of SUITES) {
  const data = readSuite(suite);
  if (data === null) {
    console.log(`${suite.name.padEnd(14)}skipped: ${suite.file} is not at hand`);
    continue;
  }
  const score = scoreOf(suite, suite.run(data));
  print(suite, score);
  if (!score.isMet) process.exitCode = 1;
}
