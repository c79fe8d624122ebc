// Models that think for twenty minutes and pulls that take hours: none is cut by us. The clocks of this file's process are
// turned before anything looks at them; sockets are real. Source: proxy, Traps.
import { once } from 'node:events';
import { Pool } from 'undici';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { heldUpstream, PROMPT, send } from '../testing/held-upstream.ts';
import { chatAnswer, startRig } from '../testing/rig.ts';

// undici keeps one clock for all its timeouts: it must be ours from the first request on.
beforeAll(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'Date'] }));
afterAll(() => void vi.useRealTimers());

describe('a slow model', () => {
  /** Time passes, and what it sets off gets its turn. */
  async function pass(minutes: number): Promise<void> {
    for (let n = 0; n < minutes * 6; n++) {
      vi.advanceTimersByTime(10_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  it('that answers after twenty minutes without a byte is waited for; with the defaults of undici it is not', async () => {
    const upstream = heldUpstream();
    await using rig = await startRig({ upstream: upstream.handler });
    const careless = new Pool(rig.upstreamUrl);
    const cut = careless
      .request({ method: 'POST', path: '/api/chat', body: PROMPT })
      .then(() => 'answered')
      .catch((error: { code?: string }) => error.code);
    await upstream.arrived(0);
    const req = send(rig, '/api/chat', PROMPT.replace('{', '{"stream":false,'));
    const answering = await upstream.arrived(1);
    await pass(20);
    expect(await cut).toBe('UND_ERR_HEADERS_TIMEOUT');
    answering.end(chatAnswer('at last'));
    const [answer] = await once(req, 'response');
    const text = String(Buffer.concat(await answer.toArray()));
    expect([answer.statusCode, text]).toEqual([200, chatAnswer('at last')]);
    expect(await rig.finished((row) => row.state === 'done')).toBeDefined();
    await careless.destroy();
  });

  it('whose pull reports every ten minutes for three hours is relayed to its end', async () => {
    const upstream = heldUpstream();
    await using rig = await startRig({ upstream: upstream.handler });
    const req = send(rig, '/api/pull', '{"model":"m"}');
    const pulling = await upstream.arrived();
    pulling.writeHead(200, { 'content-type': 'application/x-ndjson' });
    pulling.flushHeaders();
    const [answer] = await once(req, 'response');
    for (let n = 0; n < 18; n++) {
      await pass(10);
      const line = once(answer, 'data');
      pulling.write(`{"status":"pulling","completed":${n}}\n`);
      expect(String((await line)[0])).toBe(`{"status":"pulling","completed":${n}}\n`);
    }
    pulling.end('{"status":"success"}\n');
    expect(String(Buffer.concat(await answer.toArray()))).toBe('{"status":"success"}\n');
  });

  it('that stays silent for twenty minutes in mid-stream is waited for', async () => {
    const upstream = heldUpstream();
    await using rig = await startRig({ upstream: upstream.handler });
    const req = send(rig);
    const res = await upstream.arrived();
    res.writeHead(200, { 'content-type': 'application/x-ndjson' });
    res.write('{"message":{"content":"a"},"done":false}\n');
    const [answer] = await once(req, 'response');
    await once(answer, 'data');
    await pass(20);
    res.end('{"message":{"content":""},"done":true}\n');
    expect(String(Buffer.concat(await answer.toArray()))).toContain('"done":true');
  });
});
