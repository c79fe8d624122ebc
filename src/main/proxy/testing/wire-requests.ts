// Requests as the clients of Ollama's surface write them, and as odd ones may: a row each, as bytes. The shapes are recorded
// from the published clients, curl and Ollama's own; the words are ours. Data only. Used by tests only.
import { zstdCompressSync } from 'node:zlib';
import { chunked } from './raw-http.ts';

interface Row {
  readonly name: string;
  /** Method and target. */
  readonly line: string;
  readonly headers?: readonly string[];
  readonly body?: string | Buffer;
  /** Sizes of chunks, used in turn; a stated length when absent. */
  readonly chunks?: readonly number[];
}

const JSON_TYPE = 'Content-Type: application/json';
const OLLAMA_JS = [
  'content-type: application/json',
  'accept: application/json',
  'user-agent: ollama-js/0.6.4',
];
const PYTHON = ['Accept: */*', 'Accept-Encoding: gzip, deflate', 'User-Agent: litellm/1.80.0', JSON_TYPE];
const OPENAI = [
  'accept: application/json',
  'content-type: application/json',
  'authorization: Bearer sk-of-an-upstream',
  'x-stainless-lang: js',
  'x-stainless-retry-count: 0',
];
const ANTHROPIC = ['anthropic-version: 2023-06-01', 'x-api-key: none', JSON_TYPE];
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const SCHEMA =
  '{"type":"object","properties":{"2":{"type":"number"},"1":{"type":"string"}},"required":["1"]}';
const TOOLS = `[{"type":"function","function":{"name":"look_up","parameters":${SCHEMA}}}]`;
const SAID = '[{"role":"system","content":"Be kind."},{"role":"user","content":"Is the tide high?"}]';
const AGENT_ZERO = `{"model":"qwen2.5:7b","prompt":"### System:\\nYou are agent 0.\\n\\n### User:\\n{\\n    \\"user_message\\": \\"list the files\\"\\n}\\n\\n### Assistant:\\n{\\"thoughts\\":[],\\"tool_name\\":\\"ls\\",\\"tool_args\\":{}}\\n\\n### User:\\na.txt\\n[EXTRAS]\\n{}\\n\\n","options":{"num_ctx":100000,"temperature":0},"stream":true}`;
const MULTIPART = [
  '--x7',
  'Content-Disposition: form-data; name="model"',
  '',
  'whisper',
  '--x7',
  'Content-Disposition: form-data; name="file"; filename="a \u00e9.wav"',
  'Content-Type: audio/wav',
  '',
  'RIFF\u0000\u00ff\r\n--not-it\u0001',
  '--x7--',
  '',
].join('\r\n');
const EVERY_BYTE = Buffer.from(Array.from({ length: 1024 }, (_, n) => n % 256));
const DIGEST = 'sha256:29fdb92e57cf0827ded04ae6461b5931d01fa595843f55d36f5b275a52087dd2';

const get = (target: string, headers: readonly string[] = []): Row => ({
  ...{ name: `GET ${target}`, line: `GET ${target}`, headers },
});
const post = (name: string, target: string, body: string | Buffer, headers = OLLAMA_JS): Row => ({
  ...{ name: `${target}: ${name}`, line: `POST ${target}`, headers, body },
});

const MODELS: readonly Row[] = [
  get('/'),
  { name: 'HEAD /', line: 'HEAD /' },
  get('/api/version'),
  { name: 'HEAD /api/version', line: 'HEAD /api/version' },
  get('/api/status'),
  get('/api/tags', ['User-Agent: curl/8.14.1', 'Accept: */*']),
  { name: 'HEAD /api/tags', line: 'HEAD /api/tags' },
  get('/api/ps'),
  post('by model', '/api/show', '{"model":"qwen2.5:7b","verbose":true}'),
  post('by name, as LiteLLM', '/api/show', '{"name":"qwen2.5:7b"}', PYTHON),
  post('without a body', '/api/me', ''),
  post('without a body', '/api/signout', ''),
  { name: 'DELETE /api/user/keys/:k', line: 'DELETE /api/user/keys/c3NoLWVk%2BMjU1%3D' },
  post('streamed', '/api/pull', '{"model":"mistral:7b"}'),
  post('whole', '/api/pull', '{"model":"mistral:7b","stream":false,"insecure":true}'),
  post('streamed', '/api/push', '{"model":"me/mistral:7b"}'),
  post(
    'with system, messages and files',
    '/api/create',
    `{"model":"house","from":"qwen2.5:7b","system":"House rules.","messages":${SAID},"files":{"a.gguf":"${DIGEST}"},"parameters":{"temperature":1.0}}`,
  ),
  post('', '/api/copy', '{"source":"a","destination":"b"}'),
  {
    name: 'DELETE /api/delete with a body',
    line: 'DELETE /api/delete',
    headers: OLLAMA_JS,
    body: '{"model":"b"}',
  },
  {
    name: 'DELETE /api/delete with a chunked body',
    line: 'DELETE /api/delete',
    headers: PYTHON,
    body: '{"name":"b"}',
    chunks: [3],
  },
  { name: 'HEAD a blob', line: `HEAD /api/blobs/${DIGEST}` },
  post('binary, stated length', `/api/blobs/${DIGEST}`, EVERY_BYTE, [
    'Content-Type: application/octet-stream',
  ]),
  {
    name: 'a blob in odd chunks',
    line: `POST /api/blobs/${DIGEST}`,
    body: EVERY_BYTE,
    chunks: [1, 700, 2, 13],
  },
  post('empty', `/api/blobs/${DIGEST}`, ''),
  { name: 'a blob that is empty, in chunks', line: `POST /api/blobs/${DIGEST}`, body: '', chunks: [1] },
];

const PROMPTS: readonly Row[] = [
  post('streamed by default', '/api/chat', `{"model":"m","messages":${SAID}}`),
  post('whole', '/api/chat', `{"model":"m","messages":${SAID},"stream":false}`),
  post('loads a model', '/api/chat', '{"model":"m","messages":[]}'),
  post('unloads a model', '/api/chat', '{"model":"m","messages":[],"keep_alive":0}'),
  post(
    'with images, tools, format, think and keep_alive',
    '/api/chat',
    `{"model":"m","think":"high","keep_alive":"5m","format":${SCHEMA},"tools":${TOOLS},"messages":[{"role":"user","content":"","images":["${PIXEL}"]},{"role":"assistant","content":"","tool_calls":[{"function":{"name":"look_up","arguments":{"1":"a"}}}]},{"role":"tool","tool_name":"look_up","content":"b"}]}`,
  ),
  post(
    'big integers, 1.0, duplicate keys, keys in an order of their own',
    '/api/chat',
    '{"messages":[{"content":"hi","role":"user"}],"options":{"seed":9007199254740993,"top_p":1.0,"x":-0,"e":1E+2},"model":"a","2":1,"1":2,"model":"b"}',
  ),
  post(
    'escapes, white space and characters of four bytes',
    '/api/chat',
    '\n{ "model" : "m",\t"messages":[ {"role":"user","content":"\\u0041\\/\\ud83d\\ude00 \u{1f600} \u00e9 \\ud800"} ] }\r\n ',
  ),
  post('a body that is no JSON', '/api/chat', '{"model":'),
  post('JSON that is no object', '/api/chat', '[1]'),
  post('an empty body', '/api/chat', ''),
  post(
    'unknown fields',
    '/api/chat',
    `{"model":"m","messages":${SAID},"of_tomorrow":{"a":[null]},"_debug_render_only":true}`,
  ),
  post("agent-zero's flat prompt", '/api/generate', AGENT_ZERO, PYTHON),
  post('whole', '/api/generate', '{"model":"m","prompt":"hi","stream":false,"system":"s","template":"t"}'),
  post('loads a model', '/api/generate', '{"model":"m"}'),
  post('unloads a model', '/api/generate', '{"model":"m","prompt":"","keep_alive":0}'),
  post('raw', '/api/generate', '{"model":"m","prompt":"[INST] hi [/INST]","raw":true}'),
  post('suffix', '/api/generate', '{"model":"m","prompt":"def f(","suffix":"return 1"}'),
  post(
    'images, think and context',
    '/api/generate',
    `{"model":"m","prompt":"a","images":["${PIXEL}"],"think":false,"context":[1,2,3]}`,
  ),
  post('format json', '/api/generate', '{"model":"m","prompt":"a","format":"json","logprobs":true}'),
  {
    name: '/api/generate in chunks',
    line: 'POST /api/generate',
    headers: PYTHON,
    body: AGENT_ZERO,
    chunks: [7, 1, 400],
  },
  post(
    'streamed with usage',
    '/v1/chat/completions',
    `{"model":"m","messages":${SAID},"stream":true,"stream_options":{"include_usage":true}}`,
    OPENAI,
  ),
  post(
    'parts and a response_format',
    '/v1/chat/completions',
    `{"model":"m","messages":[{"role":"developer","content":"d"},{"role":"user","content":[{"type":"text","text":"a"},{"type":"image_url","image_url":{"url":"data:image/png;base64,${PIXEL}"}}]}],"response_format":{"type":"json_schema","json_schema":{"name":"x","schema":${SCHEMA}}},"tools":${TOOLS},"seed":18446744073709551615}`,
    OPENAI,
  ),
  post('plain', '/v1/completions', '{"model":"m","prompt":"Once","max_tokens":16}', OPENAI),
  post('with a suffix', '/v1/completions', '{"model":"m","prompt":"def f(","suffix":"return"}', OPENAI),
  post('text', '/v1/responses', '{"model":"m","instructions":"Be kind.","input":"hi","stream":true}', OPENAI),
  post(
    'items',
    '/v1/responses',
    `{"model":"m","input":[{"role":"user","content":[{"type":"input_text","text":"hi"}]},{"type":"function_call_output","call_id":"c","output":"o"}],"tools":[]}`,
    OPENAI,
  ),
  post('zstd, as Codex', '/v1/responses', zstdCompressSync('{"model":"m","input":"hi"}'), [
    ...OPENAI,
    'content-encoding: zstd',
  ]),
  post('zstd that is broken', '/v1/responses', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 1]), [
    ...OPENAI,
    'content-encoding: zstd',
  ]),
  post(
    'a system text',
    '/v1/messages',
    `{"model":"m","max_tokens":9,"system":"s","messages":[{"role":"user","content":"hi"}]}`,
    ANTHROPIC,
  ),
  post(
    'blocks with cache_control',
    '/v1/messages',
    `{"model":"m","max_tokens":9,"stream":true,"system":[{"type":"text","text":"s","cache_control":{"type":"ephemeral"}}],"messages":[{"role":"user","content":[{"type":"text","text":"hi"}]}]}`,
    ANTHROPIC,
  ),
  post(
    'counts of tokens, which Ollama has not',
    '/v1/messages/count_tokens',
    '{"model":"m","messages":[]}',
    ANTHROPIC,
  ),
];

const OTHERS: readonly Row[] = [
  post('one', '/api/embed', '{"model":"e","input":"a"}'),
  post('many', '/api/embed', '{"model":"e","input":["a","b"],"truncate":false,"dimensions":64}'),
  post('the old route', '/api/embeddings', '{"model":"e","prompt":"gnommoweb"}'),
  post('packed', '/v1/embeddings', '{"model":"e","input":"gnommoweb","encoding_format":"base64"}', OPENAI),
  get('/v1/models', OPENAI),
  get('/v1/models/library%2Fqwen2.5:7b?a=//b&c=%2F%20+', OPENAI),
  post('multipart', '/v1/audio/transcriptions', Buffer.from(MULTIPART, 'latin1'), [
    'Content-Type: multipart/form-data; boundary=x7',
  ]),
  {
    name: 'multipart in chunks',
    line: 'POST /v1/audio/transcriptions',
    headers: ['Content-Type: multipart/form-data; boundary=x7'],
    body: Buffer.from(MULTIPART, 'latin1'),
    chunks: [64],
  },
  post('', '/api/experimental/web_search', '{"query":"tides","max_results":3}'),
  post('', '/api/experimental/web_fetch', '{"url":"http://example.org/?a=b"}'),
  get('/api/experimental/model-recommendations'),
  {
    name: 'a preflight',
    line: 'OPTIONS /api/chat',
    headers: [
      'Origin: http://localhost:3000',
      'Access-Control-Request-Method: POST',
      'Access-Control-Request-Headers: content-type',
    ],
  },
  { name: 'GET of a prompt route', line: 'GET /api/chat' },
  { name: 'PUT of a prompt route with a body', line: 'PUT /api/chat', headers: [JSON_TYPE], body: '{}' },
  {
    name: 'a route of tomorrow',
    line: 'PATCH /api/of-tomorrow/%E2%82%AC',
    headers: [JSON_TYPE],
    body: '{"a":1}',
  },
  { name: 'a method of tomorrow', line: 'QUERY /api/search?q=%22a%22', body: 'text' },
  { name: 'GET with a body', line: 'GET /api/tags?x', headers: [JSON_TYPE], body: '{"a":1}' },
  { name: 'HEAD with a body in chunks', line: 'HEAD /api/show', body: '{"model":"m"}', chunks: [5] },
];

const ODD: readonly Row[] = [
  get('/api/tags?'),
  get('/api/tags?a=1&a=2&=&&b'),
  get('/api/tags?next=http://h/a//b#not-a-fragment'),
  get("/api/a;v=1,2/(b)/~c/!$&'*+=:@"),
  get('/api/%2e%2e%2ftags/%zz/%'),
  get('/api/../api/./tags'),
  get('//api///tags//?a=//'),
  get(`/api/tags?${'long=%C3%A9&'.repeat(300)}`),
  get('/api/tags', ['x-lower: a', 'X-UPPER: b', 'x-MiXeD_1.~: c', "X!#$%&'*+-.^_`|~: d"]),
  get('/api/tags', [
    'X-Order: 1',
    'A-First: 2',
    'X-Order: 3',
    'Accept: a/b',
    'accept: c/d',
    'Cookie: a=1',
    'Cookie: b=2',
  ]),
  get('/api/tags', [
    'X-Empty:',
    'X-Blank:   ',
    'X-Padded: \t a  b \t',
    'X-Colon: a:b: c',
    'X-Quote: "a\\"b, c"',
  ]),
  get('/api/tags', ['X-Latin: caf\u00e9 \u00ff\u0080', 'X-Tab: a\tb']),
  get('/api/tags', [
    'Connection: keep-alive, X-Hop',
    'X-Hop: gone',
    'X-Stays: here',
    'Keep-Alive: timeout=5',
    'Proxy-Connection: keep-alive',
  ]),
  get('/api/tags', ['TE: trailers', 'Upgrade: h2c', 'Proxy-Authorization: Basic YTpi', 'X-Stays: here']),
  get('/api/tags', [
    'X-Festinger-Client: tester',
    'x-festinger-PROJECT: default',
    'X-Festingers: stays',
    'X-Session-Id: s',
  ]),
  get('/api/tags', ['Authorization: Bearer sk-of-an-upstream', 'Authorization: Basic YTpi']),
  get('/api/tags', [
    'Accept-Encoding: gzip, br;q=0.5',
    'If-None-Match: "a"',
    'Range: bytes=0-1',
    'Date: then',
  ]),
  get('/api/tags', [
    'Forwarded: for=1.2.3.4',
    'X-Forwarded-For: 1.2.3.4',
    'X-Forwarded-For: 5.6.7.8',
    'Via: 1.1 a',
  ]),
  get('/api/tags', ['__proto__: a', 'constructor: b', 'hasOwnProperty: c', 'toString: d']),
  get('/api/tags', [`X-Long: ${'y'.repeat(9000)}`]),
  get(
    '/api/tags',
    Array.from({ length: 90 }, (_, n) => `X-${n}: ${n}`),
  ),
  post('a content type with parameters, twice', '/api/embed', '{"model":"e","input":"a"}', [
    'Content-Type: application/json; charset="UTF-8"',
    'Content-Type: text/plain',
  ]),
  post('no content type', '/api/embed', '{"model":"e","input":"a"}', []),
  post('gzip', '/api/chat', Buffer.from([0x1f, 0x8b, 8, 0]), [JSON_TYPE, 'Content-Encoding: gzip']),
  post('a host of its own choice', '/api/embed', '{}', [
    'X-Host: a',
    'Origin: http://localhost',
    'Referer: http://localhost/a',
  ]),
];

const text = ({ line, headers = [], body, chunks }: Row): Buffer => {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body ?? '');
  const framing =
    body === undefined ? [] : chunks ? ['Transfer-Encoding: chunked'] : [`Content-Length: ${bytes.length}`];
  const lines = [`${line} HTTP/1.1`, 'Host: localhost:11434', ...headers, ...framing, '', ''];
  return Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), chunks ? chunked(bytes, chunks) : bytes]);
};

/** Name and bytes of every request. */
export const WIRE_REQUESTS: readonly (readonly [string, Buffer])[] = [
  ...MODELS,
  ...PROMPTS,
  ...OTHERS,
  ...ODD,
].map((row, n) => [`${n + 1} ${row.name.slice(0, 90)}`, text(row)]);
