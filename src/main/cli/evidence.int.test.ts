// Promise: what the command line says of evidence is so, and what is refused is told with its place and its reason.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { zipOf } from '../advisory/evidence/testing/zip.ts';
import { SAID, startScriptedSbomService } from '../advisory/sbom/testing/scripted-sbom-service.ts';
import { advisory } from '../advisory/testing/documents.ts';
import { startTestCore, type TestCore } from '../core/testing/start-test-core.ts';
import { listen } from '../outgoing/testing/loopback.ts';
import { type EvidenceCommand, evidence } from './evidence.ts';
import type { EvidenceAction } from './evidence-arguments.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core[Symbol.asyncDispose]());

async function run(action: EvidenceAction, json = false) {
  const [out, err]: [string[], string[]] = [[], []];
  const site = { url: core.core.consoleUrl, dataDir: core.dataDir, json };
  const sink = (to: string[]) => ({ write: (text: string) => to.push(text) });
  const code = await evidence({ ...site, ...action } as EvidenceCommand, sink(out), sink(err));
  return { code, out: out.join(''), err: err.join('') };
}

const put = (name: string, text: string): string => {
  const path = join(core.dataDir, name);
  writeFileSync(path, text);
  return path;
};

it('takes in, lists, and tells why something was refused', async () => {
  const good = put('good.json', advisory({ id: 'GHSA-2222-3333-4444' }));
  const bad = put('bad.json', '{"bomFormat": "CycloneDX", "specVersion": "1.1"}');
  expect(await run({ action: 'add', paths: [good], project: undefined })).toEqual({
    code: 0,
    out: '1 imported\n',
    err: '',
  });
  const { code, out, err } = await run({ action: 'add', paths: [good, bad], project: undefined });
  expect([code, out]).toEqual([1, '0 imported, 1 unchanged, 1 rejected\n']);
  expect(err).toBe(`rejected  ${bad} at /specVersion: This version is not read: "1.1"; 1.2 to 1.7 are.\n`);
  const listed = await run({ action: 'list', project: undefined, format: 'osv' });
  expect(listed).toMatchObject({ code: 0, out: expect.stringContaining('GHSA-2222-3333-4444') });
  expect((await run({ action: 'list', project: undefined, format: 'kev' })).out).toBe('No evidence.\n');
});

it('imports an ecosystem from its archive, and says what to give it where it is told nothing', async () => {
  const file = join(core.dataDir, 'all.zip');
  writeFileSync(file, zipOf([{ name: 'a.json', text: advisory({ id: 'GHSA-7777-3333-4444' }) }]));
  const asked = { action: 'import-osv', ecosystem: 'npm', project: undefined } as const;
  expect(await run({ ...asked, file, mirror: undefined })).toEqual({
    code: 0,
    out: 'npm complete: 1 record, 1 new or changed\n',
    err: '',
  });
  const untold = await run({ ...asked, file: undefined, mirror: undefined });
  expect([untold.code, untold.err]).toEqual([1, expect.stringMatching(/^INVALID_INPUT: Name an archive/)]);
});

it('takes in what lies at an address beside what lies here, and tells what the address did not give, without its query', async () => {
  const asked: string[] = [];
  const server = await listen((request, response) => {
    asked.push(request.url ?? '');
    if (request.url?.startsWith('/good')) response.end(advisory({ id: 'GHSA-5555-3333-4444' }));
    else response.writeHead(403).end();
  });
  try {
    const here = put('beside.json', advisory({ id: 'GHSA-6666-3333-4444' }));
    const paths = [here, `${server.url}/good.json`, `${server.url}/shut?token=hunter2-and-more`];
    const { code, out, err } = await run({ action: 'add', paths, project: undefined });
    expect([code, out]).toEqual([1, '2 imported, 1 rejected\n']);
    expect(err).toBe(
      `rejected  ${server.url}/shut?token=…: The address answers with status 403: it wants to know who asks; bring the file here yourself.\n`,
    );
    const seen = asked.length;
    const answer = await fetch(`${core.core.consoleUrl}/api/console/evidence/add`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ urls: [`${server.url}/good.json`] }),
    });
    expect([answer.status, asked.length], 'asked by somebody without the operator’s token').toEqual([
      401,
      seen,
    ]);
  } finally {
    await server.close();
  }
});

it('checks without taking in, and answers in JSON where it is asked to', async () => {
  const bad = put('worse.json', '{"a": 1, "a": 2}');
  const { code, out } = await run({ action: 'check', paths: [bad] }, true);
  expect([code, JSON.parse(out)]).toMatchObject([1, { ok: false, path: '/a' }]);
});

it('says whether the service of lists answers as soon as config.yaml names one, and never the key', async () => {
  const check = (artifact?: string) => run({ action: 'check-service', artifact, project: undefined });
  expect(await check()).toEqual({
    ...{ code: 1, out: '' },
    err: 'FEATURE_OFF: No SBOM service configured. Add sbom: { base_url: https://… } to config.yaml.\n',
  });
  const service = await startScriptedSbomService();
  const key = 'sbom-key-of-this-test';
  vi.stubEnv('FESTINGER_TEST_SBOM_KEY', key);
  try {
    service.say(SAID);
    put('config.yaml', `sbom: { base_url: "${service.url}", api_key_env: FESTINGER_TEST_SBOM_KEY }\n`);
    await vi.waitFor(async () => expect((await check('registry.example/web')).code).toBe(0), 10_000);
    expect((await check('registry.example/web')).out).toMatch(
      /^good {2}1 lists and 2 versions of registry\.example\/web, in \d+ ms\n$/,
    );
    expect(service.asked.at(-1)?.headers['x-api-key']).toBe(key);
    service.say(401);
    const { code, err } = await check();
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/status 401: it does not take the key in FESTINGER_TEST_SBOM_KEY/),
    ]);
    const state = await core.operator('/api/console/evidence/sbom-service');
    expect(state.body).toMatchObject({ data: { keyFrom: 'FESTINGER_TEST_SBOM_KEY' } });
    expect(JSON.stringify([err, state.body])).not.toContain(key);
  } finally {
    vi.unstubAllEnvs();
    await service.close();
  }
});
