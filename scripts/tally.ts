// Counts tests in the reports of vitest and Playwright, and names what failed and what was skipped, and why: a log cut short keeps its end.

import { stripVTControlCharacters } from 'node:util';

export interface Tally {
  passed: number;
  failed: string[];
  skipped: string[];
}

/** Of what a failed test says, so much is repeated. */
const WHY_LINES = 12;

interface VitestReport {
  testResults: Array<{
    status: string;
    message?: string;
    name?: string;
    assertionResults: Array<{
      status: string;
      fullName: string;
      failureMessages?: string[];
      meta?: { skipReason?: string };
    }>;
  }>;
}

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs?: Array<{
    title: string;
    tests: Array<{
      status: string;
      annotations: Array<{ type: string; description?: string }>;
      results?: Array<{ errors?: Array<{ message?: string }> }>;
    }>;
  }>;
}

/** @param report the parsed JSON of either runner. */
export function tally(report: unknown): Tally {
  const counted: Tally = { passed: 0, failed: [], skipped: [] };
  if (typeof report !== 'object' || report === null) return counted;
  if ('testResults' in report) countVitest(report as VitestReport, counted);
  if ('suites' in report)
    for (const suite of (report as { suites: PlaywrightSuite[] }).suites) countPlaywright(suite, counted);
  return counted;
}

function countVitest(report: VitestReport, counted: Tally): void {
  for (const file of report.testResults) {
    // A file that could not be loaded has no tests, and has failed.
    if (file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'))
      counted.failed.push(because(file.name ?? 'a file', file.message));
    for (const test of file.assertionResults) {
      if (test.status === 'passed') counted.passed++;
      else if (test.status === 'failed')
        counted.failed.push(because(test.fullName, test.failureMessages?.join('\n')));
      else counted.skipped.push(`${test.fullName}: ${test.meta?.skipReason ?? 'see the test'}`);
    }
  }
}

function countPlaywright(suite: PlaywrightSuite, counted: Tally): void {
  for (const inner of suite.suites ?? []) countPlaywright(inner, counted);
  for (const spec of suite.specs ?? []) {
    for (const test of spec.tests) {
      if (test.status === 'expected') counted.passed++;
      else if (test.status === 'skipped') {
        const reason = test.annotations.find((note) => note.type === 'skip')?.description;
        counted.skipped.push(`${suite.title} > ${spec.title}: ${reason ?? 'see the test'}`);
      } else {
        const errors = (test.results ?? []).flatMap((result) => result.errors ?? []);
        counted.failed.push(
          because(`${suite.title} > ${spec.title}`, errors.map(({ message }) => message).join('\n')),
        );
      }
    }
  }
}

function because(what: string, why: string | undefined): string {
  const lines = stripVTControlCharacters(why ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  return [what, ...lines.slice(0, WHY_LINES).map((line) => `    ${line}`)].join('\n');
}
