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
        { status: 'failed', name: 'x.test.ts', message: 'SyntaxError', assertionResults: [] },
        {
          status: 'failed',
          assertionResults: [
            {
              status: 'failed',
              fullName: 'c',
              failureMessages: ['\x1b[31mexpected 1\x1b[0m\n\n  at x.ts:1'],
            },
          ],
        },
      ],
    };
    expect(tally(report)).toEqual({
      passed: 1,
      failed: ['x.test.ts\n    SyntaxError', 'c\n    expected 1\n      at x.ts:1'],
      skipped: ['b: no runtime'],
    });
  });

  it('counts Playwright tests of nested suites, flaky ones as failures', () => {
    const test = (status: string, description?: string) => ({
      title: status,
      tests: [
        {
          status,
          annotations: description ? [{ type: 'skip', description }] : [],
          results: [{ errors: [{ message: 'it was red' }] }],
        },
      ],
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
    expect(tally(report)).toEqual({
      passed: 1,
      failed: ['g > unexpected\n    it was red', 'g > flaky\n    it was red'],
      skipped: ['g > skipped: no Electron'],
    });
  });

  it('counts nothing in what is not a report', () => {
    expect(tally(null)).toEqual({ passed: 0, failed: [], skipped: [] });
  });
});
