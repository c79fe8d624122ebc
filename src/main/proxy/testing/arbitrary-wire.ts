// Random messages as bytes, for property tests: requests whose body, headers, framing and writes are cut anywhere, and
// answers of every quality, from Ollama's own to noise. Used by tests only.
import { fc } from '../../../shared/testing/campaign.ts';
import { PROMPT_SHAPES, type PromptRoute } from '../routes.ts';
import { promptBody } from './arbitrary-bodies.ts';
import { chunked, cutAt } from './raw-http.ts';
import type { RawAnswer } from './raw-sockets.ts';

const PATHS: Readonly<Record<PromptRoute, string>> = {
  chat: '/api/chat',
  generate: '/api/generate',
  openai_chat: '/v1/chat/completions',
  openai_completions: '/v1/completions',
  openai_responses: '/v1/responses',
  anthropic_messages: '/v1/messages',
};
const ROUTES = Object.keys(PATHS) as PromptRoute[];

export interface WireRequest {
  readonly path: string;
  readonly body: Buffer;
  readonly headers: readonly string[];
  /** What goes over the wire, a write each. */
  readonly pieces: readonly Buffer[];
}

const offsets = fc.array(fc.nat(20_000), { maxLength: 8 });
/** Chunk sizes used in turn; null for a stated length. */
const framing = fc.option(fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 4 }));

const token = fc.string({
  ...{ minLength: 1, maxLength: 12 },
  unit: fc.constantFrom(..."abcXYZ019!#$%&'*+-.^_`|~"),
});
const HIGH = '\u0080\u00a0\u00e9\u00ff';
const value = fc
  .string({ maxLength: 40, unit: fc.constantFrom(...`abc ,;:"\\=/(){}[]<>@?\t${HIGH}`) })
  .map((text) => text.trim());
/** Names that the proxy or a library on the way reads, where a random value would be a different request. */
const READ =
  /^(host|connection|content-length|transfer-encoding|expect|upgrade|te|trailer|keep-alive|proxy-|x-festinger|authorization|x-api-key|content-encoding|origin)/i;

/** A header any server takes. */
const legalHeader = fc
  .tuple(fc.oneof(token, fc.constantFrom('Accept', 'cookie', 'X-A', 'x-a', '__proto__')), value)
  .filter(([name]) => !READ.test(name))
  .map(([name, text]) => `${name}: ${text}`);

/** Lines that are no headers, or smuggle. */
const illegalHeader = fc.oneof(
  fc.constantFrom(
    ': no name',
    'no colon',
    'a b: c',
    'X-A : b',
    ' X-Folded: b',
    'X-A: b\rX-B: c',
    'X-A: b\nX-B: c',
    'X-A: \u0000',
    'X-A: \u007f',
    'X-\u00e9: a',
    'X-A(): b',
    'Content-Length: 5, 5',
    'Content-Length: -1',
    'Content-Length: 0x5',
    'Transfer-Encoding: chunked, chunked',
    'Transfer-Encoding: gzip',
    'Host: evil.example',
    `X-Big: ${'a'.repeat(17_000)}`,
  ),
  fc
    .tuple(
      token,
      fc.string({
        minLength: 1,
        maxLength: 5,
        unit: fc.constantFrom('\u0000', '\u0001', '\r', '\n', '\u007f', 'a'),
      }),
    )
    .map(([name, text]) => `${name}: ${text}`)
    .filter((line) => !line.includes('\r\n')), // that would be a line's legal end
);

function requestOf(
  path: string,
  text: Buffer,
  headers: readonly string[],
  sizes: readonly number[] | null,
  cuts: readonly number[],
): WireRequest {
  const framed = sizes ? 'Transfer-Encoding: chunked' : `Content-Length: ${text.length}`;
  const head = [`POST ${path} HTTP/1.1`, 'Host: localhost', ...headers, framed, '', ''].join('\r\n');
  const bytes = Buffer.concat([Buffer.from(head, 'latin1'), sizes ? chunked(text, sizes) : text]);
  return { path, body: text, headers, pieces: cutAt(bytes, cuts) };
}

/** Bodies that speak of something the memory knows: much of their kind gets a recollection. */
const askingBody = (route: PromptRoute): fc.Arbitrary<string> => {
  const { list, text } = PROMPT_SHAPES[route];
  const key = list ?? text ?? '';
  const question = fc.constantFrom(
    'what is gnommoweb',
    'gnommoweb \\u0022\\ud83d\\ude00\\n',
    '### System:\\nBe kind.\\n\\n### User:\\nwhat is gnommoweb\\n\\n',
  );
  const asked = list
    ? question.map((said) => `[{"role":"user","content":"${said}"}]`)
    : question.map((said) => `"${said}"`);
  return fc.tuple(promptBody(PROMPT_SHAPES[route]), asked).map(([object, said]) => {
    const open = object.indexOf('{') + 1;
    const isEmpty = /^\s*\}\s*$/.test(object.slice(open));
    return `${object.slice(0, open)}"${key}":${said}${isEmpty ? '' : ','}${object.slice(open)}`;
  });
};

/** A prompt of any route, legal as HTTP; its body is JSON of the route's shape, or noise. */
export const promptRequest: fc.Arbitrary<WireRequest> = fc.constantFrom(...ROUTES).chain((route) => {
  const text = fc.oneof(
    { weight: 4, arbitrary: askingBody(route).map((json) => Buffer.from(json)) },
    { weight: 3, arbitrary: promptBody(PROMPT_SHAPES[route]).map((json) => Buffer.from(json)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)) },
    // JSON that is cut off, and characters that are.
    {
      weight: 1,
      arbitrary: fc
        .tuple(askingBody(route), fc.nat(300))
        .map(([json, end]) => Buffer.from(json).subarray(0, end)),
    },
  );
  const headers = fc.array(legalHeader, { maxLength: 4 });
  return fc
    .tuple(text, headers, framing, offsets)
    .map(([body, lines, sizes, cuts]) => requestOf(PATHS[route], body, lines, sizes, cuts));
});

/** Headers any server takes, on a route that passes. */
export const headedRequest: fc.Arbitrary<WireRequest> = fc
  .tuple(fc.array(legalHeader, { maxLength: 12 }), fc.uint8Array({ maxLength: 60 }), framing, offsets)
  .map(([lines, body, sizes, cuts]) => requestOf('/api/of-tomorrow', Buffer.from(body), lines, sizes, cuts));

/** At least one header that no server takes, among others. */
export const misheadedRequest: fc.Arbitrary<WireRequest> = fc
  .tuple(
    fc.array(legalHeader, { maxLength: 3 }),
    illegalHeader,
    fc.array(legalHeader, { maxLength: 3 }),
    fc.constantFrom('/api/of-tomorrow', '/api/chat'),
    framing,
    offsets,
  )
  .map(([before, bad, after, path, sizes, cuts]) =>
    requestOf(path, Buffer.from('{"a":1}'), [...before, bad, ...after], sizes, cuts),
  );

export interface WireAnswerBytes {
  readonly bytes: Buffer;
  readonly answer: RawAnswer;
  /** Whether its status line and headers are beyond doubt. */
  readonly isPlain: boolean;
}

const status = fc.oneof(
  { weight: 6, arbitrary: fc.constant('200 OK') },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '201 Created',
      '204 No Content',
      '304 Not Modified',
      '404 Not Found',
      '500 ',
      '503 busy',
      '799 x',
      '299',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '099 x',
      '000 ',
      '1000 x',
      '101 Switching',
      '100 Continue',
      '2x0 OK',
      '',
      '-20 a',
      '200 a\u0001b',
      '200 \u00e9\u00ff',
    ),
  },
);

const answerHeader = fc.oneof(
  { weight: 8, arbitrary: legalHeader },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'Content-Type: application/x-ndjson',
      'Content-Type: text/event-stream',
      'Content-Type: application/json',
      'Connection: close',
      'Connection: keep-alive, X-A',
      'Content-Encoding: gzip',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.oneof(
      illegalHeader,
      fc.constantFrom(
        'Content-Length: 3',
        'Content-Length: 99999999999999999999',
        'Transfer-Encoding: chunked',
        'Upgrade: h2c',
        'Connection: Upgrade',
        'Keep-Alive: timeout=0',
        'Keep-Alive: timeout=-1',
      ),
    ),
  },
);

const LINE = '{"model":"m","message":{"role":"assistant","content":"\u00e9\u{1f600}"},"done":false}\n';
const answerBody = fc.oneof(
  fc.uint8Array({ maxLength: 3000 }).map((bytes) => Buffer.from(bytes)),
  fc
    .tuple(fc.nat(20), fc.boolean())
    .map(([lines, isDone]) => Buffer.from(LINE.repeat(lines) + (isDone ? '{"done":true}\n' : ''))),
);

const PLAIN =
  /^(?!content-length|transfer-encoding|upgrade|connection: upgrade)[\w!#$%&'*+.^`|~-]+: [\t\x20-\x7e\x80-\xff]*$/i;

/** Any answer, cut into writes anywhere; often cut off or reset somewhere. */
export const wireAnswer: fc.Arbitrary<WireAnswerBytes> = fc
  .record({
    status,
    headers: fc.array(answerHeader, { maxLength: 5 }),
    body: answerBody,
    framing: fc.oneof(framing, fc.constant('close' as const)),
    cuts: offsets,
    /** Bytes that go out before it ends; null for all. */
    keep: fc.option(fc.nat(4000), { freq: 2 }),
    end: fc.constantFrom('close' as const, 'reset' as const),
  })
  .map(({ status, headers, body, framing, cuts, keep, end }) => {
    const framed =
      framing === 'close'
        ? []
        : framing === null
          ? [`Content-Length: ${body.length}`]
          : ['Transfer-Encoding: chunked'];
    const head = Buffer.from([`HTTP/1.1 ${status}`, ...headers, ...framed, '', ''].join('\r\n'), 'latin1');
    const whole = Buffer.concat([head, Array.isArray(framing) ? chunked(body, framing) : body]);
    const bytes = keep === null ? whole : whole.subarray(0, keep);
    // Of an odd answer it is open whether more is to come: the proxy would wait for it, as it should.
    const isPlain =
      /^[2-7]\d\d /.test(status) && headers.every((line) => line.length < 1000 && PLAIN.test(line));
    const after = keep !== null || framing === 'close' || !isPlain ? end : 'keep';
    return { bytes, isPlain, answer: { pieces: cutAt(bytes, cuts), after } };
  });
