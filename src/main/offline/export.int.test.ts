// Promises: the same content makes the same bytes, twice and from either database; the file verifies offline, and a changed byte is named; VEX follows the official
// schemas and says the same when it is read again; a preview says what will be there.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BundlePreview } from '../../shared/model/evidence/bundle.ts';
import type { Task } from '../../shared/model/job.ts';
import { readDocument } from '../advisory/formats/read-document.ts';
import { writeBehind } from '../advisory/outputs/testing/behind-its-back.ts';
import type { BriefedCore } from '../advisory/outputs/testing/briefed-core.ts';
import { readBundle } from '../bundle/read-bundle.ts';
import { verifyBundle } from '../bundle/verify-bundle.ts';
import { startTestCore } from '../core/testing/start-test-core.ts';
import { moveDatabase } from '../store/backup/move-database.ts';
import { dropDatabase, emptyPostgres, freshDatabase, TEST_DIALECTS } from '../store/testing/temp-store.ts';
import { envelopeCheck } from './bundle-signature.ts';
import { exportTo, filledCore, fillMemory, importFrom, publicKeyOf } from './testing/filled-core.ts';

let core: BriefedCore;
let dir: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'festinger-export-'));
  core = await filledCore();
}, 120_000);
afterAll(async () => {
  await core[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true, force: true });
});

async function filesOf(path: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for await (const { name, bytes } of readBundle(path)) {
    const pieces: Uint8Array[] = [];
    for await (const piece of bytes()) pieces.push(piece);
    files.set(name, Buffer.concat(pieces).toString('utf8'));
  }
  return files;
}

describe('an export', () => {
  it('holds everything, once, and nothing of when and where', async () => {
    const path = join(dir, 'all.tar');
    await exportTo(core.test, path);
    const files = await filesOf(path);
    const manifest = JSON.parse(files.get('manifest.json') ?? '') as {
      counts: Record<string, number>;
      chain: object;
    };
    expect(manifest.counts).toMatchObject({
      briefs: 3,
      decisions: 2,
      documents: 11,
      keys: 2,
      facts: 3,
      conflicts: 2,
    });
    expect(manifest.chain).toEqual({
      events: manifest.counts.events,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const kinds = new Set([...files.keys()].map((name) => name.replace(/[0-9a-f]{64}(\/\d+)?/, 'X')));
    expect([...kinds]).toEqual([
      ...[
        'SHA256SUMS',
        'evidence/X',
        'graph.jsonl',
        'keys/X.pem',
        'manifest.json',
        'memory/dimension_question.jsonl',
        'memory/edge_provenance.jsonl',
      ],
      ...[
        'memory/graph_action.jsonl',
        'memory/graph_event.jsonl',
        'memory/resolution_queue.jsonl',
        'memory/soas.jsonl',
      ],
      ...['memory/urd.jsonl', 'memory/urd_history.jsonl', 'projects/default/briefs/X/brief.json'],
      ...['projects/default/briefs/X/context_manifest.json', 'projects/default/cyclonedx-vex.json'],
      ...[
        'projects/default/decisions.jsonl',
        'projects/default/evidence.jsonl',
        'projects/default/openvex.json',
      ],
      'signatures/bundle.dsse.json',
    ]);
    const words = (files.get('memory/soas.jsonl') ?? '').split('\n').length;
    expect(words, 'words of the dictionary stay').toBeLessThan(30);
    expect([...files.values()].join('\n')).not.toContain(dir);
  });

  it('is the same bytes twice, verifies with the public key, and names what was changed', async () => {
    const path = join(dir, 'again.tar');
    const bytes = await exportTo(core.test, path);
    expect(bytes.equals(await exportTo(core.test, join(dir, 'third.tar')))).toBe(true);
    const key = await publicKeyOf(core.test);
    const verifyEnvelope = envelopeCheck([key]);
    expect(await verifyBundle(path, { verifyEnvelope })).toMatchObject({ ok: true, signedBy: [key.keyId] });
    const changed = join(dir, 'changed.tar');
    const named = new Set<string>();
    for (let at = 0; at < bytes.length; at += 1499) {
      const copy = Buffer.from(bytes);
      copy[at] = (copy[at] ?? 0) ^ 4;
      writeFileSync(changed, copy);
      const verified = await verifyBundle(changed, { verifyEnvelope });
      expect(verified.ok, `byte ${at}`).toBe(false);
      if (!verified.ok) named.add(verified.file);
    }
    expect(named.size).toBeGreaterThan(15);
  });

  it('leaves out what it is told to, and a project alone has no chain', async () => {
    const path = join(dir, 'part.tar');
    await exportTo(core.test, path, 'project=default&evidence=0');
    const names = [...(await filesOf(path)).keys()];
    expect(names.filter((name) => name.startsWith('evidence') || name.startsWith('memory'))).toEqual([]);
    expect(names).toContain('graph.jsonl');
    await exportTo(core.test, path, 'graph=0&evidence=0');
    expect([...(await filesOf(path)).keys()]).not.toContain('graph.jsonl');
    await exportTo(core.test, path, 'project=nobody');
    expect([...(await filesOf(path)).keys()]).toEqual([
      ...['SHA256SUMS', 'graph.jsonl', 'manifest.json', 'signatures/bundle.dsse.json'],
    ]);
  });

  it('says as a task which file it became, also where two are written at once', async () => {
    const call = async (path: string, asked: object) => {
      const { body } = await core.test.operator(`/api/console/bundles/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(asked),
      });
      return (body as { data: unknown }).data;
    };
    const begun = (await Promise.all([call('export', {}), call('export', { evidence: false })])) as Task[];
    const seen = async () => {
      const { body } = await core.test.operator('/api/console/jobs/state');
      const { tasks } = (body as { data: { tasks: Task[] } }).data;
      return begun
        .map(({ id }) => tasks.find((one) => one.id === id))
        .filter((one) => one?.file !== undefined);
    };
    await expect.poll(async () => (await seen()).length, { timeout: 30_000 }).toBe(2);
    const [whole, part] = await seen();
    for (const [task, documents] of [
      [whole, 11],
      [part, 0],
    ] as const)
      expect(await call('verify', { name: task?.file, keys: [] })).toMatchObject({ counts: { documents } });
  });

  it('previews counts and bytes as they will be', async () => {
    const path = join(dir, 'previewed.tar');
    const bytes = await exportTo(core.test, path);
    const { body } = await core.test.operator('/api/console/bundles-preview');
    const preview = (body as { data: BundlePreview }).data;
    const files = await filesOf(path);
    const signature = files.get('signatures/bundle.dsse.json') ?? '';
    expect(preview).toMatchObject({ counts: { briefs: 3, documents: 11 }, notes: [] });
    const sizes = preview.parts.map(({ bytes: size }) => size);
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    const inside = [...files].filter(([name]) => name !== 'SHA256SUMS' && !name.startsWith('signatures/'));
    expect(sizes.reduce((sum, size) => sum + size)).toBe(
      inside.reduce((sum, [, text]) => sum + Buffer.byteLength(text), 0),
    );
    expect(preview.chain).toEqual((JSON.parse(files.get('manifest.json') ?? '') as { chain: object }).chain);
    expect(preview.bytes + 512 + Math.ceil(signature.length / 512) * 512).toBe(bytes.length);
  });
});

describe('a brief that somebody changed', () => {
  it('stays here, which is told before, and the rest can be taken in', { timeout: 120_000 }, async () => {
    await using changed = await filledCore();
    await using host = await startTestCore();
    const { dataDir } = changed.test;
    const statement = "update advisory_ai_outputs set summary = 'So it is.' where task = 'remediation'";
    expect(await writeBehind(dataDir, statement)).toBe(1);
    const { body } = await changed.test.operator('/api/console/bundles-preview');
    expect((body as { data: BundlePreview }).data).toMatchObject({
      counts: { briefs: 2 },
      notes: ['One brief is not what was kept, since somebody changed the database: it stays here.'],
    });
    const path = join(dir, 'without-changed.tar');
    await exportTo(changed.test, path);
    const { report } = await importFrom(host, path, { key: (await publicKeyOf(changed.test)).pem });
    expect(report).toMatchObject({ how: 'restored', briefs: { added: 2, conflicting: [] } });
  });
});

describe.runIf(TEST_DIALECTS.includes('postgres'))('two machines', { timeout: 120_000 }, () => {
  it('with the same content on SQLite and on PostgreSQL export the same bytes', async () => {
    const [source, other] = [mkdtempSync(join(dir, 'a-')), mkdtempSync(join(dir, 'b-'))];
    const url = await emptyPostgres();
    try {
      const here = await filledCore({ dataDir: source });
      const bytes = await exportTo(here.test, join(dir, 'sqlite.tar'));
      // ECDSA signs otherwise each time: what was signed goes along.
      const fips = await exportTo(here.test, join(dir, 'fips-a.tar'), 'profile=fips-local');
      await here[Symbol.asyncDispose]();
      const from = { databasePath: join(source, 'festinger.db') };
      await moveDatabase({ from, to: { url }, whileInUse: false }, () => undefined);
      cpSync(join(source, 'vault-key'), join(other, 'vault-key'));
      await using there = await startTestCore({ dataDir: other, database: url });
      expect(bytes.equals(await exportTo(there, join(dir, 'postgres.tar')))).toBe(true);
      expect(fips.equals(await exportTo(there, join(dir, 'fips-b.tar'), 'profile=fips-local'))).toBe(true);
    } finally {
      await dropDatabase(url);
    }
  });

  it('with the same history of writes have the same chain and the same graph', async () => {
    const files: Map<string, string>[] = [];
    for (const dialect of TEST_DIALECTS) {
      const dataDir = mkdtempSync(join(dir, `${dialect}-`));
      const { location, database } = await freshDatabase(dialect, dataDir);
      const clock = {
        now: () => Date.UTC(2026, 10, 1),
        monotonic: () => performance.now(),
        after: () => () => undefined,
      };
      {
        await using one = await startTestCore({ dataDir, database, clock });
        await fillMemory(one);
        await exportTo(one, join(dir, `${dialect}.tar`));
      }
      files.push(await filesOf(join(dir, `${dialect}.tar`)));
      if ('url' in location) await dropDatabase(location.url);
    }
    const [a, b] = files;
    for (const [name, text] of a ?? [])
      if (!name.startsWith('signatures/')) expect(b?.get(name), name).toBe(text);
  });
});

describe('decisions as VEX', () => {
  it('follow the official schemas, and say the same when they are read again', async () => {
    const path = join(dir, 'vex.tar');
    await exportTo(core.test, path);
    const files = await filesOf(path);
    const [open, cyclone] = await Promise.all(
      ['openvex.json', 'cyclonedx-vex.json'].map((name) =>
        // Checks the schema first.
        readDocument(Buffer.from(files.get(`projects/default/${name}`) ?? '')),
      ),
    );
    if (!open?.ok || !cyclone?.ok) throw new Error(JSON.stringify([open, cyclone]));
    const said = ({ claims }: typeof open.document) =>
      claims
        .map(({ vulnerability, status, justification, statedAt }) => ({
          vulnerability,
          status,
          justification,
          statedAt,
        }))
        .toSorted((x, y) => (x.status < y.status ? -1 : 1));
    expect(said(open.document)).toEqual(said(cyclone.document));
    expect(said(open.document).map(({ status }) => status)).toEqual(['affected', 'not_affected']);
    const places = ({ claims }: typeof open.document) =>
      claims.map(({ product, subcomponents }) => ({
        whole: (product.within ?? product).purls,
        part: product.within ? product.purls : subcomponents,
      }));
    expect(places(open.document)).toEqual(places(cyclone.document));
    expect(places(open.document)[0]?.part[0]).toMatch(/^pkg:npm\/left-pad@/);
    expect(cyclone.document.sbom, 'no list of components comes of it').toBeNull();
  });
});
