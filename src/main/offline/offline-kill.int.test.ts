// kill -9 in the middle of an export and of taking one in, at random moments: no half file, an empty host empty or whole, a merge there or not, and the same bundle taken
// in again does the rest.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLong } from '../../shared/testing/campaign.ts';
import { type FestingerProcess, startProcess } from '../core/testing/processes.ts';
import { dropDatabase, freshDatabase, TEST_DIALECTS } from '../store/testing/temp-store.ts';
import { exportTo, FILES, filledCore, publicKeyOf } from './testing/filled-core.ts';

/** Kills of each kind of work, spread over the time it takes. */
const KILLS = isLong ? 12 : 1;
const FACTS = 1500;

let dir: string;
let bundle: Uint8Array<ArrayBuffer>;
let query: string;
let events: number;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'festinger-offline-kill-'));
  await using core = await filledCore();
  const edges = Array.from({ length: FACTS }, (_, i) => ({
    ...{
      kind: 'edge',
      edge: i + 1,
      project: 'default',
      concept: `k${i}`,
      dimension: 'membership',
      parent: `box${i % 9}`,
    },
    ...{ is_isa: false, confidence: 1, source: 'gutask', valid_from: 1, last_confirmed: 1 },
  }));
  const lines = [{ kind: 'festinger-memory', version: 1 }, ...edges, { kind: 'end', lines: FACTS + 2 }];
  await core.test.operator(`${FILES}/import`, {
    method: 'POST',
    body: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  });
  bundle = new Uint8Array(await exportTo(core.test, join(dir, 'all.tar')));
  query = new URLSearchParams({ key: (await publicKeyOf(core.test)).pem }).toString();
  const { body } = await core.test.operator(`${FILES}/verify`, { method: 'POST', body: '{}' });
  events = (body as { data: { events: number } }).data.events;
}, 120_000);
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const take = (running: FestingerProcess) =>
  running.operator(`${FILES}/bundle/import?${query}`, { method: 'POST', body: bundle });

const verified = async (running: FestingerProcess) =>
  (
    (await running.operator(`${FILES}/verify`, { method: 'POST', body: '{}' })).body as {
      data: { ok: boolean; problems: string[]; events: number; edges: number };
    }
  ).data;

async function killAfter(running: FestingerProcess, work: Promise<unknown>, ms: number): Promise<void> {
  const ended = work.catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, ms));
  await running.kill();
  await ended;
}

/** In the middle of the nth of as many stretches as there are kills. */
const moment = (n: number, took: number): number => ((n + 0.5) / KILLS) * took;

/** Milliseconds the work takes where nobody is killed. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

describe.each(TEST_DIALECTS)('kill -9 on %s', { timeout: KILLS * 120_000 }, (dialect) => {
  const onHost = async (work: (start: () => Promise<FestingerProcess>, dataDir: string) => Promise<void>) => {
    const dataDir = mkdtempSync(join(dir, 'host-'));
    const { location, database } = await freshDatabase(dialect, dataDir);
    let running: FestingerProcess | undefined;
    try {
      await work(async () => {
        running = await startProcess({ dataDir, database });
        return running;
      }, dataDir);
    } finally {
      await running?.kill();
      if ('url' in location) await dropDatabase(location.url);
    }
  };

  it('leaves an empty host empty or whole, and a second time it is whole', async () => {
    let took = 0;
    await onHost(async (start) => {
      const running = await start();
      took = await timed(() => take(running));
    });
    for (let i = 0; i < KILLS; i++)
      await onHost(async (start) => {
        let running = await start();
        const fresh = await verified(running);
        await killAfter(running, take(running), moment(i, took));
        running = await start();
        const between = await verified(running);
        expect(between).toMatchObject({ ok: true, problems: [] });
        expect([fresh.events, events]).toContain(between.events);
        const { body } = (await take(running)) as {
          body: { data: { how: string; documents: { refused: number } } };
        };
        expect(body.data).toMatchObject({
          ...{ how: between.events === events ? 'continued' : 'restored', documents: { refused: 0 } },
        });
        expect(await verified(running)).toMatchObject({ ok: true, problems: [], events });
        const again = join(dir, `again-${dialect}.tar`);
        await exportOf(running, again);
        // All but who signed it: the list of hashes is the same.
        expect(listIn(readFileSync(again))).toBe(listIn(Buffer.from(bundle)));
      });
  });

  it('leaves a merge there or not, and a second time it is there', async () => {
    let took = 0;
    await onHost(async (start) => {
      const running = await start();
      await running.tell(['own -isa thing']);
      took = await timed(() => take(running));
    });
    for (let i = 0; i < KILLS; i++)
      await onHost(async (start) => {
        let running = await start();
        await running.tell(['own -isa thing']);
        const before = await verified(running);
        await killAfter(running, take(running), moment(i, took));
        running = await start();
        const between = await verified(running);
        expect(between).toMatchObject({ ok: true, problems: [] });
        const isThere = between.edges > before.edges;
        if (isThere) expect(between.edges - before.edges).toBeGreaterThan(FACTS);
        const { body } = (await take(running)) as { body: { data: object } };
        expect(body.data).toMatchObject({ how: 'merged', ...(isThere ? { graph: { inserted: 0 } } : {}) });
        const after = await verified(running);
        expect(after).toMatchObject({ ok: true, problems: [] });
        expect(after.edges - before.edges).toBeGreaterThan(FACTS);
      });
  });

  it('leaves no half of an export', async () => {
    await onHost(async (start, dataDir) => {
      let running = await start();
      await take(running);
      const took = await timed(() => exportOf(running, join(dir, 'timed.tar')));
      const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
      for (let i = 0; i < KILLS; i++) {
        await killAfter(running, running.operator('/api/console/bundles/export', asked), moment(i, took));
        running = await start();
        const { body } = (await running.operator('/api/console/bundles')) as {
          body: { data: { name: string }[] };
        };
        const left = readdirSync(join(dataDir, 'bundles'));
        expect(left, 'what a kill left is cleared at the next start').toEqual(
          body.data.map(({ name }) => name),
        );
        for (const { name } of body.data) {
          const verify = { ...asked, body: JSON.stringify({ name }) };
          expect((await running.operator('/api/console/bundles/verify', verify)).body).toMatchObject({
            data: { ok: true },
          });
        }
      }
    });
  });
});

/** `SHA256SUMS`, which stands first and has its size in its header. */
const listIn = (tar: Buffer): string =>
  tar.toString('latin1', 512, 512 + Number.parseInt(tar.toString('latin1', 124, 135), 8));

async function exportOf(running: FestingerProcess, path: string): Promise<void> {
  await exportTo({ core: { consoleUrl: running.baseUrl, token: running.token } } as never, path);
}
