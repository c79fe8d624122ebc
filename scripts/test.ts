// `npm test`: every check a fresh machine can run, one after another, then one closing line with the sums.
// A step that fails does not hide the ones after it. What was skipped is listed with its reason.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Tally, tally } from './tally.ts';

const root = join(import.meta.dirname, '..');
const reports = join(root, 'test-results', 'reports');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const bin = (name: string) => join(root, 'node_modules', '.bin', name);

/** A step is a check that passes or fails as one, or a runner that leaves a report of its tests. */
interface Step {
  readonly name: string;
  readonly command: readonly string[];
  readonly report?: string;
}

const STEPS: readonly Step[] = [
  { name: 'lint', command: [bin('biome'), 'check', '.'] },
  { name: 'types', command: [process.execPath, 'scripts/typecheck.mjs'] },
  { name: 'import rules', command: [bin('depcruise'), 'src', '--config', '.dependency-cruiser.cjs'] },
  { name: 'unused code', command: [bin('knip')] },
  {
    name: 'unit and integration',
    command: [
      bin('vitest'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile=${join(reports, 'vitest.json')}`,
    ],
    report: 'vitest.json',
  },
  {
    name: 'build',
    command: [process.execPath, '-e', "import('./scripts/build.mjs').then((m) => m.buildIfStale())"],
  },
  ...['journeys', 'timed'].map((project) => ({
    name: `end to end, ${project}`,
    command: [bin('playwright'), 'test', '--config', 'e2e/playwright.config.ts', '--project', project],
    report: `playwright-${project}.json`,
  })),
];

const total: Tally = { passed: 0, failed: [], skipped: [] };
for (const step of STEPS) {
  const started = performance.now();
  console.log(`\n== ${step.name}`);
  const [command = '', ...args] = step.command;
  const run = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, FESTINGER_REPORTS: reports, FESTINGER_REPORT: step.report },
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const file = step.report ? join(reports, step.report) : undefined;
  const counted =
    file && existsSync(file)
      ? tally(JSON.parse(readFileSync(file, 'utf8')))
      : { passed: 0, failed: [], skipped: [] };
  // A check without a report counts as one; a runner that failed without a failed test (it crashed) counts as one failure.
  const crashed = run.status !== 0 && counted.failed.length === 0;
  const failed = crashed ? [`${step.name}: see above`] : counted.failed;
  total.passed += counted.passed + (file || run.status !== 0 ? 0 : 1);
  total.failed.push(...failed);
  total.skipped.push(...counted.skipped);
  console.log(`== ${step.name}: ${failed.length === 0 ? 'ok' : 'FAILED'} in ${seconds} s`);
}

if (total.skipped.length > 0) {
  console.log('\nSkipped:');
  for (const skipped of total.skipped) console.log(`  ${skipped}`);
}
if (total.failed.length > 0) {
  console.log('\nFailed:');
  for (const failed of total.failed) console.log(`  ${failed}`);
}
console.log(`\n${total.passed} passed, ${total.failed.length} failed, ${total.skipped.length} skipped`);
process.exit(total.failed.length === 0 ? 0 : 1);
