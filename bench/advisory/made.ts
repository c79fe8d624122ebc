// Evidence made for measuring: advisories of many packages in several ecosystems, and a list of components that some of them hit. Seeded: the same every time.
import { seededRandom } from '../../src/shared/seeded-random.ts';

const ECOSYSTEMS = ['npm', 'PyPI', 'Go', 'Maven', 'Debian:12', 'crates.io'] as const;
type Ecosystem = (typeof ECOSYSTEMS)[number];
/** As many packages of each ecosystem as there are names to draw from. */
const PACKAGES = 4000;

const nameOf = (ecosystem: Ecosystem, n: number): string => {
  if (ecosystem === 'Maven') return `org.made${n % 97}:part-${n}`;
  return ecosystem === 'Go' ? `example.org/made${n % 97}/part-${n}` : `part-${n}`;
};

const purlOf = (ecosystem: Ecosystem, n: number, version: string): string => {
  switch (ecosystem) {
    case 'npm':
      return `pkg:npm/part-${n}@${version}`;
    case 'PyPI':
      return `pkg:pypi/part-${n}@${version}`;
    case 'Go':
      return `pkg:golang/example.org/made${n % 97}/part-${n}@v${version}`;
    case 'Maven':
      return `pkg:maven/org.made${n % 97}/part-${n}@${version}`;
    case 'Debian:12':
      return `pkg:deb/debian/part-${n}@${version}-1?distro=debian-12`;
    case 'crates.io':
      return `pkg:cargo/part-${n}@${version}`;
  }
};

const WORDS =
  'request header parser memory buffer remote attacker crafted input allows denial service overflow path traversal token session user server client library function'.split(
    ' ',
  );

/** @returns documents in OSV, some two kilobytes each */
export function* madeAdvisories(count: number): Generator<{ readonly name: string; readonly text: string }> {
  const random = seededRandom(7);
  const pick = (most: number) => Math.floor(random() * most);
  for (let i = 0; i < count; i++) {
    const ecosystem = ECOSYSTEMS[i % ECOSYSTEMS.length] ?? 'npm';
    const fixed = `${1 + pick(5)}.${pick(10)}.${pick(10)}${ecosystem === 'Debian:12' ? '-1' : ''}`;
    const prose = Array.from({ length: 120 }, () => WORDS[pick(WORDS.length)]).join(' ');
    const id = `GHSA-${String(i)
      .padStart(12, '2')
      .replace(/(.{4})(?=.)/g, '$1-')
      .replace(/[01]/g, 'q')}-${i}`;
    const text = JSON.stringify({
      ...{ id, modified: `2026-0${1 + (i % 9)}-01T00:00:00Z`, summary: prose.slice(0, 80), details: prose },
      aliases: [`CVE-2026-${10_000 + i}`],
      severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N' }],
      affected: [
        {
          package: { ecosystem, name: nameOf(ecosystem, pick(PACKAGES)) },
          ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed }] }],
        },
      ],
      references: [{ type: 'WEB', url: `https://example.org/advisories/${id}` }],
    });
    yield { name: `${id}.json`, text };
  }
}

/** A list of components in CycloneDX, each needed by one before it. */
export function madeList(count: number): string {
  const random = seededRandom(11);
  const pick = (most: number) => Math.floor(random() * most);
  const components = Array.from({ length: count }, (_, i) => {
    const ecosystem = ECOSYSTEMS[i % ECOSYSTEMS.length] ?? 'npm';
    const version = `${1 + pick(5)}.${pick(10)}.${pick(10)}`;
    const purl = purlOf(ecosystem, pick(PACKAGES), version);
    return { type: 'library', name: `part-${i}`, version, purl, 'bom-ref': `ref-${i}` };
  });
  return JSON.stringify({
    ...{
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      version: 1,
      serialNumber: 'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79',
    },
    metadata: {
      timestamp: '2026-11-01T00:00:00Z',
      component: { type: 'container', name: 'made', 'bom-ref': 'root' },
    },
    components,
    dependencies: components.map((_, i) => ({
      ...{ ref: i === 0 ? 'root' : `ref-${Math.floor((i - 1) / 4)}`, dependsOn: [`ref-${i}`] },
    })),
  });
}

/** Scores of as many CVEs, as FIRST publishes them every day. */
export function madeScores(count: number): string {
  const random = seededRandom(13);
  const lines = ['#model_version:v2026.01.01,score_date:2026-11-01T00:00:00+0000', 'cve,epss,percentile'];
  for (let n = 0; n < count; n++)
    lines.push(`CVE-${2010 + (n % 16)}-${10_000 + n},${random().toFixed(5)},${random().toFixed(5)}`);
  return `${lines.join('\n')}\n`;
}
