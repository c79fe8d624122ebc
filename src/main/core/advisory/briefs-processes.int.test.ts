// Promise: of many briefs that are asked for at once, of three processes over one database, none is lost, none is made twice and the model is asked once for each, though one
// of the processes is killed in the middle; and on SQLite, a process that is killed goes on with what it owed.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, inject, it } from 'vitest';
import { isLong } from '../../../shared/testing/campaign.ts';
import { ARRANGED } from '../../advisory/brief/testing/answers.ts';
import { documents } from '../../advisory/context/testing/left-pad-case.ts';
import { wordedBy } from '../../advisory/outputs/testing/briefed-core.ts';
import { startScriptedServer } from '../../llm/testing/scripted-server.ts';
import { openStore, type Store } from '../../store/store.ts';
import { emptyPostgres } from '../../store/testing/temp-store.ts';
import { createLog } from '../../telemetry/log.ts';
import { systemClock } from '../clock.ts';
import { type FestingerProcess, startProcess, stopAll } from '../testing/processes.ts';

const COUNT = isLong ? 1000 : 120;
const VAULT = { FESTINGER_VAULT_KEY: Buffer.alloc(32, 7).toString('base64') };

const post = (to: FestingerProcess, path: string, body: object) =>
  to.operator(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function takeIn(process: FestingerProcess, dir: string): Promise<void> {
  const folder = join(dir, 'evidence');
  mkdirSync(folder);
  for (const [n, text] of documents().entries())
    writeFileSync(join(folder, `${n}.${text.startsWith('#') ? 'csv' : 'json'}`), text);
  await post(process, '/api/console/evidence/add', { paths: [folder] });
  for (let matched = false; !matched; await wait(50)) {
    const { body } = await process.operator('/api/console/findings/state');
    const { matchedAt, matching, evidence } = (
      body as { data: { matchedAt: number | null; matching: boolean; evidence: { lists: number } } }
    ).data;
    matched = matchedAt !== null && !matching && evidence.lists === 2;
  }
}

/** Under another policy each is another brief. */
const ask = async (of: FestingerProcess, n: number): Promise<number> => {
  const request = { advisoryKey: 'CVE-2026-1000', profile: 'default', policyVersion: `p${n}` };
  return (await post(of, '/api/v1/advisory/summary', request)).status;
};

async function outputsOf(store: Store) {
  const rows = await store.reader
    .selectFrom('advisory_ai_outputs')
    .select(['cache_key', 'revision', 'policy_version', 'model_id', 'signatures'])
    .execute();
  const jobs = await store.reader
    .selectFrom('job')
    .select(['status', 'last_error'])
    .where('kind', '=', 'brief')
    .execute();
  return { rows, jobs };
}

async function until(
  store: Store,
  count: number,
  seconds: number,
): Promise<Awaited<ReturnType<typeof outputsOf>>> {
  for (let left = seconds * 10; ; left--) {
    const found = await outputsOf(store);
    if ((found.rows.length >= count && found.jobs.every(({ status }) => status === 'done')) || left === 0)
      return found;
    await wait(100);
  }
}

describe('briefs that are asked for at once', () => {
  it.skipIf('missing' in inject('postgres'))(
    'of three processes over PostgreSQL, one of which is killed',
    async () => {
      const dir = mkdtempSync(join(tmpdir(), 'festinger-many-briefs-'));
      const server = await startScriptedServer({ wire: 'ollama' });
      server.otherwise(() => ({ text: ARRANGED }));
      const database = await emptyPostgres();
      const processes: FestingerProcess[] = [];
      const start = async (n: number): Promise<FestingerProcess> => {
        const dataDir = join(dir, `${n}`);
        mkdirSync(dataDir, { recursive: true });
        writeFileSync(
          join(dataDir, 'config.yaml'),
          wordedBy(server, { brief_requests_per_minute: 10_000, brief_daily_tokens: 1_000_000_000 }),
        );
        const one = await startProcess({ dataDir, database, env: VAULT });
        processes.push(one);
        return one;
      };
      try {
        const [one, two, three] = [await start(1), await start(2), await start(3)];
        await takeIn(one, dir);
        const statuses: number[] = [];
        // Everybody is asked for everything, and whoever is killed for less.
        for (let n = 0; n < COUNT; n++) {
          const asked = [ask(one, n), ask(two, n), ...(n < COUNT / 2 ? [ask(three, n)] : [])];
          statuses.push(...(await Promise.all(asked)));
          if (n === Math.floor(COUNT / 2)) await three.kill();
        }
        expect(statuses.filter((status) => status !== 202 && status !== 200)).toEqual([]);
        await using store = await openStore({ url: database, clock: systemClock, log: createLog('silent') });
        const { rows, jobs } = await until(store, COUNT, isLong ? 600 : 90);
        expect(jobs.filter(({ status }) => status !== 'done')).toEqual([]);
        expect(new Set(rows.map(({ policy_version }) => policy_version)).size).toBe(COUNT);
        expect(rows).toHaveLength(COUNT);
        expect(new Set(rows.map(({ cache_key, revision }) => `${cache_key}/${revision}`)).size).toBe(COUNT);
        expect(rows.every(({ model_id, signatures }) => model_id === 'words' && signatures !== '[]')).toBe(
          true,
        );
        // What the killed one was about is asked again, and nothing else.
        expect(server.requests.length - COUNT).toBeGreaterThanOrEqual(0);
        expect(server.requests.length - COUNT).toBeLessThanOrEqual(1);
      } finally {
        await stopAll(processes);
        await server.close();
        rmSync(dir, { recursive: true, force: true });
      }
    },
    isLong ? 900_000 : 180_000,
  );

  it('of a process over SQLite that is killed while a model thinks', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'festinger-brief-kill-'));
    const server = await startScriptedServer({ wire: 'openai' });
    const dataDir = join(dir, 'data');
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'config.yaml'), wordedBy(server));
    server.otherwise(() => ({ text: ARRANGED, hold: new Promise(() => undefined) }));
    try {
      const first = await startProcess({ dataDir });
      await takeIn(first, dir);
      const asked = server.next();
      expect([await ask(first, 1), await ask(first, 2)]).toEqual([202, 202]);
      await asked;
      await first.kill();
      server.otherwise(() => ({ text: ARRANGED }));
      const second = await startProcess({ dataDir });
      const kept = async () => {
        const { body } = await second.operator('/api/console/briefs');
        return (body as { data: { briefs: { revision: number; modelId: string | null }[] } }).data.briefs;
      };
      await expect.poll(async () => (await kept()).length, { timeout: 60_000 }).toBe(2);
      expect(await kept()).toMatchObject([
        { revision: 1, modelId: 'words' },
        { revision: 1, modelId: 'words' },
      ]);
      await second.stop();
    } finally {
      await server.close();
      rmSync(dir, { recursive: true, force: true });
    }
  }, 120_000);
});
