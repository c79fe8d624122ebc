// Promises: one brief leaves as a file that is the same each time, that its public key verifies without anything running, and in which a changed byte is named; the
// commands do so, too.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StoredBrief } from '../../shared/model/evidence/brief.ts';
import { type BriefedCore, briefedCore } from '../advisory/outputs/testing/briefed-core.ts';
import { readPublicKey } from '../advisory/signing/public-key-text.ts';
import { readBundle } from '../bundle/read-bundle.ts';
import { verifyBundle } from '../bundle/verify-bundle.ts';
import { parseCommandLine } from '../cli/arguments.ts';
import { bundles } from '../cli/bundle/bundles.ts';
import { envelopeCheck } from './bundle-signature.ts';

const FILES = '/api/console/files';

let core: BriefedCore;
let dir: string;
let brief: StoredBrief;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'festinger-bundle-'));
  core = await briefedCore();
  const { cache: _, ...made } =
    (await core.brief('summary', { advisoryKey: 'CVE-2026-1000' })).body.data ?? {};
  brief = StoredBrief.parse(made);
}, 120_000);
afterAll(async () => {
  await core[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true, force: true });
});

/** @returns the path of the file that was downloaded */
async function download(name: string, query = ''): Promise<string> {
  const { baseUrl, token } = { baseUrl: core.test.core.consoleUrl, token: core.test.core.token };
  const answer = await fetch(`${baseUrl}${FILES}/brief?cacheKey=${brief.cache_key}${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
  const path = join(dir, name);
  writeFileSync(path, new Uint8Array(await answer.arrayBuffer()));
  return path;
}

async function publicKey(profile: string) {
  const { body } = await core.test.operator(`${FILES}/public-key?profile=${profile}`, { method: 'POST' });
  return readPublicKey((body as { data: { publicPem: string } }).data.publicPem);
}

/** Types a command line; what it wrote, and its exit code. */
async function run(...words: string[]): Promise<{ out: string; code: number }> {
  const command = parseCommandLine(words);
  const pieces: string[] = [];
  const out = new Writable({
    write(piece, _encoding, done) {
      pieces.push(String(piece));
      done();
    },
  });
  const code = await bundles(command as Parameters<typeof bundles>[0], out);
  return { out: pieces.join(''), code };
}

describe('the bundle of a brief', () => {
  it('holds the files that are asked for and the brief as it is kept', async () => {
    const path = await download('one.tar');
    const files = new Map<string, string>();
    for await (const { name, bytes } of readBundle(path)) {
      const pieces: Uint8Array[] = [];
      for await (const piece of bytes()) pieces.push(piece);
      files.set(name, Buffer.concat(pieces).toString('utf8'));
    }
    expect([...files.keys()]).toEqual([
      ...['SHA256SUMS', 'brief.json', 'citations.json', 'context_manifest.json', 'summary.md'],
      'signatures/bundle.dsse.json',
    ]);
    expect(StoredBrief.parse(JSON.parse(files.get('brief.json') ?? ''))).toEqual(brief);
    expect(JSON.parse(files.get('citations.json') ?? '')).toEqual(brief.citations);
    const titles = (files.get('summary.md') ?? '').split('\n').filter((line) => line.startsWith('#'));
    expect(titles).toEqual([
      '# Brief on CVE\\-2026\\-1000',
      '### What to do, due 22 January 2026',
      '### Where sources disagree',
      '### References',
    ]);
  });

  it.each(['default', 'fips-local'])(
    'is the same twice when %s signs it, and holds for its key alone',
    async (profile) => {
      const paths = [
        await download('a.tar', `&profile=${profile}`),
        await download('b.tar', `&profile=${profile}`),
      ];
      const [a, b] = paths.map((path) => readFileSync(path));
      expect(a?.equals(b ?? Buffer.alloc(0))).toBe(true);
      const key = await publicKey(profile);
      const verified = await verifyBundle(paths[0] ?? '', { verifyEnvelope: envelopeCheck([key]) });
      expect(verified).toMatchObject({ ok: true, signedBy: [key.keyId], files: 4 });
      const other = await publicKey(profile === 'default' ? 'fips-local' : 'default');
      expect(await verifyBundle(paths[0] ?? '', { verifyEnvelope: envelopeCheck([other]) })).toMatchObject({
        ...{ ok: false, file: 'signatures/bundle.dsse.json' },
      });
    },
  );

  it('is named where a byte of it was changed, wherever that is', async () => {
    const path = await download('whole.tar', '&profile=default');
    const verifyEnvelope = envelopeCheck([await publicKey('default')]);
    const bytes = readFileSync(path);
    const changed = join(dir, 'changed.tar');
    const names = new Set<string>();
    // A prime, so that it meets headers, data and padding in turn.
    for (let at = 0; at < bytes.length; at += 97) {
      const copy = Buffer.from(bytes);
      copy[at] = (copy[at] ?? 0) ^ 1;
      writeFileSync(changed, copy);
      const verified = await verifyBundle(changed, { verifyEnvelope });
      expect(verified.ok, `byte ${at}`).toBe(false);
      if (!verified.ok) names.add(verified.file);
    }
    expect([...names].toSorted()).toEqual([
      ...['(the end of the bundle)', 'SHA256SUMS', 'brief.json', 'citations.json', 'context_manifest.json'],
      ...['signatures/bundle.dsse.json', 'summary.md'],
    ]);
  });

  it('is nobody else’s: another project’s is not there', async () => {
    const path = `${FILES}/brief?cacheKey=${brief.cache_key}&project=other`;
    expect((await core.test.operator(path)).status).toBe(404);
    expect((await core.test.call(path)).status).toBe(401);
  });

  it('leaves nothing behind in the data directory', () => {
    expect(readdirSync(join(core.test.dataDir, 'bundles'))).toEqual([]);
  });
});

describe('the command line', () => {
  const place = () => ['--url', core.test.core.baseUrl, '--data-dir', core.test.dataDir];

  it('exports a brief, gives out the key, and verifies with it', async () => {
    const file = join(dir, 'cli.tar');
    const exported = await run(
      'export-bundle',
      file,
      '--brief',
      brief.cache_key,
      '--profile',
      'default',
      ...place(),
    );
    expect(exported).toEqual({ code: 0, out: expect.stringMatching(/cli\.tar: [\d,]+ bytes\n$/) });
    await expect(run('export-bundle', file, '--brief', brief.cache_key, ...place())).rejects.toThrow(
      /already\. Give another name, or --overwrite/,
    );
    const pem = join(dir, 'key.pem');
    writeFileSync(pem, (await run('public-key', ...place())).out);
    expect(await run('verify-bundle', file, '--key', pem)).toEqual({
      ...{ code: 0, out: expect.stringMatching(/^ok: 4 files, .*, signed by [0-9a-f]{64}\n$/) },
    });
    expect(await run('verify-bundle', file)).toEqual({
      ...{ code: 0, out: expect.stringContaining('Checksums alone were checked') },
    });
  });

  it('names the file that fails, with exit code 1', async () => {
    const file = join(dir, 'cli.tar');
    const bytes = readFileSync(file);
    bytes[bytes.indexOf('### References')] = 0x20;
    const bad = join(dir, 'bad.tar');
    writeFileSync(bad, bytes);
    expect(await run('verify-bundle', bad, '--key', join(dir, 'key.pem'))).toEqual({
      ...{ code: 1, out: 'not ok: summary.md: It is not what SHA256SUMS says it is.\n' },
    });
    const { out, code } = await run('verify-bundle', bad, '--json');
    expect([code, JSON.parse(out)]).toEqual([
      1,
      { ok: false, file: 'summary.md', reason: expect.any(String) },
    ]);
  });

  it('refuses what cannot be meant', () => {
    for (const words of [
      ['export-bundle'],
      ['verify-bundle'],
      ['export-bundle', 'a', '--brief', 'x'],
      ['public-key', 'a'],
    ])
      expect(() => parseCommandLine(words)).toThrow();
  });
});
