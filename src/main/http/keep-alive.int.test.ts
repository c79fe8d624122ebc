// Promise: idle connections outlive the pools of the clients, and a peer that vanished without a word is found out: the kernel
// probes both sides of the proxy. What it cannot find out for a quarter of an hour is in docs/operating.md.
// Source: proxy, Traps.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestCore, type TestCore } from '../core/testing/start-test-core.ts';

/** Longer than the pools of Go, Python and Node keep an idle connection. */
const AT_LEAST_SECONDS = 75;
/** How long a connection may be silent before the kernel asks whether anybody is there. */
const PROBED_WITHIN_SECONDS = 60;

/** Answers nothing until it is told to: the connections toward it idle in the middle of a request. */
const held = createServer();
let road: TestCore;
let port: number;
beforeAll(async () => {
  held.listen(0, '127.0.0.1');
  await once(held, 'listening');
  const { port: upstream } = held.address() as AddressInfo;
  road = await startTestCore({ config: `upstreams: [{ name: one, url: "http://127.0.0.1:${upstream}" }]` });
  port = Number(new URL(road.core.baseUrl).port);
});
afterAll(async () => {
  held.closeAllConnections();
  await road[Symbol.asyncDispose]();
  held.close();
});

/**
 * Seconds until the kernel's keep-alive timer of a connection fires, by its two ports; infinity when it has none.
 * /proc/net/tcp: field 6 holds `tr:tm->when`, `tr` 2 is that timer, `when` its jiffies, a hundred a second.
 */
function probeDue(local: number, remote: number): number {
  const hex = (n: number) => n.toString(16).toUpperCase().padStart(4, '0');
  const row = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .find(([, own = '', peer = '']) => own.endsWith(`:${hex(local)}`) && peer.endsWith(`:${hex(remote)}`));
  const [timer, when = ''] = row?.[5]?.split(':') ?? [];
  return timer === '02' ? Number.parseInt(when, 16) / 100 : Number.POSITIVE_INFINITY;
}

describe('an idle connection', () => {
  it(`of a client is kept for ${AT_LEAST_SECONDS} s at least, and it says so`, async () => {
    const { headers } = await fetch(`${road.core.baseUrl}/healthz`);
    const promised = Number(/timeout=(\d+)/.exec(headers.get('keep-alive') ?? '')?.[1]);
    expect(promised).toBeGreaterThanOrEqual(AT_LEAST_SECONDS);
  });

  it.runIf(process.platform === 'linux')(
    'is probed on both sides while a model thinks, so that a peer that vanished is noticed',
    async () => {
      const { promise: asked, resolve } = Promise.withResolvers<Socket>();
      held.on('request', ({ url, socket }) => url === '/api/chat' && resolve(socket)); // others ask for its health
      const client = connect({ port, host: '127.0.0.1', noDelay: true });
      client.write('POST /api/chat HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}');
      const socket = await asked;
      const due = {
        client: () => probeDue(port, client.localPort as number),
        upstream: () => probeDue(socket.remotePort as number, socket.localPort as number),
      };
      // A timer of another kind may stand there until the last bytes are acknowledged.
      await expect.poll(due.client).toBeLessThanOrEqual(PROBED_WITHIN_SECONDS);
      await expect.poll(due.upstream).toBeLessThanOrEqual(PROBED_WITHIN_SECONDS);
      client.destroy();
    },
  );
});
