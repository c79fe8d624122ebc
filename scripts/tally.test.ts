import { describe, expect, it } from 'vitest';
import { tally } from './tally.ts';

describe('the closing line of npm test', () => {
  it('counts vitest tests, and a file that could not be loaded as a failure', () => {
    const report = {
      testResults: [
        {
          status: 'passed',
          assertionResults: [
            { status: 'passed', fullName: 'a' },
            { status: 'skipped', fullName: 'b', meta: { skipReason: 'no runtime' } },
          ],
        },
        { status: 'failed', message: 'SyntaxError', assertionResults: [] },
        { status: 'failed', assertionResults: [{ status: 'failed', fullName: 'c' }] },
      ],
    };
    expect(tally(report)).toEqual({ passed: 1, failed: 2, skipped: ['b: no runtime'] });
  });

  it('counts Playwright tests of nested suites, flaky ones as failures', () => {
    const test = (status: string, description?: string) => ({
      title: status,
      tests: [{ status, annotations: description ? [{ type: 'skip', description }] : [] }],
    });
    const report = {
      suites: [
        {
          title: 'f',
          specs: [test('expected')],
          suites: [
            { title: 'g', specs: [test('unexpected'), test('flaky'), test('skipped', 'no Electron')] },
          ],
        },
      ],
    };
    expect(tally(report)).toEqual({ passed: 1, failed: 2, skipped: ['g > skipped: no Electron'] });
  });

  it('counts nothing in what is not a report', () => {
    expect(tally(null)).toEqual({ passed: 0, failed: 0, skipped: [] });
  });
});
