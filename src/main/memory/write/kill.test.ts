// The promise that an acknowledged fact is there after kill -9, tried on a real process with a real file.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../shared/model/settings.ts';
import { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import { openStore } from '../../store/store.ts';
import { queueOver } from '../../store/testing/temp-jobs.ts';
import { ManualClock, MemoLog } from '../../store/testing/temp-store.ts';
import { openMemory } from '../memory.ts';

const BATCH = 40;
const PROGRAM = fileURLToPath(new URL('../testing/tell-until-killed.ts', import.meta.url));
const dir = mkdtempSync(join(tmpdir(), 'festinger-kill-'));
const databasePath = join(dir, 'memory.db');
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Lets the program run for `ms` after its first acknowledgement (or from its start), then kills it. @returns batches acknowledged */
async function runAndKill(run: number, ms: number, from: 'start' | 'first'): Promise<number> {
  const child = spawn(process.execPath, [PROGRAM, databasePath, String(run)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = () => setTimeout(() => child.kill('SIGKILL'), ms);
  if (from === 'start') kill();
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => {
    lines.push(line);
    if (from === 'first' && lines.length === 1) kill();
  });
  const [[, signal]] = await Promise.all([once(child, 'exit'), once(reader, 'close')]);
  expect(signal).toBe('SIGKILL');
  expect(lines).toEqual(lines.map((_, i) => String(i)));
  return lines.length;
}

/** Reopens the file as a new start of the program would, and looks. */
async function reopen(run: number, acknowledged: number): Promise<void> {
  const clock = new ManualClock();
  const log = new MemoLog();
  const store = await openStore({ databasePath, clock, log });
  const graph = new ConceptGraph();
  const jobs = queueOver(store, { clock, log });
  const memory = await openMemory({
    ...{ store, graph, clock, log, settings: () => DEFAULT_SETTINGS, jobs },
  });
  try {
    await memory.idle();
    expect(await memory.verify()).toMatchObject({ ok: true, problems: [] });
    const type = graph.conceptId('type') ?? 0;
    const factsOf = (batch: number) =>
      Array.from({ length: BATCH }, (_, i) => graph.conceptId(`kill-${run}-${batch}-${i}`)).filter(
        (id) => id !== undefined && graph.edgeAt('default', id, type) !== undefined,
      ).length;
    for (let batch = 0; batch < acknowledged; batch++) {
      expect(factsOf(batch), `facts of acknowledged batch ${batch}`).toBe(BATCH);
      const first = graph.conceptId(`kill-${run}-${batch}-0`) ?? 0;
      expect(graph.isPending('default', first, type), `conflict of acknowledged batch ${batch}`).toBe(true);
    }
    // The batch under way at the kill is there whole or not at all, and there is none after it.
    expect([0, BATCH]).toContain(factsOf(acknowledged));
    expect(factsOf(acknowledged + 1)).toBe(0);
  } finally {
    await jobs.close();
    await memory.close();
    await store.close();
  }
}

describe('kill -9', () => {
  it.each([0, 1, 2, 3])('in the middle of writing loses no acknowledged fact (round %i)', async (run) => {
    const acknowledged = await runAndKill(run, Math.random() * 400, 'first');
    expect(acknowledged).toBeGreaterThan(0);
    await reopen(run, acknowledged);
  });

  it('during the very first start leaves a file that opens', async () => {
    for (const file of readdirSync(dir)) rmSync(join(dir, file));
    const acknowledged = await runAndKill(9, 150 + Math.random() * 400, 'start');
    await reopen(9, acknowledged);
  });
});
