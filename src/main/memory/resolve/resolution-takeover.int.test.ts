// Three real processes on one PostgreSQL: killing the one that runs the resolution job hands it to another, under the
// same number, and every decision is applied exactly once. And the command line against a real process.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, inject, it } from 'vitest';
import type { Conflict } from '../../../shared/model/graph.ts';
import type { JournalEntry, ResolutionRun } from '../../../shared/model/resolution.ts';
import { settingTitle } from '../../../shared/setting-titles.ts';
import { CLI, type FestingerProcess, startProcess, stopAll } from '../../core/testing/processes.ts';
import { type DemoUpstream, type RecordedRequest, startDemoUpstream } from '../../fixtures/upstream.ts';
import { dropDatabase, freshDatabase } from '../../store/testing/temp-store.ts';

const NAMES = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta'];
const DECOMPOSE = {
  decision: 'decompose',
  ...{ existing_dimension: 'artifact-type', new_dimension: 'deployment-type', reasoning: 'both are true' },
};

const post = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const about = (name: string) => (request: RecordedRequest) =>
  request.path === '/api/chat' && request.body.includes(`\\"concept\\": \\"${name}\\"`);
const dataOf = async <T>(one: FestingerProcess, path: string) =>
  ((await one.operator(path)).body as { data: T }).data;

/** Chooses the scripted model. It needs no key, since each process has a vault of its own. */
async function chooseModel(one: FestingerProcess, upstream: DemoUpstream): Promise<void> {
  const model = { label: 'scripted', provider: 'ollama', baseUrl: upstream.url, modelName: 'demo-plain' };
  const { body, status } = await one.operator('/api/console/models', post(model));
  expect(status, JSON.stringify(body)).toBe(200);
  const setting = { key: 'resolve_model_id', value: (body as { data: { id: string } }).data.id };
  expect((await one.operator('/api/console/system/settings', post(setting))).status).toBe(200);
  upstream.script({
    when: (request) => request.body.includes('Material (data'),
    behave: { text: JSON.stringify(DECOMPOSE) },
  });
}

async function contradict(one: FestingerProcess): Promise<void> {
  for (const name of NAMES) {
    await one.tell([`${name} -isa repo`]);
    const { status } = await one.call('/iknowthat', post({ fact: `${name} -isa container` }));
    expect(status).toBe(202);
  }
}

const missing = inject('postgres');

describe.skipIf('missing' in missing)('three processes on one PostgreSQL', () => {
  it('hand a run on when the one that performs it is killed, twice, and apply each decision once', {
    timeout: 150_000,
  }, async () => {
    const dir = mkdtempSync(join(tmpdir(), 'festinger-takeover-'));
    const { database } = await freshDatabase('postgres', dir);
    const upstream = await startDemoUpstream();
    const processes: FestingerProcess[] = [];
    try {
      processes.push(await startProcess({ database }));
      const [first] = processes as [FestingerProcess];
      await chooseModel(first, upstream);
      await contradict(first);
      processes.push(await startProcess({ database }), await startProcess({ database }));

      // The third question is never answered; the fifth is, and its asker dies with the answer in its hands.
      upstream.script({ when: about('gamma'), times: 1, behave: { hold: { afterTokens: 0 } } });
      const third = upstream.nextRequest(about('gamma'));
      const started = await first.operator('/resolve/run', { method: 'POST' });
      const { run_id: runId } = (started.body as { data: { run_id: number } }).data;
      await third;
      const fifth = upstream.nextRequest(about('epsilon'));
      await killRunner(processes);
      await fifth.then((request) => request.closed);
      await killRunner(processes);

      const last = processes.at(0) as FestingerProcess;
      // Not asked for: on a busy machine it may be over before anybody could ask, and asking would begin another.
      const run = async () => (await dataOf<ResolutionRun[]>(last, '/api/console/resolution/runs'))[0];
      await expect.poll(async () => (await run())?.status, { timeout: 90_000 }).toBe('done');
      expect(await run(), last.log()).toMatchObject({
        ...{ id: runId, total: 6, done: 6, counts: { decomposed: 6 } },
      });
      const journal = await dataOf<JournalEntry[]>(last, '/api/console/resolution/journal');
      expect(journal.map(({ concept }) => concept).sort()).toEqual([...NAMES].sort());
      const decided = await dataOf<{ conflicts: Conflict[] }>(last, '/conflicts?view=decided');
      expect(decided.conflicts.map(({ resolution }) => resolution?.runId)).toEqual(NAMES.map(() => runId));
      for (const name of NAMES) {
        expect(await last.recall(name)).toContain(
          `${name}: [artifact-type] repo [deployment-type] container`,
        );
      }
      expect(await dataOf<unknown[]>(last, '/api/console/resolution/runs')).toHaveLength(1);
    } finally {
      await stopAll(processes);
      await upstream.close();
      await dropDatabase(database);
      rmSync(dir, { recursive: true, force: true });
    }
  });
});

/** Kills whichever performs the run, as a survivor sees it. */
async function killRunner(processes: FestingerProcess[]): Promise<void> {
  const { running } = await dataOf<{ running: { runner: string } | null }>(
    processes[0] as FestingerProcess,
    '/api/console/resolution',
  );
  const at = processes.findIndex(({ pid }) => running?.runner.endsWith(`:${pid}`));
  if (at < 0) return;
  const [runner] = processes.splice(at, 1);
  await runner?.[Symbol.asyncDispose]();
}

async function festinger(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const child = spawn(process.execPath, [CLI, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number>((resolve) => child.once('exit', (status) => resolve(status ?? -1))),
  ]);
  return { code, out: out.trim(), err: err.trim() };
}

describe('the command line', () => {
  it('starts a run, lists what is left, and decides it', async () => {
    const upstream = await startDemoUpstream();
    const one = await startProcess();
    try {
      await contradict(one);
      const where = ['--url', one.baseUrl, '--data-dir', one.dataDir];
      const refused = await festinger('resolve', '--wait', ...where);
      expect(refused).toMatchObject({
        code: 1,
        err: expect.stringContaining(settingTitle('resolve_model_id')),
      });
      await chooseModel(one, upstream);
      upstream.script({ when: about('zeta'), behave: { text: 'nonsense' } });
      expect(await festinger('resolve', '--wait', ...where)).toEqual({
        ...{ code: 0, err: '' },
        out: 'run 2 done: 6 conflicts (5 decomposed, 1 invalid)',
      });
      const list = await festinger('conflicts', ...where);
      expect(list).toMatchObject({ code: 0, out: '6  isa_isa  zeta: [type] repo / container' });
      const shown = await festinger('conflicts', 'show', '6', ...where);
      expect(shown.out).toContain('not one JSON object');
      const stale = await festinger('conflicts', 'decide', '6', 'keep', '--seen', '1', ...where);
      expect(stale).toMatchObject({ code: 1, err: expect.stringContaining('STALE_VERSION') });
      const decided = await festinger('conflicts', 'decide', '6', 'keep', '--reason', 'known', ...where);
      expect(decided).toMatchObject({ code: 0, out: expect.stringContaining('repo kept') });
      expect((await festinger('conflicts', ...where)).out).toBe('No conflicts.');
    } finally {
      await one[Symbol.asyncDispose]();
      await upstream.close();
    }
  });
});
