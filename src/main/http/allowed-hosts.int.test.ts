// A name an operator allows is answered on every kind of route; edits of config.yaml take effect without a restart.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startTestCore } from '../core/testing/start-test-core.ts';

function statusFor(baseUrl: string, path: string, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(baseUrl);
    const sent = request({ hostname, port, path, headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end();
  });
}

describe('allowed_hosts in config.yaml', () => {
  it('admits a further name for agents and monitoring alike, and a hot edit withdraws it', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'festinger-hosts-'));
    writeFileSync(join(dataDir, 'config.yaml'), 'allowed_hosts: [ai.example.org]\n');
    await using road = await startTestCore({ dataDir });
    const statuses = () =>
      Promise.all(
        ['/api/tags', '/healthz'].map((path) => statusFor(road.core.baseUrl, path, 'ai.example.org')),
      );
    expect(await statuses()).toEqual([200, 200]);

    writeFileSync(join(dataDir, 'config.yaml'), 'allowed_hosts: []\n');
    await expect.poll(statuses, { timeout: 5000 }).toEqual([403, 403]);

    writeFileSync(join(dataDir, 'config.yaml'), 'allowed_hosts: what\n');
    const problem = async () => {
      const { body } = await road.operator('/api/console/system/status');
      const { parts } = (body as { data: { parts: Array<{ name: string; reason: string | null }> } }).data;
      return parts.find((part) => part.name === 'config')?.reason ?? null;
    };
    await expect.poll(problem, { timeout: 5000 }).toContain('config.yaml line 1: allowed_hosts');
    expect(await statuses(), 'the last good edit still holds').toEqual([403, 403]);
  });
});
