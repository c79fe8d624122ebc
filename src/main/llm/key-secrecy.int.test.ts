// A model's key is written once and never comes out: not into the database in clear, not into a file, a log line at
// any level, an answer, an error, a stream or a metric; not even when a server sends it back.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import pg from 'pg';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { PROVIDERS } from '../../shared/model/language-model.ts';
import { startTestCore, type TestCore } from '../core/testing/start-test-core.ts';
import { dropDatabase, freshDatabase, TEST_DIALECTS } from '../store/testing/temp-store.ts';

/** Looks like no issuer's key, so that nothing but our own care takes it out. */
const KEY = 'zebra"Giraffe/Okapi+seventeen tapirs';
const SECOND = 'lemur~Quagga/Dodo+eighteen moas';
const spellingsOf = (key: string) => [
  key,
  encodeURIComponent(key),
  JSON.stringify(key).slice(1, -1),
  Buffer.from(key).toString('base64'),
  Buffer.from(key).toString('base64url'),
  Buffer.from(key).toString('hex'),
];
const SPELLINGS = [KEY, SECOND].flatMap(spellingsOf);

const leaks = (where: string, text: string | Buffer): string[] =>
  SPELLINGS.filter((one) => text.includes(one)).map((one) => `${where}: ${one}`);

function capturedLog() {
  const lines: string[] = [];
  const into = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  return { lines, log: pino({ level: 'trace', base: null }, into) };
}

/** Everything an operator and an agent can be told about models while good and bad calls are made. */
async function drive({ operator, call, upstream }: TestCore): Promise<string[]> {
  const heard: string[] = [];
  const tell = async (path: string, init?: RequestInit) => {
    const { status, body, headers } = await operator(path, init);
    heard.push(`${path} ${status} ${JSON.stringify(body)} ${JSON.stringify([...headers])}`);
    return body as { data?: { id: string } };
  };
  const post = (path: string, body: unknown) =>
    tell(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const models = '/api/console/models';
  for (const provider of PROVIDERS) {
    const fields = {
      label: provider,
      provider,
      baseUrl: provider === 'openai' ? `${upstream.url}/v1` : upstream.url,
      modelName: 'demo-plain',
    };
    const added = await post(models, { ...fields, apiKey: KEY });
    const id = added.data?.id ?? 'none';
    await post(`${models}/${id}/test`, {});
    expect(
      upstream.requests.some(({ rawHeaders }) => rawHeaders.join(' ').includes(KEY)),
      'it is used',
    ).toBe(true);
    for (const behave of [
      { fail: { status: 401, message: `Incorrect API key provided: ${KEY}` } },
      {
        fail: {
          status: 500,
          message: `headers: {"authorization":"Bearer ${KEY}"} ${spellingsOf(KEY).join(' ')}`,
        },
      },
      { raw: { headers: { 'content-type': 'text/html' }, body: `<title>${KEY}</title>` } },
      { raw: { status: 302, headers: { location: `/?k=${encodeURIComponent(KEY)}` }, body: '' } },
      { text: `Your key is ${KEY}` },
      { text: KEY, cut: { afterTokens: 2, how: 'error' as const, message: `no: ${KEY}` } },
    ]) {
      const stop = upstream.script({ behave });
      await post(`${models}/${id}/test`, {});
      stop();
    }
    // A key that is replaced, one that comes with an input that is refused, and one that goes.
    await post(`${models}/${id}`, { ...fields, id, expectedVersion: 1, apiKey: SECOND });
    await post(`${models}/${id}`, { ...fields, id, expectedVersion: 1, apiKey: KEY });
    await post(`${models}/${id}`, { ...fields, id, expectedVersion: 'x', apiKey: KEY });
    await post(models, { ...fields, provider: 'nobody', apiKey: KEY });
    await post(models, { ...fields, baseUrl: 'http://169.254.169.254', apiKey: KEY });
    await post(`${models}/${id}/test`, {});
  }
  for (const path of [models, '/api/console/settings', '/api/console/status', '/api/console/openapi.json']) {
    await tell(path);
  }
  for (const path of ['/metrics', '/readyz', '/conflicts']) heard.push(JSON.stringify(await call(path)));
  return heard;
}

async function dumpPostgres(url: string): Promise<string> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    );
    const tables = await rows.reduce<Promise<string[]>>(async (done, { name }) => {
      // The word list is the one that ships with the program, and large.
      if (name === 'soas') return done;
      return [...(await done), JSON.stringify((await client.query(`select * from "${name}"`)).rows)];
    }, Promise.resolve([]));
    return tables.join('\n');
  } finally {
    await client.end();
  }
}

describe.each(TEST_DIALECTS)('a model key on %s', (dialect) => {
  it('is used, and seen nowhere', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'festinger-keys-'));
    const { database } = await freshDatabase(dialect, dataDir);
    const { lines, log } = capturedLog();
    const core = await startTestCore({ dataDir, database, log });
    const heard = await drive(core);
    expect(heard.join('\n')).toContain('"keyState":"ok"');
    expect(heard.filter((line) => / 200 /.test(line)).length).toBeGreaterThan(20);
    const found = heard.flatMap((line) => leaks('an answer', line));
    if (dialect === 'postgres') {
      const stored = await dumpPostgres(database);
      expect(stored, 'the cipher text is there').toContain('"api_key_encrypted":"v1.');
      found.push(...leaks('the database', stored));
    }
    for (const moment of ['open', 'closed']) {
      if (moment === 'closed') await core[Symbol.asyncDispose]();
      for (const name of readdirSync(dataDir, { recursive: true, encoding: 'utf8' })) {
        if (!statSync(join(dataDir, name)).isFile()) continue;
        found.push(...leaks(`${name} (${moment})`, readFileSync(join(dataDir, name))));
      }
    }
    expect(readdirSync(dataDir)).toContain('vault-key');
    expect(lines.length, 'something was logged').toBeGreaterThan(3);
    found.push(...lines.flatMap((line) => leaks('the log', line)));
    expect(found).toEqual([]);
    rmSync(dataDir, { recursive: true, force: true });
    if (dialect === 'postgres') await dropDatabase(database);
  });
});
