// Promise: a client that leaves while the model is asked for its SYSTEM gives its place at the upstream back at once.
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { UpstreamPool } from '../pool/upstream-pool.ts';
import { startRig, testClock } from '../testing/rig.ts';

it('a place is free at once when its client leaves, though the model was not described yet', async () => {
  const asked = Promise.withResolvers<void>();
  const upstream = createServer((req) => {
    req.resume();
    if (req.url === '/api/show') asked.resolve(); // and no answer
  }).listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  const pool = new UpstreamPool({
    upstreams: [{ name: 'a', url, slots: 1 }],
    clock: testClock,
    probes: false,
  });
  await using rig = await startRig({ pool });
  const prompt = request(`${rig.url}/api/chat`, { method: 'POST', agent: false });
  prompt.on('error', () => {});
  prompt.end(JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'what runs on gnommoweb' }] }));
  await asked.promise;
  prompt.destroy();
  await rig.finished();
  const left = performance.now();
  await expect.poll(() => pool.state().upstreams[0]?.running, { timeout: 5000, interval: 10 }).toBe(0);
  expect(performance.now() - left).toBeLessThan(500);
  upstream.closeAllConnections();
  upstream.close();
});

it('what was never sent is not written down as injected, when the answer about the model comes after all', async () => {
  const asked = Promise.withResolvers<() => void>();
  await using rig = await startRig({
    show: (_req, res) => asked.resolve(() => void res.end('{"system":"S"}')),
  });
  const prompt = request(`${rig.url}/api/chat`, { method: 'POST', agent: false });
  prompt.on('error', () => {});
  prompt.end(JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'what is gnommoweb' }] }));
  const answer = await asked.promise;
  prompt.destroy();
  const { id } = await rig.finished();
  answer();
  // A second prompt of the model waits for the same answer, and is sent.
  const body = JSON.stringify({
    model: 'm',
    stream: false,
    messages: [{ role: 'user', content: 'gnommoweb?' }],
  });
  expect((await fetch(`${rig.url}/api/chat`, { method: 'POST', body })).status).toBe(200);
  await nextTurn();
  await rig.proxy.idle();
  expect(rig.injections.map(({ requestId }) => requestId)).not.toContain(id);
  expect(rig.injections).toHaveLength(1);
  expect(rig.traffic.get(id)).toMatchObject({ row: { state: 'aborted', injectedBytes: 0 } });
});
