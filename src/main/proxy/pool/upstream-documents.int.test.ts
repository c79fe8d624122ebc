// Promise: what an upstream sends runs nowhere on the console's origin and leaves nothing behind there; and agents see no
// difference. What a real browser makes of it is in e2e/traffic/upstream-documents.spec.ts. Source: proxy, Hostile input.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawCall } from '../../core/testing/raw-call.ts';
import { startTestCore, type TestCore } from '../../core/testing/start-test-core.ts';
import { parseAnswer, valuesOf } from '../testing/raw-http.ts';
import { type RawUpstream, startRawUpstream } from '../testing/raw-sockets.ts';

let upstream: RawUpstream;
let road: TestCore;
beforeAll(async () => {
  upstream = await startRawUpstream();
  road = await startTestCore({ config: `upstreams: [{ name: one, url: "${upstream.url}" }]` });
});
afterAll(async () => {
  await road[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

const BROWSER = ['Sec-Fetch-Site: none', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document'];

/** The headers a client gets when the upstream sends these. */
async function passed(
  sent: readonly string[],
  { line = 'GET /page', headers = [] as readonly string[], status = '200 OK' } = {},
) {
  const head = [`HTTP/1.1 ${status}`, ...sent, 'Content-Length: 2', '', '{}'].join('\r\n');
  upstream.answer = () => ({ pieces: [Buffer.from(head, 'latin1')] });
  const request = [`${line} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', ''];
  const answer = parseAnswer(
    Buffer.from(await rawCall(road.core.baseUrl, request.join('\r\n')), 'latin1'),
    'GET',
  );
  if (!answer) throw new Error('no answer');
  const values = (name: string) => valuesOf(answer.headers, name);
  return { ...answer, values, isSealed: values('content-security-policy').includes('sandbox') };
}

describe('what a browser would run, render or guess at is sealed', () => {
  it.each([
    ['a page', ['Content-Type: text/html; charset=utf-8']],
    ['a page in other letters', ['CONTENT-TYPE: Text/HTML']],
    ['XHTML', ['Content-Type: application/xhtml+xml']],
    ['a drawing', ['Content-Type: image/svg+xml']],
    ['XML, which may bring a stylesheet that runs', ['Content-Type: text/xml']],
    ['a feed', ['Content-Type: application/rss+xml']],
    ['a PDF', ['Content-Type: application/pdf']],
    ['a script', ['Content-Type: text/javascript']],
    ['an archived page', ['Content-Type: multipart/related; boundary=x']],
    ['pages one after the other', ['Content-Type: multipart/x-mixed-replace; boundary=x']],
    ['plain text, which may be guessed at', ['Content-Type: text/plain']],
    ['nobody knows what', ['Content-Type: application/octet-stream']],
    ['no type', []],
    ['an empty type', ['Content-Type:']],
    ['no proper type', ['Content-Type: json']],
    ['every type', ['Content-Type: */*']],
    ['two types', ['Content-Type: application/json', 'Content-Type: text/html']],
    ['two types in one', ['Content-Type: application/json, text/html']],
    ['a type that begins as data', ['Content-Type: application/json+html']],
  ])('%s', async (_name, sent) => {
    for (const status of ['200 OK', '404 Not Found', '500 Oh']) {
      const answer = await passed(sent, { status });
      expect(answer.isSealed).toBe(true);
      expect(answer.values('x-content-type-options')).toEqual(['nosniff']);
    }
  });

  it('whatever policy the upstream sends itself', async () => {
    const answer = await passed([
      'Content-Type: text/html',
      'Content-Security-Policy: sandbox allow-scripts allow-same-origin',
      'X-Content-Type-Options: sniff',
    ]);
    expect(answer.values('content-security-policy')).toContain('sandbox');
    expect(answer.values('x-content-type-options')).toEqual(['nosniff']);
  });

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/x-ndjson',
    'text/event-stream',
  ])('an answer in %s goes as it came', async (type) => {
    const sent = [`Content-Type: ${type}`, 'X-Request-Id: 1', 'Vary: Origin'];
    const { headers } = await passed(sent);
    expect(headers.map((header) => header.join(': '))).toEqual([
      ...sent,
      'Content-Length: 2',
      'Connection: close',
    ]);
  });
});

const PLANTED = [
  'Clear-Site-Data: "*"',
  'Strict-Transport-Security: max-age=31536000; includeSubDomains',
  'Service-Worker-Allowed: /',
  'Refresh: 0; url=https://evil.example/',
  'Alt-Svc: h2="evil.example:443"; ma=86400; persist=1',
  'NEL: {"report_to":"x","max_age":1}',
  'Report-To: {"group":"x","max_age":1,"endpoints":[]}',
  'Reporting-Endpoints: x="https://evil.example/"',
  'Use-As-Dictionary: match="/*"',
  'Secure-Session-Registration: (ES256);path="/x"',
];

describe('nothing is left behind on the origin of the console', () => {
  it.each(PLANTED)('%s stays here, whoever asks', async (header) => {
    for (const headers of [[], BROWSER]) {
      const answer = await passed(['Content-Type: application/json', header], { headers });
      expect(answer.values(header.split(':')[0]?.toLowerCase() ?? '')).toEqual([]);
    }
  });

  it("a cookie passes to agents, never to a browser, and never one of the session's name", async () => {
    const sent = [
      'Set-Cookie: a=1',
      'set-cookie:  festinger_session=1; Path=/',
      'Set-Cookie: festinger_sessionx=1',
    ];
    expect((await passed(sent)).values('set-cookie')).toEqual(['a=1', 'festinger_sessionx=1']);
    expect((await passed(sent, { headers: BROWSER })).values('set-cookie')).toEqual([]);
    const ofNode = { headers: ['Sec-Fetch-Mode: cors'] }; // its fetch says no more
    expect((await passed(sent, ofNode)).values('set-cookie')).toHaveLength(2);
  });

  it('a browser is not made to ask for a password in our name; an agent learns which scheme to use', async () => {
    const sent = ['WWW-Authenticate: Basic realm="Festinger: your token"'];
    expect((await passed(sent, { status: '401 No' })).values('www-authenticate')).toHaveLength(1);
    const answer = await passed(sent, { status: '401 No', headers: BROWSER });
    expect([answer.startLine, answer.values('www-authenticate')]).toEqual(['HTTP/1.1 401 No', []]);
  });
});

describe('a browser gets nothing of an upstream as', () => {
  it.each([
    ...['script', 'serviceworker', 'worker', 'sharedworker', 'audioworklet', 'style', 'iframe', 'frame'],
    ...['embed', 'object', 'manifest', 'xslt', 'font', 'webidentity'],
  ])('%s', async (destination) => {
    const before = upstream.seen.length;
    const headers = [
      `Sec-Fetch-Dest: ${destination}`,
      'Sec-Fetch-Mode: no-cors',
      'Sec-Fetch-Site: same-origin',
    ];
    const answer = await passed(['Content-Type: text/javascript'], { headers, line: 'GET /static/app.js' });
    expect(answer.startLine).toMatch(/ 403 /);
    expect(upstream.seen.slice(before).filter(({ startLine }) => startLine.includes('/static/'))).toEqual([]);
  });

  it('a service worker, by its own header', async () => {
    const answer = await passed(['Content-Type: text/javascript'], { headers: ['Service-Worker: script'] });
    expect(answer.startLine).toMatch(/ 403 /);
  });

  it.each(['empty', 'document', 'image'])('but as %s it does', async (destination) => {
    expect((await passed([], { headers: [`Sec-Fetch-Dest: ${destination}`] })).startLine).toMatch(/ 200 /);
  });
});
