// Every file of the data directory may be something else by the next start: what it is, where, and what to do about it is
// said in one line, and nothing is overwritten that somebody may want back. The core in this process says it, and a program of somebody
// else's where that matters.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { startProcess } from './testing/processes.ts';
import { startTestCore } from './testing/start-test-core.ts';

const isPosix = process.platform !== 'win32';
/** As root nothing is unreadable, so the program runs as somebody else then. */
const uid = process.getuid?.() === 0 ? 65_534 : undefined;
const TOKEN = 'a-token-that-an-operator-chose-herself-0123456789';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'festinger-start-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const at = (name: string) => join(dataDir, name);
const KINDS = {
  'a directory': (file: string) => void mkdirSync(file),
  'not to be read': (file: string) => writeFileSync(file, 'something', { mode: 0o000 }),
  'something else': (file: string) => writeFileSync(file, Buffer.alloc(5000, 0xa5)),
} as const;

const CASES: readonly [file: string, kind: keyof typeof KINDS, says: RegExp][] = [
  ['config.yaml', 'a directory', /config\.yaml cannot be read: EISDIR.* Mend /],
  ['config.yaml', 'not to be read', /config\.yaml cannot be read: EACCES.* Mend /],
  ['operator-token', 'a directory', /token .*operator-token cannot be used: EISDIR.*Check what lies there/],
  [
    'operator-token',
    'not to be read',
    /token .*operator-token cannot be used: EACCES.*Check what lies there/,
  ],
  [
    'operator-token',
    'something else',
    /token .*operator-token cannot be used: it holds something else.*Remove/,
  ],
  ['festinger.db', 'a directory', /database .*festinger\.db cannot be used: .*Check what lies there/],
  ['festinger.db', 'not to be read', /database .*festinger\.db cannot be used: .*permissions/],
  ['festinger.db', 'something else', /festinger\.db cannot be used: it is not a SQLite database\. Move it/],
  ['festinger.db-wal', 'a directory', /festinger\.db cannot be used: .*beside it \(-wal, -shm\)/],
  ['festinger.lock', 'not to be read', /festinger\.lock cannot be read or written \(EACCES\)\. Check/],
  ['festinger.lock.db', 'not to be read', /festinger\.lock\.db cannot be taken: it cannot be opened\. Check/],
  ['backups', 'something else', /backups.* cannot be used/],
];

type Found = { problem: string } | { token: string };

const problem = (error: unknown): Found => ({ problem: (error as Error).message });

/** In this process, on a database of few words unless something lies in its place. */
async function start(): Promise<Found> {
  if (!existsSync(at('festinger.db'))) copyFileSync(inject('freshSqlite'), at('festinger.db'));
  try {
    await using road = await startTestCore({ dataDir });
    return { token: road.core.token };
  } catch (error) {
    return problem(error);
  }
}

async function startAsSomebodyElse(): Promise<Found> {
  if (uid !== undefined) spawnSync('chown', ['-R', `${uid}:${uid}`, dataDir]);
  try {
    await using road = await startProcess({ dataDir, uid });
    return { token: road.token };
  } catch (error) {
    return problem(error);
  }
}

describe.skipIf(!isPosix)('a data directory in which', () => {
  it.each(CASES)(
    '%s is %s is refused with what to do',
    async (file, kind, says) => {
      KINDS[kind](at(file));
      const found = kind === 'not to be read' ? await startAsSomebodyElse() : await start();
      expect(found).toEqual({ problem: expect.stringMatching(says) });
      expect((found as { problem: string }).problem).not.toMatch(/\n\s+at /);
    },
    30_000,
  );

  it.each([
    'config.yaml',
    'operator-token',
    'festinger.db',
    'vault-key',
    'festinger.lock',
    'festinger.lock.db',
  ])(
    '%s is empty starts',
    async (file) => {
      writeFileSync(at(file), '');
      expect(await start()).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/) });
    },
    30_000,
  );

  it('the token is readable by everybody is refused, and the token is left for the operator to judge', async () => {
    writeFileSync(at('operator-token'), `${TOKEN}\n`);
    chmodSync(at('operator-token'), 0o644);
    chmodSync(dataDir, 0o755);
    expect(await start()).toEqual({
      problem: expect.stringMatching(/everybody on this host can read it\. Remove it/),
    });
    expect(readFileSync(at('operator-token'), 'utf8')).toBe(`${TOKEN}\n`);
  }, 30_000);

  it('nobody else can get at the token keeps it, for its owner alone from then on', async () => {
    writeFileSync(at('operator-token'), `${TOKEN}\n`);
    chmodSync(at('operator-token'), 0o664);
    chmodSync(dataDir, 0o750);
    expect(await start()).toEqual({ token: TOKEN });
    expect(statSync(at('operator-token')).mode & 0o777).toBe(0o600);
  }, 30_000);
});
