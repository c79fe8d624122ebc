// Promise: a database is held to reading by its server: a statement that passes as a read and would write all the same is refused there, and the data
// stay as they were. Real PostgreSQL with psql, MariaDB, Redis and sqlite3; each skips with the reason where its programs are
// missing.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemClock, timeSortedIds } from '../../../core/clock.ts';
import { type PostgresServer, startPostgres } from '../../../store/testing/postgres-server.ts';
import { judgeRead } from '../../command/read-plan.ts';
import type { CommandResult } from '../../executor.ts';
import { LocalExecutor } from '../local-executor.ts';
import { programsHere } from '../local-program.ts';
import { type Confinement, Confinements } from './confinement.ts';
import { runRead } from './run-read.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const here = new LocalExecutor([{ via: 'local', target: 'host:here', words: 'this machine' }], {
  ...{ ids: timeSortedIds(systemClock), programs: programsHere(systemClock) },
});
const confinements = new Confinements({ clock: systemClock, hidden: () => [] });
let confinement: Confinement;
beforeAll(async () => {
  confinement = await confinements.of(here);
});

async function read(command: string): Promise<CommandResult> {
  const { plan, verdict } = judgeRead(command, confinement.isConfined);
  if (plan === null) throw new Error(`asks: ${verdict.reason}`);
  const place = { executor: here, confinement, isHidden: () => false, failed: () => undefined };
  return await runRead(
    plan,
    place,
    { timeoutMs: 10_000, maxOutputBytes: 10_000 },
    AbortSignal.timeout(20_000),
  );
}

const missing = (program: string): string | null =>
  spawnSync('sh', ['-c', `command -v ${program}`]).status === 0 ? null : `${program} is not installed`;
const titled = (name: string, why: string | null) => `${name}${why === null ? '' : ` (skipped: ${why})`}`;

const noPsql = missing('psql');
describe.skipIf(noPsql !== null)(titled('PostgreSQL', noPsql), () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
    execFileSync('psql', [server.url, '-q', '-c', 'create table t (a int); insert into t values (1), (2)']);
    execFileSync('psql', [
      server.url,
      '-q',
      '-c',
      'create function count_up() returns int language plpgsql as $$ begin insert into t values (3); return 1; end $$; create view sly as select count_up() as a',
    ]);
  });
  afterAll(() => server?.stop());
  const psql = (statement: string) => read(`psql ${server.url} -At -c "${statement}"`);
  const rows = () =>
    execFileSync('psql', [server.url, '-At', '-c', 'select count(*) from t'], { encoding: 'utf8' }).trim();

  it('answers what is asked, and nothing of what holds it to reading', async () => {
    expect(await psql('select sum(a) from t')).toMatchObject({ exitCode: 0, stdout: '3\n' });
    expect(
      (await read(`timeout 5 psql ${server.url} -At -c 'select 1' | awk '{ print $1 + 1 }'`)).stdout,
    ).toBe('2\n');
    expect((await psql('\\\\d t')).exitCode).toBe(0);
  });

  it('refuses what writes behind a view, which no look at the words can see', async () => {
    const { exitCode, stderr } = await psql('select a from sly');
    expect([exitCode === 0, stderr]).toEqual([false, expect.stringMatching(/read-only transaction/)]);
    expect(rows()).toBe('2');
  });

  it.each([
    'delete from t',
    'select 1; delete from t',
    'select 1into u',
    "select pg_read_file('/etc/passwd')",
    'select count_up()',
    "copy t to program 'id'",
    'explain analyze delete from t',
    'select * from t for update',
    'commit',
    '\\\\! id',
  ])('is not asked: %s', async (statement) => {
    await expect(psql(statement)).rejects.toThrow(/asks/);
    expect(rows()).toBe('2');
  });
});

const noMaria = missing('mariadbd') ?? missing('mariadb-install-db') ?? missing('mysql');
describe.skipIf(noMaria !== null)(titled('MySQL', noMaria), () => {
  const dir = mkdtempSync(join(tmpdir(), 'festinger-maria-'));
  const socket = join(dir, 'sock');
  const account = userInfo().username;
  const asked = (statement: string) =>
    execFileSync('mysql', ['-S', socket, '-N', '-e', statement], { encoding: 'utf8' }).trim();
  const mysql = (statement: string) => read(`mysql -S ${socket} -N -e "${statement}"`);
  let server: ChildProcess | null = null;
  beforeAll(async () => {
    const common = ['--no-defaults', `--datadir=${join(dir, 'data')}`, `--user=${account}`];
    execFileSync('mariadb-install-db', [...common, `--auth-root-socket-user=${account}`], {
      stdio: 'ignore',
    });
    server = spawn('mariadbd', [...common, `--socket=${socket}`, '--skip-networking'], { stdio: 'ignore' });
    await vi.waitFor(() => asked('select 1'), { timeout: 60_000, interval: 200 });
    asked('create database d; create table d.t (a int) engine=InnoDB; insert into d.t values (1), (2)');
    asked('create table d.m (a int) engine=MyISAM; set global log_bin_trust_function_creators=1');
    for (const table of ['t', 'm']) {
      const body = `begin insert into d.${table} values (3); return 1; end`;
      asked(`delimiter //\ncreate function d.up_${table}() returns int modifies sql data ${body} //`);
    }
    asked('create view d.sly_t as select d.up_t() as a; create view d.sly_m as select d.up_m() as a');
  });
  afterAll(async () => {
    if (server !== null) {
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
    }
    rmSync(dir, { recursive: true, force: true });
  });

  it('answers what is asked', async () => {
    expect(await mysql('select sum(a) from d.t')).toMatchObject({ exitCode: 0, stdout: '3\n' });
    expect((await mysql('show tables from d')).stdout).toContain('sly_t');
    expect((await read(`mysql -S ${socket} -e 'show processlist' | wc -l`)).exitCode).toBe(0);
  });

  it.each(['t', 'm'])('refuses what writes behind a view into d.%s', async (table) => {
    const { exitCode, stderr } = await mysql(`select a from d.sly_${table}`);
    expect([exitCode === 0, stderr]).toEqual([false, expect.stringMatching(/READ ONLY transaction/)]);
    expect(asked(`select count(*) from d.${table}`)).toBe(table === 't' ? '2' : '0');
  });

  it.each([
    'delete from d.t',
    'select 1; delete from d.t',
    "select 1 into outfile '/tmp/x'",
    "select load_file('/etc/passwd')",
    'select d.up_t()',
    'commit',
    'set autocommit=1',
    '\\\\! id',
  ])('is not asked: %s', async (statement) => {
    await expect(mysql(statement)).rejects.toThrow(/asks/);
    expect(asked('select count(*) from d.t')).toBe('2');
  });
});

const noRedis = missing('redis-server');
describe.skipIf(noRedis !== null)(titled('Redis', noRedis), () => {
  let stop: () => void = () => undefined;
  let redis = '';
  beforeAll(async () => {
    const port = await new Promise<number>((resolve) => {
      const probe = createServer().listen(0, '127.0.0.1', () => {
        const address = probe.address();
        probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
      });
    });
    const server = spawn('redis-server', ['--port', String(port), '--save', '', '--dir', tmpdir()], {
      stdio: 'ignore',
    });
    stop = () => void server.kill('SIGKILL');
    redis = `redis-cli -p ${port}`;
    await vi.waitFor(() => execFileSync('sh', ['-c', `${redis} ping | grep PONG`]), { timeout: 20_000 });
    execFileSync('sh', ['-c', `${redis} set a 1`]);
  });
  afterAll(() => stop());

  it('is asked what it calls a read', async () => {
    expect((await read(`${redis} get a`)).stdout).toBe('1\n');
    expect((await read(`${redis} info server | grep -c redis_version`)).stdout).toBe('1\n');
  });

  it('and not for a command that it does not call one, whatever we take it for', async () => {
    execFileSync('sh', ['-c', `${redis} acl setuser default -command`]);
    await expect(read(`${redis} get a`)).rejects.toMatchObject({ code: 'READ_ONLY_VIOLATION' });
    execFileSync('sh', ['-c', `${redis} acl setuser default +@all`]);
    await expect(read(`${redis} set a 2`)).rejects.toThrow(/asks/);
    expect((await read(`${redis} get a`)).stdout).toBe('1\n');
  });
});

const noSqlite = missing('sqlite3');
describe.skipIf(noSqlite !== null)(titled('SQLite', noSqlite), () => {
  it('is read in the sandbox, where the file cannot be written', async ({ skip }) => {
    if (!confinement.isConfined) skip(`no sandbox here: ${confinement.reason}`);
    const dir = mkdtempSync('/var/tmp/festinger-sqlite-');
    const file = join(dir, 'a.db');
    execFileSync('sqlite3', [file, 'create table t (a); insert into t values (1)']);
    expect((await read(`sqlite3 ${file} 'select a from t'`)).stdout).toBe('1\n');
    await expect(read(`sqlite3 ${file} 'delete from t'`)).rejects.toThrow(/asks/);
    await expect(read(`sqlite3 ${file} '.shell id'`)).rejects.toThrow(/asks/);
    rmSync(dir, { recursive: true });
  });
});
