// Promise: beyond loopback nobody gets in without a key, and nobody at all to the operators' routes.
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Client } from '../../shared/model/client.ts';
import { startCore } from '../core/start-core.ts';
import { addKey, asOperator, bearer, codeOf, state } from '../core/testing/client-calls.ts';
import { startTestCore } from '../core/testing/start-test-core.ts';
import { createLog } from '../telemetry/log.ts';

describe('beyond loopback', () => {
  it('nothing starts without a client key, and the refusal says how to make one', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'festinger-open-'));
    const options = { dataDir, rendererDir: dataDir, log: createLog('silent') };
    await expect(startCore({ ...options, listen: '0.0.0.0:0' })).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
      message: expect.stringMatching(
        /^0\.0\.0\.0:0 is reached by other machines.*festinger client-key add NAME/s,
      ),
    });
    await expect(startCore({ ...options, consoleListen: '0.0.0.0:0' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringMatching(/the console is for this machine only/),
    });
    rmSync(dataDir, { recursive: true });
  });

  it('agents get in with a key, operators on their own address, and the last key stays', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'festinger-open-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const closed = await startTestCore({ dataDir });
    const { key, client } = await addKey(closed, 'far-away');
    await closed[Symbol.asyncDispose]();
    await using open = await startTestCore({
      ...{ dataDir, listen: '0.0.0.0:0', consoleListen: '127.0.0.1:0' },
    });
    const port = new URL(open.core.baseUrl).port;
    expect(open.core.baseUrl).not.toContain('0.0.0.0');
    const agents = `http://127.0.0.1:${port}`;
    expect(new URL(open.core.consoleUrl).port).not.toBe(port);
    expect(open.core.sessionLink()).toContain(open.core.consoleUrl);

    expect((await fetch(`${agents}/api/tags`)).status).toBe(401);
    expect((await fetch(`${agents}/api/tags`, { headers: bearer(key) })).status).toBe(200);
    expect((await fetch(`${agents}/recall?concept=a`, { headers: bearer(key) })).status).toBe(200);
    for (const path of [
      ...['/console', '/console/', '/rpc', '/api/console/system/status', '/conflicts', '/admin', '/metrics'],
      ...['/healthz', '/readyz', '/reload', '/resolve/run', '/api/console/openapi.json', '/api/ai/chat'],
    ]) {
      const answer = await fetch(agents + path, { headers: bearer(open.core.token), redirect: 'manual' });
      expect([path, answer.status, codeOf(await answer.json())]).toEqual([path, 404, 'NOT_FOUND']);
    }
    expect(await upgrade(Number(port)), 'no WebSocket either').toMatch(/^HTTP\/1\.1 404 /);
    for (const path of ['/api/tags', '/recall?concept=a', '/']) {
      const answer = await fetch(open.core.consoleUrl + path, { headers: bearer(key) });
      expect([path, answer.status]).toEqual([path, 404]);
    }
    expect((await fetch(`${open.core.consoleUrl}/healthz`)).status).toBe(200);
    expect(await state(open)).toMatchObject({
      keysRequired: true,
      keysRequiredBecause: expect.stringMatching(/0\.0\.0\.0/) as string,
    });
    expect(await asOperator(open, '/system/test-prompt', {})).toMatchObject({ ok: true });

    const revoke = (id: number | undefined) => asOperator<Client>(open, `/clients/keys/${id}/revoke`, {});
    const [first] = client.keys;
    const notAllowed = { answer: { status: 409, body: { error: { code: 'NOT_ALLOWED' } } } };
    await expect(revoke(first?.id)).rejects.toMatchObject(notAllowed);
    await expect(
      asOperator(open, '/clients/remove', { name: 'far-away', expectedVersion: client.version }),
    ).rejects.toMatchObject(notAllowed);
    const next = await addKey(open, 'far-away');
    expect((await revoke(first?.id)).keys.filter((one) => one.revokedAt === null)).toHaveLength(1);
    expect((await fetch(`${agents}/api/tags`, { headers: bearer(key) })).status).toBe(401);
    expect((await fetch(`${agents}/api/tags`, { headers: bearer(next.key) })).status).toBe(200);
  });
});

/** The first words of the answer to a WebSocket handshake. */
function upgrade(port: number): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect(port, '127.0.0.1', () =>
    socket.write(
      'GET /rpc HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    ),
  );
  socket.once('data', (chunk) => {
    resolve(chunk.toString());
    socket.destroy();
  });
  return promise;
}
