// Promise: a client that leaves while its large upload waits for a place costs nobody anything, and never the process.
import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPoolRig } from '../pool/testing/pool-rig.ts';

const crashes: unknown[] = [];
const onCrash = (error: unknown) => void crashes.push(error);
beforeAll(() => void process.on('uncaughtException', onCrash));
afterAll(() => void process.off('uncaughtException', onCrash));

it('a prompt too large to be read, whose client leaves in mid-upload while it is queued, is no crash', async () => {
  await using road = await startPoolRig({ upstreams: { a: { slots: 1 } } });
  road.host('a').manner = 'holds';
  const running = road.chat();
  const held = await road.host('a').arrival(0);
  const upload = request(`${road.rig.url}/api/chat`, {
    ...{ method: 'POST', agent: false },
    headers: { 'content-length': 1_000_000 },
  });
  upload.on('error', () => {});
  upload.write('{"model":"m",');
  await road.queued(1);
  upload.destroy();
  await road.queued(0);
  held.answer();
  expect((await running).status).toBe(200);
  expect(crashes).toEqual([]);
});
