// One journey per file, in a real Chromium against a real core through the browser door.
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

/** What says how many frames a second came, or what one costs: behind all the others, one after another, with both cores. */
const TIMED = /@timed/;

const reports = process.env.FESTINGER_REPORTS ?? join(import.meta.dirname, '..', 'test-results', 'reports');

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './support/unpack.ts',
  outputDir: join(reports, '..', 'e2e'),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  projects: [
    { name: 'journeys', grepInvert: TIMED },
    { name: 'timed', grep: TIMED, workers: 1 },
  ],
  reporter: [
    ['list'],
    ['json', { outputFile: join(reports, process.env.FESTINGER_REPORT ?? 'playwright.json') }],
  ],
});
