// Promise: kill -9 while a bundle is written leaves what was there under its name, whole, or nothing; the next one is written as if nothing had been; and a large
// bundle is never held in memory.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chance, isLong } from '../../shared/testing/campaign.ts';
import { never, sampleSources } from './testing/sample-bundle.ts';
import { verifyBundle } from './verify-bundle.ts';
import { writeBundle } from './write-bundle.ts';

const KILLS = isLong ? 60 : 4;

let dir: string;
let path: string;
let child: ChildProcess | undefined;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'festinger-bundle-kill-'));
  path = join(dir, 'a.tar');
});
afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(dir, { recursive: true, force: true });
});

/** What a program of its own does with `writeBundle`, `path`, `sampleSources`, `sourceOf`. It says `here` when it is to be killed. */
const program = (body: string): string => `
  const { writeBundle } = await import(${JSON.stringify(new URL('write-bundle.ts', import.meta.url).href)});
  const { sampleSources, sourceOf, never } = await import(${JSON.stringify(new URL('testing/sample-bundle.ts', import.meta.url).href)});
  const path = process.argv[1];
  const here = () => new Promise(() => { process.stdout.write('here'); setInterval(() => {}, 1000); });
  async function* halfOf() { for (let i = 0; i < 9; i++) yield Buffer.alloc(400_000, i); await here(); }
  ${body}`;

/** Starts it. @returns it, and what it said first, as a number */
async function said(body: string): Promise<{ running: ChildProcess; heard: number }> {
  const args = ['--expose-gc', '--input-type=module', '-e', program(body), path];
  const running = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  child = running;
  const [heard] = (await once(running.stdout, 'data')) as [Buffer];
  return { running, heard: Number(heard.toString()) };
}

async function kill({ running }: { running: ChildProcess }): Promise<void> {
  running.kill('SIGKILL');
  await once(running, 'exit');
}

describe('killed', () => {
  it.each([
    ['while a size is found out', `sources: [sourceOf('a', 'x'), { name: 'b', open: halfOf }]`],
    [
      'in the middle of a file',
      `sources: [sourceOf('a', 'x'), { name: 'b', size: 9_000_000, open: halfOf }]`,
    ],
    [
      'while it is signed, all else written',
      `sources: [...sampleSources(), sourceOf('b', Buffer.alloc(4e6))], sign: here`,
    ],
  ])('%s: the old one stays, and only what is called unfinished is left', async (_, order) => {
    writeFileSync(path, 'old');
    await kill(await said(`await writeBundle({ path, overwrite: true, ${order} }, never());`));
    expect(readFileSync(path, 'utf8')).toBe('old');
    const left = readdirSync(dir).filter((name) => name !== 'a.tar');
    expect(left).toEqual([expect.stringMatching(/^a\.tar\.[0-9a-f]{8}\.unfinished$/)]);
    await writeBundle({ path, sources: sampleSources(), overwrite: true }, never());
    expect(await verifyBundle(path)).toMatchObject({ ok: true, files: 4 });
  });

  it('at any moment of writing it again and again: it is whole', {
    timeout: 20_000 + KILLS * 5000,
  }, async () => {
    const random = chance('bundle-kills');
    for (let i = 0; i < KILLS; i++) {
      const running = await said(`
        const write = () => writeBundle({ path, overwrite: true, sources: [...sampleSources(), { name: 'b', async *open() { for (let i = 0; i < 9; i++) yield Buffer.alloc(400_000, i); } }] }, never());
        await write();
        process.stdout.write('here');
        for (;;) await write();`);
      await new Promise((resolve) => setTimeout(resolve, random() * 120));
      await kill(running);
      expect(await verifyBundle(path)).toMatchObject({ ok: true, files: 5, bytes: expect.any(Number) });
    }
  });
});

it('a file of 64 MB whose size nobody said takes a few of them in memory', async () => {
  const { heard } = await said(`
    let most = 0;
    async function* open() {
      for (let i = 0; i < 64; i++) {
        gc();
        most = Math.max(most, process.memoryUsage().arrayBuffers);
        yield Buffer.alloc(1_000_000, i);
      }
    }
    await writeBundle({ path, sources: [{ name: 'a', open }] }, never());
    process.stdout.write(String(most));`);
  expect(heard, 'most bytes of buffers that somebody held').toBeLessThan(8_000_000);
  expect(heard, 'at least the one that was given out').toBeGreaterThan(900_000);
  expect(statSync(path).size).toBeGreaterThan(64_000_000);
});
