// Promises of pieces: every statement of a document is one, called after its place in the tables, with its ids and packages; texts are bounded and lose nothing of what
// decides; the same document gives the same pieces.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rowsOf } from '../evidence/rows.ts';
import { readDocument } from '../formats/read-document.ts';
import { MAX_CHUNK } from './chunk-texts.ts';
import { chunksOf, textHash } from './chunks.ts';

async function read(value: object) {
  const found = await readDocument(Buffer.from(JSON.stringify(value)));
  if (!found.ok) throw new Error(`${found.path} ${found.reason}`);
  return found;
}
const pieces = async (value: object) => {
  const { document } = await read(value);
  return chunksOf(document, document.key, 'name/web');
};

const OSV = {
  ...{ id: 'GHSA-rxwq-x6h5-x02m', modified: '2024-01-02T00:00:00Z', aliases: ['cve-2024-3094'] },
  ...{
    summary: 'A back door',
    details: 'In the build.',
    references: [{ type: 'WEB', url: 'https://a.example/1' }],
  },
  affected: [
    {
      package: { ecosystem: 'npm', name: 'left-pad' },
      ranges: [
        {
          type: 'SEMVER',
          events: [{ introduced: '0' }, { fixed: '1.2.3' }, { introduced: '2.0.0' }, { fixed: '2.5.1' }],
        },
      ],
    },
    { package: { ecosystem: 'PyPI', name: 'Left_Pad' }, versions: ['1.0', '1.1'] },
  ],
};

describe('pieces of a document', () => {
  it('of an advisory are what it says and each package with its versions', async () => {
    const [head, npm, pypi, ...none] = await pieces(OSV);
    expect(none).toEqual([]);
    expect(head).toMatchObject({
      ...{
        sourceId: 'osv:GHSA-rxwq-x6h5-x02m#advisory-1',
        kind: 'advisory',
        sourceUrl: 'https://a.example/1',
      },
      ...{ ids: ['GHSA-rxwq-x6h5-x02m', 'CVE-2024-3094'], packages: ['npm/left-pad', 'pypi/left-pad'] },
      text: expect.stringMatching(/A back door[\s\S]*In the build\./),
    });
    expect([npm?.sourceId, npm?.packages, npm?.kind]).toEqual([
      'osv:GHSA-rxwq-x6h5-x02m#affected-1',
      ['npm/left-pad'],
      'range',
    ]);
    expect(npm?.text).toContain('from 0 before 1.2.3, from 2.0.0 before 2.5.1.');
    expect(npm?.text).toContain('Fixed in 1.2.3, 2.5.1.');
    expect([pypi?.sourceId, pypi?.text.split('\n')[1]]).toEqual([
      'osv:GHSA-rxwq-x6h5-x02m#affected-2',
      'Affected versions as listed: 1.0, 1.1.',
    ]);
  });

  it('of a statement are called after its first row, whatever packages it names', async () => {
    const product = (name: string) => ({ '@id': `pkg:npm/${name}@1.0.0` });
    const statement = (vulnerability: string) => ({
      ...{ vulnerability: { name: vulnerability }, status: 'not_affected' },
      ...{ justification: 'component_not_present', products: [product('a'), product('b')] },
    });
    const openvex = {
      ...{ '@context': 'https://openvex.dev/ns/v0.2.0', '@id': 'https://a.example/vex', author: 'Vendor' },
      ...{ timestamp: '2024-01-01T00:00:00Z', version: 1 },
      statements: [statement('CVE-2024-0001'), statement('CVE-2024-0002')],
    };
    const found = await read(openvex);
    const { rows } = rowsOf('default', 'x', found);
    const places = rows.chunks.map(({ source_id: name }) => Number(/#claim-(\d+)$/.exec(name)?.[1]));
    expect(places.length).toBeGreaterThan(1);
    for (const [n, place] of places.entries()) {
      const [row, chunk] = [rows.claims[place - 1], rows.chunks[n]];
      expect(chunk?.text).toContain(row?.vulnerability);
      expect(chunk?.keys).toContainEqual({ kind: 'id', key: row?.vulnerability });
      expect(chunk?.keys).toContainEqual({ kind: 'package', key: row?.package_key });
      expect(chunk?.text).toContain('component_not_present');
    }
  });

  it('of traces, hints and lists of what is exploited are found by what they are about', async () => {
    const trace = await pieces({
      ...{ schema: 'policy-trace.v1', policy_version: '7', finding: 'CVE-2024-3094 pkg:npm/left-pad@1' },
      ...{ decision: 'block', rules: [{ id: 'r1', matched: true, text: 'Nothing exploited' }] },
    });
    expect(trace).toMatchObject([{ kind: 'policy', ids: ['CVE-2024-3094'], packages: ['npm/left-pad'] }]);
    const hint = await pieces({
      ...{ schema: 'runtime-hint.v1', resource: 'docker:web', image_digest: `sha256:${'a'.repeat(64)}` },
      ports: [{ port: 443, exposure: 'public' }],
    });
    expect(hint).toMatchObject([{ kind: 'runtime', resources: ['docker:web', `sha256:${'a'.repeat(64)}`] }]);
    expect(hint[0]?.text).toContain('443 (public)');
    const kev = await pieces({
      ...{ title: 'KEV', catalogVersion: '1', dateReleased: '2024-01-01T00:00:00Z' },
      vulnerabilities: [{ cveID: 'CVE-2024-3094', dateAdded: '2024-03-30', dueDate: '2024-04-20' }],
    });
    expect(kev).toMatchObject([{ sourceId: 'kev:kev#kev-CVE-2024-3094', ids: ['CVE-2024-3094'] }]);
    expect(kev[0]?.text).toContain('due on 2024-04-20');
  });

  it('are bounded, in order, and lose nothing of details that are not beyond measure', async () => {
    const words = Array.from({ length: 1500 }, (_, n) => `word${n}`);
    const found = await pieces({ ...OSV, details: words.join(' '), affected: [] });
    expect(found.length).toBeGreaterThan(3);
    expect(found.every(({ text }) => text.length <= MAX_CHUNK)).toBe(true);
    expect(
      found
        .map(({ text }) => text)
        .join(' ')
        .split(/\s+/)
        .filter((word) => /^word/.test(word)),
    ).toEqual(words);
    expect(new Set(found.map(({ sourceId }) => sourceId)).size).toBe(found.length);
    const endless = await pieces({ ...OSV, details: '😀'.repeat(9999), affected: [] });
    expect(endless.every(({ text }) => text.isWellFormed() && text.length <= MAX_CHUNK)).toBe(true);
    const many = Array.from({ length: 9000 }, (_, n) => `${n}.0`);
    const [, range] = await pieces({ ...OSV, affected: [{ ...OSV.affected[1], versions: many }] });
    expect([(range?.text.length ?? 0) < MAX_CHUNK, range?.text.includes('and 8940 more')]).toEqual([
      true,
      true,
    ]);
  });

  it('have one hash however their letters are composed', () => {
    expect(textHash('e\u0301')).toBe(textHash('\u00e9'));
    expect(textHash('a')).not.toBe(textHash('b'));
  });
});

const SAMPLES = ['', '../']
  .map((up) => join(import.meta.dirname, `../../../../${up}../shared/data/samples`))
  .find((folder) => existsSync(folder));
if (SAMPLES === undefined)
  console.warn('skipped: pieces of real documents; the samples are not on this machine');

describe.skipIf(SAMPLES === undefined)('pieces of real documents', () => {
  it('are there for each, have names of their own, and say the same twice', async () => {
    const folder = SAMPLES ?? '';
    for (const file of readdirSync(folder)) {
      const found = await readDocument(readFileSync(join(folder, file)));
      if (!found.ok) continue;
      const chunks = chunksOf(found.document, found.document.key, null);
      expect(chunks.length, file).toBeGreaterThan(0);
      expect(new Set(chunks.map(({ sourceId }) => sourceId)).size, file).toBe(chunks.length);
      expect(
        chunks.every(({ text }) => text.length > 0 && text.length <= MAX_CHUNK),
        file,
      ).toBe(true);
      const { advisories, claims } = found.document;
      const entries = advisories.flatMap(({ affected }) => affected).length;
      expect(chunks.filter(({ kind }) => kind === 'range').length, file).toBe(entries);
      expect(chunks.filter(({ kind }) => kind === 'vex').length, file).toBe(claims.length);
    }
  });
});
