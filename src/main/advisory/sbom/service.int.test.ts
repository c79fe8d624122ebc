// Promise: the service of lists is asked as config.yaml says, over a real connection; whatever it does, a brief goes on and knows why it went without; and the key
// is in one header of one call, and nowhere else.
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { redact } from '../../../shared/redact.ts';
import { ManualClock } from '../../store/testing/temp-store.ts';
import type { SbomContextAsked } from '../retrieval/sbom-service.ts';
import { SbomConfig, type SbomSetup } from './config.ts';
import { SbomService } from './service.ts';
import {
  SAID,
  type ScriptedAnswer,
  type ScriptedSbomService,
  startScriptedSbomService,
} from './testing/scripted-sbom-service.ts';

const KEY = 'correct horse'.replace(' ', '-battery-');
const ASKED: SbomContextAsked & { artifact: string } = {
  ...{
    project: 'shop',
    ids: [' CVE-2026-2', 'CVE-2026-1', 'CVE-2026-2'],
    packages: ['npm/@scope/b', 'npm/a'],
  },
  artifact: ' registry.example/web ',
};
const never = new AbortController().signal;

let server: ScriptedSbomService;
let clock: ManualClock;
let env: Record<string, string>;
let setup: SbomSetup | undefined;
let service: SbomService;

beforeEach(async () => {
  server = await startScriptedSbomService();
  clock = new ManualClock();
  env = { SBOM_KEY: KEY };
  setup = setupOf({ api_key_env: 'SBOM_KEY', tenant: 'acme', user_agent: 'festinger/ops' });
  service = new SbomService({ clock, env, setup: () => setup });
});
afterEach(async () => {
  await service.close();
  await server.close();
});

const setupOf = (part: object): SbomSetup => SbomConfig.parse({ base_url: server.url, ...part });
const context = (part: Partial<SbomContextAsked> = {}) => service.context({ ...ASKED, ...part }, never);

describe('the service of lists', () => {
  it('is asked with one GET: the artifact, packages and ids in order, our bounds, tenant, agent and key', async () => {
    server.say(SAID);
    await context();
    const [call, ...more] = server.asked;
    expect([more, call?.method, call?.url.pathname]).toEqual([[], 'GET', '/v1/sbom/context']);
    expect([...(call?.url.searchParams ?? [])]).toEqual([
      ['artifactId', 'registry.example/web'],
      ['purl', 'pkg:npm/%40scope/b'],
      ['purl', 'pkg:npm/a'],
      ['vulnerability', 'CVE-2026-1'],
      ['vulnerability', 'CVE-2026-2'],
      ['maxTimelineEntries', '500'],
      ['maxDependencyPaths', '200'],
      ['includeEnvironmentFlags', 'false'],
      ['includeBlastRadius', 'false'],
    ]);
    expect(call?.headers).toMatchObject({
      ...{ 'x-api-key': KEY, 'x-stellaops-tenant': 'acme', 'user-agent': 'festinger/ops' },
      ...{ accept: 'application/json', 'accept-encoding': 'identity' },
    });
    expect(call?.url.href).not.toContain(KEY);
  });

  it('is asked at another endpoint below another path, for the project where no tenant is named, and without a key where none is', async () => {
    setup = setupOf({ base_url: `${server.url}/inside/`, endpoint: '/v2/context' });
    server.say(SAID);
    await context();
    expect(server.asked[0]?.url.pathname).toBe('/inside/v2/context');
    expect(server.asked[0]?.headers).toMatchObject({
      'x-stellaops-tenant': 'shop',
      'user-agent': 'festinger-console',
    });
    expect(server.asked[0]?.headers).not.toHaveProperty('x-api-key');
  });

  it('has lists and observations, the same for the same answer in another order', async () => {
    const turned = {
      ...SAID,
      versions: SAID.versions.toReversed(),
      dependencyPaths: SAID.dependencyPaths.toReversed(),
    };
    server.say(SAID, turned);
    const [one, other] = [await context(), await context()];
    expect([one?.lists.length, one?.observations.length, one?.fault]).toEqual([1, 2, undefined]);
    expect(other).toEqual(one);
  });

  it.each([204, 404])('has nothing when it says %i, which is no fault', async (status) => {
    server.say(status);
    expect(await context()).toBeNull();
    expect(service.state()?.fault).toBeNull();
  });

  it('is nobody where none is set up', async () => {
    setup = undefined;
    expect([await context(), service.state(), server.asked]).toEqual([null, null, []]);
    await expect(service.check(ASKED, never)).rejects.toMatchObject({ code: 'FEATURE_OFF' });
  });
});

const answers =
  (body: string | Uint8Array, headers: Record<string, string> = {}): ScriptedAnswer =>
  (response: ServerResponse) =>
    response.writeHead(200, headers).end(body);

describe('a service that fails', () => {
  it.each<[string, ScriptedAnswer, RegExp, number]>([
    ['knows nobody', 401, /status 401: it does not take the key in SBOM_KEY, or not for this tenant\.$/, 1],
    ['does not let this tenant', 403, /status 403: it does not take the key in SBOM_KEY/, 1],
    ['breaks', 500, /status 500\.$/, 1],
    ['is busy', 503, /status 503\.$/, 2],
    [
      'leads elsewhere',
      (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
      /status 302: it leads elsewhere, which is not followed/,
      1,
    ],
    [
      'breaks off in the middle',
      (response) =>
        void response.writeHead(200, { 'content-length': '900' }).write('{"a', () => response.destroy()),
      /it broke the connection off|another length/,
      2,
    ],
    ['answers with a page', answers('<html>Sign in'), /it is no JSON\.$/, 1],
    ['answers with something else', answers('{"versions": 7}'), /versions: /, 1],
    ['answers without end', answers(' '.repeat(8 * 1024 * 1024 + 1)), /more than 8388608 bytes/, 1],
    [
      'answers with a bomb',
      answers(gzipSync(Buffer.alloc(50_000_000)), { 'content-encoding': 'gzip' }),
      /compressed answer/,
      1,
    ],
    [
      'repeats the key',
      answers(JSON.stringify({ versions: KEY, [KEY]: [] }), { 'x-odd': KEY }),
      /versions: /,
      1,
    ],
  ])('%s: the brief goes on and knows why', async (_what, answer, reason, calls) => {
    server.say(answer);
    const said = await context();
    expect(said).toEqual({ lists: [], observations: [], fault: expect.stringMatching(reason) });
    expect(server.asked).toHaveLength(calls);
    expect(service.state()?.fault).toBe(said?.fault);
    expect(JSON.stringify([said, service.state()])).not.toContain(KEY);
  });

  it('is asked once more at once where it was busy or broke off, and what comes then counts', async () => {
    server.say(503, SAID);
    expect((await context())?.lists).toHaveLength(1);
    server.say((response) => void response.destroy(), SAID);
    expect((await context())?.lists).toHaveLength(1);
    expect(server.asked).toHaveLength(4);
  });

  it('says nothing: it is given ten seconds, once', async () => {
    const heard = Promise.withResolvers<void>();
    server.say(() => heard.resolve());
    const said = context();
    await heard.promise;
    clock.advance(10_000);
    expect((await said)?.fault).toMatch(/(said nothing for|not done within) 10 s/);
    expect(server.asked).toHaveLength(1);
  });

  it('is left alone for half a minute, or until config.yaml is edited', async () => {
    server.say(500, SAID);
    const fault = (await context())?.fault;
    clock.advance(29_000);
    expect((await context())?.fault).toBe(fault);
    expect(server.asked).toHaveLength(1);
    clock.advance(1000);
    expect((await context())?.lists).toHaveLength(1);
    expect(service.state()?.fault).toBeNull();
    server.say(500, SAID);
    await context();
    setup = setupOf({});
    expect(service.state()?.fault).toBeNull();
    expect((await context())?.lists).toHaveLength(1);
  });

  it('is not there at all', async () => {
    await server.close();
    expect((await context())?.fault).toMatch(/^127\.0\.0\.1:\d+: nothing listens there\.$/);
  });

  it.each([
    ['', /variable SBOM_KEY, .* is not set\.$/],
    ['two\nlines', /variable SBOM_KEY, .* sent in a header\.$/],
  ])('is not asked with a key that is none: %j', async (key, reason) => {
    env.SBOM_KEY = key;
    expect((await context())?.fault).toMatch(reason);
    expect(server.asked).toEqual([]);
  });

  it('ends with its brief: what is cancelled is no fault', async () => {
    const heard = Promise.withResolvers<void>();
    server.say(() => heard.resolve());
    const stop = new AbortController();
    const said = service.context(ASKED, stop.signal);
    await heard.promise;
    stop.abort();
    await expect(said).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(service.state()?.fault).toBeNull();
  });

  it('has its key taken out of whatever is logged, as long as it is in use', async () => {
    server.say(SAID);
    await context();
    expect(redact(`it was asked with ${KEY}`)).not.toContain(KEY);
    await service.close();
    expect(redact(`it was asked with ${KEY}`)).toContain(KEY);
  });
});

describe('a test of it', () => {
  it('says what came back, and takes a fault away', async () => {
    server.say(500, SAID);
    await context();
    expect(await service.check(ASKED, never)).toEqual({
      ...{ ok: true, status: 200, artifact: ASKED.artifact, lists: 1, observations: 2 },
      ...{ ms: expect.any(Number), problem: null },
    });
    expect(service.state()?.fault).toBeNull();
  });

  it.each<[ScriptedAnswer, object]>([
    [404, { ok: true, status: 404, lists: 0 }],
    [401, { ok: false, status: 401, problem: expect.stringContaining('401') }],
    [500, { ok: false, status: 500, problem: expect.stringContaining('500') }],
    [(response) => void response.destroy(), { ok: false, status: null }],
  ])('says how far it came: %#', async (answer, came) => {
    server.say(answer);
    const test = await service.check(ASKED, never);
    expect(test).toMatchObject(came);
    expect(JSON.stringify(test)).not.toContain(KEY);
  });
});
