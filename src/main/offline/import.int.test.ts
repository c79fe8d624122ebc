// Promises: an empty host has the same memory, briefs, decisions and evidence then, its chain whole and ending where it ended, and exports the same; a host with a memory
// of its own joins what is new, says what, and keeps its chain; a second time changes nothing; nothing is taken of a bundle that nobody vouches for.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BriefDetail, StoredBrief } from '../../shared/model/evidence/brief.ts';
import { canonicalText, outputHash } from '../advisory/brief/brief-body.ts';
import { bodyOf } from '../advisory/outputs/kept-brief.ts';
import { matched } from '../advisory/outputs/testing/briefed-core.ts';
import { readBundle } from '../bundle/read-bundle.ts';
import { writeBundle } from '../bundle/write-bundle.ts';
import type { TestCore } from '../core/testing/start-test-core.ts';
import { TEST_DIALECTS } from '../store/testing/temp-store.ts';
import { sourceOf } from './brief-bundle.ts';
import {
  exportTo,
  FILES,
  filledCore,
  importFrom,
  otherHost,
  publicKeyOf,
  verified,
} from './testing/filled-core.ts';

let dir: string;
let bundle: string;
let sums: string;
let key: string;
let briefKeys: string[];
let head: { events: number; hash: string };
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'festinger-import-'));
  bundle = join(dir, 'festinger-all.tar');
  await using core = await filledCore();
  await exportTo(core.test, bundle);
  sums = await fileIn(bundle, 'SHA256SUMS');
  key = (await publicKeyOf(core.test)).pem;
  const manifest = JSON.parse(await fileIn(bundle, 'manifest.json')) as { chain: typeof head };
  head = manifest.chain;
  briefKeys = [...new Set([...sums.matchAll(/briefs\/([0-9a-f]{64})/g)].map(([, found = '']) => found))];
}, 120_000);
afterAll(() => rmSync(dir, { recursive: true, force: true }));

async function fileIn(path: string, name: string): Promise<string> {
  for await (const entry of readBundle(path)) {
    if (entry.name !== name) continue;
    const pieces: Uint8Array[] = [];
    for await (const piece of entry.bytes()) pieces.push(piece);
    return Buffer.concat(pieces).toString('utf8');
  }
  throw new Error(`there is no ${name}`);
}

const detailOf = async (test: TestCore, cacheKey: string) =>
  ((await test.operator(`/api/console/briefs/${cacheKey}?project=default`)).body as { data: BriefDetail })
    .data;

/** What is answered at once to who asks for what the bundle has. */
async function answers(test: TestCore): Promise<number[]> {
  await matched(test);
  const statuses: number[] = [];
  for (const cacheKey of briefKeys) {
    const { task, advisory_key: advisoryKey, profile } = (await detailOf(test, cacheKey)).brief;
    const body = JSON.stringify({ advisoryKey, profile });
    statuses.push((await test.operator(`/api/v1/advisory/${task}`, { method: 'POST', body })).status);
  }
  return statuses;
}

/** What becomes of handing a step of the remediation to the assistant. */
async function handedOn(test: TestCore): Promise<[number, unknown]> {
  for (const cacheKey of briefKeys) {
    const [step] = (await detailOf(test, cacheKey)).brief.steps;
    if (!step) continue;
    const query = new URLSearchParams({ finding: step.finding });
    const { status, body } = await test.operator(`/api/console/briefs/${cacheKey}/plan?${query}`);
    return [status, (body as { error?: { details: { reason: unknown } } }).error?.details.reason];
  }
  throw new Error('no brief has a step');
}

describe.each(TEST_DIALECTS)('an export taken in on %s', { timeout: 120_000 }, (dialect) => {
  const start = () => otherHost(dialect, dir);

  it('gives an empty host the same memory, chain and all, and the same bundle again', async () => {
    await using host = await start();
    const { test } = host;
    const fresh = await verified(test);
    const dry = await importFrom(test, bundle, { key, dry_run: '1' });
    expect(dry.report).toMatchObject({
      ...{
        dryRun: true,
        how: 'restored',
        briefs: { added: 3 },
        documents: { added: 11 },
        decisions: { added: 2 },
      },
    });
    expect(await verified(test), 'a dry run writes nothing').toEqual(fresh);
    const { report, message } = await importFrom(test, bundle, { key });
    expect(message).toBeUndefined();
    expect(report).toMatchObject({ ...dry.report, dryRun: false, chain: head, keys: { added: 2, same: 0 } });
    expect(await verified(test)).toMatchObject({ ok: true, problems: [], events: head.events });
    expect((await test.call('/recall?concept=gnommoweb')).body).toMatchObject({
      data: { recollection: 'gnommoweb: [type] container' },
    });
    expect((await test.operator('/api/console/dimensions/membership')).body).toMatchObject({
      data: { question: 'Which crew is it of?' },
    });
    for (const cacheKey of briefKeys)
      expect(await detailOf(test, cacheKey)).toMatchObject({ intact: true, signature: 'valid' });
    await exportTo(test, join(dir, 'again.tar'));
    expect(await fileIn(join(dir, 'again.tar'), 'SHA256SUMS')).toBe(sums);
    expect(readdirSync(join(test.dataDir, 'bundles'))).toEqual([]);
    await test.tell('winky -isa elf');
    expect(await verified(test), 'the chain goes on').toMatchObject({ ok: true, events: head.events + 1 });
    const { body: listed } = await test.operator('/api/console/audit/actions?kind=decision');
    const [action] = (listed as { data: { id: number }[] }).data;
    const undone = await test.operator(`/api/console/audit/actions/${action?.id}/undo`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: action?.id, reason: 'no' }),
    });
    expect(undone.status, JSON.stringify(undone.body)).toBe(200);
    expect((await test.call('/recall?concept=gnommoweb')).body).toMatchObject({
      data: { recollection: 'gnommoweb: [type?] repo' },
    });
    expect(await verified(test)).toMatchObject({ ok: true, problems: [] });
  });

  it('joins what is new to a host with a memory of its own, without the chain, and says what', async () => {
    await using host = await start();
    const { test } = host;
    await test.tell('gnommoweb -isa machine', 'own -isa thing');
    const before = await verified(test);
    const dry = await importFrom(test, bundle, { key, dry_run: '1' });
    expect(await verified(test)).toEqual(before);
    const { report } = await importFrom(test, bundle, { key });
    expect(report).toMatchObject({
      ...{
        how: 'merged',
        chain: null,
        briefs: { added: 3, same: 0, conflicting: [] },
        documents: { added: 11 },
      },
      graph: { inserted: 2, conflicts: expect.any(Number), refused: 0 },
      notes: [expect.stringContaining('its chain of events is not taken')],
    });
    expect(report?.graph?.conflicts).toBeGreaterThan(0);
    expect(dry.report).toMatchObject({ ...report, dryRun: true, graph: expect.any(Object) });
    expect(await verified(test)).toMatchObject({ ok: true, problems: [] });
    expect((await test.call('/recall?concept=gnommoweb')).body).toMatchObject({
      data: { recollection: expect.stringContaining('gnommoweb: [type?] machine') },
    });
    const again = await importFrom(test, bundle, { key });
    expect(again.report).toMatchObject({
      ...{
        how: 'merged',
        briefs: { added: 0, same: 3 },
        documents: { added: 0, same: 11 },
        decisions: { added: 0, same: 2 },
      },
      ...{ graph: { inserted: 0, conflicts: 0, actionId: null }, keys: { added: 0, same: 2 } },
    });
  });

  it('leaves a brief out that is another here under the same key, and says which', async () => {
    await using host = await start();
    const { test } = host;
    await importFrom(test, bundle, { key });
    const changed = new Map<string, string>();
    for await (const { name, place, bytes } of readBundle(bundle)) {
      const pieces: Uint8Array[] = [];
      for await (const piece of bytes()) pieces.push(piece);
      if (place === 'file') changed.set(name, Buffer.concat(pieces).toString('utf8'));
    }
    const [name = ''] = [...changed.keys()].filter((one) => one.endsWith('/brief.json'));
    const brief = StoredBrief.parse(JSON.parse(changed.get(name) ?? ''));
    const other = { ...brief, sections: { ...brief.sections, summary: 'Something else.' } };
    changed.set(name, canonicalText({ ...other, output_hash: outputHash(bodyOf(other)) }));
    const path = join(dir, `other-${dialect}.tar`);
    const sources = [...changed].map(([one, text]) => sourceOf(one, text));
    await writeBundle({ path, sources }, new AbortController().signal);
    const { report } = await importFrom(test, path, { trust_unsigned: '1' });
    expect(report?.briefs).toEqual({
      ...{ added: 0, same: 2, conflicting: [`default ${brief.cache_key}/${brief.revision}`] },
    });
    expect((await detailOf(test, brief.cache_key)).intact).toBe(true);
  });

  it('finds its own memory again, further on: of the graph nothing is joined', async () => {
    await using host = await start();
    const { test } = host;
    await importFrom(test, bundle, { key });
    await test.tell('winky -isa elf');
    const { report } = await importFrom(test, bundle, { key });
    expect(report).toMatchObject({
      how: 'continued',
      graph: null,
      briefs: { added: 0, same: 3 },
      documents: { same: 11 },
    });
    expect(await verified(test)).toMatchObject({ ok: true, events: head.events + 1 });
  });

  it('is not taken from whoever is not known, unless the operator says so', async () => {
    await using host = await start();
    const { test } = host;
    const fresh = await verified(test);
    const other = (await publicKeyOf(test)).pem;
    for (const query of [{}, { key: other }]) {
      const { status, message } = await importFrom(test, bundle, query);
      expect([status, message]).toEqual([
        400,
        expect.stringMatching(/signatures\/bundle\.dsse\.json: .*--key PUB\.pem/),
      ]);
    }
    expect(await verified(test)).toEqual(fresh);
    const { report } = await importFrom(test, bundle, { trust_unsigned: '1' });
    expect(report).toMatchObject({ how: 'restored', signedBy: null, keys: { added: 0, same: 0 } });
    const [first = ''] = briefKeys;
    expect(await detailOf(test, first)).toMatchObject({ intact: true, signature: 'unknown_key' });
    // It is there to be read, and answers nobody who asks this host; nothing is done on its word.
    expect(await handedOn(test)).toEqual([422, 'unknown_signer']);
    expect(await answers(test)).toEqual([202, 202]);
  });

  it('answers who asks for a brief that came signed by a key the operator vouches for', async () => {
    await using host = await start();
    await importFrom(host.test, bundle, { key });
    expect(await answers(host.test)).toEqual([200, 200]);
    expect(await handedOn(host.test)).toEqual([200, undefined]);
  });

  it('comes by an upload, is verified, and is dropped', async () => {
    await using host = await start();
    const { test } = host;
    const post = async (path: string, body: object) =>
      (
        (await test.operator(`/api/console/bundles/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })) as { body: { data: unknown } }
      ).body.data;
    const { body } = await test.operator(`${FILES}/bundle/upload`, {
      method: 'POST',
      body: new Uint8Array((await import('node:fs')).readFileSync(bundle)),
    });
    const { upload } = (body as { data: { upload: string } }).data;
    expect(await post('verify', { upload })).toMatchObject({
      ok: true,
      signedBy: null,
      unsigned: expect.stringMatching(/none of the keys it is checked with\.$/),
    });
    expect(await post('verify', { upload, keys: [key] })).toMatchObject({
      ...{ ok: true, unsigned: null, counts: { briefs: 3, events: head.events } },
    });
    expect(await post('import', { upload, keys: [key], dryRun: true })).toMatchObject({ how: 'restored' });
    expect(await post('drop', { upload })).toEqual({ dropped: true });
    expect(await post('export', { evidence: false })).toMatchObject({ kind: 'export' });
    const bad = join(dir, 'bad.tar');
    writeFileSync(bad, 'no bundle');
    expect((await importFrom(test, bad, { key })).message).toMatch(
      /The file is not taken, it is no bundle\. It is text\./,
    );
  });
});
