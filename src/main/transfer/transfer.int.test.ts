// The memory out and in through HTTP, on both databases: exports, imports, backups, restores, and what stays out of them.

import { hash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { startTestCore, type TestCore } from '../core/testing/start-test-core.ts';
import { checkArchive } from '../store/backup/backup-read.ts';
import { dropDatabase, freshDatabase, TEST_DIALECTS, type TestDialect } from '../store/testing/temp-store.ts';

const FILES = '/api/console/files';
const KEY = 'sk-test-4f9c2d7e8a1b4c6d';

interface Place extends AsyncDisposable {
  readonly dir: string;
  readonly database: string;
}

async function place(dialect: TestDialect): Promise<Place> {
  const dir = mkdtempSync(join(tmpdir(), 'festinger-transfer-'));
  const { database, location } = await freshDatabase(dialect, dir);
  return {
    dir,
    database,
    async [Symbol.asyncDispose]() {
      rmSync(dir, { recursive: true, force: true });
      if ('url' in location) await dropDatabase(location.url);
    },
  };
}

const start = ({ dir, database }: Place) => startTestCore({ dataDir: dir, database });

async function data<T>(answer: Promise<{ status: number; body: unknown }>): Promise<T> {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(`HTTP ${status}: ${JSON.stringify(body)}`);
  return (body as { data: T }).data;
}

const post = (core: TestCore, path: string, body: unknown = {}) =>
  core.operator(FILES + path, { method: 'POST', body: JSON.stringify(body) });
/** A download, whole. */
async function file(core: TestCore, path: string): Promise<{ body: string; headers: Headers }> {
  const answer = await fetch(core.core.baseUrl + FILES + path, {
    headers: { authorization: `Bearer ${core.core.token}` },
  });
  expect(answer.status).toBe(200);
  return { body: await answer.text(), headers: answer.headers };
}

/** The text of a backup with the hash that fits it, as somebody would forge it. */
function resealed(text: string): Buffer {
  const lines = text.trimEnd().split('\n');
  const body = lines
    .slice(0, -1)
    .map((line) => `${line}\n`)
    .join('');
  const end = { ...(JSON.parse(lines.at(-1) ?? '') as object), sha256: hash('sha256', body) };
  return gzipSync(`${body}${JSON.stringify(end)}\n`);
}

const backup = (core: TestCore, body: object = {}) => data<{ name: string }>(post(core, '/backup', body));
const verify = (core: TestCore) => data<{ ok: boolean; problems: string[] }>(post(core, '/verify'));
const recall = async (core: TestCore, concept: string) =>
  (await data<{ recollection: string | null }>(core.call(`/recall?concept=${concept}`))).recollection;

const addModel = (core: TestCore) =>
  data<{ id: string }>(
    core.operator('/api/console/models', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ label: 'Test', provider: 'openai', baseUrl: 'http://127.0.0.1:9/v1', modelName: 'm' },
        apiKey: KEY,
      }),
    }),
  );
const keyStates = async (core: TestCore) =>
  (await data<{ keyState: string }[]>(core.operator('/api/console/models'))).map((model) => model.keyState);

const bytesOf = (where: Place, name: string) => readFileSync(join(where.dir, 'backups', name));

describe.each(TEST_DIALECTS)('transfer through HTTP on %s', { timeout: 120_000 }, (dialect) => {
  it('hands out files in every format, to the operator alone', async () => {
    await using where = await place(dialect);
    await using core = await start(where);
    await core.tell('gnommoweb -isa repo', 'gnommoweb -ispart "R&D <lab>" in context of membership');
    for (const [format, type, part] of [
      ['jsonl', 'application/x-ndjson', '"concept":"gnommoweb"'],
      ['graphml', 'application/xml', '<data key="n_label">gnommoweb</data>'],
      ['cytoscape', 'application/json', '"label":"gnommoweb"'],
      ['csv', 'text/csv', 'default,gnommoweb,isa,repo,type,1,gutask'],
    ] as const) {
      const { body, headers } = await file(core, `/export?format=${format}`);
      expect(headers.get('content-type')).toContain(type);
      expect(headers.get('content-disposition')).toMatch(/^attachment; filename="festinger-all-.*"$/);
      expect(body).toContain(part);
    }
    expect((await core.call(`${FILES}/export`)).status).toBe(401);
    expect((await core.operator(`${FILES}/export?format=xml`)).status).toBe(400);
    const dry = await data<{ unchanged: number }>(
      core.operator(`${FILES}/import?dry_run=1`, {
        method: 'POST',
        body: (await file(core, '/export')).body,
      }),
    );
    expect(dry).toMatchObject({ inserted: 0, unchanged: 2, actionId: null });
  });

  it('takes the memory back to a backup, keeps the one before, and serves agents all the while', async () => {
    await using where = await place(dialect);
    await using core = await start(where);
    await core.tell('gnommoweb -isa repo', 'dobby -isa agent');
    const { name } = await backup(core);
    expect(statSync(join(where.dir, 'backups', name)).mode & 0o777).toBe(0o600);
    await core.tell('later -isa thing');
    let asked = 0;
    let unanswered = 0;
    let done = false;
    const asking = (async () => {
      while (!done) {
        asked++;
        if ((await recall(core, 'gnommoweb')) !== 'gnommoweb: [type] repo') unanswered++;
      }
    })();
    const telling = core.tell('meanwhile -isa thing');
    await data(post(core, '/restore', { name }));
    done = true;
    await asking;
    await telling;
    expect(asked).toBeGreaterThan(1);
    expect(unanswered, 'recalled throughout').toBe(0);
    expect(await recall(core, 'later'), 'told after the backup').toBeNull();
    await core.tell('after -isa thing');
    expect(await verify(core)).toMatchObject({ ok: true, problems: [] });

    const backups = await data<{ name: string }[]>(core.operator(`${FILES}/backups`));
    const before = backups.find((one) => one.name.includes('before-restore'));
    await data(post(core, '/restore', { name: before?.name }));
    expect(await recall(core, 'later'), 'the present before the restore is not lost').toBe(
      'later: [type] thing',
    );
    expect(await verify(core)).toMatchObject({ ok: true, problems: [] });
  });

  it('restores what the other database backed up, chain and all, into the same memory', async () => {
    const other = TEST_DIALECTS.find((one) => one !== dialect) ?? dialect;
    await using from = await place(other);
    await using to = await place(dialect);
    let name = '';
    let exported = '';
    {
      await using core = await start(from);
      await core.tell(
        'gnommoweb -isa repo',
        'gnommoweb -isa container',
        'box -ispart crate in context of store-room',
      );
      ({ name } = await backup(core));
      exported = (await file(core, '/export?events=1')).body;
    }
    await using core = await start(to);
    await core.tell('stranger -isa thing');
    await backup(core);
    writeFileSync(join(to.dir, 'backups', name), bytesOf(from, name));
    await data(post(core, '/restore', { name }));
    expect(await recall(core, 'gnommoweb')).toBe('gnommoweb: [type?] repo');
    expect(await recall(core, 'stranger')).toBeNull();
    expect(await verify(core)).toMatchObject({ ok: true, problems: [] });
    const lines = (text: string) =>
      text
        .split('\n')
        .slice(1)
        .filter((line) => !line.includes('action.restore') && !line.includes('"kind":"end"'));
    expect(lines((await file(core, '/export?events=1')).body)).toEqual(lines(exported));
    // Ids go on where the backup's ended.
    await core.tell('box -isa container');
    expect(await verify(core)).toMatchObject({ ok: true, problems: [] });
  });

  it('brings back the jobs that waited, and the settings, whichever database kept them', async () => {
    const other = TEST_DIALECTS.find((one) => one !== dialect) ?? dialect;
    await using from = await place(other);
    await using to = await place(dialect);
    const set = (core: TestCore, key: string, value: unknown) =>
      data(
        core.operator('/api/console/system/settings', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ key, value }),
        }),
      );
    const waiting = async (core: TestCore) =>
      (await data<{ jobs: { kind: string }[] }>(core.operator('/api/console/jobs?status=waiting'))).jobs.map(
        ({ kind }) => kind,
      );
    let name = '';
    {
      await using core = await start(from);
      await set(core, 'learn_paused', true);
      await core.chat([{ role: 'user', content: 'waited-fact runs on ramanujan.' }]);
      await core.core.settle();
      expect(await waiting(core)).toContain('learn');
      ({ name } = await backup(core));
    }
    await using core = await start(to);
    await backup(core);
    writeFileSync(join(to.dir, 'backups', name), bytesOf(from, name));
    await data(post(core, '/restore', { name }));
    expect(await waiting(core)).toContain('learn');
    await set(core, 'learn_paused', false);
    await vi.waitFor(
      async () => expect(await recall(core, 'waited-fact')).toBe('waited-fact: [runs-on] ramanujan'),
      20_000,
    );
  });

  // SQLite's file has one process.
  if (dialect === 'postgres') {
    it('is followed by the other processes on the same database', async () => {
      await using where = await place(dialect);
      await using elsewhere = await place('sqlite');
      await using core = await start(where);
      await using second = await startTestCore({ dataDir: elsewhere.dir, database: where.database });
      await core.tell('gnommoweb -isa repo');
      const { name } = await backup(core);
      await core.tell('gnommoweb -isa container', 'later -isa thing');
      await vi.waitFor(async () => expect(await recall(second, 'later')).toBe('later: [type] thing'), 20_000);
      await data(post(core, '/restore', { name }));
      await vi.waitFor(async () => expect(await recall(second, 'later')).toBeNull(), 20_000);
      expect(await recall(second, 'gnommoweb')).toBe('gnommoweb: [type] repo');
      await second.tell('after -isa thing');
      await vi.waitFor(async () => expect(await recall(core, 'after')).toBe('after: [type] thing'), 20_000);
      for (const one of [core, second]) expect(await verify(one)).toMatchObject({ ok: true, problems: [] });
    });
  }

  it('keeps API keys out of exports and backups unless a passphrase seals them', async () => {
    await using where = await place(dialect);
    await using core = await start(where);
    await addModel(core);
    const plain = await backup(core);
    const sealed = await backup(core, { passphrase: 'correct horse battery' });
    const texts = [plain, sealed].map(({ name }) => gunzipSync(bytesOf(where, name)).toString());
    texts.push((await file(core, '/export?events=1')).body);
    for (const text of texts) {
      expect(text).not.toContain(KEY);
      expect(text).not.toContain(Buffer.from(KEY).toString('base64'));
      expect(text).not.toMatch(/"v1\./);
    }
    const list = await data<{ name: string; hasKeys: boolean }[]>(core.operator(`${FILES}/backups`));
    expect(Object.fromEntries(list.map((one) => [one.name, one.hasKeys]))).toEqual({
      ...{ [plain.name]: false, [sealed.name]: true },
    });
    expect(await post(core, '/backup', { passphrase: 'short' })).toMatchObject({ status: 400 });

    await using elsewhere = await place(dialect);
    await using fresh = await start(elsewhere);
    await backup(fresh);
    for (const { name } of [plain, sealed]) {
      writeFileSync(join(elsewhere.dir, 'backups', name), bytesOf(where, name));
    }
    const wrong = await post(fresh, '/restore', { name: sealed.name, passphrase: 'wrong horse battery' });
    expect(wrong).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringMatching(/passphrase/) } },
    });
    expect(await keyStates(fresh), 'a wrong passphrase changes nothing').toEqual([]);
    await data(post(fresh, '/restore', { name: plain.name }));
    expect(await keyStates(fresh)).toEqual(['absent']);
    await data(post(fresh, '/restore', { name: sealed.name, passphrase: 'correct horse battery' }));
    expect(await keyStates(fresh)).toEqual(['ok']);
    await data(post(fresh, '/restore', { name: plain.name }));
    expect(await keyStates(fresh), 'the key this host has stays with its model').toEqual(['ok']);
  });

  it('touches nothing for a file that is damaged, cut short, forged, newer or not a backup', async () => {
    await using where = await place(dialect);
    await using core = await start(where);
    await core.tell('gnommoweb -isa repo');
    const { name } = await backup(core);
    await core.tell('present -isa thing');
    const whole = gunzipSync(bytesOf(where, name)).toString();
    const cases: readonly (readonly [what: string, bytes: Buffer, message: RegExp])[] = [
      ['damaged', bytesOf(where, name).subarray(0, 5000), /damaged at line/],
      ['short', gzipSync(whole.split('\n').slice(0, 200).join('\n')), /ends early/],
      ['changed', gzipSync(whole.replace('gutask', 'operator')), /does not match its hash|broken chain/],
      ['forged', resealed(whole.replace('fact.inserted', 'fact.confirmed')), /broken chain/],
      ['newer', resealed(whole.replace('0003-decisions', '0999-future')), /newer version/],
      ['other', gzipSync('{"hello":1}\n'), /is not a backup/],
      ['empty', gzipSync(''), /is empty|ends early/],
    ];
    for (const [what, bytes, message] of cases) {
      const bad = `${what}.festinger-backup.jsonl.gz`;
      writeFileSync(join(where.dir, 'backups', bad), bytes);
      const { status, body } = await post(core, '/restore', { name: bad });
      expect([what, status], JSON.stringify(body)).toEqual([what, 400]);
      expect((body as { error: { message: string } }).error.message).toMatch(message);
    }
    expect((await post(core, '/restore', { name: '../../etc/passwd' })).status).toBe(400);
    expect((await post(core, '/restore', { name: `gone-${name}` })).status).toBe(404);
    expect(await recall(core, 'present')).toBe('present: [type] thing');
    expect(await verify(core)).toMatchObject({ ok: true, problems: [] });
    expect(readdirSync(join(where.dir, 'backups')).filter((file) => file.includes('before'))).toEqual([]);
  });

  it('offers in the search only concepts that the restored memory has', async () => {
    await using where = await place(dialect);
    await using core = await start(where);
    await core.tell('gnommoweb -isa repo');
    const { name } = await backup(core);
    await core.tell('zz-later -isa zz-thing', 'zz-more -isa zz-other');
    await core.chat([{ role: 'user', content: 'What is zz-later, and zz-more?' }]);
    await data(post(core, '/restore', { name }));
    const found = await core.operator('/api/console/concepts?query=gnommoweb');
    expect(found.status).toBe(200);
    expect(JSON.stringify(found)).not.toContain('zz-');
  });

  it('writes several backups at once, each whole under a name of its own', async () => {
    await using where = await place(dialect);
    await using core = await start(where);
    await core.tell(...Array.from({ length: 500 }, (_, i) => `w${i} -ispart box in context of membership`));
    const written = await Promise.all([backup(core), backup(core), backup(core)]);
    expect(new Set(written.map(({ name }) => name)).size).toBe(3);
    for (const { name } of written) await checkArchive(join(where.dir, 'backups', name), () => undefined);
    await data(post(core, '/restore', { name: written[1]?.name }));
    expect(await verify(core)).toMatchObject({ ok: true, problems: [] });
    expect(readdirSync(join(where.dir, 'backups')).filter((file) => file.endsWith('.unfinished'))).toEqual(
      [],
    );
  });

  it('writes a consistent backup while facts stream in', async () => {
    await using where = await place(dialect);
    await using core = await start(where);
    let told = 0;
    let stop = false;
    const telling = (async () => {
      while (!stop) {
        await core.tell(
          ...Array.from({ length: 20 }, (_, i) => `w${told}_${i} -ispart box in context of membership`),
        );
        told++;
      }
    })();
    const names: string[] = [];
    for (let i = 0; i < 3; i++) names.push((await backup(core)).name);
    stop = true;
    await telling;
    for (const name of names) await checkArchive(join(where.dir, 'backups', name), () => undefined);
    await data(post(core, '/restore', { name: names[1] }));
    expect(await verify(core)).toMatchObject({ ok: true, problems: [] });
  });
});
