// Promise: a program that serves runs under the allocator's limits we ask for, as the process it was started as, unless somebody chose others.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { startProcess } from '../core/testing/processes.ts';

/** What the process was started with last. */
const environment = (pid: number) => readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
const mallocOf = (pid: number) => environment(pid).filter((line) => /^(MALLOC_|GLIBC_)/.test(line));

it.skipIf(process.platform !== 'linux')('has the limits, and everything else it was given', async () => {
  await using program = await startProcess({ env: { FESTINGER_LOG: 'warn' } });
  expect(mallocOf(program.pid)).toEqual([
    'MALLOC_MMAP_THRESHOLD_=1000000',
    'MALLOC_TRIM_THRESHOLD_=16777216',
  ]);
  expect(environment(program.pid)).toContain('FESTINGER_LOG=warn');
  expect(await program.stop()).toBe(0);
});

it.skipIf(process.platform !== 'linux')('keeps those that somebody chose', async () => {
  await using program = await startProcess({ env: { MALLOC_ARENA_MAX: '2' } });
  expect(mallocOf(program.pid)).toEqual(['MALLOC_ARENA_MAX=2']);
});
