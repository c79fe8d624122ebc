// kill -9 in the middle of a backup, an import, a restore, at random moments: no half backup under a final name, imports
// all there or not at all, the memory the old one or the new one, the chains whole, and a start without a person.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isLong } from '../../shared/testing/campaign.ts';
import { type FestingerProcess, startProcess } from '../core/testing/processes.ts';
import { checkArchive } from '../store/backup/backup-read.ts';
import { dropDatabase, freshDatabase, TEST_DIALECTS } from '../store/testing/temp-store.ts';

/** Kills of each kind of work. */
const KILLS = isLong ? 40 : 1;
const FACTS = 1500;
const FILES = '/api/console/files';

const file = (project: string) => {
  const edges = Array.from({ length: FACTS }, (_, i) => ({
    ...{
      kind: 'edge',
      edge: i + 1,
      project,
      concept: `k${i}`,
      dimension: 'membership',
      parent: `box${i % 9}`,
    },
    ...{ is_isa: false, confidence: 1, source: 'gutask', valid_from: 1, last_confirmed: 1 },
  }));
  const lines = [
    { kind: 'festinger-memory', version: 1 },
    ...edges,
    { kind: 'end', lines: edges.length + 2 },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
};

/** Starts the work and kills in the middle of it, or shortly after. @returns whether it was acknowledged */
async function killDuring(running: FestingerProcess, work: Promise<{ status: number }>, afterMs: number) {
  const answered = work.then(
    ({ status }) => status === 200,
    () => false,
  );
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  await running.kill();
  return answered;
}

const post = (running: FestingerProcess, path: string, body: string) =>
  running.operator(FILES + path, { method: 'POST', body });

interface Verified {
  readonly data: { readonly ok: boolean; readonly problems: string[]; readonly edges: number };
}

async function verified(running: FestingerProcess): Promise<Verified['data']> {
  return ((await post(running, '/verify', '{}')).body as Verified).data;
}

/** The host's own record is no part of a backup: a restore adds to it. */
async function restoresOnHost(running: FestingerProcess): Promise<number> {
  const { body } = await running.operator('/api/console/audit/events?chain=host&limit=500');
  const { events } = (body as { data: { events: { kind: string }[] } }).data;
  return events.filter(({ kind }) => kind === 'memory.restored').length;
}

describe.each(TEST_DIALECTS)('kill -9 on %s', { timeout: KILLS * 100_000 }, (dialect) => {
  it('leaves whole backups, whole imports, and the old memory or the new one', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'festinger-transfer-kill-'));
    const { location, database } = await freshDatabase(dialect, dataDir);
    const start = () => startProcess({ dataDir, database });
    const backups = () => readdirSync(join(dataDir, 'backups')).filter((name) => name.endsWith('.jsonl.gz'));
    let running = await start();
    try {
      await running.tell(['gnommoweb -isa repo', 'old -isa thing']);
      await post(running, '/backup', '{}');
      const [kept = ''] = backups();
      await running.tell(['new -isa thing']);
      for (let i = 0; i < KILLS; i++) {
        const before = await verified(running);
        const project = `p${i}`;
        const acknowledged = await killDuring(running, post(running, '/import', file(project)), 60 + i * 170);
        running = await start();
        const after = await verified(running);
        expect(after).toMatchObject({ ok: true, problems: [] });
        const there = (await running.recall('k7', project)) !== '';
        if (acknowledged) expect(there, 'what was acknowledged is there').toBe(true);
        expect(after.edges - before.edges, 'all of it, with its root, or nothing').toBe(
          there ? FACTS + 1 : 0,
        );
      }
      for (let i = 0; i < KILLS; i++) {
        await killDuring(running, post(running, '/backup', '{}'), 40 + i * 150);
        running = await start();
        for (const name of backups()) await checkArchive(join(dataDir, 'backups', name), () => undefined);
      }
      let restored = 0;
      for (let i = 0; i < KILLS; i++) {
        await running.tell([`new${i} -isa thing`]);
        const acknowledged = await killDuring(
          running,
          post(running, '/restore', JSON.stringify({ name: kept })),
          150 + i * 400,
        );
        running = await start();
        expect(await verified(running)).toMatchObject({ ok: true, problems: [] });
        const isNew = (await running.recall(`new${i}`)) !== '';
        if (acknowledged) expect(isNew).toBe(false);
        if (!isNew) restored += 1;
        expect(await restoresOnHost(running), 'the host tells of what happened, and of nothing else').toBe(
          restored,
        );
        expect(await running.recall('gnommoweb')).toBe('gnommoweb: [type] repo');
      }
      await post(running, '/backup', '{}');
      const left = readdirSync(join(dataDir, 'backups')).filter((name) => name.endsWith('.unfinished'));
      expect(left, 'the next backup clears what a kill left').toEqual([]);
    } finally {
      await running.kill();
      rmSync(dataDir, { recursive: true, force: true });
      if ('url' in location) await dropDatabase(location.url);
    }
  });
});
