// Promise: a log that cannot be written ends nothing: agents and operators are served as before.
// Failed before: with stderr on a full device the first line that was logged ended the process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { CLI } from './testing/processes.ts';

const FULL = '/dev/full';

/** Starts one whose log goes to `stderr`, asks what makes it log, and says whether it still serves. */
async function servesWith(stderr: number | 'pipe', onStarted: (log: NodeJS.ReadableStream | null) => void) {
  const dataDir = mkdtempSync(join(tmpdir(), 'festinger-lost-log-'));
  const args = ['serve', '--json', '--listen', '127.0.0.1:0', '--upstream', 'http://127.0.0.1:9'];
  const child = spawn(process.execPath, [CLI, ...args, '--data-dir', dataDir], {
    stdio: ['ignore', 'pipe', stderr],
    env: { ...process.env, FESTINGER_LOG: 'debug' },
  });
  const gone = once(child, 'exit');
  try {
    const line = once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line');
    const first = await Promise.race([line, gone.then(() => null)]);
    if (!first) return 'ended at start';
    onStarted(child.stderr);
    const base = new URL((JSON.parse(first[0]) as { url: string }).url).origin;
    const ask = () => fetch(`${base}/api/chat`, { method: 'POST', body: '{"model":"m","messages":[]}' });
    for (let n = 0; n < 3; n++) expect((await ask()).status).toBe(502);
    return (await fetch(`${base}/healthz`)).status;
  } finally {
    child.kill('SIGKILL');
    await gone;
    rmSync(dataDir, { recursive: true });
  }
}

it.skipIf(!existsSync(FULL))('whose device is full (skipped without /dev/full)', async () => {
  const full = openSync(FULL, 'w');
  try {
    expect(await servesWith(full, () => {})).toBe(200);
  } finally {
    closeSync(full);
  }
});

it('whose reader is gone', async () => {
  expect(await servesWith('pipe', (log) => (log as unknown as { destroy(): void }).destroy())).toBe(200);
});
