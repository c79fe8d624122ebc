// What goes wrong on the way, a test each: clients that leave in every phase, connections that die idle. Real sockets.
// Source: proxy, Fidelity, Traps. More in proxy.int.test.ts.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { UpstreamPool } from '../pool/upstream-pool.ts';
import { heldUpstream, PROMPT, send } from '../testing/held-upstream.ts';
import { chatAnswer, post, startRig, testClock } from '../testing/rig.ts';

const ABORT_MS = 100;
describe('a client that leaves', () => {
  it('in prefill: the upstream knows within 100 ms', async () => {
    const upstream = heldUpstream();
    await using rig = await startRig({ upstream: upstream.handler });
    const req = send(rig);
    await upstream.arrived();
    const at = performance.now();
    req.destroy();
    expect((await upstream.left()) - at).toBeLessThan(ABORT_MS);
    expect(await rig.finished()).toMatchObject({ state: 'aborted', phase: 'prefill' });
  });

  it('in mid-stream: the upstream knows within 100 ms', async () => {
    const upstream = heldUpstream();
    await using rig = await startRig({ upstream: upstream.handler });
    const req = send(rig);
    const res = await upstream.arrived();
    res.writeHead(200, { 'content-type': 'application/x-ndjson' });
    res.write('{"message":{"content":"a"},"done":false}\n');
    const [answer] = await once(req, 'response');
    await once(answer, 'data');
    const at = performance.now();
    req.destroy();
    expect((await upstream.left()) - at).toBeLessThan(ABORT_MS);
    expect(await rig.finished()).toMatchObject({ state: 'aborted', phase: 'streaming' });
  });

  it('while queued: the upstream never hears of it, and the next in line is served', async () => {
    const upstream = heldUpstream();
    const server = createServer(upstream.handler).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const pool = new UpstreamPool({
      ...{ upstreams: [{ name: 'one', url, slots: 1 }], clock: testClock, probes: false },
    });
    await using rig = await startRig({ upstreamUrl: url, pool });
    const first = send(rig);
    const answering = await upstream.arrived();
    const second = send(rig);
    await expect.poll(() => pool.waiting).toBe(1);
    const third = send(rig);
    await expect.poll(() => pool.waiting).toBe(2);
    second.destroy();
    expect(await rig.finished((row) => row.state === 'aborted')).toMatchObject({ phase: 'queued' });
    expect(pool.waiting).toBe(1);
    const answers = Promise.all([once(first, 'response'), once(third, 'response')]);
    answering.end(chatAnswer('one'));
    (await upstream.arrived(1)).end(chatAnswer('three'));
    for (const [answer] of await answers) answer.resume();
    expect(upstream.count).toBe(2);
    server.closeAllConnections();
    server.close();
  });

  it('or breaks its chunks in mid-upload: what came so far is never taken for the whole', async () => {
    const ended = Promise.withResolvers<'whole' | 'broken'>();
    const begun = Promise.withResolvers<void>();
    const server = createServer((req) => {
      req.once('data', () => begun.resolve());
      req.on('end', () => ended.resolve('whole')).on('error', () => ended.resolve('broken'));
      req.resume();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const upstreamUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await using rig = await startRig({ upstreamUrl });
    const socket = connect(rig.port, '127.0.0.1');
    const inner = 'GET /api/smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n';
    socket.write(
      `POST /api/blobs/sha256:ab HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n`,
    );
    await begun.promise;
    socket.write(`zz\r\n${inner}`);
    expect(await ended.promise).toBe('broken');
    expect(rig.traffic.list({ limit: 9 }).rows).toHaveLength(1);
    socket.destroy();
    server.closeAllConnections();
    server.close();
  });

  it('by closing its sending side has left, as it has for Ollama', async () => {
    const upstream = heldUpstream();
    await using rig = await startRig({ upstream: upstream.handler });
    const socket = connect(rig.port, '127.0.0.1');
    socket.write(
      `POST /api/chat HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${PROMPT.length}\r\n\r\n${PROMPT}`,
    );
    await upstream.arrived();
    socket.end();
    await upstream.left();
    expect(await rig.finished()).toMatchObject({ state: 'aborted' });
  });
});

describe('connections that idle', () => {
  it('toward an upstream that closes them unannounced cost no prompt', async () => {
    const upstream = createServer((req, res) => {
      const { socket } = req;
      req.resume().on('end', () => {
        res.on('finish', () => setImmediate(() => socket.destroy()));
        res.end(chatAnswer('hello'));
      });
    }).listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    await using rig = await startRig({
      upstreamUrl: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`,
    });
    for (let n = 0; n < 20; n++) {
      expect((await post(`${rig.url}/api/chat`, PROMPT)).status).toBe(200);
      await expect.poll(() => connectionsOf(upstream)).toBe(0);
    }
    upstream.close();
  });
});

const connectionsOf = (server: ReturnType<typeof createServer>): Promise<number> =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
