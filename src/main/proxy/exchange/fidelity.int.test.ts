// Promise: nobody can tell that there is a proxy. Every request of a corpus reaches the upstream as it would have without
// one, and every answer reaches the client so; both are compared as bytes on the wire, read by no library.
// What may differ is in testing/same-on-the-wire.ts. Source: proxy, Fidelity, Routes.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '../testing/raw-http.ts';
import { type RawUpstream, rawCall, startRawUpstream } from '../testing/raw-sockets.ts';
import { type Rig, startRig } from '../testing/rig.ts';
import { answerSaid, requestSaid } from '../testing/same-on-the-wire.ts';
import { WIRE_ANSWERS } from '../testing/wire-answers.ts';
import { WIRE_REQUESTS } from '../testing/wire-requests.ts';

let upstream: RawUpstream;
let rig: Rig;
beforeAll(async () => {
  upstream = await startRawUpstream();
  rig = await startRig({ upstreamUrl: upstream.url });
});
afterAll(async () => {
  await rig[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});
const PLAIN = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
beforeEach(() => {
  upstream.seen.length = 0;
  upstream.answer = () => ({ pieces: [PLAIN] });
});

/** The proxy asks for a model's facts on its own account, behind a prompt. No row of the corpus asks with these bytes. */
const isOwnQuestion = ({ startLine, body }: Message): boolean =>
  startLine.startsWith('POST /api/show ') && /^\{"model":"[^"]*"\}$/.test(body.toString());

describe('the upstream sees, with a proxy as without', () => {
  it.each(WIRE_REQUESTS)('%s', async (_name, bytes) => {
    const direct = await rawCall(upstream.port, [bytes]);
    const proxied = await rawCall(rig.port, [bytes]);
    const [expected, ...seen] = upstream.seen.filter((request) => !isOwnQuestion(request)).map(requestSaid);
    expect(seen).toEqual([expected]);
    expect([proxied.ended, proxied.answer?.startLine]).toEqual([direct.ended, 'HTTP/1.1 200 OK']);
  });

  it('nothing of a target with bytes beyond ASCII, which Node refuses as no URI', async () => {
    const end = await rawCall(rig.port, [
      Buffer.from('GET /api/tags/\u00e9 HTTP/1.1\r\nHost: localhost\r\n\r\n', 'latin1'),
    ]);
    expect(end.answer?.startLine).toBe('HTTP/1.1 400 Bad Request');
    expect(upstream.seen).toEqual([]);
  });

  it('names itself as the host, once', async () => {
    await rawCall(rig.port, [Buffer.from('GET /api/tags HTTP/1.1\r\nHost: localhost:1\r\n\r\n')]);
    const hosts = upstream.seen[0]?.headers.filter(([name]) => name.toLowerCase() === 'host');
    expect(hosts).toEqual([[expect.any(String), `127.0.0.1:${upstream.port}`]]);
  });
});

describe('the client gets, with a proxy as without', () => {
  it.each(WIRE_ANSWERS)('$name ($method $target)', async ({ method, target, pieces, closes }) => {
    upstream.answer = () => ({ pieces, after: closes ? 'close' : 'keep' });
    const bytes = Buffer.from(
      `${method} ${target} HTTP/1.1\r\nHost: localhost\r\nTE: trailers\r\nContent-Length: 0\r\n\r\n`,
    );
    const direct = await rawCall(upstream.port, [bytes]);
    const proxied = await rawCall(rig.port, [bytes]);
    expect(direct.ended).toBe('whole');
    expect(proxied.answer && answerSaid(proxied.answer)).toEqual(direct.answer && answerSaid(direct.answer));
    expect(proxied.ended).toBe('whole');
  });

  it('the usual reason in place of one that is neither ASCII nor UTF-8, which undici cannot read', async () => {
    const odd = Buffer.from('HTTP/1.1 404 caf\u00e9\r\nX-A: b\r\nContent-Length: 2\r\n\r\n{}', 'latin1');
    upstream.answer = () => ({ pieces: [odd] });
    const { answer } = await rawCall(rig.port, [
      Buffer.from('GET /api/tags HTTP/1.1\r\nHost: localhost\r\n\r\n'),
    ]);
    expect(answer).toMatchObject({ startLine: 'HTTP/1.1 404 Not Found', state: 'whole' });
    expect(answer && answerSaid(answer)).toMatchObject({ headers: [['X-A', 'b']], body: '{}' });
  });

  it('a 502 that says so, where the head is more than anybody takes', async () => {
    const large = Buffer.from(
      `HTTP/1.1 200 OK\r\nX-Large: ${'a'.repeat(20_000)}\r\nContent-Length: 0\r\n\r\n`,
    );
    upstream.answer = () => ({ pieces: [large] });
    const { answer } = await rawCall(rig.port, [
      Buffer.from('GET /api/tags HTTP/1.1\r\nHost: localhost\r\n\r\n'),
    ]);
    expect(answer).toMatchObject({ startLine: 'HTTP/1.1 502 Bad Gateway', state: 'whole' });
    expect(String(answer?.body)).toContain('Headers Overflow');
  });
});
