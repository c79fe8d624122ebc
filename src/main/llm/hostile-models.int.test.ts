// A hostile or broken model is visible as what it is, through each of the three APIs: never as an answer, never as a
// crash, never as a wait without end, and never asked twice.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { PROVIDERS, type Provider } from '../../shared/model/language-model.ts';
import { hideSecret } from '../../shared/redact.ts';
import type { Behaviour } from '../fixtures/script.ts';
import { type DemoUpstream, startDemoUpstream } from '../fixtures/upstream.ts';
import { ManualClock } from '../store/testing/temp-store.ts';
import { ModelNetwork } from './call-guard.ts';
import type { ChatRequest } from './chat-model.ts';
import { askOnce, type Outcome, PROVIDER_PATHS, scriptedModel } from './testing/scripted-model.ts';

const MIB = 1_048_576;
const HTML = '<!doctype html><html><head><title>502 Bad gateway</title></head><body>nginx</body></html>';
const html = (status: number) => ({ status, headers: { 'content-type': 'text/html' }, body: HTML });

/** A piece of a stream of that API which breaks off inside its JSON. */
const GARBAGE: Readonly<Record<Provider, string>> = {
  ollama: '{"message": {"content": "broken\n',
  openai: 'data: {"choices": [{"delta"\n\n',
  claude: 'event: content_block_delta\ndata: {"type": "content_blo\n\n',
};

interface Case {
  readonly name: string;
  readonly behave: Behaviour | ((provider: Provider) => Behaviour);
  readonly request?: Partial<ChatRequest>;
  readonly end: string;
  readonly retryable?: boolean;
  readonly says?: RegExp;
  readonly check?: (outcome: Outcome) => void;
}

const CASES: readonly Case[] = [
  {
    name: 'text that is no JSON comes as the text it is',
    behave: { text: 'Sure! {"parent": ' },
    end: 'stop',
    check: ({ text }) => expect(text).toBe('Sure! {"parent": '),
  },
  {
    name: 'JSON that breaks the schema comes as the text it is',
    behave: { text: '{"parent": 7, "extra": []}' },
    end: 'stop',
    check: ({ text }) => expect(text).toBe('{"parent": 7, "extra": []}'),
  },
  {
    name: 'an answer of 10 MB is cut off at 1 MiB',
    behave: { pieces: Array.from({ length: 160 }, () => 'glitch. '.repeat(8192)) },
    end: 'too_large',
    retryable: false,
    says: /more than 1 MiB/,
    check: ({ text }) => expect(text.length).toBeLessThanOrEqual(MIB),
  },
  {
    name: 'an answer of 10 MB in one piece is not even held',
    behave: { pieces: ['glitch. '.repeat(1_310_720)] },
    end: 'too_large',
    says: /more than 1 MiB/,
    check: ({ text }) => expect(text).toBe(''),
  },
  {
    name: 'thinking counts towards the limit',
    behave: { thinking: 'hmm '.repeat(3000) },
    request: { maxAnswerBytes: 10_000 },
    end: 'too_large',
    says: /more than 10 KiB/,
  },
  {
    name: '429 tells how long to wait',
    behave: { fail: { status: 429, message: 'slow down', headers: { 'retry-after': '7' } } },
    end: 'rate_limited',
    retryable: true,
    says: /asks for fewer requests \(HTTP 429\): slow down/,
    check: ({ error }) => expect(error?.retryAfterMs).toBe(7000),
  },
  {
    name: '500',
    behave: { fail: { status: 500, message: 'out of memory' } },
    end: 'server',
    retryable: true,
  },
  {
    name: '503',
    behave: { fail: { status: 503, message: 'busy', headers: { 'retry-after-ms': '1500' } } },
    end: 'overloaded',
    retryable: true,
    check: ({ error }) => expect(error?.retryAfterMs).toBe(1500),
  },
  {
    name: '401',
    behave: { fail: { status: 401, message: 'invalid x-api-key' } },
    end: 'unauthenticated',
    retryable: false,
    says: /refuses the key \(HTTP 401\): invalid x-api-key/,
  },
  {
    name: '404',
    behave: { fail: { status: 404, message: 'model not found' } },
    end: 'not_found',
    retryable: false,
  },
  {
    name: '400',
    behave: { fail: { status: 400, message: 'no such parameter' } },
    end: 'bad_request',
    retryable: false,
    says: /no such parameter/,
  },
  {
    name: 'a broken connection before the first byte',
    behave: { cut: { afterTokens: 0, how: 'destroy' } },
    end: 'unreachable',
    retryable: true,
    says: /broke the connection/,
  },
  {
    name: 'a broken connection in the middle',
    behave: { text: 'one two three four', cut: { afterTokens: 2, how: 'destroy' } },
    end: 'unreachable',
    says: /in the middle of its answer/,
    check: ({ text }) => expect('one two three four').toContain(text),
  },
  {
    name: 'an error inside the stream',
    behave: { text: 'one two three', cut: { afterTokens: 2, how: 'error', message: 'runner died' } },
    end: 'server',
    says: /broke off its answer with an error: runner died/,
  },
  {
    name: 'a stream that ends before it is complete',
    behave: { text: 'one two three', cut: { afterTokens: 2, how: 'end' } },
    end: 'protocol',
  },
  {
    name: 'a web page with an error status',
    behave: { raw: html(502) },
    end: 'server',
    says: /a web page titled "502 Bad gateway"/,
  },
  {
    name: 'a web page that claims to be well',
    behave: { raw: html(200) },
    end: 'protocol',
    retryable: false,
    says: /a web page instead of a stream: is its address right/,
  },
  {
    name: 'a redirect is not followed, since it would carry the key along',
    behave: { raw: { status: 307, headers: { location: 'http://127.0.0.1:1/elsewhere' }, body: '' } },
    end: 'protocol',
    says: /redirect to http:\/\/127\.0\.0\.1:1\/elsewhere/,
  },
  {
    name: 'garbage in the stream',
    behave: (provider) => ({ text: 'one two', insert: { afterTokens: 1, bytes: GARBAGE[provider] } }),
    end: 'protocol',
  },
  {
    name: 'an empty body',
    behave: { raw: { body: '' } },
    end: 'protocol',
  },
  {
    name: 'usage that is missing is missing, not zero',
    behave: { text: 'fine', usage: 'none' },
    end: 'stop',
    check: ({ usage, text }) => {
      expect(usage).toBeNull();
      expect(text).toBe('fine');
    },
  },
  {
    name: 'characters cut in two by the network are whole again',
    behave: { text: 'Grüße, 世界 — naïve 🦉', splitBytes: 1 },
    end: 'stop',
    check: ({ text }) => expect(text).toBe('Grüße, 世界 — naïve 🦉'),
  },
  {
    name: 'an answer cut off by its token limit says so',
    behave: { text: 'one two', doneReason: 'length' },
    end: 'length',
  },
];

let upstream: DemoUpstream;
let clock: ManualClock;
let network: ModelNetwork;
const printed: unknown[][] = [];

beforeAll(async () => {
  upstream = await startDemoUpstream();
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    vi.spyOn(console, method).mockImplementation((...words) => void printed.push(words));
  }
});
afterAll(async () => {
  vi.restoreAllMocks();
  await upstream.close();
});
beforeEach(() => {
  clock = new ManualClock();
  network = new ModelNetwork(clock);
});
afterEach(() => network.close());

describe.each(PROVIDERS)('%s', (provider) => {
  it.each(CASES)('$name', async ({ behave, request, end, retryable, says, check }) => {
    const before = upstream.requests.length;
    const stop = upstream.script({ behave: typeof behave === 'function' ? behave(provider) : behave });
    const outcome = await askOnce(scriptedModel(provider, upstream, network), request);
    stop();
    expect(outcome.end).toBe(end);
    if (retryable !== undefined) expect(outcome.error?.retryable).toBe(retryable);
    if (says) expect(outcome.error?.message).toMatch(says);
    check?.(outcome);
    expect(upstream.requests.length - before, 'asked once').toBe(1);
    expect(upstream.requests.at(-1)?.path).toBe(PROVIDER_PATHS[provider]);
  });

  it('is left when its stream stops coming', async () => {
    const stop = upstream.script({ behave: { text: 'one two three', hold: { afterTokens: 2 } } });
    const arrived = upstream.nextRequest();
    const begun = Promise.withResolvers<void>();
    const asked = askOnce(scriptedModel(provider, upstream, network), { idleMs: 20_000 }, () =>
      begun.resolve(),
    );
    const request = await arrived;
    await begun.promise;
    await silence();
    clock.advance(20_000);
    expect(await asked).toMatchObject({ end: 'idle', error: { retryable: true } });
    expect(await request.closed).toBe('aborted');
    stop();
  });

  it('is left when it drips for ever', async () => {
    const stop = upstream.script({ behave: { pieces: new Array<string>(100_000).fill('x '), tokenMs: 1 } });
    const arrived = upstream.nextRequest();
    const asked = askOnce(scriptedModel(provider, upstream, network), { timeoutMs: 5000 }, () =>
      clock.advance(1000),
    );
    expect((await asked).end).toBe('timeout');
    expect(await (await arrived).closed).toBe('aborted');
    stop();
  });

  it('is left when it never begins', async () => {
    const stop = upstream.script({ behave: { hold: { afterTokens: 0 } } });
    const arrived = upstream.nextRequest();
    const asked = askOnce(scriptedModel(provider, upstream, network), { timeoutMs: 5000 });
    const request = await arrived;
    clock.advance(5000);
    expect(await asked).toMatchObject({ end: 'timeout', error: { retryable: true } });
    expect(await request.closed).toBe('aborted');
    stop();
  });

  it('is left when the caller cancels, and when the caller has heard enough', async () => {
    const stop = upstream.script({ behave: { text: 'one two three', hold: { afterTokens: 2 } } });
    let arrived = upstream.nextRequest();
    const left = new AbortController();
    const asked = askOnce(scriptedModel(provider, upstream, network), { signal: left.signal });
    const request = await arrived;
    left.abort();
    expect(await asked).toMatchObject({ end: 'aborted', error: { retryable: false } });
    expect(await request.closed).toBe('aborted');

    arrived = upstream.nextRequest();
    const model = scriptedModel(provider, upstream, network);
    for await (const _ of model.chat({
      messages: [{ role: 'user', content: 'x' }],
      maxTokens: 9,
      timeoutMs: 1,
    })) {
      break;
    }
    expect(await (await arrived).closed).toBe('aborted');
    stop();
  });

  it('is not asked at all when the caller has left already', async () => {
    const before = upstream.requests.length;
    const outcome = await askOnce(scriptedModel(provider, upstream, network), {
      signal: AbortSignal.abort(),
    });
    expect(outcome.end).toBe('aborted');
    expect(upstream.requests.length).toBe(before);
  });

  it('is unreachable where nothing listens', async () => {
    const gone = await startDemoUpstream();
    await gone.close();
    const model = scriptedModel(provider, gone, network);
    expect(await askOnce(model)).toMatchObject({
      end: 'unreachable',
      error: { message: 'refuses the connection: nothing listens there', retryable: true },
    });
  });

  it('cannot get a key into an error by echoing it', async () => {
    const key = 'fk-Recognisable/Key+0123456789==';
    const letGo = hideSecret(key);
    const spellings = [key, encodeURIComponent(key), Buffer.from(key).toString('base64')];
    // However the message is cut, no part of a key may be left at its end.
    const long = (length: number) => ({ fail: { status: 401, message: 'x '.repeat(length / 2) + key } });
    for (const behave of [
      { fail: { status: 401, message: `no: ${spellings.join(' ')}` } },
      ...[270, 280, 290, 298].map(long),
      { raw: { headers: { 'content-type': `text/${'x'.repeat(60)} ${key}` }, body: '' } },
      {
        raw: { status: 302, headers: { location: `/${'x'.repeat(80)}${encodeURIComponent(key)}` }, body: '' },
      },
    ]) {
      upstream.script({ times: 1, behave });
      const { error } = await askOnce(scriptedModel(provider, upstream, network, { apiKey: () => key }));
      const shown = `${error?.message} ${error?.stack} ${JSON.stringify(error)}`;
      for (const one of spellings) expect(shown).not.toContain(one.slice(0, 8));
      expect(error?.cause).toBeUndefined();
      expect(upstream.requests.at(-1)?.rawHeaders.join(' '), 'it was sent').toContain(key);
    }
    letGo();
  });
});

it('prints nothing of it', () => {
  expect(printed).toEqual([]);
});

/** Lets what has arrived be read, so that the next thing to happen is that nothing happens. */
async function silence(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
}

it("Ollama's words in front of an error, sent in one piece with it, are in the answer", async () => {
  const word = (content: string) => JSON.stringify({ message: { role: 'assistant', content }, done: false });
  for (const [line, says] of [
    ['{"error":"runner died"}', /runner died/],
    ['no JSON', /not JSON/],
  ] as const) {
    const body = `${word('ön')}\n${word('two')}\n${line}\n${word('never')}\n`;
    const headers = { 'content-type': 'application/x-ndjson' };
    const stop = upstream.script({ behave: { raw: { headers, body } } });
    const outcome = await askOnce(scriptedModel('ollama', upstream, network));
    stop();
    expect([outcome.text, outcome.error?.message]).toEqual(['öntwo', expect.stringMatching(says)]);
  }
});
