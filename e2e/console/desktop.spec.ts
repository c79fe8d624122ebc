// The same console in Electron's window, where an Electron runtime and a display exist.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { _electron, expect, test } from '@playwright/test';

const root = join(import.meta.dirname, '..', '..');
const electronDir = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
const hasRuntime = existsSync(join(electronDir, 'path.txt'));
const hasDisplay =
  process.platform !== 'linux' || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);

test('the window opens on Overview, sandboxed, over its message port', async () => {
  test.skip(!hasRuntime, 'no Electron runtime here (npx install-electron fetches it)');
  test.skip(!hasDisplay, 'no display');
  const dataDir = mkdtempSync(join(tmpdir(), 'festinger-desktop-'));
  const app = await _electron.launch({
    args: [
      root,
      '--demo',
      '--no-agents',
      '--no-sessions',
      '--no-evidence',
      '--listen',
      '127.0.0.1:0',
      '--data-dir',
      dataDir,
    ],
  });
  const window = await app.firstWindow();
  await expect(window.getByText('All well.')).toBeVisible();
  expect(window.url()).toBe('app://console/#/overview');
  expect(await window.evaluate(() => 'process' in globalThis)).toBe(false);
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
});
