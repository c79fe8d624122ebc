// Promise: a shell tells and retracts without writing JSON, and no web page does so for it. Over HTTP against a whole core.
import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestCore, type TestCore } from '../core/testing/start-test-core.ts';

let road: TestCore;
beforeAll(async () => {
  road = await startTestCore();
});
afterAll(() => road[Symbol.asyncDispose]());

const TEXT = 'text/plain; charset=utf-8';
const FORM = 'application/x-www-form-urlencoded';

/** With headers that fetch does not let through. */
function send(type: string, text: string, headers: Record<string, string> = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; said: string }>();
  const all = { 'content-type': type, ...headers };
  const req = request(`${road.core.baseUrl}/iknowthat`, { method: 'POST', headers: all }, (res) => {
    let said = '';
    res.setEncoding('utf8').on('data', (part: string) => {
      said += part;
    });
    res.on('end', () => resolve({ status: res.statusCode ?? 0, said }));
  });
  req.on('error', reject).end(text);
  return promise;
}
const recalled = async (concept: string, project = 'default') =>
  (
    (await road.call(`/recall?concept=${concept}&project=${project}`)).body as {
      data: { recollection: string | null };
    }
  ).data.recollection;

it('a text is one fact, or a fact a line', async () => {
  expect(await send(TEXT, 'plainweb -isa repo\n')).toMatchObject({ status: 200 });
  expect(await recalled('plainweb')).toContain('repo');
  const said = await send(TEXT, '# ours\r\n\r\nplainone -isa host\r\nplaintwo -isa host');
  expect(JSON.parse(said.said)).toMatchObject({
    ok: true,
    data: [{ concept: 'plainone' }, { concept: 'plaintwo' }],
  });
});

it('a form tells and retracts, for a project', async () => {
  const fact = new URLSearchParams({ fact: 'formweb -isa repo', project: 'p1' }).toString();
  expect(await send(FORM, fact)).toMatchObject({ status: 200 });
  expect(await recalled('formweb', 'p1')).toContain('repo');
  expect(await send(FORM, fact.replace('fact=', 'retract='))).toMatchObject({ status: 200 });
  expect(await recalled('formweb', 'p1')).toBeNull();
});

it.each([TEXT, FORM])('JSON sent as %s is JSON', async (type) => {
  expect(await send(type, '{"fact": "jsonweb -isa repo"}')).toMatchObject({ status: 200 });
});

it.each([
  [TEXT, 'no fact at all'],
  [TEXT, '# nothing but a comment'],
  [TEXT, 'x\n'.repeat(10_001)],
  [TEXT, `halfone -isa host\nbroken`],
  [FORM, 'halfone -isa host'],
  [FORM, 'fact=halfone+-isa+host&fact=b+-isa+c'],
  [FORM, 'fact=halfone+-isa+host&retract=b+-isa+c'],
  [FORM, 'fact=halfone+-isa+host&colour=red'],
  [FORM, 'fact=halfone+-isa+host&__proto__=red'],
  [FORM, 'project=p1'],
  [FORM, `fact=halfone+-isa+host${'&t'.repeat(20_000)}`],
  [FORM, `fact=${'a'.repeat(70_000)}`],
])('%s that cannot be read is 400 and writes nothing (%#)', async (type, text) => {
  const { status, said } = await send(type, text);
  expect([status, JSON.parse(said).error.code]).toEqual([400, 'INVALID_INPUT']);
  expect(await recalled('halfone')).toBeNull();
});

const own = () => road.core.baseUrl;
const ATTACKS: [string, () => Record<string, string>][] = [
  ['a foreign page', () => ({ origin: 'https://evil.example' })],
  ['a page without an origin', () => ({ origin: 'null' })],
  ['an empty origin', () => ({ origin: '' })],
  ['our own origin', () => ({ origin: own() })],
  ['another site', () => ({ 'sec-fetch-site': 'cross-site' })],
  ['another port of this site', () => ({ 'sec-fetch-site': 'same-site' })],
  ['two answers at once', () => ({ 'sec-fetch-site': 'none, cross-site' })],
];
it.each(ATTACKS)('%s plants nothing', async (_, headers) => {
  for (const [type, text] of [
    [TEXT, 'planted -isa repo'],
    [FORM, 'fact=planted+-isa+repo'],
  ] as const) {
    const { status, said } = await send(type, text, headers());
    expect([status, JSON.parse(said).error.code]).toEqual([403, 'FORBIDDEN_ORIGIN']);
  }
  expect(await recalled('planted')).toBeNull();
});

it('a fact is told with an end, in a form as in JSON, and one that is none is refused with what to give', async () => {
  const form = new URLSearchParams({ fact: 'rentweb -isa repo', until: '2099-12-24' }).toString();
  expect(await send(FORM, form)).toMatchObject({ status: 200 });
  expect(await recalled('rentweb')).toBe('rentweb: [type] repo until 2099-12-24');
  const json = (body: object) => send('application/json', JSON.stringify(body));
  const many = await json({ facts: ['rentone -isa host', 'renttwo -isa host'], ttl: '2h' });
  const { data } = JSON.parse(many.said) as { data: { until: string }[] };
  const ends = data.map(({ until }) => Date.parse(until) - Date.now());
  for (const end of ends) expect(Math.abs(end - 7_200_000)).toBeLessThan(60_000);
  for (const [field, end] of [
    ['until', { until: '2001-01-01' }],
    ['until', { until: '2099-12-24', ttl: 5 }],
    ['ttl', { ttl: 'soon' }],
  ] as const) {
    const refused = await json({ fact: 'rentthree -isa host', ...end });
    expect(refused.status).toBe(400);
    expect(JSON.parse(refused.said)).toMatchObject({
      error: { code: 'INVALID_INPUT', details: { field } },
    });
  }
  expect(await json({ retract: 'rentweb -isa repo', until: '2099-12-24' })).toMatchObject({ status: 400 });
  expect(await recalled('rentthree')).toBeNull();
});
