// Checks the three worlds (node, renderer, preload), each with its own globals. Exits with the worst result.
import { spawnSync } from 'node:child_process';

const tsc = new URL('../node_modules/typescript-native/bin/tsc', import.meta.url).pathname;
const results = ['tsconfig.json', 'tsconfig.renderer.json', 'tsconfig.preload.json'].map(
  (project) => spawnSync(process.execPath, [tsc, '-p', project], { stdio: 'inherit' }).status ?? 1,
);
process.exit(Math.max(...results));
