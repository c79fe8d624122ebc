// What happens to the database file under a running program: it is noticed within seconds, said everywhere, nothing is
// acknowledged that is not kept, and agents are served throughout. Real files, real mounts; a process of its own where it is killed, runs
// as somebody else or sees another disk.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FestingerProcess, type ProcessOptions, startProcess } from '../core/testing/processes.ts';
import { startTestCore } from '../core/testing/start-test-core.ts';
import { type DemoUpstream, startDemoUpstream } from '../fixtures/upstream.ts';
import { freshDataDir } from './testing/temp-store.ts';

/** Every fault is to be noticed within this time. */
const NOTICED_MS = 6000;
const BACK_MS = 10_000;
const NOBODY = 65_534;
const canMount = spawnSync('unshare', ['-rm', 'true']).status === 0;
const isRoot = process.getuid?.() === 0;

interface Status {
  parts: { name: string; health: string; reason: string | null; fix: string | null }[];
}

let upstream: DemoUpstream;
/** A data directory that a program has left: what was told lies in the log until it ends, and damage to the file does no harm before. */
let left: string;
beforeAll(async () => {
  upstream = await startDemoUpstream();
  left = freshDataDir();
  await using first = await startTestCore({ dataDir: left });
  await first.tell('gnommoweb -isa repo');
});
afterAll(async () => {
  await upstream?.close();
  rmSync(left, { recursive: true, force: true });
});

/** What is struck: a program, or its core in this process. */
type Road = Pick<FestingerProcess, 'dataDir' | 'call' | 'operator' | 'recall'>;

const tell = (road: Road, fact: string) =>
  road.call('/iknowthat', { method: 'POST', body: JSON.stringify({ fact }) });
const part = async (road: Road) => {
  const { body } = await road.operator('/api/console/system/status');
  return (body as { data: Status }).data.parts.find(({ name }) => name === 'database');
};
const health = async (road: Road) => (await part(road))?.health;

/** What holds while the database takes no writes, however that came about. */
async function expectRefused(road: Road, reason: RegExp): Promise<void> {
  await expect.poll(() => health(road), { timeout: NOTICED_MS }).toBe('bad');
  const shown = await part(road);
  expect(shown?.reason).toMatch(reason);
  expect(shown?.fix).toMatch(/served from memory/);
  const writes = [
    await tell(road, 'late -isa arrival'),
    await road.operator('/conflicts/1', { method: 'POST', body: JSON.stringify({ decision: 'keep' }) }),
    await road.operator('/api/console/clients', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ name: 'somebody', project: null, concurrency: null, ratePerMinute: 3, mitigationsOff: [] },
        ...{ note: '', expectedVersion: 0 },
      }),
    }),
  ];
  for (const { status, body } of writes) {
    expect([status, body]).toEqual([
      503,
      expect.objectContaining({ error: expect.objectContaining({ code: 'UNAVAILABLE' }) }),
    ]);
    expect((body as { error: { message: string } }).error.message).toMatch(reason);
  }
  expect((await road.call('/healthz')).status).toBe(200);
  const ready = await road.call('/readyz');
  expect([ready.status, JSON.stringify(ready.body)]).toEqual([503, expect.stringMatching(reason)]);
  expect((await road.call('/metrics')).body).toMatch(/^festinger_database_up 0$/m);
  expect(await road.recall('gnommoweb')).toContain('repo');
  expect(await road.recall('late')).toBe('');
  const answer = await road.call('/api/chat', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ model: 'demo-plain', stream: false },
      messages: [
        { role: 'user', content: 'What is gnommoweb? Note that ramanujan is part of cluster_seven.' },
      ],
    }),
  });
  expect(answer.status).toBe(200);
}

async function expectWell(road: Road): Promise<void> {
  await expect.poll(() => health(road), { timeout: BACK_MS }).toBe('ok');
  await expect.poll(async () => (await road.call('/readyz')).status, { timeout: BACK_MS }).toBe(200);
  expect((await road.call('/metrics')).body).toMatch(/^festinger_database_up 1$/m);
  expect((await tell(road, 'late -isa arrival')).status).toBe(200);
  // What a prompt taught meanwhile waited.
  await expect.poll(() => road.recall('ramanujan'), { timeout: BACK_MS }).toContain('cluster_seven');
}

/** A core on a copy of what was left, in this process. */
async function startedHere(): Promise<Road & AsyncDisposable> {
  const dataDir = mkdtempSync(join(tmpdir(), 'festinger-fault-'));
  cpSync(left, dataDir, { recursive: true });
  const core = await startTestCore({ dataDir });
  await core.tell('ramanujan -isa host');
  await expect.poll(async () => (await core.call('/readyz')).status, { timeout: 15_000 }).toBe(200);
  return {
    ...core,
    async recall(concept) {
      const { body } = await core.call(`/recall?concept=${concept}`);
      return (body as { data: { recollection: string | null } }).data.recollection ?? '';
    },
    async [Symbol.asyncDispose]() {
      await core[Symbol.asyncDispose]();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function started(options: ProcessOptions = {}): Promise<FestingerProcess> {
  const { dataDir, through, uid } = options;
  if (dataDir !== undefined && through === undefined) {
    cpSync(left, dataDir, { recursive: true });
    if (uid !== undefined) execFileSync('chown', ['-R', `${uid}:${uid}`, dataDir]);
  }
  const road = await startProcess({ upstream: upstream.url, ...options });
  await road.tell(['gnommoweb -isa repo', 'ramanujan -isa host']);
  await expect.poll(async () => (await road.call('/readyz')).status, { timeout: 15_000 }).toBe(200);
  return road;
}

const fileOf = ({ dataDir }: { dataDir: string }) => join(dataDir, 'festinger.db');

/** Damages every page but the first, as a failing disk might. */
function overwritePages(file: string): void {
  const fd = openSync(file, 'r+');
  for (let at = 4096; at < statSync(file).size; at += 4096) writeSync(fd, Buffer.alloc(64, 0xa5), 0, 64, at);
}

interface Fault {
  readonly name: string;
  readonly strike: (file: string) => void;
  readonly reason: RegExp;
  /** How it is mended under the running program; left out where that cannot be. */
  readonly mend?: (file: string) => void;
}

const FAULTS: readonly Fault[] = [
  {
    name: 'is deleted',
    strike: (file) => rmSync(file),
    reason: /festinger\.db .*is not there any more/,
  },
  {
    name: 'and everything beside it is deleted',
    strike: (file) => {
      for (const name of readdirSync(dirname(file))) rmSync(join(dirname(file), name), { recursive: true });
    },
    reason: /is not there any more/,
  },
  {
    name: 'is moved away, and back',
    strike: (file) => renameSync(file, `${file}.away`),
    reason: /is not there any more/,
    mend: (file) => renameSync(`${file}.away`, file),
  },
  {
    name: 'is replaced by a copy, and put back',
    strike: (file) => {
      copyFileSync(file, `${file}.copy`);
      renameSync(file, `${file}.old`);
      renameSync(`${file}.copy`, file);
    },
    reason: /another file lies in its place/,
    mend: (file) => renameSync(`${file}.old`, file),
  },
  {
    name: 'goes with its directory, and comes back',
    strike: (file) => renameSync(dirname(file), `${dirname(file)}-away`),
    reason: /is not there any more/,
    mend: (file) => renameSync(`${dirname(file)}-away`, dirname(file)),
  },
  {
    name: 'is replaced by a directory',
    strike: (file) => {
      rmSync(file);
      mkdirSync(file);
    },
    reason: /another file lies in its place/,
  },
  {
    name: 'is cut off in the middle',
    strike: (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
    reason: /damaged/,
  },
  { name: 'is emptied', strike: (file) => truncateSync(file, 0), reason: /damaged|not a SQLite/ },
  { name: 'is overwritten in places', strike: overwritePages, reason: /damaged/ },
  {
    name: 'loses its write-ahead log',
    strike: (file) => rmSync(`${file}-wal`),
    reason: /write-ahead log was removed.*restart Festinger.*festinger\.db-wal/i,
  },
  {
    name: 'loses its shared memory',
    strike: (file) => rmSync(`${file}-shm`),
    reason: /write-ahead log was removed.*restart Festinger.*festinger\.db-shm/i,
  },
];

describe('while the database file', () => {
  it.each(FAULTS)(
    '$name, writes are refused with the reason, and agents are served',
    async ({ strike, reason, mend }) => {
      // It closes as ever, or the test fails.
      await using road = await startedHere();
      strike(fileOf(road));
      await expectRefused(road, reason);
      if (mend) {
        mend(fileOf(road));
        await expectWell(road);
      }
    },
    60_000,
  );

  it('is deleted in the middle of telling, nothing told afterwards is acknowledged', async () => {
    await using road = await startedHere();
    rmSync(fileOf(road));
    const statuses = new Set<number>();
    for (let n = 0; n < 50; n++) statuses.add((await tell(road, `after_${n} -isa deletion`)).status);
    expect([...statuses]).toEqual([503]);
  }, 30_000);

  it('is another one, nothing is read out of that: no export, no backup, no reload', async () => {
    await using road = await startedHere();
    const other = mkdtempSync(join(tmpdir(), 'festinger-other-'));
    {
      await using stranger = await startTestCore({ dataDir: other });
      await stranger.tell('stranger -isa intruder');
    }
    const file = fileOf(road);
    renameSync(file, `${file}.old`);
    copyFileSync(join(other, 'festinger.db'), file);
    rmSync(other, { recursive: true });
    await expect.poll(() => health(road), { timeout: NOTICED_MS }).toBe('bad');
    const answers = [
      await road.operator('/api/console/files/export?format=jsonl'),
      await road.operator('/api/console/files/backup', { method: 'POST', body: '{}' }),
      await road.operator('/reload', { method: 'POST' }),
    ];
    for (const { status, body } of answers)
      expect([status, JSON.stringify(body)]).toEqual([503, expect.stringMatching(/another file lies in/)]);
    expect(await road.recall('stranger')).toBe('');
    expect(await road.recall('gnommoweb')).toContain('repo');
  }, 60_000);

  it('loses its log, everything acknowledged before is there after kill -9', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'festinger-fault-'));
    {
      await using road = await started({ dataDir });
      rmSync(`${fileOf(road)}-wal`);
      await expect.poll(() => health(road), { timeout: NOTICED_MS }).toBe('bad');
      await road.kill();
    }
    await using again = await startProcess({ dataDir });
    expect(await again.recall('gnommoweb')).toContain('repo');
    expect((await tell(again, 'late -isa arrival')).status).toBe(200);
    await again.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }, 60_000);
});

describe.skipIf(!isRoot && process.platform === 'win32')('while permissions are missing', () => {
  /** As root nothing is refused, so the program runs as somebody else then. */
  const uid = isRoot ? NOBODY : undefined;
  const ways: readonly [name: string, path: (file: string) => string, off: number, on: number][] = [
    ['to write in the directory', dirname, 0o500, 0o700],
    ['to write the file', (file) => file, 0o400, 0o600],
    ['to look into the directory', dirname, 0o000, 0o700],
  ];
  it.each(ways)(
    '%s, writes are refused until they are back',
    async (_name, path, off, on) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'festinger-fault-'));
      if (uid !== undefined) chownSync(dataDir, uid, uid);
      await using road = await started({ dataDir, uid });
      chmodSync(path(fileOf(road)), off);
      await expectRefused(road, /cannot be (written|looked at).*permission/i);
      chmodSync(path(fileOf(road)), on);
      await expectWell(road);
      // Only then does nobody write into it any more.
      await road.kill();
      rmSync(dataDir, { recursive: true, force: true });
    },
    60_000,
  );
});

// Needs user namespaces with mounts of their own, which only Linux has, and not everywhere.
describe.skipIf(!canMount)('on a disk of its own', () => {
  async function onDisk(megabytes: number): Promise<FestingerProcess & { inside(...words: string[]): void }> {
    const dataDir = mkdtempSync(join(tmpdir(), 'festinger-fault-'));
    const script = `mount -t tmpfs -o size=${megabytes}m tmpfs "$0" && exec "$@"`;
    const road = await started({ dataDir, through: ['unshare', '-rm', 'sh', '-c', script, dataDir] });
    const inside = (...words: string[]) => {
      const given = ['-t', String(road.pid), '-U', '-m', '--preserve-credentials', ...words];
      execFileSync('nsenter', given, { stdio: 'ignore' });
    };
    return Object.assign(road, { inside });
  }

  it('that is full, writes are refused until there is room', async () => {
    await using road = await onDisk(24);
    const filler = join(road.dataDir, 'filler');
    road.inside('sh', '-c', `cat /dev/zero > ${filler} || true`);
    // Idle, nothing says that the disk is full: the first who writes is told, and everybody from then on.
    const facts = Array.from({ length: 10_000 }, (_, n) => `filler_${n} -isa thing`);
    const first = await road.call('/iknowthat', { method: 'POST', body: JSON.stringify({ facts }) });
    expect([first.status, JSON.stringify(first.body)]).toEqual([
      503,
      expect.stringContaining('disk is full'),
    ]);
    await expectRefused(road, /disk is full/);
    expect(await road.recall('filler_1')).toBe('');
    road.inside('rm', filler);
    await expectWell(road);
    expect((await road.call('/recall?concept=filler_1')).status).toBe(200);
    expect(await road.recall('filler_1')).toBe('');
  }, 60_000);

  it('that is unmounted, writes are refused until it is back', async () => {
    await using road = await onDisk(64);
    const elsewhere = mkdtempSync(join(tmpdir(), 'festinger-elsewhere-'));
    road.inside('mount', '--move', road.dataDir, elsewhere);
    await expectRefused(road, /is not there any more/);
    road.inside('mount', '--move', elsewhere, road.dataDir);
    await expectWell(road);
    rmSync(elsewhere, { recursive: true });
  }, 60_000);

  it('that fails, writes are refused until it answers', async () => {
    await using road = await onDisk(64);
    // A limit on the size of files: the write fails, and not because the disk is full.
    execFileSync('prlimit', ['--pid', String(road.pid), '--fsize=4096:unlimited']);
    const facts = Array.from({ length: 2000 }, (_, n) => `lost_${n} -isa thing`);
    const first = await road.call('/iknowthat', { method: 'POST', body: JSON.stringify({ facts }) });
    expect([first.status, JSON.stringify(first.body)]).toEqual([503, expect.stringContaining('disk')]);
    await expectRefused(road, /the disk reported an error/);
    execFileSync('prlimit', ['--pid', String(road.pid), '--fsize=unlimited:unlimited']);
    await expectWell(road);
    expect(await road.recall('lost_1')).toBe('');
  }, 60_000);
});
