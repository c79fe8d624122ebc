// Components without a package URL, held against records of NVD.
import { expect, test } from 'vitest';
import { readDocument } from '../../formats/read-document.ts';
import { splitDocuments } from '../../formats/split-document.ts';
import type { Part, SaidAffected } from '../inputs.ts';
import { judgeByCpe } from './judge-cpe.ts';

type Match = Readonly<Record<string, string | boolean>>;

const nvd = (configurations: readonly object[]) => ({
  cve: {
    id: 'CVE-2099-0001',
    sourceIdentifier: 'cve@example.org',
    published: '2099-01-02T03:04:05.000',
    lastModified: '2099-01-03T00:00:00.000',
    vulnStatus: 'Analyzed',
    descriptions: [
      { lang: 'es', value: 'Desbordamiento.' },
      { lang: 'en', value: 'An overflow.' },
    ],
    metrics: {
      cvssMetricV31: [
        {
          source: 'nvd@nist.gov',
          type: 'Primary',
          cvssData: { version: '3.1', vectorString: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' },
        },
      ],
    },
    weaknesses: [{ source: 'nvd@nist.gov', description: [{ lang: 'en', value: 'CWE-787' }] }],
    configurations,
    references: [{ url: 'https://example.org/1', source: 'cve@example.org' }],
  },
});

const node = (...cpeMatch: Match[]) => ({ operator: 'OR', negate: false, cpeMatch });
const match = (criteria: string, rest: Match = {}): Match => ({ vulnerable: true, criteria, ...rest });

const WEB = 'cpe:2.3:a:acme:web:*:*:*:*:*:*:*:*';

async function judged(configurations: readonly object[], cpe: string, version: string | null = null) {
  const read = await readDocument(Buffer.from(JSON.stringify(nvd(configurations))));
  if (!read.ok) throw new Error(`${read.path} ${read.reason}`);
  const said = {
    source: 's',
    sourceId: 'x',
    document: 1,
    format: 'osv',
    issuer: 'NVD',
    statedAt: 1,
    dated: true,
  };
  const entries = read.document.advisories.flatMap(({ id, affected }) =>
    affected.map((one): SaidAffected => ({ ...said, advisory: id, affected: one })),
  );
  const component = { ref: 'c', name: 'c', version, purl: null, cpe };
  const part: Part = {
    n: 1,
    component: { ...component, kind: 'device', scope: 'runtime', digests: [] },
    purl: null,
  };
  const { holds, ...rest } = judgeByCpe(entries, part) ?? { holds: undefined };
  return holds === null && 'doubt' in rest ? rest.doubt : holds;
}

test('a record says what it is about, how bad it is, and when', async () => {
  const read = await readDocument(Buffer.from(JSON.stringify(nvd([{ nodes: [node(match(WEB))] }]))));
  if (!read.ok) throw new Error(read.reason);
  expect(read.document).toMatchObject({ key: 'NVD CVE-2099-0001', issuer: 'NVD' });
  expect(read.document.advisories).toMatchObject([
    {
      id: 'CVE-2099-0001',
      summary: 'An overflow.',
      published: Date.UTC(2099, 0, 2, 3, 4, 5),
      withdrawn: null,
      severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
      weaknesses: ['CWE-787'],
      affected: [{ name: 'acme web', cpe: WEB }],
    },
  ]);
});

test('a list of records becomes a document of each', () => {
  const answer = { resultsPerPage: 2, startIndex: 0, totalResults: 2, format: 'NVD_CVE', version: '2.0' };
  const list = { ...answer, vulnerabilities: [nvd([]), nvd([])] };
  expect(splitDocuments(Buffer.from(JSON.stringify(list)))).toHaveLength(2);
});

test.each([
  [{ versionEndExcluding: '2.4.0' }, '2.3.9', true],
  [{ versionEndExcluding: '2.4.0' }, '2.4', false],
  [{ versionStartIncluding: '2.0', versionEndIncluding: '2.4' }, 'V2.4.0', true],
  [{ versionStartIncluding: '2.0.0', versionEndIncluding: '2.4' }, '1.9', false],
  [{ versionStartExcluding: '2.0', versionEndExcluding: '2.4' }, '2.0', false],
  [{ versionStartExcluding: '2.0', versionEndExcluding: '2.4' }, '2.0.1', true],
  [{ versionStartIncluding: '1.0.2', versionEndExcluding: '1.0.2u' }, '1.0.2k', true],
  [{ versionStartIncluding: '1.0.2', versionEndExcluding: '1.0.2u' }, '1.0.2za', false],
  [{ versionEndExcluding: '2.0' }, 'R17-hotfix', 'range'],
  [{}, '7', true],
])('within %j is %s: %s', async (range, version, answer) => {
  expect(await judged([{ nodes: [node(match(WEB, range))] }], WEB, version)).toBe(answer);
});

test.each([
  ['cpe:2.3:a:acme:web:1.2:*:*:*:*:*:*:*', true],
  ['cpe:/a:acme:web:1.2', true],
  ['cpe:2.3:a:acme:web:1.3:*:*:*:*:*:*:*', false],
  ['cpe:2.3:a:acme:other:1.2:*:*:*:*:*:*:*', undefined],
  ['cpe:2.3:h:acme:web:1.2:*:*:*:*:*:*:*', undefined],
  ['cpe:2.3:a:acme:web:*:*:*:*:*:*:*:*', 'no_version'],
])('%s against one version: %s', async (cpe, answer) => {
  const exact = match('cpe:2.3:a:acme:web:1.2:*:*:*:*:*:*:*');
  expect(await judged([{ nodes: [node(exact)] }], cpe)).toBe(answer);
});

test('a version without a number means every version', async () => {
  const any = match('cpe:2.3:o:acme:plc_firmware:-:*:*:*:*:*:*:*');
  expect(await judged([{ nodes: [node(any)] }], 'cpe:2.3:o:acme:plc_firmware:3.1:*:*:*:*:*:*:*')).toBe(true);
});

test('an edition that only the record names is a doubt where the version is in range, and none elsewhere', async () => {
  const forWindows = match('cpe:2.3:a:acme:web:*:*:*:*:*:windows:*:*', { versionEndExcluding: '2.0' });
  expect(await judged([{ nodes: [node(forWindows)] }], WEB, '1.0')).toBe('environment');
  expect(await judged([{ nodes: [node(forWindows)] }], WEB, '2.0')).toBe(false);
});

test('a device is there with its firmware; other software beside it is a condition', async () => {
  const firmware = match('cpe:2.3:o:acme:plc_firmware:*:*:*:*:*:*:*:*', { versionEndExcluding: '3.2' });
  const beside = (criteria: string) => ({
    operator: 'AND',
    nodes: [node(firmware), node({ vulnerable: false, criteria })],
  });
  const own = 'cpe:2.3:o:acme:plc_firmware:3.1:*:*:*:*:*:*:*';
  expect(await judged([beside('cpe:2.3:h:acme:plc:-:*:*:*:*:*:*:*')], own)).toBe(true);
  expect(await judged([beside('cpe:2.3:o:microsoft:windows:-:*:*:*:*:*:*:*')], own)).toBe('environment');
});

test('a CPE that names no product is told, and a long version takes no time', async () => {
  const record = nvd([{ nodes: [node(match('nonsense'), match(WEB, { versionEndExcluding: '2.0' }))] }]);
  const read = await readDocument(Buffer.from(JSON.stringify(record)));
  expect(read).toMatchObject({ ok: true, document: { notes: [expect.stringContaining('1 of its CPEs')] } });
  const started = performance.now();
  const long = `1${'.0'.repeat(500_000)}x`;
  expect(await judged([{ nodes: [node(match(WEB, { versionEndExcluding: '2.0' }))] }], WEB, long)).toBe(
    'range',
  );
  expect(performance.now() - started).toBeLessThan(2000);
});

test('a record that is not as published is refused with the place', async () => {
  const wrong = nvd([{ nodes: [{ operator: 'OR', cpeMatch: [{ criteria: WEB }] }] }]);
  const read = await readDocument(Buffer.from(JSON.stringify(wrong)));
  expect(read).toMatchObject({
    ok: false,
    path: '/cve/configurations/0/nodes/0/cpeMatch/0/vulnerable',
    reason: expect.stringContaining('It is not as NVD publishes its records'),
  });
});
