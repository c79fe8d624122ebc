// Where tests lay their databases: in memory where there is room, since what they try is never the disk itself (a kill leaves what a
// program gave to the kernel). One folder a run, removed with it. Called by the configurations of vitest and Playwright.
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const ROOM = 4 * 2 ** 30;

/** Sets TMPDIR for this process and those it starts, unless somebody chose one. */
export function testOnMemory(): void {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return;
  const dir = mkdtempSync(join(MEMORY, 'festinger-tests-'));
  // PostgreSQL is another user where tests run as root, and must reach its folder.
  chmodSync(dir, 0o755);
  process.env.TMPDIR = dir;
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ROOM;
  } catch {
    return false;
  }
}
