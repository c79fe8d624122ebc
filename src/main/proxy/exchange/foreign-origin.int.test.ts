// Promise: the prompt of a foreign page costs what passing its bytes costs: nothing of it is read, held or kept. A page can post
// 16 MB of text to any port without asking. Real sockets. Source: proxy, Hostile input; decision 007.
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { UpstreamPool } from '../pool/upstream-pool.ts';
import { chatAnswer, startRig, testClock } from '../testing/rig.ts';

const MB = 1024 * 1024;
const FOREIGN = { origin: 'https://evil.example', 'content-type': 'text/plain' };

/** An upstream that hands each prompt over as soon as its head has come. */
async function startUpstream() {
  const waiting: ((arrived: [IncomingMessage, ServerResponse]) => void)[] = [];
  const server = createServer((req, res) => {
    if (req.url === '/api/chat') waiting.shift()?.([req, res]);
    else res.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const arrival = () =>
    new Promise<[IncomingMessage, ServerResponse]>((resolve) => {
      waiting.push(resolve);
    });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, arrival };
}

function sending(url: string, length: number) {
  const req = request(`${url}/api/chat`, {
    ...{ method: 'POST', agent: false, headers: { ...FOREIGN, 'content-length': length } },
  });
  req.on('error', () => {});
  return req;
}

describe('the prompt of a foreign page', () => {
  it.each([1, 2])('reaches the upstream while it is still being sent (%i upstreams)', async (upstreams) => {
    const upstream = await startUpstream();
    const named = Array.from({ length: upstreams }, (_, n) => ({ name: `u${n}`, url: upstream.url }));
    const pool = new UpstreamPool({ upstreams: named, clock: testClock, probes: false });
    await using rig = await startRig({ upstreamUrl: upstream.url, pool });
    const arrival = upstream.arrival();
    const req = sending(rig.url, 16 * MB);
    req.write(Buffer.alloc(MB, 0x20));
    const [seen, answer] = await arrival;
    const [first] = await once(seen, 'data');
    expect((first as Buffer).length).toBeGreaterThan(0);
    seen.resume();
    req.end(Buffer.alloc(15 * MB, 0x20));
    await once(seen, 'end');
    answer.end(chatAnswer('no'));
    const [got] = await once(req, 'response');
    expect((got as IncomingMessage).statusCode).toBe(200);
    expect(await rig.finished()).toMatchObject({
      reason: 'foreign_origin',
      state: 'done',
      conversation: null,
    });
    expect(rig.encounters.size).toBe(0);
  });

  it('holds nobody up, whatever it is made of', async () => {
    const upstream = await startUpstream();
    await using rig = await startRig({ upstreamUrl: upstream.url });
    const body = Buffer.from(
      `{"model":"m","messages":[{"role":"user","content":"a"}${',0'.repeat(2 * MB)}]}`,
    );
    const delay = monitorEventLoopDelay({ resolution: 5 });
    const arrival = upstream.arrival();
    delay.enable();
    const req = sending(rig.url, body.length);
    req.end(body);
    const [seen, answer] = await arrival;
    seen.resume();
    await once(seen, 'end');
    answer.end(chatAnswer('no'));
    await once(req, 'response');
    delay.disable();
    expect(delay.max / 1e6).toBeLessThan(200);
  });
});
