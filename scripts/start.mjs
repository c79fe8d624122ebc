// `npm start`: builds what is stale, then opens the console: in Electron where its runtime is there (or can be
// fetched within a minute) and there is a display, otherwise in a browser, saying in one line why.
import './preflight.mjs';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfStale, root } from './build.mjs';

const FETCH_LIMIT_MS = 60_000;
const COMMANDS = new Set(['serve', 'iknowthat', 'explain', 'url', 'help', '--help', '-h', '--version']);
const args = process.argv.slice(2);

buildIfStale();

const headless = args.includes('--headless');
const rest = args.filter((arg) => arg !== '--headless' && arg !== 'start');
if (COMMANDS.has(args[0])) await runCommandLine(rest);
else {
  const obstacle = headless ? undefined : (missingDisplay() ?? (await missingRuntime()));
  if (headless || obstacle) {
    if (obstacle)
      console.error(`No desktop window: ${obstacle}. Serving the same console to a browser instead.`);
    await runCommandLine(['serve', ...rest]);
  } else openDesktop(rest);
}

async function runCommandLine(argv) {
  process.argv = [process.execPath, join(root, 'out', 'main', 'cli.js'), ...argv];
  await import(pathToFileURL(process.argv[1]).href);
}

function missingDisplay() {
  if (process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY) return undefined;
  return 'there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)';
}

/** Electron 45 fetches its runtime on first use; give that a minute, with a line that says so. */
async function missingRuntime() {
  if (process.env.ELECTRON_OVERRIDE_DIST_PATH) return undefined;
  const electronDir = join(root, 'node_modules', 'electron');
  if (!existsSync(electronDir))
    return 'the package electron is not installed (npm ci without --omit=dev brings it)';
  if (existsSync(join(electronDir, 'path.txt'))) return undefined;
  console.error('Fetching the Electron runtime (at most 60 s) ...');
  const fetched = await new Promise((resolve) => {
    const child = spawn(process.execPath, [join(electronDir, 'install.js')], { stdio: 'ignore' });
    const timer = setTimeout(() => child.kill(), FETCH_LIMIT_MS);
    child.on('exit', (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    });
    child.on('error', () => resolve(false));
  });
  return fetched && existsSync(join(electronDir, 'path.txt'))
    ? undefined
    : 'the Electron runtime is not here and could not be fetched';
}

function openDesktop(argv) {
  const electron = createRequire(import.meta.url)('electron');
  const child = spawn(electron, [root, ...argv], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}
