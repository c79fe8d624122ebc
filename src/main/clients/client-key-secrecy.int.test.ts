// Promise: a client key is in the answer that made it, and nowhere else: not in a log at any level, the traffic, the audit,
// a metric, a file or a backup; not even when an agent says it.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { addKey, asOperator, bearer, PROMPT, post, set } from '../core/testing/client-calls.ts';
import { startTestCore } from '../core/testing/start-test-core.ts';

describe('a key in use', () => {
  it('is in one answer, and nowhere else', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'festinger-client-keys-'));
    const lines: string[] = [];
    const into = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString());
        done();
      },
    });
    const core = await startTestCore({ dataDir, log: pino({ level: 'trace', base: null }, into) });
    await set(core, 'traffic_keep_bodies', true);
    const { key, client } = await addKey(core, 'secretive');
    const prompt = {
      ...PROMPT,
      messages: [{ role: 'user', content: `my key is ${key}, and gnommoweb is a repo.` }],
    };
    for (const headers of [bearer(key), { 'x-api-key': key }, { authorization: key }]) {
      await core.call('/api/chat', post(prompt, headers as Record<string, string>));
      await core.call('/iknowthat', post({ fact: 'secretcat -isa cat' }, headers as Record<string, string>));
    }
    core.upstream.script({ behave: { fail: { status: 401, message: 'no' } }, times: 1 });
    await core.call('/api/chat', post(PROMPT, bearer(key)));
    await core.core.settle();
    await core.operator('/api/console/files/backup', { method: 'POST', body: '{}' });
    const heard: string[] = [];
    const rows = (await asOperator<{ rows: { id: string }[] }>(core, '/traffic?limit=50')).rows;
    expect(rows.length).toBeGreaterThan(3);
    for (const path of [
      ...rows.map(({ id }) => `/api/console/traffic/${id}`),
      ...['/api/console/clients', '/api/console/audit/actions', '/api/console/audit/events'],
      ...['/api/console/traffic?limit=50', '/metrics', '/conflicts', '/api/console/system/status'],
    ]) {
      heard.push(`${path} ${JSON.stringify((await core.operator(path)).body)}`);
    }
    await asOperator(core, `/clients/keys/${client.keys[0]?.id}/revoke`, {});
    await core.call('/api/chat', post(PROMPT, bearer(key)));
    await core[Symbol.asyncDispose]();
    for (const name of readdirSync(dataDir, { recursive: true, encoding: 'utf8' })) {
      const path = join(dataDir, name);
      if (!statSync(path).isFile()) continue;
      const bytes = readFileSync(path);
      heard.push(
        `${name} ${(name.endsWith('.gz') || bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString('latin1')}`,
      );
    }
    heard.push(...lines);
    expect(lines.join('')).toContain('clients.addKey');
    expect(
      heard.some((text) => text.includes('client_keys')),
      'the backup was read',
    ).toBe(true);
    const spellings = [key, key.slice(12), encodeURIComponent(key), Buffer.from(key).toString('base64')];
    expect(
      heard.filter((text) => spellings.some((one) => text.includes(one))).map((t) => t.slice(0, 200)),
    ).toEqual([]);
    rmSync(dataDir, { recursive: true, force: true });
  });
});
