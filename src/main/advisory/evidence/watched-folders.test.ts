import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ManualClock } from '../../store/testing/temp-store.ts';
import { WatchedFolders } from './watched-folders.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'festinger-watched-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function watched(folders: () => readonly string[], fails = () => false) {
  const taken: string[] = [];
  const warned: string[] = [];
  const clock = new ManualClock();
  const watcher = new WatchedFolders({
    ...{ clock, folders, everyMs: () => 60_000 },
    take: async (folder) => {
      if (fails()) throw new Error('no room');
      taken.push(folder);
    },
    warn: (_error, folder) => void warned.push(folder),
  });
  return { watcher, taken, warned, clock };
}

it('takes a folder in once, and again when a file is new, another, or gone', async () => {
  const folder = join(dir, 'in');
  mkdirSync(join(folder, 'deep'), { recursive: true });
  writeFileSync(join(folder, 'deep', 'a.json'), '{}');
  const { watcher, taken } = watched(() => [folder]);
  await watcher.look();
  await watcher.look();
  expect(taken).toHaveLength(1);
  writeFileSync(join(folder, 'b.json'), '{}');
  await watcher.look();
  expect(taken).toHaveLength(2);
  utimesSync(join(folder, 'deep', 'a.json'), 1, 1);
  await watcher.look();
  expect(taken).toHaveLength(3);
  rmSync(join(folder, 'b.json'));
  await watcher.look();
  await watcher.look();
  expect(taken).toHaveLength(4);
});

it('waits for a folder that is not there, and lets go of one that is not wanted any more', async () => {
  const folder = join(dir, 'later');
  let wanted = [folder, 'relative'];
  const { watcher, taken, warned } = watched(() => wanted);
  await watcher.look();
  expect([taken, warned]).toEqual([[], []]);
  mkdirSync(folder);
  await watcher.look();
  expect(taken).toEqual([folder]);
  wanted = [];
  await watcher.look();
  wanted = [folder];
  await watcher.look();
  expect(taken).toEqual([folder, folder]);
});

it('tries again what failed, and says so', async () => {
  let isFull = true;
  const { watcher, taken, warned } = watched(
    () => [dir],
    () => isFull,
  );
  await watcher.look();
  expect([taken, warned]).toEqual([[], [dir]]);
  isFull = false;
  await watcher.look();
  expect(taken).toEqual([dir]);
});

it('looks again by itself until it is closed', async () => {
  const { watcher, taken, clock } = watched(() => [dir]);
  watcher.start();
  await expect.poll(() => taken.length).toBe(1);
  await expect.poll(() => clock.nextTimer).toBe(60_000);
  writeFileSync(join(dir, 'a.json'), '{}');
  clock.advance(60_000);
  await expect.poll(() => taken.length).toBe(2);
  await watcher.close();
  clock.advance(600_000);
  expect(taken).toHaveLength(2);
});
