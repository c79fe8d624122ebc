// Ollama's own manners, tried over plain HTTP: statuses, headers, the Modelfile's rule, loading, uploads, who is let in.
import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../shared/model/clock.ts';
import { record } from './json-fields.ts';
import { DEMO_SYSTEM } from './model-shelf.ts';
import { type DemoUpstream, startDemoUpstream } from './upstream.ts';

let now = Date.UTC(2026, 10, 21);
const clock: Clock = {
  now: () => now,
  monotonic: () => now,
  after: () => {
    throw new Error('nothing waits at speed 0');
  },
};

let upstream: DemoUpstream;
beforeAll(async () => {
  upstream = await startDemoUpstream({ clock });
});
afterAll(() => upstream.close());

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** A request with its headers exactly as given, which `fetch` would not allow for Host and Origin. */
function call(
  method: string,
  path: string,
  body: string | Buffer = '',
  headers: Record<string, string> = {},
): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const options = {
    method,
    path,
    headers: { 'content-length': String(Buffer.byteLength(body)), ...headers },
  };
  const req = httpRequest(upstream.url, options, (res) => {
    const chunks: Buffer[] = [];
    res.on('data', (chunk: Buffer) => chunks.push(chunk));
    res.on('end', () =>
      resolve({ status: res.statusCode ?? 0, headers: res.headers, body: Buffer.concat(chunks).toString() }),
    );
  });
  req.on('error', reject);
  req.end(body);
  return promise;
}

const TEXT = { type: 'text', text: 'Look.' };
const IMAGE_URL = { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } };
const IMAGE = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } };

const post = (path: string, body: unknown): Promise<Reply> => call('POST', path, JSON.stringify(body));
const chat = (body: object): Promise<Reply> =>
  post('/api/chat', { model: 'demo', messages: [{ role: 'user', content: 'hi' }], ...body });
const lastSeen = (): string => upstream.requests.at(-1)?.systemSeen ?? 'none';
const running = async (): Promise<string[]> => {
  const { models } = JSON.parse((await call('GET', '/api/ps')).body) as { models: { name: string }[] };
  return models.map((model) => model.name);
};

describe('the Modelfile SYSTEM', () => {
  it('is used by chat exactly when the first message is not a system message', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            role: fc.constantFrom('system', 'user', 'assistant'),
            content: fc.string({ minLength: 1 }),
          }),
          {
            minLength: 1,
            maxLength: 4,
          },
        ),
        async (messages) => {
          await chat({ messages });
          const own = messages[0]?.role === 'system';
          const seen = upstream.requests.at(-1)?.messagesSeen ?? [];
          expect(seen[0]?.content).toBe(own ? messages[0]?.content : DEMO_SYSTEM);
          expect(seen.length).toBe(messages.length + (own ? 0 : 1));
        },
      ),
      { numRuns: 50 },
    );
  });

  it('is used by generate exactly when the system field is empty, and never in raw mode', async () => {
    await post('/api/generate', { model: 'demo', prompt: 'hi', system: '' });
    expect(lastSeen()).toBe(DEMO_SYSTEM);
    await post('/api/generate', { model: 'demo', prompt: 'hi', system: 'Mine.' });
    expect(lastSeen()).toBe('Mine.');
    await post('/api/generate', { model: 'demo', prompt: 'hi', raw: true });
    expect(lastSeen()).toBe('');
    await post('/v1/completions', { model: 'demo', prompt: 'hi' });
    expect(lastSeen()).toBe(DEMO_SYSTEM);
  });

  it('shows in the rendered prompt when only that is asked for', async () => {
    const { body } = await chat({ _debug_render_only: true });
    const { _debug_info: info } = JSON.parse(body) as { _debug_info: { rendered_template: string } };
    expect(info.rendered_template).toBe(
      `<|im_start|>system\n${DEMO_SYSTEM}<|im_end|>\n<|im_start|>user\nhi<|im_end|>\n<|im_start|>assistant\n`,
    );
  });
});

describe('loading and unloading', () => {
  // What the tests before have loaded for five minutes is gone by then.
  beforeEach(() => {
    now += 6 * 60_000;
  });

  it('answers empty calls with load and unload, and ps follows', async () => {
    const loaded = JSON.parse((await chat({ model: 'qwen2.5:7b', messages: [] })).body) as object;
    expect(loaded).toMatchObject({
      done: true,
      done_reason: 'load',
      message: { role: 'assistant', content: '' },
    });
    expect(await running()).toEqual(['qwen2.5:7b']);
    const unload = { model: 'qwen2.5:7b', prompt: '', keep_alive: 0 };
    const unloaded = JSON.parse((await post('/api/generate', unload)).body) as object;
    expect(unloaded).toMatchObject({ done: true, done_reason: 'unload', response: '' });
    expect(await running()).toEqual([]);
  });

  it.each([
    { keepAlive: undefined, ms: 5 * 60_000 },
    { keepAlive: 90, ms: 90_000 },
    { keepAlive: '1h30m', ms: 90 * 60_000 },
  ])('keeps a model for keep_alive $keepAlive and then forgets it', async ({ keepAlive, ms }) => {
    await chat({ model: 'llama3.2:3b', keep_alive: keepAlive });
    now += ms - 1;
    expect(await running()).toEqual(['llama3.2:3b']);
    now += 1;
    expect(await running()).toEqual([]);
  });

  it('keeps a model for ever with a negative keep_alive and not at all with 0', async () => {
    await chat({ model: 'llama3.2:3b', keep_alive: -1 });
    now += 10 * 365 * 86_400_000;
    expect(await running()).toEqual(['llama3.2:3b']);
    await chat({ model: 'llama3.2:3b', keep_alive: 0 });
    expect(await running()).toEqual([]);
    expect((await chat({ keep_alive: 'soon' })).status).toBe(400);
  });
});

describe('statuses and shapes', () => {
  const OLLAMA_404 = { error: "model 'nobody' not found" };
  it.each([
    ['/api/chat', { model: 'nobody', messages: [{ role: 'user', content: 'x' }] }, 404, OLLAMA_404],
    ['/api/generate', { model: 'nobody', prompt: 'x' }, 404, OLLAMA_404],
    ['/api/show', { name: 'nobody' }, 404, OLLAMA_404],
    ['/api/chat', { messages: [] }, 400, { error: 'model is required' }],
    [
      '/api/chat',
      { model: 'nomic-embed-text', messages: [{ role: 'user', content: 'x' }] },
      400,
      { error: '"nomic-embed-text" does not support chat' },
    ],
    [
      '/api/generate',
      { model: 'nomic-embed-text', prompt: 'x' },
      400,
      { error: '"nomic-embed-text" does not support generate' },
    ],
    [
      '/api/chat',
      { model: 'llava:7b', messages: [{ role: 'user', content: 'x' }], tools: [{}] },
      400,
      { error: 'llava:7b does not support tools' },
    ],
    [
      '/api/chat',
      { model: 'qwen2.5:7b', messages: [{ role: 'user', content: 'x' }], think: true },
      400,
      { error: '"qwen2.5:7b" does not support thinking' },
    ],
    [
      '/api/generate',
      { model: 'qwen2.5:7b', prompt: 'x', suffix: 'y' },
      400,
      { error: 'qwen2.5:7b does not support insert' },
    ],
    [
      '/api/generate',
      { model: 'qwen2.5:7b', prompt: 'x', raw: true, system: 'y' },
      400,
      { error: 'raw mode does not support template, system, or context' },
    ],
    ['/api/me', {}, 401, { error: 'unauthorized', signin_url: 'https://ollama.com/connect?name=demo' }],
    [
      '/v1/chat/completions',
      { model: 'nobody', messages: [{ role: 'user', content: 'x' }] },
      404,
      { error: { message: OLLAMA_404.error, type: 'not_found_error', param: null, code: null } },
    ],
    [
      '/v1/messages',
      { model: 'nobody', max_tokens: 1, messages: [{ role: 'user', content: 'x' }] },
      404,
      { type: 'error', error: { type: 'not_found_error', message: OLLAMA_404.error } },
    ],
  ])('%s with %j is %i', async (path, body, status, shape) => {
    const reply = await post(path, body);
    expect(reply.status).toBe(status);
    expect(JSON.parse(reply.body)).toEqual(shape);
  });

  it.each([
    ['', 'missing request body'],
    ['{"model": "qwen', 'unexpected EOF'],
    ['hello', "invalid character 'h' looking for beginning of value"],
  ])('refuses the body %j as Go would', async (body, error) => {
    const reply = await call('POST', '/api/chat', body);
    expect(reply.status).toBe(400);
    expect(JSON.parse(reply.body)).toEqual({ error });
  });

  it.each([
    ['GET', '/', 200, 'Ollama is running'],
    ['HEAD', '/', 200, ''],
    ['HEAD', '/api/tags', 200, ''],
    ['GET', '/api/chat', 405, '405 method not allowed'],
    ['POST', '//api/generate', 405, '405 method not allowed'],
    ['GET', '/api/nothing', 404, '404 page not found'],
    ['POST', '/api/show/', 307, ''],
    ['GET', '/debug/pprof/heap', 200, 'profiles: heap, goroutine'],
  ])('%s %s is %i', async (method, path, status, body) => {
    const reply = await call(method, path);
    expect([reply.status, reply.body]).toEqual([status, body]);
  });

  it('streams by default as NDJSON in the order of keys that Ollama has', async () => {
    const reply = await chat({});
    expect(reply.headers['content-type']).toBe('application/x-ndjson');
    const lines = reply.body
      .trimEnd()
      .split('\n')
      .map((line) => record(JSON.parse(line)));
    expect(Object.keys(lines[0] ?? {})).toEqual(['model', 'created_at', 'message', 'done']);
    expect(Object.keys(lines.at(-1) ?? {})).toEqual([
      ...['model', 'created_at', 'message', 'done', 'done_reason', 'total_duration', 'load_duration'],
      ...['prompt_eval_count', 'prompt_eval_duration', 'eval_count', 'eval_duration'],
    ]);
    expect(lines.filter((line) => line.done === true)).toHaveLength(1);
  });

  it('writes JSON as Go does, so that angle brackets come escaped', async () => {
    const { body } = await chat({ model: 'demo-echo', stream: false });
    expect(body).toContain('\\u003c|im_start|\\u003e');
    expect(body).not.toContain('<');
  });

  it('charges prefill only for what the prefix cache does not hold', async () => {
    const long = 'x'.repeat(40_000);
    const cost = async (content: string): Promise<number> => {
      const reply = await chat({ model: 'demo-plain', stream: false, messages: [{ role: 'user', content }] });
      return (JSON.parse(reply.body) as { prompt_eval_duration: number }).prompt_eval_duration;
    };
    const first = await cost(long);
    expect(await cost(`${long} and more`)).toBeLessThan(first / 100);
    expect(await cost(`now ${long}`)).toBeGreaterThan(first / 2);
  });
});

describe('bodies of every kind', () => {
  it('reads a zstd body of /v1/responses, and refuses a broken one', async () => {
    const body = zstdCompressSync(JSON.stringify({ model: 'demo-echo', input: 'packed words' }));
    const headers = { 'content-type': 'application/json', 'content-encoding': 'zstd' };
    const reply = await call('POST', '/v1/responses', body, headers);
    expect(reply.body).toContain('packed words');
    const broken = await call('POST', '/v1/responses', body.subarray(0, 20), headers);
    expect(broken.status).toBe(400);
    expect(broken.body).toContain('failed to decompress zstd body');
  });

  it('takes the JSON body of a DELETE', async () => {
    await post('/api/copy', { source: 'qwen2.5:7b', destination: 'doomed' });
    const reply = await call('DELETE', '/api/delete', JSON.stringify({ model: 'doomed' }));
    expect([reply.status, reply.body]).toEqual([200, '']);
    expect((await post('/api/show', { model: 'doomed' })).status).toBe(404);
    expect((await call('DELETE', '/api/delete', JSON.stringify({ model: 'doomed' }))).status).toBe(404);
  });

  it('checks the digest of a blob and remembers it', async () => {
    const blob = Buffer.alloc(3_000_000, 'weights');
    const digest = `sha256:${createHash('sha256').update(blob).digest('hex')}`;
    expect((await call('HEAD', `/api/blobs/${digest}`)).status).toBe(404);
    const wrong = await call('POST', `/api/blobs/${digest}`, 'other bytes');
    expect(wrong.status).toBe(400);
    expect((await call('POST', `/api/blobs/${digest}`, blob)).status).toBe(201);
    expect((await call('HEAD', `/api/blobs/${digest}`)).status).toBe(200);
    expect((await call('POST', `/api/blobs/${digest}`, blob)).status).toBe(200);
  });

  it('keeps an escaped slash inside a model name one segment', async () => {
    await post('/api/copy', { source: 'qwen2.5:7b', destination: 'library/own:7b' });
    const reply = await call('GET', '/v1/models/library%2Fown:7b');
    expect(JSON.parse(reply.body)).toMatchObject({ id: 'library/own:7b', object: 'model' });
  });

  it.each([
    ['/api/chat', { messages: [{ role: 'user', content: 'Look.', images: ['aGk=', 'aGk='] }] }],
    ['/api/generate', { prompt: 'Look.', images: ['aGk=', 'aGk='] }],
    ['/v1/chat/completions', { messages: [{ role: 'user', content: [IMAGE_URL, TEXT, IMAGE_URL] }] }],
    ['/v1/messages', { max_tokens: 99, messages: [{ role: 'user', content: [IMAGE, TEXT, IMAGE] }] }],
  ])('takes images on %s', async (path, body) => {
    const reply = await post(path, { model: 'llava:7b', stream: false, ...body });
    expect(reply.body).toContain('I was given 2 image(s).');
    expect(
      upstream.requests
        .at(-1)
        ?.messagesSeen?.map((m) => m.content)
        .join(''),
    ).toBe('Look.');
  });

  it('hears audio as bytes', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const reply = await call('POST', '/v1/audio/transcriptions', Buffer.alloc(1000), headers);
    expect(JSON.parse(reply.body)).toEqual({ text: '1000 bytes of audio' });
  });
});

describe('who is let in', () => {
  it.each([
    ['localhost:11434', 200],
    ['127.0.0.1', 200],
    ['[::1]:11434', 200],
    ['gpu.internal', 200],
    ['192.168.1.7:80', 200],
    ['festinger:11434', 403],
    ['evil.example', 403],
    ['8.8.8.8', 403],
  ])('Host %s gets %i', async (host, status) => {
    const reply = await call('GET', '/api/version', '', { host });
    expect(reply.status).toBe(status);
    if (status === 403) expect(reply.body).toBe('');
  });

  it.each([
    ['http://localhost:3000', 200, 'http://localhost:3000'],
    ['app://console', 200, 'app://console'],
    ['null', 403, undefined],
    ['https://evil.example', 403, undefined],
  ])('Origin %s gets %i', async (origin, status, allowed) => {
    const reply = await call('GET', '/api/version', '', { origin });
    expect(reply.status).toBe(status);
    expect(reply.headers['access-control-allow-origin']).toBe(allowed);
  });

  it('answers a preflight without a body, and takes the own origin as none', async () => {
    const preflight = await call('OPTIONS', '/api/chat', '', { origin: 'http://localhost:3000' });
    expect([preflight.status, preflight.body]).toEqual([204, '']);
    expect(preflight.headers['access-control-allow-methods']).toContain('DELETE');
    expect((await call('GET', '/api/version', '', { origin: upstream.url })).status).toBe(200);
  });
});
