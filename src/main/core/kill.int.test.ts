// kill -9 while facts stream in through HTTP: every acknowledged fact is there after a restart, and the chain verifies.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../shared/model/settings.ts';
import { ConceptGraph } from '../graph/columns/concept-graph.ts';
import { openMemory } from '../memory/memory.ts';
import { openStore } from '../store/store.ts';
import { queueOver } from '../store/testing/temp-jobs.ts';
import { createLog } from '../telemetry/log.ts';
import { systemClock } from './clock.ts';
import { CLI } from './testing/processes.ts';

const BATCH = 25;

async function serve(dataDir: string): Promise<{ child: ChildProcess; baseUrl: string }> {
  const child = spawn(
    process.execPath,
    [
      CLI,
      'serve',
      '--json',
      '--listen',
      '127.0.0.1:0',
      '--data-dir',
      dataDir,
      '--upstream',
      'http://127.0.0.1:9',
    ],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const { stdout } = child;
  if (!stdout) throw new Error('no stdout');
  const line = await new Promise<string>((resolve) =>
    createInterface({ input: stdout }).once('line', resolve),
  );
  return { child, baseUrl: new URL((JSON.parse(line) as { url: string }).url).origin };
}

/** Tells batch after batch until the server is gone; returns the concepts of acknowledged batches. */
async function tellUntilDead(baseUrl: string, round: number): Promise<string[]> {
  const acknowledged: string[] = [];
  for (let batch = 0; ; batch++) {
    const concepts = Array.from({ length: BATCH }, (_, n) => `k${round}_${batch}_${n}`);
    try {
      const facts = concepts.map((concept) => `${concept} -ispart box_${batch % 7} in context of membership`);
      const { status } = await fetch(`${baseUrl}/iknowthat`, {
        method: 'POST',
        body: JSON.stringify({ facts }),
      });
      if (status === 200) acknowledged.push(...concepts);
    } catch {
      return acknowledged;
    }
  }
}

describe('kill -9 during a batch of facts', () => {
  it('loses nothing acknowledged, applies no batch by half, and starts again without a person', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'festinger-kill-'));
    const acknowledged: string[] = [];
    for (const [round, afterMs] of [180, 420, 660].entries()) {
      const { child, baseUrl } = await serve(dataDir);
      const gone = new Promise((resolve) => child.once('exit', resolve));
      const told = tellUntilDead(baseUrl, round);
      setTimeout(() => child.kill('SIGKILL'), afterMs);
      acknowledged.push(...(await told));
      await gone;
    }
    expect(acknowledged.length).toBeGreaterThan(BATCH);

    await using store = await openStore({
      databasePath: join(dataDir, 'festinger.db'),
      clock: systemClock,
      log: createLog('silent'),
    });
    const graph = new ConceptGraph();
    const log = createLog('silent');
    const jobs = queueOver(store, { clock: systemClock, log });
    const memory = await openMemory({
      store,
      graph,
      clock: systemClock,
      settings: () => DEFAULT_SETTINGS,
      log,
      jobs,
    });
    const lost = acknowledged.filter((concept) => {
      const id = graph.conceptId(concept);
      return id === undefined || !graph.hasFacts('default', id);
    });
    expect(lost).toEqual([]);
    expect(graph.edgeCount % BATCH, 'whole batches only').toBe(0);
    expect(await memory.verify()).toMatchObject({ ok: true });
    await jobs.close();
    await memory.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
});
