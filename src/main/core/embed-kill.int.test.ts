// Promise: kill -9 while evidence gets its vectors loses none that was kept and leaves no piece without: the next start goes on with the rest. A real process, a real
// file, evidence out of a watched folder, a model named in config.yaml.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { madeAdvisory } from '../../../bench/advisory/varied-advisories.ts';
import { EMBED_MODEL, startEmbedServer } from '../llm/testing/embed-server.ts';
import { openStore } from '../store/store.ts';
import { createLog } from '../telemetry/log.ts';
import { systemClock } from './clock.ts';
import { startProcess } from './testing/processes.ts';

const PIECES = 70;
const FIRST_BATCH = 32;

it('goes on with the pieces that lack a vector after kill -9 in the middle', async () => {
  await using server = await startEmbedServer();
  const dataDir = mkdtempSync(join(tmpdir(), 'festinger-embed-kill-'));
  try {
    const folder = join(dataDir, 'evidence');
    mkdirSync(folder);
    for (let n = 0; n < PIECES; n++) writeFileSync(join(folder, `${n}.json`), madeAdvisory(n));
    const config = {
      models: [{ id: 'vectors', provider: 'ollama', model: EMBED_MODEL, base_url: server.url }],
      settings: { evidence_embed_model_id: 'vectors', evidence_folders: folder },
    };
    // JSON is YAML.
    writeFileSync(join(dataDir, 'config.yaml'), JSON.stringify(config));
    server.instead = () => (server.requests.length < 2 ? undefined : new Promise(() => undefined));
    const first = await startProcess({ dataDir });
    await expect.poll(() => server.requests.length, { timeout: 30_000 }).toBe(2);
    await first.kill();
    server.instead = () => undefined;

    const second = await startProcess({ dataDir });
    const texts = () => server.requests.flatMap(({ input }) => input);
    await expect.poll(() => new Set(texts()).size, { timeout: 60_000 }).toBe(PIECES);
    expect(await second.stop()).toBe(0);
    // The first batch was kept, the second was under way.
    expect(texts().length).toBe(FIRST_BATCH + FIRST_BATCH + PIECES - FIRST_BATCH);

    const databasePath = join(dataDir, 'festinger.db');
    await using store = await openStore({ databasePath, clock: systemClock, log: createLog('silent') });
    const rows = await store.reader.selectFrom('evidence_vector').select(['chunk', 'embedder']).execute();
    expect(rows.length).toBe(PIECES);
    expect(new Set(rows.map(({ embedder }) => embedder))).toEqual(
      new Set([`ollama:${EMBED_MODEL}@${'a'.repeat(12)}`]),
    );
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}, 120_000);
