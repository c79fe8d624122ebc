// Counts tests in the reports of vitest and Playwright, and names what was skipped and why.

export interface Tally {
  passed: number;
  failed: number;
  skipped: string[];
}

interface VitestReport {
  testResults: Array<{
    status: string;
    message?: string;
    assertionResults: Array<{ status: string; fullName: string; meta?: { skipReason?: string } }>;
  }>;
}

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs?: Array<{
    title: string;
    tests: Array<{ status: string; annotations: Array<{ type: string; description?: string }> }>;
  }>;
}

/** @param report the parsed JSON of either runner. */
export function tally(report: unknown): Tally {
  const counted: Tally = { passed: 0, failed: 0, skipped: [] };
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
      counted.failed++;
    for (const test of file.assertionResults) {
      if (test.status === 'passed') counted.passed++;
      else if (test.status === 'failed') counted.failed++;
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
      } else counted.failed++;
    }
  }
}
