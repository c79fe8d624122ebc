// The browser for e2e and screenshots: FESTINGER_BROWSER, Playwright's own, a system one, else the headless Chromium
// (FESTINGER_BROWSER=npm chooses it outright) inside the npm package @sparticuz/chromium (Linux x64), whose libraries it unpacks where the system lacks them.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chromium, type LaunchOptions } from '@playwright/test';

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const NSS = [
  '/usr/lib/x86_64-linux-gnu/libnss3.so',
  '/lib/x86_64-linux-gnu/libnss3.so',
  '/usr/lib64/libnss3.so',
];
/** No call of the browser's own leaves the machine. */
const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** @throws Error naming what to set when there is no browser. */
export async function browserOptions(): Promise<LaunchOptions> {
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const named = process.env.FESTINGER_BROWSER;
  if (named === 'npm') return packaged();
  if (named && !existsSync(named)) throw new Error(`FESTINGER_BROWSER names ${named}, which is not there.`);
  const installed = [named, chromium.executablePath(), ...SYSTEM].find(
    (path) => path !== undefined && existsSync(path),
  );
  if (installed) return { executablePath: installed, args: [...QUIET, ...asRoot] };
  if (process.platform === 'linux' && process.arch === 'x64') return packaged();
  throw new Error(
    'No browser found: set FESTINGER_BROWSER to a Chromium or Chrome, or run `npx playwright install chromium`.',
  );
}

/** The npm package's own switches are for lambdas (one process, web security off): not ours, or tests would prove nothing. */
async function packaged(): Promise<LaunchOptions> {
  const { default: sparticuz, inflate, setupLambdaEnvironment } = await import('@sparticuz/chromium');
  const executablePath = await sparticuz.executablePath();
  if (!NSS.some((path) => existsSync(path))) {
    const bin = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..', 'bin');
    await inflate(join(bin, 'al2023.tar.br'));
    setupLambdaEnvironment(join(tmpdir(), 'al2023', 'lib'));
  }
  return { executablePath, args: [...QUIET, '--no-sandbox', '--no-zygote', '--headless=shell'] };
}
