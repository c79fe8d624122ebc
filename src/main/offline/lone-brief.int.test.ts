// Promises: a bundle of one brief is taken in like any other: with its key it can be read and its signature holds, without it its signer stays unknown, twice is once; of one in
// which a file is not what it has to be nothing is taken, and the file is named.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BriefDetail, StoredBrief } from '../../shared/model/evidence/brief.ts';
import { canonicalText } from '../advisory/brief/brief-body.ts';
import { briefedCore } from '../advisory/outputs/testing/briefed-core.ts';
import { readBundle } from '../bundle/read-bundle.ts';
import { writeBundle } from '../bundle/write-bundle.ts';
import { startTestCore, type TestCore } from '../core/testing/start-test-core.ts';
import { TEST_DIALECTS } from '../store/testing/temp-store.ts';
import { sourceOf } from './brief-bundle.ts';
import { FILES, importFrom, otherHost, publicKeyOf, verified } from './testing/filled-core.ts';

const ADVISORY = 'CVE-2026-1000';

let dir: string;
let bundle: string;
let key: string;
let brief: StoredBrief;
/** What is in it, by name. */
const files = new Map<string, string>();
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'festinger-lone-'));
  bundle = join(dir, 'one.tar');
  await using core = await briefedCore();
  const { cache: _, ...made } =
    (await core.brief('summary', { advisoryKey: ADVISORY, profile: 'default' })).body.data ?? {};
  brief = StoredBrief.parse(made);
  const { consoleUrl, token } = core.test.core;
  const answer = await fetch(`${consoleUrl}${FILES}/brief?cacheKey=${brief.cache_key}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  writeFileSync(bundle, new Uint8Array(await answer.arrayBuffer()));
  key = (await publicKeyOf(core.test)).pem;
  for await (const { name, place, bytes } of readBundle(bundle)) {
    const pieces: Uint8Array[] = [];
    for await (const piece of bytes()) pieces.push(piece);
    if (place === 'file') files.set(name, Buffer.concat(pieces).toString('utf8'));
  }
}, 120_000);
afterAll(() => rmSync(dir, { recursive: true, force: true }));

async function detailOf(test: TestCore): Promise<BriefDetail> {
  const { body } = await test.operator(`/api/console/briefs/${brief.cache_key}?project=default`);
  return (body as { data: BriefDetail }).data;
}

/** The statuses of who reads it, and of who asks for it here, where nothing was taken in that names its advisory. */
async function statuses(test: TestCore): Promise<number[]> {
  const read = await test.operator(`/api/v1/advisory/outputs/${brief.cache_key}`);
  const body = JSON.stringify({ advisoryKey: ADVISORY, profile: 'default' });
  const asked = await test.operator('/api/v1/advisory/summary', { method: 'POST', body });
  return [read.status, asked.status];
}

describe.each(TEST_DIALECTS)('one brief, on a host with a memory of its own in %s', (dialect) => {
  const start = async () => {
    const host = await otherHost(dialect, dir);
    await host.test.tell('own -isa thing');
    return host;
  };

  it('is tried without effect, taken in with its key, and can be read with its signature', async () => {
    await using host = await start();
    const { test } = host;
    const before = await verified(test);
    const dry = await importFrom(test, bundle, { key, dry_run: '1' });
    expect((await test.operator(`/api/console/briefs/${brief.cache_key}?project=default`)).status).toBe(404);
    const { report } = await importFrom(test, bundle, { key });
    expect(report).toMatchObject({
      ...{ how: 'merged', graph: null, chain: null, briefs: { added: 1, same: 0, conflicting: [] } },
      ...{ keys: { added: 1, same: 0 }, documents: { added: 0, same: 0, refused: 0 } },
      holds: { briefs: 1, facts: 0, events: 0 },
    });
    expect(dry.report).toEqual({ ...report, dryRun: true });
    expect(await verified(test), 'the memory is as it was').toEqual(before);
    expect(await detailOf(test)).toMatchObject({
      ...{ brief, intact: true, signature: 'valid', cameFrom: 'of another host' },
    });
    const again = await importFrom(test, bundle, { key });
    expect(again.report).toMatchObject({ briefs: { added: 0, same: 1 }, keys: { added: 0, same: 1 } });
    expect(await statuses(test)).toEqual([200, 404]);
  });

  it('is not taken from whoever is not known, unless the operator says so; then its signer stays unknown', async () => {
    await using host = await start();
    const { status, message } = await importFrom(host.test, bundle, {});
    expect([status, message]).toEqual([
      400,
      expect.stringMatching(/signatures\/bundle\.dsse\.json: .*--key/),
    ]);
    const { report } = await importFrom(host.test, bundle, { trust_unsigned: '1' });
    expect(report).toMatchObject({ signedBy: null, briefs: { added: 1 }, keys: { added: 0, same: 0 } });
    expect((await detailOf(host.test)).signature).toBe('unknown_key');
    expect(await statuses(host.test)).toEqual([200, 404]);
  });
});

describe('one brief is refused, with the file, for', () => {
  let test: TestCore;
  beforeAll(async () => {
    test = await startTestCore();
  });
  afterAll(() => test[Symbol.asyncDispose]());

  type Change = Readonly<Record<string, string | null>>;
  const changed = (name: string, from: string | RegExp, to: string): Change => {
    const text = (files.get(name) ?? '').replace(from, to);
    if (text === files.get(name)) throw new Error(`there is no ${from}`);
    return { [name]: text };
  };

  it.each<readonly [string, () => Change, string]>([
    ['other words', () => changed('brief.json', '"summary":"', '"summary":"No, '), 'brief.json'],
    ['another spelling', () => ({ 'brief.json': `${files.get('brief.json')} ` }), 'brief.json'],
    [
      'no name of a project',
      () => changed('brief.json', '"project":"default"', '"project":"../x"'),
      'brief.json',
    ],
    [
      'another project',
      () => changed('brief.json', '"project":"default"', '"project":"other"'),
      'brief.json',
    ],
    [
      'another context',
      () => changed('context_manifest.json', /"input_digest":"[0-9a-f]{8}/, '"input_digest":"00000000'),
      'context_manifest.json',
    ],
    ['no context', () => ({ 'context_manifest.json': null }), '(the bundle)'],
    ['no brief', () => ({ 'brief.json': null }), '(the bundle)'],
    ['citations of something else', () => ({ 'citations.json': canonicalText([]) }), 'citations.json'],
    ['a summary without an end', () => ({ 'summary.md': 'x'.repeat(3 * 1024 * 1024) }), 'summary.md'],
    ['a file nobody knows', () => ({ 'run.sh': 'rm -rf' }), 'run.sh'],
    ['a document beside it', () => ({ 'graph.jsonl': 'x' }), 'graph.jsonl'],
  ])('%s', async (_, change, file) => {
    const all = { ...Object.fromEntries(files), ...change() };
    const sources = Object.entries(all).flatMap(([name, text]) =>
      text === null ? [] : [sourceOf(name, text)],
    );
    const path = join(dir, 'changed.tar');
    await writeBundle({ path, sources, overwrite: true }, new AbortController().signal);
    const { status, message } = await importFrom(test, path, { trust_unsigned: '1' });
    expect([status, message]).toEqual([400, expect.stringContaining(`The bundle is not taken. ${file}`)]);
    expect((await test.operator(`/api/console/briefs/${brief.cache_key}?project=default`)).status).toBe(404);
  });
});
