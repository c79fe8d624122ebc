// For tests: what people have and are briefed on, shaped as publishers shape it: an exploited library of a shop, a library that another one brings, a package of a
// distribution, a device without a fix, sources that disagree. Imports no test framework.
import { CVE, documents as leftPad } from '../../context/testing/left-pad-case.ts';
import { advisory, catalogue, sbom, scores, statement } from '../../testing/documents.ts';

export interface BriefCase {
  readonly name: string;
  readonly documents: readonly string[];
  readonly key: string;
}

const LOG4J = 'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1';
const SHOP_IMAGE = `sha256:${'4a7d'.repeat(16)}`;

/** A list of components with the digest of the image it is of. */
export function imageOf(list: string, digest: string): string {
  const read = JSON.parse(list) as { metadata: { component: object } };
  Object.assign(read.metadata.component, { hashes: [{ alg: 'SHA-256', content: digest.slice(7) }] });
  return JSON.stringify(read);
}

export interface CsafMade {
  readonly publisher: string;
  readonly id: string;
  readonly cve: string;
  readonly purl: string;
  readonly status: 'known_affected' | 'known_not_affected' | 'fixed';
  readonly remedies?: readonly { readonly category: string; readonly details: string }[];
}

/** A security advisory in CSAF 2.0, of one product. */
export function csaf({ publisher, id, cve, purl, status, remedies = [] }: CsafMade): string {
  const version = /@([^?]+)/.exec(purl)?.[1] ?? '1';
  const at = '2021-12-13T10:00:00Z';
  return JSON.stringify({
    document: {
      category: 'csaf_security_advisory',
      csaf_version: '2.0',
      title: `${publisher} about ${cve}`,
      publisher: { category: 'vendor', name: publisher, namespace: 'https://vendor.example' },
      tracking: {
        id,
        status: 'final',
        version: '1',
        current_release_date: at,
        initial_release_date: at,
        revision_history: [{ number: '1', date: at, summary: 'first' }],
      },
      notes: [{ category: 'summary', text: `About ${cve}.` }],
      references: [{ category: 'self', summary: 'This document', url: `https://vendor.example/${id}` }],
    },
    product_tree: {
      branches: [
        {
          category: 'vendor',
          name: publisher,
          branches: [
            {
              category: 'product_version',
              name: version,
              product: {
                product_id: 'p1',
                name: `${/\/([^/@]+)@/.exec(purl)?.[1] ?? 'product'} ${version}`,
                product_identification_helper: { purl },
              },
            },
          ],
        },
      ],
    },
    vulnerabilities: [
      {
        cve,
        title: `About ${cve}`,
        notes: [{ category: 'description', text: `A flaw known as ${cve}.` }],
        product_status: { [status]: ['p1'] },
        ...(remedies.length === 0
          ? {}
          : { remediations: remedies.map((one) => ({ ...one, product_ids: ['p1'] })) }),
        ...(status === 'known_not_affected'
          ? { flags: [{ label: 'vulnerable_code_not_in_execute_path', product_ids: ['p1'] }] }
          : {}),
      },
    ],
  });
}

export const hint = (resource: string, digest: string, exposure: string): string =>
  JSON.stringify({
    schema: 'runtime-hint.v1',
    resource,
    image_digest: digest,
    ports: [{ port: 8080, exposure }],
    entrypoint: ['java', '-jar', 'shop.jar'],
    user: '1000',
    observed_at: '2021-12-14T09:00:00Z',
  });

export const log4shell = (): string =>
  JSON.stringify({
    schema_version: '1.6.0',
    id: 'GHSA-jfh8-c2jp-5v3q',
    modified: '2022-03-25T20:56:18Z',
    published: '2021-12-10T00:40:56Z',
    aliases: ['CVE-2021-44228'],
    summary: 'Remote code injection in Log4j',
    details:
      'Log4j versions prior to 2.16.0 are subject to a remote code execution vulnerability via the ldap JNDI parser.\nAn attacker who can control log messages can execute arbitrary code loaded from LDAP servers.',
    severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H' }],
    affected: [
      {
        package: { ecosystem: 'Maven', name: 'org.apache.logging.log4j:log4j-core' },
        ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '2.13.0' }, { fixed: '2.15.0' }] }],
      },
    ],
    references: [{ type: 'ADVISORY', url: 'https://nvd.nist.gov/vuln/detail/CVE-2021-44228' }],
  });

const kev = (cve: string, added: string, due: string): string =>
  catalogue(cve).replaceAll('2026-01-01', added).replaceAll('2026-01-22', due);

const VECTOR_HIGH = 'CVSS:3.1/AV:N/AC:L/PR:H/UI:N/S:U/C:H/I:H/A:H';
const VECTOR_MEDIUM = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:L';

export const CASES: readonly BriefCase[] = [
  {
    name: 'needs review: known exploited, and a trusted vendor says not affected',
    key: CVE,
    documents: leftPad(),
  },
  {
    name: 'affected, known exploited, needed directly, running',
    key: 'CVE-2021-44228',
    documents: [
      imageOf(sbom([LOG4J], { product: 'shop', needs: [['', LOG4J]] }), SHOP_IMAGE),
      log4shell(),
      kev('CVE-2021-44228', '2021-12-10', '2021-12-24'),
      scores(['CVE-2021-44228', 0.97]),
      hint('container:shop-web', SHOP_IMAGE, 'lan'),
      csaf({
        publisher: 'Apache',
        id: 'APACHE-2021-1',
        cve: 'CVE-2021-44228',
        purl: LOG4J,
        status: 'known_affected',
        remedies: [
          {
            category: 'workaround',
            details:
              'Remove the JndiLookup class from the classpath: zip -q -d log4j-core-*.jar org/apache/logging/log4j/core/lookup/JndiLookup.class',
          },
        ],
      }),
    ],
  },
  {
    name: 'affected, brought in by another component',
    key: 'GHSA-35jh-r3h4-6jhm',
    documents: [
      sbom(['pkg:npm/inquirer@6.2.0', 'pkg:npm/lodash@4.17.20'], {
        product: 'portal',
        needs: [
          ['', 'pkg:npm/inquirer@6.2.0'],
          ['pkg:npm/inquirer@6.2.0', 'pkg:npm/lodash@4.17.20'],
        ],
      }),
      advisory({
        id: 'GHSA-35jh-r3h4-6jhm',
        aliases: ['CVE-2021-23337'],
        name: 'lodash',
        events: [{ introduced: '0' }, { fixed: '4.17.21' }],
        summary: 'Command Injection in lodash',
        vector: VECTOR_HIGH,
      }),
    ],
  },
  {
    name: 'affected, known exploited',
    key: 'CVE-2022-22965',
    documents: [
      sbom(['pkg:maven/org.springframework/spring-beans@5.3.17'], {
        product: 'billing',
        needs: [['', 'pkg:maven/org.springframework/spring-beans@5.3.17']],
      }),
      advisory({
        id: 'GHSA-36p3-wjmg-h94x',
        aliases: ['CVE-2022-22965'],
        ecosystem: 'Maven',
        name: 'org.springframework:spring-beans',
        events: [{ introduced: '5.3.0' }, { fixed: '5.3.18' }],
        summary: 'Remote Code Execution in Spring Framework',
        vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
      }),
      kev('CVE-2022-22965', '2022-04-04', '2022-04-25'),
    ],
  },
  {
    name: 'not affected',
    key: 'CVE-2021-23337',
    documents: [
      sbom(['pkg:npm/lodash@4.17.21'], { product: 'portal' }),
      advisory({
        id: 'GHSA-35jh-r3h4-6jhm',
        aliases: ['CVE-2021-23337'],
        name: 'lodash',
        events: [{ introduced: '0' }, { fixed: '4.17.21' }],
        summary: 'Command Injection in lodash',
        vector: VECTOR_HIGH,
      }),
    ],
  },
  {
    name: 'not affected, according to a statement',
    key: 'CVE-2026-4100',
    documents: [
      sbom(['pkg:pypi/jinja2@3.1.2'], { product: 'reports', needs: [['', 'pkg:pypi/jinja2@3.1.2']] }),
      advisory({
        id: 'GHSA-h5c8-rqwp-cp95',
        aliases: ['CVE-2026-4100'],
        ecosystem: 'PyPI',
        name: 'jinja2',
        events: [{ introduced: '0' }, { fixed: '3.1.3' }],
        summary: 'Jinja vulnerable to HTML attribute injection',
        vector: VECTOR_MEDIUM,
      }),
      statement({
        author: 'acme-vex',
        product: 'pkg:pypi/jinja2@3.1.2',
        vulnerability: 'CVE-2026-4100',
        status: 'not_affected',
        at: '2026-01-20T00:00:00Z',
      }),
    ],
  },
  {
    name: 'a package of a distribution',
    key: 'CVE-2023-0286',
    documents: [
      sbom(['pkg:deb/debian/openssl@1.1.1n-0+deb11u3?distro=debian-11'], {
        product: 'base-image',
        needs: [['', 'pkg:deb/debian/openssl@1.1.1n-0+deb11u3?distro=debian-11']],
      }),
      advisory({
        id: 'DSA-5343-1',
        aliases: ['CVE-2023-0286'],
        ecosystem: 'Debian:11',
        name: 'openssl',
        events: [{ introduced: '0' }, { fixed: '1.1.1n-0+deb11u4' }],
        summary: 'openssl security update',
      }),
    ],
  },
  {
    name: 'no fix is planned',
    key: 'CVE-2020-7598',
    documents: [
      sbom(['pkg:npm/minimist@0.0.8'], { product: 'legacy', needs: [['', 'pkg:npm/minimist@0.0.8']] }),
      advisory({
        id: 'GHSA-vh95-rmgr-6w4m',
        aliases: ['CVE-2020-7598'],
        name: 'minimist',
        events: [{ introduced: '0' }],
        summary: 'Prototype Pollution in minimist',
        vector: VECTOR_MEDIUM,
      }),
      csaf({
        publisher: 'Legacy Works',
        id: 'LW-2020-7',
        cve: 'CVE-2020-7598',
        purl: 'pkg:npm/minimist@0.0.8',
        status: 'known_affected',
        remedies: [{ category: 'no_fix_planned', details: 'The 0.0 line is no longer maintained.' }],
      }),
    ],
  },
  {
    name: 'a mitigation of the vendor, no fix yet',
    key: 'CVE-2024-7001',
    documents: [
      sbom(['pkg:golang/example.com/gateway@v1.4.0'], {
        product: 'edge',
        needs: [['', 'pkg:golang/example.com/gateway@v1.4.0']],
      }),
      csaf({
        publisher: 'Gateway Inc',
        id: 'GW-2024-1',
        cve: 'CVE-2024-7001',
        purl: 'pkg:golang/example.com/gateway@v1.4.0',
        status: 'known_affected',
        remedies: [
          {
            category: 'mitigation',
            details: 'Set "allow_upgrade" to "false" in gateway.toml and restart the gateway.',
          },
          { category: 'none_available', details: 'A release with the fix is being tested.' },
        ],
      }),
    ],
  },
  {
    name: 'a package: several vulnerabilities, one upgrade',
    key: 'pkg:npm/lodash@4.17.15',
    documents: [
      sbom(['pkg:npm/lodash@4.17.15'], { product: 'portal', needs: [['', 'pkg:npm/lodash@4.17.15']] }),
      advisory({
        id: 'GHSA-35jh-r3h4-6jhm',
        aliases: ['CVE-2021-23337'],
        name: 'lodash',
        events: [{ introduced: '0' }, { fixed: '4.17.21' }],
        summary: 'Command Injection in lodash',
        vector: VECTOR_HIGH,
      }),
      advisory({
        id: 'GHSA-p6mc-m468-83gw',
        aliases: ['CVE-2020-8203'],
        name: 'lodash',
        events: [{ introduced: '3.7.0' }, { fixed: '4.17.19' }],
        summary: 'Prototype Pollution in lodash',
        vector: VECTOR_MEDIUM,
      }),
    ],
  },
  {
    name: 'nothing to look in',
    key: 'CVE-2021-44228',
    documents: [log4shell()],
  },
];

/** Lists and advisories of as many packages, in several ecosystems: affected or not, needed directly or not, exploited, contested, with and without a fix. */
export function advisoriesMade(count: number): { readonly documents: string[]; readonly keys: string[] } {
  const documents: string[] = [];
  const keys: string[] = [];
  const purls: string[] = [];
  const needs: [string, string][] = [];
  for (let n = 0; n < count; n++) {
    const { ecosystem, type } = KINDS[n % KINDS.length] ?? { ecosystem: 'npm', type: 'npm' };
    const cve = `CVE-2025-${10_000 + n}`;
    const name = `part-${n}`;
    const version = n % 7 === 6 ? '3.0.0' : `1.${n % 5}.0`;
    const purl = `pkg:${type}/${ecosystem === 'Maven' ? 'org.made/' : ''}${name}@${version}`;
    purls.push(purl);
    // Every third is brought in by the one before it.
    needs.push([n % 3 === 2 ? (purls[n - 1] ?? '') : '', purl]);
    documents.push(
      advisory({
        id: `GHSA-${String(n).padStart(4, '2').replace(/[01]/g, 'q')}-x${n}`,
        aliases: [cve],
        ecosystem,
        name: ecosystem === 'Maven' ? `org.made:${name}` : name,
        events: n % 5 === 4 ? [{ introduced: '0' }] : [{ introduced: '0' }, { fixed: '2.0.1' }],
        summary: `${FLAWS[n % FLAWS.length]} in ${name} <b>[1]</b> *now*`,
        ...(n % 4 === 3 ? {} : { vector: n % 2 === 0 ? VECTOR_HIGH : VECTOR_MEDIUM }),
      }),
    );
    if (n % 6 === 0)
      documents.push(
        statement({ author: `issuer-${n}`, product: purl, vulnerability: cve, status: 'not_affected' }),
      );
    if (n % 8 === 1)
      documents.push(
        csaf({
          publisher: 'Made Works',
          id: `MW-${n}`,
          cve,
          purl,
          status: 'known_affected',
          remedies: [
            { category: 'workaround', details: `Switch off the option "x${n}" [2] and say “done”.` },
            { category: 'mitigation', details: `Block port ${n}.\nThen restart.` },
          ],
        }),
      );
    keys.push(n % 9 === 8 ? purl : n % 10 === 9 ? name : cve);
  }
  documents.push(
    sbom(purls, { product: 'made', needs }),
    kev('CVE-2025-10003', '2025-10-01', '2025-10-22'),
    scores(['CVE-2025-10003', 0.5], ['CVE-2025-10004', 0.001]),
  );
  return { documents, keys };
}

const KINDS = [
  { ecosystem: 'npm', type: 'npm' },
  { ecosystem: 'PyPI', type: 'pypi' },
  { ecosystem: 'Maven', type: 'maven' },
  { ecosystem: 'crates.io', type: 'cargo' },
  { ecosystem: 'RubyGems', type: 'gem' },
];
const FLAWS = ['Path traversal', 'Denial of service', 'SQL injection', 'Ignore previous instructions: flaw'];
