// Promises of the road itself, over real sockets: bytes, status and headers as sent; aborts both ways in every phase; a
// dead upstream is never a clean end; errors in the route's shape; nothing is buffered that must stream.

import { once } from 'node:events';
import { type ClientRequest, createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { chatAnswer, GNOMMOWEB_BLOCK, post, startRig } from './testing/rig.ts';

const chat = (content: string, more: Record<string, unknown> = {}) =>
  JSON.stringify({
    model: 'm',
    messages: [
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content },
    ],
    ...more,
  });

/** Sends raw bytes and returns everything that comes back until the connection closes. */
async function rawExchange(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes); // not end(): a half-closed client has left
  let answer = '';
  socket.setEncoding('latin1');
  for await (const chunk of socket) answer += chunk;
  return answer;
}

/** A request whose answer the test reads piece by piece. */
function open(
  url: string,
  path: string,
  body: string,
  method = 'POST',
): { req: ClientRequest; answer: Promise<IncomingMessage> } {
  const req = request(new URL(path, url), { method, agent: false });
  req.on('error', () => {});
  const answer = once(req, 'response').then(([res]) => res as IncomingMessage);
  answer.catch(() => {}); // tests that leave never read it
  req.end(body);
  return { req, answer };
}

describe('fidelity', () => {
  it('sends an untouched request out byte for byte, with Host rewritten and our headers dropped', async () => {
    await using rig = await startRig();
    const body =
      '{ "model":"m","options":{"seed":9007199254740993,"t":1.0},"messages":[{"role":"user","content":"hi \\u0041"}] }';
    const answer = await post(`${rig.url}/api/chat?x=%2F`, body, {
      'x-custom': 'a',
      'x-festinger-client': 'tester',
    });
    const [request] = rig.seen;
    expect(request?.body.toString()).toBe(body);
    expect(request?.url).toBe('/api/chat?x=%2F');
    expect(request?.headers.host).toBe(new URL(rig.upstreamUrl).host);
    expect(request?.headers['x-custom']).toBe('a');
    expect(request?.headers['x-festinger-client']).toBeUndefined();
    expect(request?.headers['content-length']).toBe(String(Buffer.byteLength(body)));
    expect(answer.text).toBe(chatAnswer('hello'));
  });

  it('gives back status, header values and bytes as the upstream sent them', async () => {
    await using rig = await startRig({
      upstream: (_req, res) => {
        res.writeHead(418, 'Short and stout', [
          ['X-Odd', 'a, b'],
          ['Set-Cookie', 'a=1'],
          ['Set-Cookie', 'b=2'],
          ['Date', 'then'],
        ]);
        res.write(Buffer.from([0xf0, 0x9f]));
        res.end(Buffer.from([0x98, 0x80, 0x00]));
      },
    });
    const answer = await rawExchange(
      rig.port,
      `POST /api/embed HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 418 Short and stout\r\n/);
    expect(answer).toContain('X-Odd: a, b\r\n');
    expect(answer).toContain('Set-Cookie: a=1\r\nSet-Cookie: b=2\r\n');
    expect(answer).toContain('Date: then\r\n');
    expect(answer.match(/date:/gi)).toHaveLength(1);
    expect(answer).toContain('\xf0\x9f');
    expect(answer).toContain('\x98\x80\x00');
  });

  it('relays each chunk when it comes, not when the answer is whole', async () => {
    const { promise: goOn, resolve: letGoOn } = Promise.withResolvers<void>();
    await using rig = await startRig({
      upstream: async (_req, res) => {
        res.writeHead(200, { 'content-type': 'application/x-ndjson' });
        res.write('{"done":false}\n');
        await goOn;
        res.end('{"done":true}\n');
      },
    });
    const { answer } = open(rig.url, '/api/chat', chat('hello'));
    const res = await answer;
    const [first] = await once(res, 'data');
    expect(String(first)).toBe('{"done":false}\n');
    letGoOn();
    const [second] = await once(res, 'data');
    expect(String(second)).toBe('{"done":true}\n');
  });

  it('answers HEAD, keeps the body of a DELETE, collapses slashes, passes unknown routes and models with %2F', async () => {
    await using rig = await startRig({
      upstream: (req, res) =>
        res.writeHead(200, { 'content-length': 5 }).end(req.method === 'HEAD' ? undefined : 'hello'),
    });
    const head = await fetch(`${rig.url}/`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '5', '']);
    await fetch(`${rig.url}//api//delete`, { method: 'DELETE', body: '{"model":"m"}' });
    expect(rig.seen.at(-1)).toMatchObject({ method: 'DELETE', url: '/api/delete' });
    expect(rig.seen.at(-1)?.body.toString()).toBe('{"model":"m"}');
    await fetch(`${rig.url}/v1/models/library%2Fm?a=//b`);
    expect(rig.seen.at(-1)?.url).toBe('/v1/models/library%2Fm?a=//b');
    await fetch(`${rig.url}/api/of-tomorrow`, { method: 'PATCH', body: 'x' });
    expect(rig.seen.at(-1)).toMatchObject({ method: 'PATCH', url: '/api/of-tomorrow' });
  });

  it('answers Expect: 100-continue and passes the body', async () => {
    await using rig = await startRig();
    const body = chat('hello');
    const req = request(`${rig.url}/api/chat`, {
      method: 'POST',
      headers: { expect: '100-continue', 'content-length': Buffer.byteLength(body) },
    });
    req.flushHeaders();
    await once(req, 'continue');
    req.end(body);
    const [res] = (await once(req, 'response')) as [IncomingMessage];
    expect(res.statusCode).toBe(200);
    res.resume();
    expect(rig.seen[0]?.headers.expect).toBeUndefined();
    expect(rig.seen[0]?.body.toString()).toBe(body);
  });

  it('blocks the profiler and names a bad project', async () => {
    await using rig = await startRig();
    const profiler = await fetch(`${rig.url}/debug/pprof/heap`);
    expect([profiler.status, await profiler.json()]).toEqual([
      403,
      { error: expect.stringContaining('/debug/pprof/heap') },
    ]);
    const project = await post(`${rig.url}/v1/chat/completions`, '{}', { 'x-festinger-project': 'No Good' });
    expect(project.status).toBe(400);
    expect(JSON.parse(project.text).error.message).toContain('X-Festinger-Project');
    expect(rig.seen).toEqual([]);
  });
});

describe('aborts', () => {
  /** Resolves when the upstream notices that its caller has gone. */
  const leavingUpstream = () => {
    const arrived = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    return {
      arrived: arrived.promise,
      left: left.promise,
      watch: (res: import('node:http').ServerResponse) => {
        res.on('close', () => !res.writableFinished && left.resolve());
        arrived.resolve();
      },
    };
  };

  it.each([
    ['/api/chat', chat('hello')],
    ['/api/pull', '{"model":"m"}'],
  ])('of a client reach the upstream before the first byte of %s', async (path, body) => {
    const upstream = leavingUpstream();
    await using rig = await startRig({ upstream: (_req, res) => upstream.watch(res) });
    const { req } = open(rig.url, path, body);
    await upstream.arrived;
    req.destroy();
    await upstream.left;
    expect(await rig.finished()).toMatchObject({ state: 'aborted', status: null });
  });

  it('of a client reach the upstream while it streams', async () => {
    const upstream = leavingUpstream();
    await using rig = await startRig({
      upstream: (_req, res) => {
        upstream.watch(res);
        res.writeHead(200, { 'content-type': 'application/x-ndjson' });
        res.write('{"message":{"content":"a"},"done":false}\n');
      },
    });
    const { req, answer } = open(rig.url, '/api/chat', chat('hello'));
    await once(await answer, 'data');
    req.destroy();
    await upstream.left;
    expect(await rig.finished()).toMatchObject({ state: 'aborted', status: 200 });
  });

  it('while a body is still coming in send nothing upstream', async () => {
    await using rig = await startRig();
    const req = request(`${rig.url}/api/chat`, { method: 'POST', headers: { 'content-length': 1000 } });
    req.on('error', () => {});
    req.write('{"model":');
    const row = rig.finished();
    await expect.poll(() => rig.traffic.running).toBe(1);
    req.destroy();
    expect(await row).toMatchObject({ state: 'aborted' });
    expect(rig.seen).toEqual([]);
  });

  it('of a client that uploads reach the upstream, and are no failure', async () => {
    const upstream = leavingUpstream();
    const blobs = createServer((req, res) => {
      upstream.watch(res);
      req.on('error', () => {}).resume();
    }).listen(0, '127.0.0.1');
    await once(blobs, 'listening');
    await using rig = await startRig({
      upstreamUrl: `http://127.0.0.1:${(blobs.address() as AddressInfo).port}`,
    });
    const req = request(`${rig.url}/api/blobs/sha256:abc`, {
      method: 'POST',
      headers: { 'content-length': 1_000_000 },
    });
    req.on('error', () => {});
    req.write('some');
    await upstream.arrived;
    req.destroy();
    await upstream.left;
    expect(await rig.finished()).toMatchObject({ state: 'aborted' });
    blobs.closeAllConnections();
    blobs.close();
  });

  it('while the model is asked for its SYSTEM end the exchange at once', async () => {
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    await using rig = await startRig({
      show: async (_req, res) => {
        asked.resolve();
        await answer.promise;
        res.end('{"system":"x"}');
      },
    });
    const { req } = open(
      rig.url,
      '/api/chat',
      JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'gnommoweb' }] }),
    );
    await asked.promise;
    req.destroy();
    expect(await rig.finished()).toMatchObject({ state: 'aborted' });
    answer.resolve();
    await rig.proxy.idle();
    expect(rig.seen).toEqual([]);
  });
});

describe('a dying upstream', () => {
  const dying = (type: string, first: string) =>
    startRig({
      upstream: (_req, res) => {
        res.writeHead(200, { 'content-type': type });
        res.write(first, () => res.destroy());
      },
    });

  /** Everything until the end, and how that came. */
  async function readToEnd(res: IncomingMessage): Promise<{ text: string; clean: boolean }> {
    let text = '';
    try {
      for await (const chunk of res) text += String(chunk);
      return { text, clean: true };
    } catch {
      return { text, clean: false };
    }
  }

  it('gives Ollama clients an error line and a broken connection', async () => {
    await using rig = await dying(
      'application/x-ndjson',
      '{"model":"m","message":{"content":"a"},"done":false}\n',
    );
    const res = await open(rig.url, '/api/chat', chat('hello')).answer;
    const { text, clean } = await readToEnd(res);
    expect(clean).toBe(false);
    const last = JSON.parse(text.trimEnd().split('\n').at(-1) as string);
    expect(last).toMatchObject({
      model: 'm',
      message: { role: 'assistant', content: '' },
      done: false,
      error: expect.any(String),
    });
    expect(await rig.finished()).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('broke off'),
    });
  });

  it.each([
    ['/v1/chat/completions', 'data: {"id":1}\n\n', /data: \{"error":\{"message":.*\}\}\n\n$/],
    ['/v1/messages', 'event: ping\ndata: {}\n\n', /event: error\ndata: \{"type":"error".*\}\n\n$/],
  ])('gives %s clients an error event and a broken connection', async (path, first, last) => {
    await using rig = await dying('text/event-stream', first);
    const res = await open(rig.url, path, chat('hello', { stream: true })).answer;
    const { text, clean } = await readToEnd(res);
    expect(clean).toBe(false);
    expect(text).toMatch(last);
  });

  it('sets its error apart from half a line', async () => {
    await using rig = await dying('application/x-ndjson', '{"model":"m","mess');
    const res = await open(rig.url, '/api/generate', '{"model":"m","prompt":"hello"}').answer;
    const { text } = await readToEnd(res);
    expect(JSON.parse(text.trimEnd().split('\n').at(-1) as string)).toMatchObject({
      response: '',
      done: false,
    });
  });

  it.each([
    ['/api/generate', 'application/x-ndjson', '{"model":"m","response":"a","done":false}\n'],
    ['/v1/chat/completions', 'text/event-stream', 'data: {"choices":[{"finish_reason":null}]}\n\n'],
    ['/v1/messages', 'text/event-stream', 'event: content_block_stop\ndata: {}\n\n'],
    ['/v1/responses', 'text/event-stream', 'data: {"type":"response.created"}\n\n'],
  ])(
    'that closes %s without a mark of the end is passed on as it is, and Traffic says so',
    async (path, type, said) => {
      await using rig = await startRig({
        upstream: (_req, res) => {
          res.writeHead(200, { 'content-type': type });
          res.end(said);
        },
      });
      const res = await open(rig.url, path, '{"model":"m","prompt":"hello","stream":true}').answer;
      expect(await readToEnd(res)).toEqual({ clean: true, text: said });
      expect(await rig.finished()).toMatchObject({
        state: 'failed',
        error: expect.stringContaining('without saying that the answer was over'),
      });
    },
  );

  it('whose own error line ended the stream is passed on as it is', async () => {
    const lines = '{"response":"a","done":false}\n{"error":"model runner has stopped"}\n';
    await using rig = await startRig({
      upstream: (_req, res) => {
        res.writeHead(200, { 'content-type': 'application/x-ndjson' });
        res.end(lines);
      },
    });
    const res = await open(rig.url, '/api/generate', '{"model":"m","prompt":"hello"}').answer;
    expect(await readToEnd(res)).toEqual({ clean: true, text: lines });
  });

  it('of a stream with a stated length gets no line of ours behind it, in a head that stays as it came', async () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nX-Latin: \xe9\r\n';
    const upstream = createTcpServer((socket) => {
      socket.on('data', () => socket.write(Buffer.from(`${head}Content-Length: 3\r\n\r\n{}\n`, 'latin1')));
    }).listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    const { port } = upstream.address() as AddressInfo;
    await using rig = await startRig({ upstreamUrl: `http://127.0.0.1:${port}` });
    const body = '{"messages":[]}';
    const answer = await rawExchange(
      rig.port,
      `POST /api/chat HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(answer).toMatch(/X-Latin: \xe9\r\n/);
    expect(answer).toMatch(/\r\n\r\n\{\}\n$/);
    expect(await rig.finished()).toMatchObject({ state: 'failed' });
    upstream.close();
  });

  it('that resets an answer without a stated length gives no clean end', async () => {
    const halfSent = Promise.withResolvers<Socket>();
    const upstream = createTcpServer((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nhalf');
      });
      halfSent.resolve(socket);
    }).listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    const { port } = upstream.address() as AddressInfo;
    await using rig = await startRig({ upstreamUrl: `http://127.0.0.1:${port}` });
    const res = await open(rig.url, '/api/of-tomorrow', '').answer;
    await once(res, 'data');
    (await halfSent.promise).resetAndDestroy();
    expect((await readToEnd(res)).clean).toBe(false);
    upstream.close();
  });

  it('with a stated length leaves a broken connection', async () => {
    await using rig = await startRig({
      upstream: (_req, res) => {
        res.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
        res.write('{"half":', () => res.destroy());
      },
    });
    const res = await open(rig.url, '/api/chat', chat('hello', { stream: false })).answer;
    expect(await readToEnd(res)).toEqual({ clean: false, text: '{"half":' });
  });

  it('before its head is answered for in the shape of the route', async () => {
    await using rig = await startRig({ upstream: (_req, res) => void res.destroy() });
    const answer = await post(`${rig.url}/v1/messages`, chat('hello'));
    expect(answer.status).toBe(502);
    expect(JSON.parse(answer.text)).toMatchObject({ type: 'error', error: { type: 'api_error' } });
  });

  it.each([
    ['/api/chat', (e: { error: unknown }) => typeof e.error === 'string'],
    ['/v1/chat/completions', (e: { error: { message: unknown } }) => typeof e.error.message === 'string'],
    ['/v1/messages', (e: { type: unknown }) => e.type === 'error'],
  ])('that is down is said within a second on %s', async (path, isShaped) => {
    const closed = createTcpServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();
    await once(closed, 'close');
    await using rig = await startRig({ upstreamUrl: `http://127.0.0.1:${port}` });
    const started = performance.now();
    const answer = await post(rig.url + path, chat('hello'));
    expect(performance.now() - started).toBeLessThan(1000);
    expect(answer.status).toBe(502);
    expect(isShaped(JSON.parse(answer.text))).toBe(true);
    expect(await rig.finished()).toMatchObject({ state: 'failed', status: 502 });
  });
});

describe('large bodies', () => {
  it('are streamed: the upstream has the first bytes of a blob before the last are sent', async () => {
    const first = Promise.withResolvers<string>();
    const upstream = createServer((req, res) => {
      req.once('data', (chunk) => first.resolve(String(chunk)));
      req.on('end', () => res.writeHead(201).end());
      req.resume();
    }).listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    await using rig = await startRig({
      upstreamUrl: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`,
    });
    const req = request(`${rig.url}/api/blobs/sha256:abc`, {
      method: 'POST',
      headers: { 'content-length': 10 },
    });
    req.write('12345');
    expect(await first.promise).toBe('12345');
    req.end('67890');
    const [res] = (await once(req, 'response')) as [IncomingMessage];
    expect(res.statusCode).toBe(201);
    res.resume();
    upstream.closeAllConnections();
    upstream.close();
  });

  it('over the limit pass untouched, announced or not', async () => {
    await using rig = await startRig({ settings: { enrichment_max_body_bytes: 2048 } });
    const body = chat(`gnommoweb ${'x'.repeat(200_000)}`);
    await post(`${rig.url}/api/chat`, body);
    expect(rig.seen.at(-1)?.body.toString()).toBe(body);
    const req = request(`${rig.url}/api/chat`, { method: 'POST' }); // chunked
    req.write(body.slice(0, 100_000));
    req.end(body.slice(100_000));
    const [res] = (await once(req, 'response')) as [IncomingMessage];
    res.resume();
    expect(rig.seen.at(-1)?.body.toString()).toBe(body);
    expect(rig.traffic.list({ limit: 9 }).rows.map((row) => row.reason)).toEqual([
      'body_too_large',
      'body_too_large',
    ]);
  });

  it('of a refused upload do not keep the refusal from the client', async () => {
    const upstream = createServer((_req, res) =>
      res.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"no"}'),
    ).listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    await using rig = await startRig({
      upstreamUrl: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`,
    });
    const req = request(`${rig.url}/api/blobs/sha256:abc`, {
      method: 'POST',
      headers: { 'content-length': 50_000_000 },
    });
    req.on('error', () => {});
    req.write(Buffer.alloc(1_000_000));
    const [res] = (await once(req, 'response')) as [IncomingMessage];
    expect(res.statusCode).toBe(401);
    const chunks = await res.toArray();
    expect(String(Buffer.concat(chunks))).toBe('{"error":"no"}');
    req.destroy();
    upstream.closeAllConnections();
    upstream.close();
  });

  it('in zstd are read; decoded only where something is injected', async () => {
    await using rig = await startRig();
    const send = async (input: string) => {
      const body = zstdCompressSync(JSON.stringify({ model: 'm', instructions: 'Be kind.', input }));
      await post(`${rig.url}/v1/responses`, body, { 'content-encoding': 'zstd' });
      return { body, request: rig.seen.at(-1) };
    };
    const untouched = await send('hello');
    expect(untouched.request?.body.equals(untouched.body)).toBe(true);
    expect(untouched.request?.headers['content-encoding']).toBe('zstd');
    const injected = await send('what is gnommoweb');
    expect(injected.request?.headers['content-encoding']).toBeUndefined();
    expect(rig.lastBody()).toEqual({
      model: 'm',
      instructions: `${GNOMMOWEB_BLOCK}\n\nBe kind.`,
      input: 'what is gnommoweb',
    });
  });

  it('that are broken zstd, gzip or no JSON pass as they came', async () => {
    await using rig = await startRig();
    for (const [body, encoding] of [
      ['not zstd', 'zstd'],
      ['not gzip', 'gzip'],
      ['{"model":', 'identity'],
    ] as const) {
      await post(
        `${rig.url}/v1/responses`,
        body,
        encoding === 'identity' ? {} : { 'content-encoding': encoding },
      );
      expect(rig.seen.at(-1)?.body.toString()).toBe(body);
      expect(rig.traffic.list({ limit: 1 }).rows[0]?.reason).toBe('unreadable_body');
    }
  });

  it('wait for a slow reader instead of piling up', async () => {
    let written = 0;
    const stalled = Promise.withResolvers<void>();
    await using rig = await startRig({
      upstream: (_req, res) => {
        const chunk = Buffer.alloc(65_536, 97);
        const push = () => {
          while (written < 200_000_000) {
            written += chunk.length;
            if (!res.write(chunk)) {
              if (written > 20_000_000) return stalled.resolve();
              const waiting = setTimeout(() => stalled.resolve(), 500);
              res.once('drain', () => {
                clearTimeout(waiting);
                push();
              });
              return;
            }
          }
        };
        push();
      },
    });
    const { req, answer } = open(rig.url, '/api/tags', '', 'GET');
    const res = await answer;
    res.pause();
    await stalled.promise;
    expect(written).toBeLessThan(20_000_000);
    req.destroy();
  });
});
