// The controls that other rooms' tests lean on: every scripted mishap must reach the wire, and every leaving client be seen.
import { connect } from 'node:net';
import { Ollama } from 'ollama';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../shared/model/clock.ts';
import { type DemoUpstream, startDemoUpstream } from './upstream.ts';

const MESSAGES = [{ role: 'user', content: 'What is gnommoweb?' }];

/** A clock whose timers fire when the test says so. */
class HandClock implements Clock {
  readonly pending: { ms: number; callback: () => void }[] = [];
  now(): number {
    return 1_800_000_000_000;
  }
  monotonic(): number {
    return 0;
  }
  after(ms: number, callback: () => void): () => void {
    const timer = { ms, callback };
    this.pending.push(timer);
    return () => {
      const at = this.pending.indexOf(timer);
      if (at >= 0) this.pending.splice(at, 1);
    };
  }
}

let upstream: DemoUpstream;
beforeEach(async () => {
  upstream = await startDemoUpstream();
});
afterEach(() => upstream.close());

const chat = (
  body: object = {},
  signal: AbortSignal | null = null,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(`${upstream.url}/api/chat`, {
    method: 'POST',
    body: JSON.stringify({ model: 'demo-plain', messages: MESSAGES, ...body }),
    headers,
    signal,
  });

async function readPieces(response: Response): Promise<{ lines: string[]; broken: boolean }> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) text += part.value;
    return { lines: text.split('\n').filter(Boolean), broken: false };
  } catch {
    return { lines: text.split('\n').filter(Boolean), broken: true };
  }
}

describe('what a script makes of an answer', () => {
  it('says exactly the text, the pieces, or so many bytes', async () => {
    const answerTo = async (behave: object): Promise<string[]> => {
      upstream.script({ times: 1, behave });
      const { lines } = await readPieces(await chat());
      return lines
        .slice(0, -1)
        .map((line) => (JSON.parse(line) as { message: { content: string } }).message.content);
    };
    expect((await answerTo({ text: 'One  two.\n' })).join('')).toBe('One  two.\n');
    expect(await answerTo({ pieces: ['a', '', 'b c'] })).toEqual(['a', '', 'b c']);
    expect((await answerTo({ bytes: 10_001 })).join('')).toHaveLength(10_001);
  });

  it('prefers the newest rule that fits, counts its times, and ends when told', async () => {
    const text = async (model: string): Promise<string> =>
      (await new Ollama({ host: upstream.url }).chat({ model, messages: MESSAGES })).message.content;
    const end = upstream.script({ behave: { text: 'everybody' } });
    upstream.script({ model: 'demo-plain', times: 1, behave: { text: 'plain once' } });
    upstream.script({ path: '/api/generate', behave: { text: 'not here' } });
    expect(await text('qwen2.5:7b')).toBe('everybody');
    expect(await text('demo-plain')).toBe('plain once');
    expect(await text('demo-plain')).toBe('everybody');
    end();
    expect(await text('demo-plain')).toContain('I cannot say for certain what gnommoweb');
  });

  it('obeys the request header, and refuses one that it cannot read', async () => {
    const headers = { 'x-demo-behaviour': '{"fail":{"status":429,"message":"slow down"}}' };
    const limited = await chat({}, null, headers);
    expect([limited.status, await limited.json()]).toEqual([429, { error: 'slow down' }]);
    expect((await chat({}, null, { 'x-demo-behaviour': '{"explode":1}' })).status).toBe(400);
  });

  it.each([
    { how: 'destroy', lines: 2, broken: true, last: '"done":false' },
    { how: 'error', lines: 3, broken: false, last: '{"error":' },
    { how: 'end', lines: 2, broken: false, last: '"done":false' },
  ] as const)('cuts a stream by $how', async ({ how, lines, broken, last }) => {
    upstream.script({ behave: { cut: { afterTokens: 2, how } } });
    const heard = await readPieces(await chat());
    expect(heard.lines).toHaveLength(lines);
    expect(heard.lines.at(-1)).toContain(last);
    expect(heard.broken).toBe(broken);
    expect(await upstream.requests.at(-1)?.closed).toBe(how === 'destroy' ? 'cut' : 'finished');
  });

  it('cuts an answer that is not streamed: broken, 500, or done:false', async () => {
    upstream.script({ behave: { cut: { afterTokens: 2, how: 'destroy' } } });
    await expect(chat({ stream: false })).rejects.toThrow('fetch failed');
    upstream.script({ behave: { cut: { afterTokens: 2, how: 'error' } } });
    expect((await chat({ stream: false })).status).toBe(500);
    upstream.script({ behave: { cut: { afterTokens: 2, how: 'end' } } });
    expect(await (await chat({ stream: false })).json()).toMatchObject({
      done: false,
      message: { content: 'I cannot' },
    });
  });

  it('splits the stream so that characters straddle chunks, and nothing is lost', async () => {
    const chunks: number[] = [];
    const bytes: Buffer[] = [];
    for await (const chunk of (await chat({ model: 'demo-unicode' })).body ?? []) {
      chunks.push(chunk.length);
      bytes.push(Buffer.from(chunk));
    }
    const lines = Buffer.concat(bytes).toString().trimEnd().split('\n');
    const said = lines.map((line) => (JSON.parse(line) as { message: { content: string } }).message.content);
    expect(said.join('')).toBe('Grüße, 世界 — naïve café 🦉 ends here.');
    expect(chunks.length).toBeGreaterThan(lines.length * 10);
  });

  it('paces tokens on the injected clock', async () => {
    const clock = new HandClock();
    const paced = await startDemoUpstream({ clock, speed: { tokenMs: 25, promptTokenMs: 2, loadMs: 300 } });
    const arrived = paced.nextRequest();
    const client = new Ollama({ host: paced.url });
    const answer = client.chat({ model: 'demo-plain', messages: MESSAGES }).catch(() => 'left');
    await arrived;
    const waited: number[] = [];
    while (waited.length < 5) {
      const timer = clock.pending.shift();
      if (timer) waited.push(timer.ms);
      timer?.callback();
      await new Promise(setImmediate);
    }
    expect(waited[0]).toBe(
      300 +
        2 * Math.ceil('<|im_start|>user\nWhat is gnommoweb?<|im_end|>\n<|im_start|>assistant\n'.length / 4),
    );
    expect(waited.slice(1)).toEqual([25, 25, 25, 25]);
    await paced.close();
    expect(await answer).toBe('left');
  });
});

describe('a client that leaves', () => {
  it.each(['demo-hang', 'demo-stalls'])(
    'is seen at %s, before the first byte and after it',
    async (model) => {
      const left = new AbortController();
      const arrived = upstream.nextRequest();
      const response = chat({ model }, left.signal).then(readPieces, () => null);
      const request = await arrived;
      expect(request.end).toBeNull();
      left.abort();
      await request.aborted;
      expect(await request.closed).toBe('aborted');
      const heard = await response;
      expect(heard?.broken ?? true).toBe(true);
    },
  );

  it('gets no headers before the first token', async () => {
    const gate = Promise.withResolvers<void>();
    upstream.script({ behave: { hold: { afterTokens: 0, until: gate.promise } } });
    const arrived = upstream.nextRequest();
    let answered = false;
    const response = chat().then((r) => {
      answered = true;
      return r;
    });
    await arrived;
    // Two whole round trips later the held request still has no status line.
    await fetch(upstream.url);
    await fetch(upstream.url);
    expect(answered).toBe(false);
    gate.resolve();
    expect((await response).status).toBe(200);
  });

  it('frees the only slot, running or queued, so that the next turn is not kept waiting', async () => {
    const single = await startDemoUpstream({ parallel: 1 });
    const ask = async (model: string, signal: AbortSignal | null = null): Promise<string> => {
      const body = JSON.stringify({ model, messages: MESSAGES });
      try {
        return await (await fetch(`${single.url}/api/chat`, { method: 'POST', signal, body })).text();
      } catch {
        return 'left';
      }
    };
    const running = new AbortController();
    const queued = new AbortController();
    let arrived = single.nextRequest();
    const first = ask('demo-hang', running.signal);
    await arrived;
    arrived = single.nextRequest();
    const second = ask('demo-plain', queued.signal);
    const waiting = await arrived;
    const third = ask('demo-plain');
    queued.abort();
    await waiting.aborted;
    running.abort();
    expect(await third).toContain('"done":true');
    expect([await first, await second]).toEqual(['left', 'left']);
    await single.close();
  });

  it('is not confused with one that took the whole answer', async () => {
    const response = await chat();
    await response.text();
    const request = upstream.requests.at(-1);
    expect(await request?.closed).toBe('finished');
    expect(request?.closedAt).not.toBeNull();
  });
});

describe('the record', () => {
  it('holds method, raw path, raw headers and body bytes as they came', async () => {
    const arrival = upstream.nextArrival((request) => request.method === 'POST');
    const body = '{"model":"demo-plain",\n "messages":[], "n":12345678901234567890}';
    const socket = connect(upstream.port, '127.0.0.1');
    const length = Buffer.byteLength(body);
    socket.write(
      `POST /api//chat?x=%2F HTTP/1.1\r\nHost: localhost\r\nX-Odd: a\r\nX-Odd: b\r\nContent-Length: ${length}\r\n\r\n`,
    );
    const request = await arrival;
    expect(request.bytesReceived).toBe(0);
    socket.write(body);
    await request.received;
    expect(request.body.toString()).toBe(body);
    expect(request.url).toBe('/api//chat?x=%2F');
    expect(request.rawHeaders.filter((_, i) => request.rawHeaders[i - (i % 2)] === 'X-Odd')).toEqual([
      'X-Odd',
      'a',
      'X-Odd',
      'b',
    ]);
    socket.destroy();
  });

  it('fails the wait whose predicate throws, and no other', async () => {
    const broken = upstream.nextRequest((request) => 'x' in request.json());
    const sound = upstream.nextRequest();
    const failure = expect(broken).rejects.toThrow(SyntaxError);
    await fetch(upstream.url);
    await failure;
    expect((await sound).path).toBe('/');
  });

  it('keeps only so many requests and so much of a body', async () => {
    const small = await startDemoUpstream({ keepRequests: 3, keepBodyBytes: 10 });
    for (let i = 0; i < 5; i += 1) {
      await fetch(`${small.url}/api/show`, { method: 'POST', body: JSON.stringify({ model: `m${i}` }) });
    }
    expect(small.requests.map((request) => request.id)).toEqual([3, 4, 5]);
    expect(small.requests[0]?.body).toHaveLength(10);
    expect(small.requests[0]?.bytesReceived).toBeGreaterThan(10);
    await small.close();
  });

  it('gives the same bytes for the same seed and clock', async () => {
    const bytesOf = async (): Promise<string> => {
      const twin = await startDemoUpstream({ seed: 7, clock: new HandClock() });
      const tools = [{ type: 'function', function: { name: 'look_up', parameters: { type: 'object' } } }];
      const body = JSON.stringify({ model: 'demo-tools', messages: MESSAGES, tools, stream: true });
      const response = await fetch(`${twin.url}/v1/chat/completions`, { method: 'POST', body });
      const text = await response.text();
      await twin.close();
      return text;
    };
    const first = await bytesOf();
    expect(first).toContain('call_');
    expect(await bytesOf()).toBe(first);
  });
});
