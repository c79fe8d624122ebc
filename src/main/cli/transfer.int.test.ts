// The commands that move the memory, against a running core: what a person types, what comes out, with which exit code.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestCore, type TestCore } from '../core/testing/start-test-core.ts';
import { parseCommandLine } from './arguments.ts';
import { transfer } from './transfer.ts';
import { verify } from './verify.ts';

vi.setConfig({ testTimeout: 120_000 });

let core: TestCore;
let dir: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'festinger-cli-'));
  core = await startTestCore({ dataDir: dir });
  await core.tell('gnommoweb -isa repo', 'dobby -isa agent');
});
afterAll(async () => {
  await core[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true, force: true });
});

/** Types a command line; what it wrote, and its exit code. */
async function run(...words: string[]): Promise<{ out: string; code: number }> {
  const command = parseCommandLine([...words, '--url', core.core.baseUrl, '--data-dir', dir]);
  const pieces: string[] = [];
  const out = new Writable({
    write(piece, _encoding, done) {
      pieces.push(String(piece));
      done();
    },
  });
  const code =
    command.name === 'verify'
      ? await verify(command, out)
      : await transfer(command as Parameters<typeof transfer>[0], out, { write: () => true });
  return { out: pieces.join(''), code };
}

it('exports to a file or to standard output, and imports what it exported', async () => {
  const file = join(dir, 'memory.jsonl');
  expect(await run('export', file)).toEqual({ out: '', code: 0 });
  const { out } = await run('export', '--format', 'csv', '--project', 'default');
  expect(out.split('\r\n')[1]).toMatch(/^default,gnommoweb,isa,repo,type,1,gutask,/);
  expect((await run('import', file, '--dry-run')).out).toMatch(/^would be inserted 0, .* unchanged 2;/);
  const text = readFileSync(file, 'utf8').replace('"parent":"repo"', '"parent":"container"');
  writeFileSync(file, text.replaceAll('"project":"default"', '"project":"second"'));
  const said = (await run('import', file, '--reason', 'a second home')).out;
  expect(said).toMatch(/^inserted 2, confirmed 0, .*\nIt is action \d+ and can be undone\.\n$/s);
  expect((await core.call('/recall?concept=gnommoweb&project=second')).body).toMatchObject({
    data: { recollection: 'gnommoweb: [type] container' },
  });
});

it('says which line of a file is wrong, and that nothing was written', async () => {
  const file = join(dir, 'bad.jsonl');
  writeFileSync(file, '{"kind":"festinger-memory","version":1}\n{"kind":"edge"}\n');
  await expect(run('import', file)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringMatching(/^Line 2: edge: .* Nothing was written\.$/),
  });
  await expect(run('import', join(dir, 'gone.jsonl'))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

it('writes a backup, lists it, and goes back to it', async () => {
  const passphrase = join(dir, 'passphrase');
  writeFileSync(passphrase, 'correct horse battery\n');
  const { out } = await run('backup', '--passphrase-file', passphrase);
  const name = out.split('  ')[0] ?? '';
  expect(out).toMatch(/^\S+\.festinger-backup\.jsonl\.gz {2}\d+ bytes {2}with API keys\n$/);
  expect((await run('backup', '--list')).out).toContain(name);
  await core.tell('later -isa thing');
  expect((await run('restore', name)).out).toMatch(/rows of .* Before it: .*-before-restore/);
  expect((await core.call('/recall?concept=later')).body).toMatchObject({ data: { recollection: null } });
  expect(readdirSync(join(dir, 'backups')).some((file) => file.endsWith('.unfinished'))).toBe(false);
});

it('verifies the running memory through it, and says so in one line', async () => {
  const { out, code } = await run('verify');
  expect(code).toBe(0);
  expect(out).toMatch(
    /^ok: the chains are whole and memory equals the tables \(\d+ events, \d+ of the host, /,
  );
});

it('verifies a data directory that nobody runs on, and finds a hand that changed an event', async () => {
  const closed = mkdtempSync(join(tmpdir(), 'festinger-closed-'));
  {
    await using short = await startTestCore({ dataDir: closed });
    await short.tell('gnommoweb -isa repo');
  }
  const command = parseCommandLine(['verify', '--data-dir', closed, '--json']);
  if (command.name !== 'verify') throw new Error('another command');
  const lines: string[] = [];
  const out = { write: (text: string) => lines.push(text) };
  expect(await verify(command, out)).toBe(0);
  const { default: Database } = await import('better-sqlite3');
  const db = new Database(join(closed, 'festinger.db'));
  db.exec("drop trigger graph_event_no_update; update graph_event set actor = 'nobody' where id = 7");
  db.close();
  expect(await verify(command, out)).toBe(1);
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({
    ok: false,
    problems: ['event 7: its content does not match its hash'],
  });
  rmSync(closed, { recursive: true, force: true });
});

it('remembers beside the database what it has seen: an end that was cut off, though no row misses it', async () => {
  const closed = mkdtempSync(join(tmpdir(), 'festinger-cut-'));
  {
    await using short = await startTestCore({ dataDir: closed });
    await short.operator('/api/console/system/settings', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key: 'recollection_max_concepts', value: 7 }),
    });
  }
  const { default: Database } = await import('better-sqlite3');
  const db = new Database(join(closed, 'festinger.db'));
  db.exec('drop trigger host_event_no_delete; delete from host_event');
  db.close();
  const command = parseCommandLine(['verify', '--data-dir', closed, '--json']);
  const lines: string[] = [];
  expect(await verify(command as Parameters<typeof verify>[0], { write: (text) => lines.push(text) })).toBe(
    1,
  );
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    problems: [
      expect.stringContaining("event 1 of the host's chain, which this console has seen, is not there"),
    ],
  });
  rmSync(closed, { recursive: true, force: true });
});

it.each([
  [['export', '--format', 'xml'], /--format is one of jsonl, graphml, cytoscape, csv/],
  [['import'], /Name the file/],
  [['restore'], /Name the backup/],
  [['backup', 'here'], /names its file itself/],
  [['import', 'a', 'b'], /takes one argument/],
  [['export', '--dry-run'], /--dry-run does not go with/],
])('says what to type instead of festinger %j', (words, message) => {
  expect(() => parseCommandLine(words)).toThrow(message);
});
