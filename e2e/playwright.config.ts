// One journey per file, in a real Chromium against a real core through the browser door.
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

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
  reporter: [['list'], ['json', { outputFile: join(reports, 'playwright.json') }]],
});
