// `npm run test:long`: every campaign a thousand times, from a seed of this run's own, which is printed first and repeats it
// (FESTINGER_SEED). What counts as a campaign asks src/shared/testing/campaign.ts how often it runs.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const seed = process.env.FESTINGER_SEED ?? String(Math.floor(Math.random() * 1e9));
const campaigns = globSync('{src,fuzz,scripts}/**/*.test.ts', { cwd: root }).filter((file) =>
  /import \{[^}]*\b(?:RUNS|runs|runsOnEach|isLong)\b[^}]*\} from '.*campaign\.ts'/.test(
    readFileSync(join(root, file), 'utf8'),
  ),
);
console.log(`FESTINGER_SEED=${seed}\n${campaigns.join('\n')}`);
const { status } = spawnSync(join(root, 'node_modules', '.bin', 'vitest'), ['run', ...campaigns], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, FESTINGER_LONG: '1', FESTINGER_SEED: seed },
});
process.exit(status ?? 1);
