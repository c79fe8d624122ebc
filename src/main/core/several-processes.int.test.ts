// Several real processes on one PostgreSQL: one graph, whoever is asked.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { dropDatabase, freshDatabase } from '../store/testing/temp-store.ts';
import { type FestingerProcess, startProcess, startProcesses, stopAll } from './testing/processes.ts';

const missing = inject('postgres');

describe.skipIf('missing' in missing)('several processes on one PostgreSQL', () => {
  const dir = mkdtempSync(join(tmpdir(), 'festinger-several-'));
  let database: string;
  let processes: FestingerProcess[];
  beforeAll(async () => {
    ({ database } = await freshDatabase('postgres', dir));
    processes = await startProcesses(3, { database });
  });
  afterAll(async () => {
    await stopAll(processes ?? []);
    await dropDatabase(database);
    rmSync(dir, { recursive: true, force: true });
  });

  it('leaves with code 0 when it is asked to', async () => {
    const one = await startProcess({ database });
    expect(await one.tell(['leaving -isa deed'])).toMatchObject([{ status: 'inserted' }]);
    expect(await one.recall('leaving')).toContain('deed');
    expect(await one.stop()).toBe(0);
    await one[Symbol.asyncDispose]();
  });
});
