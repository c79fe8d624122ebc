// A made-up pack with something in every part of it, for tests.

import type { FindingRecord } from '../../findings/stored-finding.ts';
import { HASHED } from '../embed.ts';
import type { PackChunk, PackParts } from '../pack.ts';
import type { PackList } from '../pack-sbom.ts';
import { ORDINARY_SECTIONS } from '../pack-shape.ts';

export function chunkOf(
  sourceId: string,
  { kind = 'advisory', text = sourceId, ...more }: Partial<PackChunk> = {},
): PackChunk {
  return {
    ...{ sourceId, kind, text, textHash: `hash of ${text}`, sourceUrl: null, issuer: 'Issuer' },
    ...{ licence: 'CC-BY-4.0', contentHash: 'c0ffee', retrievedAt: 1000, exact: 'id', rank: 1, ...more },
  };
}

/** Components by name; `needs` as `parent>child`, 0 the subject, `~` where it is for building alone. */
export function listOf(
  names: readonly string[],
  needs: readonly string[],
  targets: readonly number[],
): PackList {
  return {
    ...{ sourceId: 'cyclonedx:web#sbom', contentHash: 'ba5e', targets },
    inventory: {
      product: 'name/web',
      subject: { name: 'web', version: '1', purl: null, digests: [], ref: null },
      parts: names.map((name, index) => ({
        n: index + 1,
        purl: null,
        component: {
          ...{ ref: name, name, version: '1.0', purl: null, cpe: null, kind: 'library' },
          ...{ scope: 'runtime' as const, digests: [] },
        },
      })),
      needs: needs.map((need) => {
        const [parent = 0, child = 0] = need.replace('~', '').split('>').map(Number);
        return { parent, child, scope: need.includes('~') ? 'build' : 'runtime' };
      }),
    },
  };
}

export const findingOf = (key: string, n: number): FindingRecord => ({
  shown: {
    ...{
      key,
      vulnerability: 'CVE-2024-3094',
      aliases: [],
      title: 'A back door',
      severity: 'critical',
      cvss: 10,
    },
    ...{
      component: { name: 'xz', version: '5.6.0', purl: null },
      document: n,
      status: 'affected',
      held: false,
    },
    ...{ product: { key: 'name/web', name: 'web', version: '1' }, fixedIn: '5.6.2', fixedBy: 'upstream' },
    ...{ scope: 'runtime', depth: 1, epss: 0.5 },
    unimportant: false,
    exploited: { added: 1, due: null, ransomware: false, cve: 'CVE-2026-1', heard: 77 + n },
  },
  ...{ n, packageKey: 'generic/xz', version: '5.6.0', flip: null },
  ...{ source: null, severityOf: null },
  rule: { name: 'consensus', sentence: 'All agree.' },
  grounds: ['b', 'a'].map((name) => ({
    ...{
      sourceId: `osv:${name}#affected-1`,
      document: n,
      about: 'CVE-2024-3094',
      issuer: 'Issuer',
      statedAt: 5,
    },
    ...{
      says: 'affected',
      doubt: null,
      fixes: ['5.6.2'],
      dated: true,
      distribution: false,
      counts: 'counted',
    },
  })),
});

export function packParts(): PackParts {
  const texts = [
    'CVE-2024-3094 is a back door in xz 5.6.0 and 5.6.1, fixed in 5.6.2.',
    'pkg:generic/xz@5.6.0 is affected, >= 5.6.0, < 5.6.2.',
    'Über 😀 中文 \ud800 half',
  ];
  return {
    ...{
      task: 'summary',
      project: 'default',
      advisoryKey: 'CVE-2024-3094',
      artifact: 'web',
      policyVersion: '7',
    },
    ...{ ids: ['CVE-2024-3094', 'GHSA-rxwq-x6h5-x02m'], packages: ['generic/xz', 'deb/debian/xz-utils'] },
    profile: {
      name: 'ordinary',
      sections: ORDINARY_SECTIONS,
      sbom: true,
      environments: true,
      blastRadius: true,
    },
    ...{ embedder: HASHED, trusted: new Set(['Issuer']) },
    chunks: [
      ...texts.map((text, n) => chunkOf(`osv:a#advisory-${n}`, { text, rank: n + 1 })),
      chunkOf('osv:b#advisory-1', { text: 'x'.repeat(2000), rank: 9, exact: null }),
      chunkOf('edge:1', { kind: 'edge', text: 'xz IN package', rank: 10, exact: null }),
      ...(['vex', 'sbom', 'policy', 'runtime', 'kev', 'range'] as const).map((kind, n) =>
        chunkOf(`${kind}:1`, { kind, rank: 20 + n }),
      ),
    ],
    findings: [findingOf('k1', 1), findingOf('k2', 2)],
    lists: [listOf(['a', 'b', 'xz'], ['0>1', '0>2', '1>3', '2>3', '~0>3'], [3])],
    observations: [1, 2, 3].map((n) => ({
      ...{
        product: 'name/web',
        package_key: 'generic/xz',
        vulnerability: 'CVE-2024-3094',
        version: `5.6.${n}`,
      },
      ...{ status: 'affected', fix: '5.6.2', first_seen: n, last_seen: 10 },
    })),
    held: [
      { resource: 'r1', exposure: 'public', environment: 'prod' },
      { resource: 'r2', exposure: 'none', environment: 'prod' },
      { resource: 'r3', exposure: null, environment: 'stage' },
    ],
  };
}
