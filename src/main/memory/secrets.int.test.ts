// Promise (memory D25): after a session in which every kind of secret was said in every role and on every route, nothing of them is
// in the database, a backup, an export, the log, a metric or what the console shows, with prompts kept or not.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { EXPORT_FORMATS } from '../../shared/model/transfer.ts';
import { HELD_OUT, KINDS } from '../../shared/testing/secret-kinds.ts';
import { asOperator, set } from '../core/testing/client-calls.ts';
import { SecretSession } from '../core/testing/secret-session.ts';
import { startTestCore, type TestCore } from '../core/testing/start-test-core.ts';
import { startDemoUpstream } from '../fixtures/upstream.ts';
import { dumpOf } from '../store/testing/dump.ts';
import { dropDatabase, freshDatabase, TEST_DIALECTS } from '../store/testing/temp-store.ts';

function capturedLog() {
  const lines: string[] = [];
  const into = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  return { lines, log: pino({ level: 'debug', base: null }, into) };
}

/** Everything that can be asked of a running Festinger. */
async function heardFrom(road: TestCore): Promise<[where: string, text: string][]> {
  const heard: [string, string][] = [];
  const ask = async (path: string) => {
    const { body } = await road.operator(path);
    heard.push([path, typeof body === 'string' ? body : JSON.stringify(body)]);
    return body;
  };
  await ask('/metrics');
  const { rows } = await asOperator<{ rows: { id: string }[] }>(road, '/traffic?limit=1000');
  for (const { id } of rows) await ask(`/api/console/traffic/${id}`);
  for (const path of [
    'traffic?limit=1000',
    'traffic-facets',
    'loops',
    'system/status',
    'audit/events',
    'audit/actions',
  ]) {
    await ask(`/api/console/${path}`);
  }
  for (const path of [
    'jobs?kind=ask&status=done',
    'jobs?kind=ask&status=waiting',
    'jobs?kind=learn&status=dead',
    'concepts?search=g',
  ]) {
    await ask(`/api/console/${path}`);
  }
  for (const format of ['jsonl', 'csv']) {
    await ask(`/api/console/traffic-export?format=${format}`);
  }
  for (const format of EXPORT_FORMATS) {
    const path = `/api/console/files/export?format=${format}&events=1`;
    const headers = { authorization: `Bearer ${road.core.token}` };
    heard.push([path, await (await fetch(road.core.consoleUrl + path, { headers })).text()]);
  }
  await ask('/conflicts');
  return heard;
}

describe.each(TEST_DIALECTS)('secrets on %s', (dialect) => {
  it(`of ${KINDS.length + HELD_OUT.length} kinds, said everywhere, are kept nowhere`, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'festinger-secrets-'));
    const { database, location } = await freshDatabase(dialect, dataDir);
    const { lines, log } = capturedLog();
    const model = await startDemoUpstream();
    const road = await startTestCore({ dataDir, database, log });
    const session = new SecretSession(road);
    const oracle = { label: 'Oracle', provider: 'ollama', baseUrl: model.url, modelName: 'demo-plain' };
    const { id } = await asOperator<{ id: string }>(road, '/models', oracle);
    await set(road, 'write_model_id', id);
    await session.sayEverywhere();
    await session.nameOften();
    await set(road, 'traffic_keep_bodies', true);
    await session.sayEverywhere();
    await session.loop();
    await session.beRefused();
    const told = await session.tell();
    await road.core.settle();
    await road.operator('/api/console/files/backup', { method: 'POST', body: '{}' });

    const heard = await heardFrom(road);
    heard.push(['the open database', await dumpOf(location)]);
    await road[Symbol.asyncDispose]();
    heard.push(['the closed database', await dumpOf(location)]);
    const backups = readdirSync(join(dataDir, 'backups'));
    expect(backups).toHaveLength(1);
    for (const name of backups) {
      heard.push([name, gunzipSync(readFileSync(join(dataDir, 'backups', name))).toString()]);
    }
    heard.push(
      ['the log', lines.join('')],
      ['answers to told facts', told.map(({ text }) => text).join('\n')],
    );
    heard.push(['what a model was asked', model.requests.map(({ body }) => body.toString()).join('\n')]);
    if ('url' in location) await dropDatabase(location.url);
    rmSync(dataDir, { recursive: true, force: true });
    await model.close();

    const all = heard.map(([where, text]) => [where, text.toLowerCase()] as const);
    // The session was heard: its facts, its loops, its questions are there.
    const whole = all.map(([, text]) => text).join('\n');
    for (const trace of ['box17', '[redacted]', '"rule":"cycle"', 'zibberwob'])
      expect(whole).toContain(trace);
    const kept = session.secrets.filter((secret) => whole.includes(secret));
    const leaks = kept.flatMap((secret) =>
      all
        .filter(([, text]) => text.includes(secret))
        .map(([where, text]) => {
          const at = text.indexOf(secret);
          return `${where}: ${session.kindOf(secret)}: ${text.slice(Math.max(0, at - 80), at + 60)}`;
        }),
    );
    expect(leaks.slice(0, 40), `${leaks.length} leaks of ${session.secrets.length} secrets`).toEqual([]);
    expect(told.flatMap(({ status, text }) => (status === 422 ? [] : [text]))).toEqual([]);
  }, 180_000);
});
