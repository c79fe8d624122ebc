// Promise: an ecosystem counts as covered once its whole database came, from an archive or a mirror, and by nothing less; from then on only what changed is
// fetched, what the database has no more goes, and what fails leaves the last good state with its date. On both databases.
import { mkdirSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TaskBoard, TaskHandle, TaskSpec } from '../../console/task-board.ts';
import { type Loopback, listen } from '../../outgoing/testing/loopback.ts';
import type { NewJob } from '../../store/jobs/job.ts';
import { TEST_DIALECTS } from '../../store/testing/temp-store.ts';
import { advisory, sbom } from '../testing/documents.ts';
import { type EvidenceWorld, evidenceWorld, PROJECT } from '../testing/evidence-world.ts';
import { Ecosystems } from './ecosystems.ts';
import { OSV_REFRESH } from './osv-refresh-job.ts';
import { OsvRefresh } from './osv-refresh-worker.ts';
import { RemoteDocuments } from './remote-document.ts';
import { zipOf } from './testing/zip.ts';
import { Uploads } from './uploads.ts';

const DAY = 86_400_000;
const LEFT_PAD = 'pkg:npm/left-pad@1.0.0';
const ID = (n: number) => `GHSA-2222-3333-${String(n).padStart(4, '0')}`;

/** An advisory that the operator has from elsewhere. */
const OWN = 'GHSA-9999-9999-9999';

interface Made {
  readonly modified?: string;
  readonly withdrawn?: string;
  readonly ecosystem?: string;
}

describe.each(TEST_DIALECTS)('an ecosystem in %s', (dialect) => {
  let here: EvidenceWorld;
  let ecosystems: Ecosystems;
  let remote: RemoteDocuments;
  let server: Loopback;
  /** What the mirror has. */
  let database: Map<string, string>;
  let asked: string[];
  let answer: ((path: string, response: ServerResponse, request: IncomingMessage) => boolean) | null;
  let setting: string;
  let onProgress: (() => void) | null;

  const put = (n: number, { modified = '2026-01-01T00:00:00Z', withdrawn, ecosystem }: Made = {}) =>
    database.set(
      ID(n),
      advisory({
        ...{ id: ID(n), modified, name: n === 1 ? 'left-pad' : `part-${n}` },
        ...(withdrawn === undefined ? {} : { withdrawn }),
        ...(ecosystem === undefined ? {} : { ecosystem }),
      }),
    );
  const archive = () => zipOf([...database].map(([id, text]) => ({ name: `${id}.json`, text })));
  const modifiedList = () =>
    [...database]
      .map(([id, text]) => `${(JSON.parse(text) as { modified: string }).modified},${id}`)
      .sort()
      .reverse()
      .join('\n');

  const watchedTasks = () =>
    Object.assign(Object.create(here.tasks) as TaskBoard, {
      start: <T>(spec: TaskSpec<T>, work: (handle: TaskHandle) => Promise<T>) =>
        here.tasks.start(spec, (handle) =>
          work({
            id: handle.id,
            signal: handle.signal,
            progress: (done, total) => {
              handle.progress(done, total);
              onProgress?.();
            },
          }),
        ),
    });

  beforeEach(async () => {
    here = await evidenceWorld(dialect);
    const { store, clock, dir } = here.temp;
    remote = new RemoteDocuments({ clock });
    setting = '';
    database = new Map();
    asked = [];
    answer = null;
    onProgress = null;
    let next = 0;
    ecosystems = new Ecosystems({
      ...{ store, clock, remote, tasks: watchedTasks(), ids: () => `eco-${++next}` },
      uploads: new Uploads(join(dir, 'ecosystem-uploads'), clock),
      onChange: (project) => void here.findings.match(project),
      mirror: () => setting,
      oldAfterMs: () => 7 * DAY,
    });
    server = await listen((request, response) => {
      const path = decodeURIComponent((request.url ?? '').split('?')[0] ?? '');
      asked.push(path.replace('/osv/npm/', ''));
      if (answer?.(path, response, request)) return;
      const [, record] = /^\/osv\/npm\/(.+)\.json$/.exec(path) ?? [];
      const body =
        path === '/osv/npm/all.zip'
          ? archive()
          : path === '/osv/npm/modified_id.csv'
            ? modifiedList()
            : database.get(record ?? '');
      if (body === undefined) response.writeHead(404).end();
      else response.writeHead(200).end(body);
    });
    await here.take({ 'list.json': sbom([LEFT_PAD]) });
  });
  afterEach(async () => {
    await server.close();
    await remote.close();
    await here[Symbol.asyncDispose]();
  });

  const run = async (from: { file?: string; mirror?: string }, ecosystem = 'npm') => {
    here.temp.clock.advance(1000);
    asked.length = 0;
    const sum = await ecosystems.import({ project: PROJECT, ecosystem, by: 'test', ...from }).result;
    await here.findings.settled();
    return sum;
  };
  const fromMirror = () => run({ mirror: `${server.url}/osv` });
  const fromFile = (bytes = archive(), ecosystem = 'npm') => {
    mkdirSync(join(here.temp.dir, 'archives'), { recursive: true });
    const file = join(here.temp.dir, 'archives', 'all.zip');
    writeFileSync(file, bytes);
    return run({ file }, ecosystem);
  };
  const state = async () => (await ecosystems.list(PROJECT))[0];
  const checked = async () => (await here.findings.state(PROJECT)).counts.checked;
  const total = async () =>
    (await here.evidence.documents({ project: PROJECT, format: 'osv', offset: 0, limit: 1 })).total;

  it('is covered when its archive came whole, and not by a single advisory of it', async () => {
    await here.take({ 'one.json': advisory({ id: ID(1) }) });
    expect(await here.findings.unchecked(PROJECT)).toMatchObject([
      { reason: 'not_covered', detail: 'npm: 1 advisory imported, not the whole database' },
    ]);
    // What is said of it is found all the same.
    expect((await here.findings.state(PROJECT)).counts.open).toBe(1);
    put(1);
    put(2, { modified: '2026-02-01T00:00:00Z' });
    const sum = await fromFile();
    expect(sum).toMatchObject({ taken: 1, same: 1, refused: 0, records: 2, removed: 0 });
    expect(await state()).toMatchObject({
      ...{ ecosystem: 'npm', complete: true, records: 2, dataAsOf: Date.UTC(2026, 1, 1) },
    });
    expect(await here.findings.unchecked(PROJECT)).toEqual([]);
    expect(await checked()).toBe(1);
    expect(await fromFile()).toMatchObject({ taken: 0, same: 2, records: 2 });
  });

  it('of the mirror is fetched whole once, and then by what changed, came and went', async () => {
    for (const n of [1, 2, 3]) put(n);
    await fromMirror();
    expect(asked).toEqual(['all.zip']);
    expect(await state()).toMatchObject({ complete: true, records: 3, source: `${server.url}/osv/` });
    put(1, { modified: '2026-03-01T00:00:00Z', withdrawn: '2026-03-01T00:00:00Z' });
    put(4, { modified: '2026-02-01T00:00:00Z' });
    database.delete(ID(2));
    const sum = await fromMirror();
    expect(sum).toMatchObject({ taken: 2, records: 3, removed: 1 });
    expect(asked).toContain('modified_id.csv');
    expect(asked).not.toContain('all.zip');
    expect(asked).toContain(`${ID(4)}.json`);
    expect(await total()).toBe(3);
    expect(await state()).toMatchObject({ dataAsOf: Date.UTC(2026, 2, 1), records: 3 });
    // The withdrawn one says nothing any more.
    expect((await here.findings.state(PROJECT)).counts.open).toBe(0);
  });

  it('drops what an archive has no more, and keeps what the operator imported', async () => {
    for (const n of [1, 2, 3]) put(n);
    const same = database.get(ID(3)) ?? '';
    await here.take({ 'own.json': advisory({ id: OWN, name: 'left-pad' }), 'same.json': same });
    await fromFile();
    for (const n of [2, 3]) database.delete(ID(n));
    expect(await fromFile()).toMatchObject({ records: 1, removed: 1 });
    const { documents } = await here.evidence.documents({
      project: PROJECT,
      format: 'osv',
      offset: 0,
      limit: 9,
    });
    expect(documents.map(({ key }) => key).sort()).toEqual([ID(1), ID(3), OWN]);
  });

  it('yields to nothing from elsewhere under its ids, and takes over what is the same', async () => {
    put(1);
    await fromFile();
    const later = { modified: '2026-05-01T00:00:00Z', withdrawn: '2026-05-01T00:00:00Z' };
    await here.take({ 'other.json': advisory({ id: ID(1), name: 'left-pad', ...later }) });
    expect((await here.findings.state(PROJECT)).counts.open).toBe(1);
    expect(await total()).toBe(2);
    // The next version of the record, first from elsewhere and then from the database.
    put(1, { modified: '2026-03-01T00:00:00Z', withdrawn: '2026-03-01T00:00:00Z' });
    await here.take({ 'same.json': database.get(ID(1)) ?? '' });
    expect([await total(), (await here.findings.state(PROJECT)).counts.open]).toEqual([3, 1]);
    expect(await fromFile()).toMatchObject({ taken: 0, records: 1 });
    expect([await total(), (await here.findings.state(PROJECT)).counts.open]).toEqual([2, 0]);
  });

  it('is not complete by an archive of another, a damaged one, or one that is not there', async () => {
    put(1, { ecosystem: 'PyPI' });
    await expect(fromFile()).rejects.toThrow(/0 of 1 records .* about npm/);
    await expect(fromFile(archive().subarray(0, 40))).rejects.toThrow(/not the complete database/);
    await expect(run({ file: '/nowhere/all.zip' })).rejects.toThrow(/There is nothing at this path/);
    // Nothing of it came: no row is left.
    expect(await state()).toBeUndefined();
    expect(await checked()).toBe(0);
    expect(() =>
      ecosystems.import({ project: PROJECT, ecosystem: 'npm', by: 'test', file: 'all.zip' }),
    ).toThrow(/not an absolute path/);
    expect(() => ecosystems.import({ project: PROJECT, ecosystem: 'npm', by: 'test' })).toThrow(
      /Name an archive/,
    );
  });

  it('is refused by a name that OSV has not, with the one that is meant', async () => {
    const named = (ecosystem: string) => () =>
      ecosystems.import({ project: PROJECT, ecosystem, by: 'test', file: '/nowhere/all.zip' });
    expect(named('nmp')).toThrow(/n’t know the ecosystem “nmp”. Did you mean npm\?/u);
    expect(named('pypi')).toThrow(/Did you mean PyPI\?/u);
    expect(named('Debain:12')).toThrow(/Did you mean Debian\?/u);
    expect(named('everything')).toThrow(/“everything”. Write it as OSV does/u);
    expect(await state()).toBeUndefined();
  });

  it('is removed with what came with it, and what the operator imported stays', async () => {
    await here.take({ 'own.json': advisory({ id: OWN, name: 'left-pad' }) });
    for (let n = 1; n <= 600; n++) put(n);
    await fromFile();
    const { result } = await ecosystems.remove({ project: PROJECT, ecosystem: 'npm' });
    expect(await result).toBe(600);
    await here.findings.settled();
    expect(await state()).toBeUndefined();
    expect(await total()).toBe(1);
    expect(await here.findings.unchecked(PROJECT)).toMatchObject([{ reason: 'not_covered' }]);
    await expect(ecosystems.remove({ project: PROJECT, ecosystem: 'npm' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('that was cancelled is not complete; what came stays', async () => {
    for (let n = 1; n <= 600; n++) put(n);
    const file = join(here.temp.dir, 'all.zip');
    writeFileSync(file, archive());
    const { task, result } = ecosystems.import({ project: PROJECT, ecosystem: 'npm', by: 'test', file });
    onProgress = () => here.tasks.cancel(task.id);
    await expect(result).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(await state()).toMatchObject({ complete: false });
    expect(await total()).toBeGreaterThan(0);
  });

  it('keeps its last state and date where a refresh fails, and gets what it lacked with the next', async () => {
    for (const n of [1, 2]) put(n);
    await fromMirror();
    const before = await state();
    put(3, { modified: '2026-03-01T00:00:00Z' });
    answer = (path, response) => {
      if (!path.endsWith(`${ID(3)}.json`)) return false;
      response.writeHead(503).end();
      return true;
    };
    await expect(fromMirror()).rejects.toThrow(/status 503/);
    expect(await state()).toEqual(before);
    answer = (path, response) => {
      if (!path.endsWith('modified_id.csv')) return false;
      response.writeHead(200).end('<html>sorry</html>');
      return true;
    };
    await expect(fromMirror()).rejects.toThrow(/no list of times and ids: see line 1/);
    answer = null;
    expect(await fromMirror()).toMatchObject({ taken: 1, records: 3 });
  });

  it('is fetched whole again where a mirror lost half of it, and where too much changed', async () => {
    for (let n = 1; n <= 4; n++) put(n);
    await fromMirror();
    for (const n of [1, 2, 3]) database.delete(ID(n));
    expect(await fromMirror()).toMatchObject({ records: 1, removed: 3 });
    expect(asked).toEqual(['modified_id.csv', 'all.zip']);
    for (let n = 10; n < 2011; n++) put(n);
    expect(await fromMirror()).toMatchObject({ records: 2002, taken: 2001 });
    expect(asked).toEqual(['modified_id.csv', 'all.zip']);
  });

  it('is not complete any more when one of its records is removed by hand', async () => {
    put(1);
    await fromFile();
    const { documents } = await here.evidence.documents({
      project: PROJECT,
      format: 'osv',
      offset: 0,
      limit: 1,
    });
    await here.evidence.remove(PROJECT, documents[0]?.id ?? 0);
    await here.findings.settled();
    expect(await state()).toMatchObject({ complete: false });
    expect(await checked()).toBe(0);
  });

  it('is old when its archive is, or when its mirror was not asked for a week', async () => {
    put(1);
    setting = `${server.url}/osv`;
    await run({});
    expect(await state()).toMatchObject({ old: false });
    expect(await ecosystems.dueForRefresh(DAY)).toEqual([]);
    here.temp.clock.advance(8 * DAY);
    expect(await state()).toMatchObject({ old: true });
    expect((await here.findings.state(PROJECT)).oldEcosystems).toMatchObject([{ ecosystem: 'npm' }]);
    expect(await ecosystems.dueForRefresh(DAY)).toEqual([{ project: PROJECT, ecosystem: 'npm' }]);
    await run({});
    expect(await state()).toMatchObject({ old: false });
  });

  it('is refreshed by a job a day while the settings name a mirror, and by none without', async () => {
    const queued: NewJob[] = [];
    const finished: string[] = [];
    const { store, clock } = here.temp;
    const refresh = new OsvRefresh({
      ...{ store, clock, ecosystems, tasks: here.tasks, mirror: () => setting },
      jobs: {
        enqueue: async (_, jobs) => queued.push(...jobs),
        wake: () => undefined,
      },
      onError: (error) => expect(error).toBeUndefined(),
    });
    put(1);
    await fromMirror();
    clock.advance(DAY);
    await refresh.queueDue();
    expect(queued).toEqual([]);
    setting = `${server.url}/osv`;
    await refresh.queueDue();
    await refresh.queueDue();
    expect(new Set(queued.map(({ key }) => key)).size).toBe(1);
    const payload = JSON.parse(queued[0]?.payload ?? '') as { project: string; ecosystem: string };
    expect(OSV_REFRESH.describe(payload).line).toBe('Refresh of npm advisories');
    const job = { id: '1', kind: 'osv_refresh', payload, attempts: 0, claim: 1, goesAlone: false };
    const finish = async (_: unknown, result = '') => void finished.push(result);
    put(2, { modified: '2026-03-01T00:00:00Z' });
    await refresh.perform([job], finish, new AbortController().signal);
    await here.findings.settled();
    expect(await ecosystems.dueForRefresh(DAY)).toEqual([]);
    answer = (_, response) => {
      response.writeHead(500).end();
      return true;
    };
    await expect(refresh.perform([job], finish, new AbortController().signal)).rejects.toThrow(/status 500/);
    setting = '';
    await refresh.perform([job], finish, new AbortController().signal);
    expect(finished).toEqual([
      '2 records, 1 new or changed, 0 removed',
      'Settings name no OSV mirror any more.',
    ]);
  });
});
