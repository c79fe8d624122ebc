import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDocument } from './read-document.ts';
import type { EvidenceDocument } from './records.ts';

const read = (value: unknown) =>
  readDocument(new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)));

async function taken(value: unknown): Promise<EvidenceDocument> {
  const result = await read(value);
  if (!result.ok) throw new Error(`${result.path}: ${result.reason}`);
  return result.document;
}

async function refused(value: unknown): Promise<readonly [path: string, reason: string]> {
  const result = await read(value);
  if (result.ok) throw new Error('It was taken.');
  return [result.path, result.reason];
}

const osv = {
  id: 'GHSA-aaaa-bbbb-cccc',
  modified: '2024-01-02T00:00:00Z',
  aliases: ['CVE-2024-1'],
  affected: [
    {
      package: { ecosystem: 'npm', name: 'left-pad' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.2.3' }] }],
    },
  ],
};

const csaf = {
  document: {
    category: 'csaf_vex',
    csaf_version: '2.0',
    title: 'Two products',
    publisher: { category: 'vendor', name: 'ACME', namespace: 'https://acme.example' },
    tracking: {
      id: 'ACME-1',
      status: 'final',
      version: '2',
      current_release_date: '2024-03-01T00:00:00Z',
      initial_release_date: '2024-02-01T00:00:00Z',
      revision_history: [
        { number: '1', date: '2024-02-01T00:00:00Z', summary: 'first' },
        { number: '2', date: '2024-03-01T00:00:00Z', summary: 'second' },
      ],
    },
  },
  product_tree: {
    branches: [
      {
        category: 'vendor',
        name: 'ACME',
        branches: [
          {
            category: 'product_version',
            name: '1.0',
            product: {
              product_id: 'lib',
              name: 'Library 1.0',
              product_identification_helper: { purl: 'pkg:npm/acme-lib@1.0' },
            },
          },
          {
            category: 'product_name',
            name: 'OS',
            product: {
              product_id: 'os',
              name: 'ACME OS',
              product_identification_helper: { cpe: 'cpe:/o:acme:os:9' },
            },
          },
        ],
      },
    ],
    relationships: [
      {
        category: 'default_component_of',
        product_reference: 'lib',
        relates_to_product_reference: 'os',
        full_product_name: { product_id: 'os:lib', name: 'Library as a part of ACME OS' },
      },
    ],
    product_groups: [{ group_id: 'all', product_ids: ['lib', 'os:lib'] }],
  },
  vulnerabilities: [
    {
      cve: 'CVE-2024-1000',
      product_status: { known_not_affected: ['lib'], fixed: ['os:lib'], recommended: ['lib'] },
      flags: [{ label: 'component_not_present', product_ids: ['lib'] }],
      remediations: [
        { category: 'vendor_fix', details: 'Update.', group_ids: ['all'], url: 'https://acme.example/1' },
      ],
    },
  ],
};

const bom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: {
    timestamp: '2024-01-01T00:00:00Z',
    component: { type: 'container', name: 'web', version: `sha256:${'a'.repeat(64)}`, 'bom-ref': 'web' },
  },
  components: [
    {
      ...{ type: 'library', name: 'outer', version: '1', 'bom-ref': 'outer', purl: 'pkg:npm/outer@1' },
      components: [
        {
          type: 'library',
          name: 'inner',
          version: '2',
          'bom-ref': 'inner',
          purl: 'pkg:npm/inner@2',
          scope: 'optional',
        },
      ],
    },
    { type: 'library', name: 'inner', version: '3' },
  ],
  dependencies: [{ ref: 'web', dependsOn: ['outer'] }],
};

const spdx = {
  spdxVersion: 'SPDX-2.3',
  SPDXID: 'SPDXRef-DOCUMENT',
  name: 'app',
  dataLicense: 'CC0-1.0',
  creationInfo: { created: '2024-01-01T00:00:00Z', creators: ['Tool: x'] },
  packages: [
    {
      SPDXID: 'SPDXRef-app',
      name: 'app',
      downloadLocation: 'NOASSERTION',
      externalRefs: [
        { referenceCategory: 'PACKAGE_MANAGER', referenceType: 'purl', referenceLocator: 'pkg:npm/app@1' },
      ],
    },
  ],
  documentDescribes: ['SPDXRef-app'],
};

const vex = {
  '@context': 'https://openvex.dev/ns/v0.0.1',
  '@id': 'https://x.example/old',
  author: 'A',
  timestamp: '2023-01-08T18:02:03.647787998-06:00',
  version: '1',
  statements: [
    {
      vulnerability: 'CVE-2023-1',
      products: ['pkg:oci/web', 'pkg:oci/api'],
      subcomponents: ['pkg:npm/left-pad@1', ''],
      status: 'fixed',
    },
  ],
};

const IMAGE = 'b'.repeat(64);

const attestation = (predicateType: string, predicate: unknown) => ({
  _type: 'https://in-toto.io/Statement/v0.1',
  predicateType,
  subject: [{ name: 'registry.example/web', digest: { sha256: IMAGE } }],
  predicate,
});

const envelope = (statement: unknown) => ({
  payloadType: 'application/vnd.in-toto+json',
  payload: Buffer.from(JSON.stringify(statement)).toString('base64'),
  signatures: [{ keyid: '', sig: 'AAAA' }],
});

describe('a document', () => {
  it.each(['SPDX-2.2', 'SPDX-2.3', 'SPDX-2.3.1'])(
    'in %s is taken, whichever way it parts words',
    async (spdxVersion) => {
      const [app] = spdx.packages;
      const packages = [
        app,
        ...['OPERATING_SYSTEM', 'OPERATING-SYSTEM'].map((primaryPackagePurpose) => ({
          ...app,
          SPDXID: `SPDXRef-${primaryPackagePurpose}`,
          primaryPackagePurpose,
        })),
      ];
      const { sbom } = await taken({ ...spdx, spdxVersion, packages });
      expect(sbom?.subject).toMatchObject({ name: 'app', purl: 'pkg:npm/app@1' });
      expect(sbom?.components.map(({ kind }) => kind)).toEqual([
        'library',
        'operating-system',
        'operating-system',
      ]);
    },
  );

  it('in SPDX lists a package under each name that its package URLs give it', async () => {
    const purls = ['pkg:npm/x@1', 'pkg:npm/y@1?a=1', 'pkg:npm/y@1?a=2'];
    const both = {
      ...{ SPDXID: 'SPDXRef-both', name: 'both', downloadLocation: 'NOASSERTION' },
      externalRefs: purls.map((referenceLocator) => ({
        ...{ referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator },
      })),
    };
    const relationships = [
      { spdxElementId: 'SPDXRef-app', relationshipType: 'DEPENDS_ON', relatedSpdxElement: 'SPDXRef-both' },
    ];
    const { sbom } = await taken({ ...spdx, packages: [...spdx.packages, both], relationships });
    expect(sbom?.components.map(({ ref, purl }) => [ref, purl])).toEqual([
      ['SPDXRef-both', 'pkg:npm/x@1'],
      ['SPDXRef-both#2', 'pkg:npm/y@1?a=1'],
    ]);
    expect(sbom?.dependencies.map(({ from, to }) => [from, to])).toEqual([
      ['SPDXRef-app', 'SPDXRef-both'],
      ['SPDXRef-app', 'SPDXRef-both#2'],
    ]);
  });

  it.each(['1.2', '1.3'])(
    'in CycloneDX %s is taken, with members its own schema leaves open',
    async (specVersion) => {
      const { sbom } = await taken({ ...bom, specVersion, 'x-tool': 'y' });
      expect(sbom?.components).toHaveLength(3);
      const [path] = await refused({ ...bom, specVersion, vulnerabilities: [{ affects: 'all' }] });
      expect(path).toBe('/vulnerabilities/0/affects');
    },
  );

  it('in OpenVEX 0.0.1 gives a claim a product, with what is in it', async () => {
    const { claims, version, statedAt } = await taken(vex);
    expect([version, statedAt]).toEqual(['1', Date.parse('2023-01-09T00:02:03.647Z')]);
    expect(
      claims.map(({ vulnerability, product, subcomponents }) => [
        vulnerability,
        product.purls,
        subcomponents,
      ]),
    ).toEqual([
      ['CVE-2023-1', ['pkg:oci/web'], ['pkg:npm/left-pad@1']],
      ['CVE-2023-1', ['pkg:oci/api'], ['pkg:npm/left-pad@1']],
    ]);
    expect((await taken({ ...vex, '@context': 'https://openvex.dev/ns' })).claims).toHaveLength(2);
  });

  it('from GitHub’s dependency graph is taken out of its answer', async () => {
    expect((await taken({ sbom: spdx })).sbom?.subject.name).toBe('app');
  });

  it.each([
    ['a statement', attestation('https://cyclonedx.org/bom', bom)],
    ['an envelope', envelope(attestation('https://cyclonedx.org/bom/v1.5', bom))],
    [
      'a Sigstore bundle',
      { mediaType: 'x', dsseEnvelope: envelope(attestation('https://cyclonedx.org/bom', bom)) },
    ],
    [
      'cosign’s Data',
      attestation('https://cosign.sigstore.dev/attestation/v1', { Data: JSON.stringify(bom) }),
    ],
    ['cosign’s object', attestation('cosign.sigstore.dev/attestation/v1', { Data: bom })],
    ['cosign’s base64', attestation('x', { Data: Buffer.from(JSON.stringify(bom)).toString('base64') })],
  ])('in %s is opened, and is of the image that is attested', async (_, wrapped) => {
    const { sbom } = await taken(wrapped);
    expect(sbom?.components).toHaveLength(3);
    expect(sbom?.subject).toMatchObject({
      name: 'web',
      digests: [`sha256:${'a'.repeat(64)}`, `sha256:${IMAGE}`],
    });
  });

  it('in OpenVEX that names no product is about what is attested', async () => {
    const statement = { vulnerability: 'CVE-2023-1', status: 'fixed' };
    const document = await taken(attestation('https://openvex.dev/ns', { ...vex, statements: [statement] }));
    expect(document.claims.map(({ product }) => [product.name, product.digests])).toEqual([
      ['registry.example/web', [`sha256:${IMAGE}`]],
    ]);
    expect(document.notes).toEqual([]);
  });

  it('in OSV of a database and an ecosystem that nobody knows is taken, and says so', async () => {
    const affected = [{ ...osv.affected[0], package: { ecosystem: 'Zig:1', name: 'zap' } }];
    const { advisories, notes } = await taken({ ...osv, id: 'ZIGSEC-2027-1', affected });
    expect(advisories[0]?.affected[0]).toMatchObject({ ecosystem: 'Zig:1', name: 'zap' });
    expect(notes).toEqual([
      expect.stringContaining('"ZIGSEC" is not known'),
      expect.stringContaining('"Zig:1" is not known'),
    ]);
    expect((await taken(osv)).notes).toEqual([]);
  });

  it('with a byte order mark is taken', async () => {
    expect((await taken(`\ufeff${JSON.stringify(osv)}`)).key).toBe(osv.id);
  });

  it('in OSV gives its advisory, with what it affects', async () => {
    const { key, issuer, advisories } = await taken(osv);
    expect([key, issuer, advisories[0]?.aliases]).toEqual(['GHSA-aaaa-bbbb-cccc', 'GHSA', ['CVE-2024-1']]);
    expect(advisories[0]?.affected).toEqual([
      {
        ...{ purl: null, ecosystem: 'npm', name: 'left-pad', versions: [] },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.2.3' }] }],
      },
    ]);
  });

  it('in OSV is not refused for a link with letters of another alphabet', async () => {
    const references = [{ type: 'WEB', url: 'https://example.org/ß ü' }];
    expect((await taken({ ...osv, references })).advisories[0]?.references).toHaveLength(1);
  });

  it('in CSAF gives a claim for each product, groups and parts resolved', async () => {
    const { claims, advisories } = await taken(csaf);
    expect(claims.map(({ status, product }) => [status, product.name, ...product.purls])).toEqual([
      ['not_affected', 'Library 1.0', 'pkg:npm/acme-lib@1.0'],
      ['fixed', 'Library as a part of ACME OS', 'pkg:npm/acme-lib@1.0'],
    ]);
    expect(claims[1]?.product).toMatchObject({ within: { cpe: 'cpe:/o:acme:os:9' }, bound: 'from' });
    expect(claims.map(({ justification }) => justification)).toEqual(['component_not_present', null]);
    expect(claims.map(({ remedies }) => remedies.map(({ url }) => url))).toEqual([
      ...[['https://acme.example/1'], ['https://acme.example/1']],
    ]);
    expect(advisories[0]).toMatchObject({ id: 'ACME-1', aliases: [], related: ['CVE-2024-1000'] });
  });

  it('in CycloneDX gives components within components, what is optional as of the build, and the digest of its image', async () => {
    const { sbom, key } = await taken(bom);
    expect(sbom?.components.map(({ ref, scope }) => [ref, scope])).toEqual([
      ...[
        ['outer', 'runtime'],
        ['inner', 'build'],
        ['#2', 'runtime'],
      ],
    ]);
    expect(sbom?.dependencies).toEqual([
      { from: 'outer', to: 'inner', scope: 'build' },
      { from: 'web', to: 'outer', scope: 'runtime' },
    ]);
    expect([sbom?.subject.digests, key]).toEqual([
      [`sha256:${'a'.repeat(64)}`],
      `container web sha256:${'a'.repeat(64)}`,
    ]);
  });

  it('in CycloneDX says of one version what it says of that version', async () => {
    const vulnerabilities = [
      {
        id: 'CVE-2024-5',
        analysis: { state: 'exploitable' },
        affects: [
          {
            ref: 'outer',
            versions: [
              { version: '1', status: 'affected' },
              { range: 'vers:npm/>=2', status: 'unaffected' },
              { version: '0', status: 'unknown' },
            ],
          },
        ],
      },
    ];
    const { claims } = await taken({ ...bom, vulnerabilities });
    expect(claims.map(({ status, product }) => [status, product.version, product.versions])).toEqual([
      ['affected', '1', null],
      ['not_affected', null, 'vers:npm/>=2'],
      ['unknown', '0', null],
    ]);
  });

  it.each([
    ['not_affected', 'not_affected'],
    ['false_positive', 'not_affected'],
    ['resolved', 'fixed'],
    ['exploitable', 'affected'],
    ['in_triage', 'under_investigation'],
    [undefined, 'affected'],
  ])(
    'in CycloneDX analysed as %s says %s of the component of this list, and of no other',
    async (state, status) => {
      const analysis = state === undefined ? {} : { analysis: { state } };
      const vulnerabilities = [{ id: 'CVE-2024-5', ...analysis, affects: [{ ref: 'outer' }] }];
      const { claims, advisories, sbom } = await taken({ ...bom, vulnerabilities });
      expect(claims).toMatchObject([
        { status, product: { bomLink: { bom: sbom?.subject.serial, ref: 'outer' } } },
      ]);
      expect(advisories[0]?.affected).toEqual([]);
    },
  );

  it('in CSAF as a draft says of nothing that it is safe', async () => {
    const draft = { ...csaf.document, tracking: { ...csaf.document.tracking, status: 'draft' } };
    const product_status = { known_not_affected: ['lib'], known_affected: ['os:lib'] };
    const vulnerabilities = [{ cve: 'CVE-2024-1000', product_status }];
    const { claims, notes } = await taken({ ...csaf, document: draft, vulnerabilities });
    expect(claims.map(({ status }) => status)).toEqual(['affected']);
    expect(notes[0]).toMatch(/^It is a draft/);
  });

  it('in CSAF composes products in whatever order, and nothing of what leads nowhere or in a circle', async () => {
    const part = (id: string, of: string, within: string) => ({
      ...{ category: 'default_component_of', product_reference: of, relates_to_product_reference: within },
      full_product_name: { product_id: id, name: id },
    });
    const relationships = [
      part('os:module:lib', 'lib', 'os:module'),
      part('os:module', 'module', 'os'),
      part('gone:lib', 'lib', 'gone'),
      part('a', 'lib', 'b'),
      part('b', 'lib', 'a'),
    ];
    const full_product_names = [{ product_id: 'module', name: 'Module' }];
    const tree = { ...csaf.product_tree, relationships, full_product_names };
    const ids = ['os:module:lib', 'gone:lib', 'a', 'b'];
    const { claims, notes } = await taken({
      ...csaf,
      product_tree: tree,
      vulnerabilities: [{ cve: 'CVE-2024-1000', product_status: { known_not_affected: ids } }],
    });
    expect(claims.map(({ product }) => [product.name, product.within?.name])).toEqual([
      ['os:module:lib', 'ACME OS'],
    ]);
    expect(notes).toEqual([expect.stringMatching(/^3 of its relationships name products/)]);
  });

  it('in CSAF takes a fix for all later versions, but where a later one is listed', async () => {
    const name = (version: string) => ({
      ...{ product_id: version, name: version },
      product_identification_helper: { purl: `pkg:npm/lib@${version}` },
    });
    const boundsOf = async (fixed: string[], known_affected: string[]) => {
      const full_product_names = [...fixed, ...known_affected].map(name);
      const vulnerabilities = [{ cve: 'CVE-2024-1000', product_status: { fixed, known_affected } }];
      const { claims } = await taken({ ...csaf, product_tree: { full_product_names }, vulnerabilities });
      return claims.flatMap(({ status, product }) => (status === 'fixed' ? [product.bound ?? null] : []));
    };
    expect(await boundsOf(['2.4.1'], ['2.4.0'])).toEqual(['from']);
    expect(await boundsOf(['2.4.1'], ['2.5.0'])).toEqual([null]);
    expect(await boundsOf(['2.4.1', '2.5.3'], ['2.4.0'])).toEqual([null, 'from']);
  });

  it('in CycloneDX as a scanner writes it, without dependencies or analyses, is a list', async () => {
    const { dependencies: _, ...report } = bom;
    const components = [{ type: 'library', name: 'it', 'bom-ref': 'it', purl: 'pkg:npm/it@1' }];
    const vulnerabilities = [{ id: 'CVE-2024-5', affects: [{ ref: 'it' }] }];
    const { sbom } = await taken({ ...report, components, vulnerabilities });
    expect(sbom?.components.map(({ name }) => name)).toEqual(['it']);
  });

  it('in CycloneDX with components that are only spoken of is no list, and speaks of parts of its product', async () => {
    const vulnerabilities = [
      { id: 'CVE-2024-5', analysis: { state: 'exploitable' }, affects: [{ ref: 'it' }] },
    ];
    const { claims, sbom } = await taken({
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      metadata: { component: { type: 'application', name: 'web', version: '1' } },
      components: [{ type: 'library', name: 'it', 'bom-ref': 'it', purl: 'pkg:npm/it@1' }],
      vulnerabilities,
    });
    expect(sbom).toBeNull();
    expect(claims).toMatchObject([{ product: { purls: ['pkg:npm/it@1'], within: { name: 'web 1' } } }]);
  });

  it('of packages built from another keeps the source and the module stream that tools note', async () => {
    const noted = (...pairs: readonly (readonly [string, string])[]) =>
      pairs.map(([name, value]) => ({ name, value }));
    const { sbom } = await taken({
      ...bom,
      components: [
        {
          type: 'library',
          name: 'libssl3',
          properties: noted(
            ['aquasecurity:trivy:SrcName', 'openssl'],
            ['aquasecurity:trivy:SrcVersion', '3.0.9'],
            ['aquasecurity:trivy:SrcRelease', '1'],
            ['aquasecurity:trivy:SrcEpoch', '2'],
          ),
        },
        {
          type: 'library',
          name: 'nodejs',
          properties: noted(
            ['syft:metadata:sourceRpm', 'nodejs-18.1.0-1.src.rpm'],
            ['syft:metadata:modularityLabel', 'nodejs:18:8030020200:abc'],
          ),
        },
      ],
      dependencies: [],
    });
    expect(sbom?.components).toMatchObject([
      { source: 'openssl@2:3.0.9-1' },
      { source: 'nodejs-18.1.0-1.src.rpm', module: 'nodejs:18:8030020200:abc' },
    ]);
  });

  it('in SPDX gives what needs what, and what is there to build only', async () => {
    const list = {
      ...{ spdxVersion: 'SPDX-2.3', SPDXID: 'SPDXRef-DOCUMENT', name: 'app', dataLicense: 'CC0-1.0' },
      documentNamespace: 'https://acme.example/app',
      creationInfo: { created: '2024-01-01T00:00:00Z', creators: ['Tool: x'] },
      packages: ['app', 'lib', 'jest'].map((name) => ({
        ...{ SPDXID: `SPDXRef-${name}`, name, downloadLocation: 'NOASSERTION', versionInfo: '1' },
        externalRefs: [
          {
            referenceCategory: 'PACKAGE-MANAGER',
            referenceType: 'purl',
            referenceLocator: `pkg:npm/${name}@1`,
          },
        ],
      })),
      relationships: [
        ['SPDXRef-DOCUMENT', 'DESCRIBES', 'SPDXRef-app'],
        ['SPDXRef-app', 'DEPENDS_ON', 'SPDXRef-lib'],
        ['SPDXRef-jest', 'TEST_DEPENDENCY_OF', 'SPDXRef-app'],
      ].map(([spdxElementId, relationshipType, relatedSpdxElement]) => ({
        ...{ spdxElementId, relationshipType, relatedSpdxElement },
      })),
    };
    const { sbom } = await taken(list);
    expect(sbom?.subject.name).toBe('app');
    expect(sbom?.components.map(({ purl, scope }) => [purl, scope])).toEqual([
      ['pkg:npm/lib@1', 'runtime'],
      ['pkg:npm/jest@1', 'build'],
    ]);
    expect(sbom?.dependencies.map(({ from, to }) => [from, to])).toEqual([
      ['SPDXRef-app', 'SPDXRef-lib'],
      ['SPDXRef-app', 'SPDXRef-jest'],
    ]);
  });

  it('in OpenVEX gives a claim a product, at the time of its statement', async () => {
    const { claims } = await taken({
      ...{
        '@context': 'https://openvex.dev/ns/v0.2.0',
        '@id': 'https://x.example/1',
        author: 'A',
        version: 1,
      },
      timestamp: '2024-01-01T00:00:00Z',
      statements: [
        {
          ...{ vulnerability: { name: 'CVE-1' }, status: 'not_affected', timestamp: '2024-05-01T00:00:00Z' },
          justification: 'component_not_present',
          products: [
            { '@id': 'pkg:npm/a@1' },
            { '@id': 'https://x.example/b', identifiers: { purl: 'pkg:npm/b@1' } },
          ],
        },
      ],
    });
    expect(claims.map(({ product, statedAt }) => [product.purls, statedAt])).toEqual([
      [['pkg:npm/a@1'], Date.UTC(2024, 4, 1)],
      [['pkg:npm/b@1'], Date.UTC(2024, 4, 1)],
    ]);
  });

  it.each(['0001-01-01T00:00:00Z', '1970-01-01T00:00:00Z', '1980-01-01T00:00:00Z'])(
    '%s, the zero of a clock, is no date',
    async (modified) => {
      const { statedAt, advisories } = await taken({ ...osv, modified, published: '1999-01-02T00:00:00Z' });
      expect([statedAt, advisories[0]?.modified, advisories[0]?.published]).toEqual([
        null,
        null,
        Date.UTC(1999, 0, 2),
      ]);
    },
  );

  it('of what is exploited is read as CISA and FIRST publish it', async () => {
    const kev = await taken({
      ...{ title: 'CISA', catalogVersion: '2024.01.01', dateReleased: '2024-01-01T00:00:00.0000Z', count: 1 },
      vulnerabilities: [
        {
          ...{
            cveID: 'CVE-2024-3094',
            vulnerabilityName: 'xz',
            dateAdded: '2024-04-01',
            dueDate: '2024-04-22',
          },
          ...{ requiredAction: 'Apply.', knownRansomwareCampaignUse: 'Known' },
        },
      ],
    });
    expect(kev.exploited).toMatchObject([
      { cve: 'CVE-2024-3094', due: Date.UTC(2024, 3, 22), ransomware: true },
    ]);
    const epss = await taken(
      '#model_version:v2023.03.01,score_date:2024-03-29T00:00:00+0000\ncve,epss,percentile\r\nCVE-1999-0001,0.01167,0.83271\r\n',
    );
    expect([epss.statedAt, epss.scores]).toEqual([
      Date.UTC(2024, 2, 29),
      [{ cve: 'CVE-1999-0001', score: 0.01167, percentile: 0.83271, at: Date.UTC(2024, 2, 29) }],
    ]);
    const answer = {
      status: 'OK',
      data: [{ cve: 'CVE-2024-1234', epss: '0.5', percentile: '0.9', date: '2024-01-01' }],
    };
    expect((await taken(answer)).scores[0]?.score).toBe(0.5);
  });

  it('of our own formats has its sample in resources', async () => {
    const samples = join(import.meta.dirname, '../../../../resources/samples');
    const formats = [];
    for (const name of readdirSync(samples).sort())
      formats.push((await taken(readFileSync(join(samples, name), 'utf8'))).format);
    expect(formats).toEqual(['policy-trace', 'runtime-hint']);
  });
});

describe('what is refused says where and why', () => {
  it.each<[string, unknown, string, RegExp]>([
    ['an empty file', '', '', /empty/],
    ['no JSON', '{"id":', '', /not JSON/],
    ['a list', '[]', '', /none of the formats/],
    ['a stranger', { hello: 1 }, '', /none of the formats/],
    ['a member of another type', { ...osv, aliases: 'CVE-1' }, '/aliases', /must be array/],
    [
      'an event that is none',
      { ...osv, affected: [{ ...osv.affected[0], ranges: [{ type: 'SEMVER', events: [{ began: '1' }] }] }] },
      '/affected/0/ranges/0/events/0',
      /began|introduced/,
    ],
    ['a time that is none', { ...osv, modified: 'yesterday' }, '/modified', /date-time|pattern/],
    ['an unknown version', { ...bom, specVersion: '1.1' }, '/specVersion', /1\.2 to 1\.7/],
    ['SPDX 2.1', { spdxVersion: 'SPDX-2.1' }, '/spdxVersion', /SPDX-2\.2 to SPDX-2\.3\.1/],
    ['SPDX without a name', { spdxVersion: 'SPDX-2.2' }, '', /required/],
    ['an id that is none', { ...osv, id: '12' }, '/id', /pattern/],
    [
      'CycloneDX as XML',
      '<?xml version="1.0"?>\n<bom xmlns="http://cyclonedx.org/schema/bom/1.4"/>',
      '',
      /cyclonedx convert/,
    ],
    ['SPDX as tag-value', 'SPDXVersion: SPDX-2.3\nDataLicense: CC0-1.0', '', /pyspdxtools/],
    [
      'SPDX 3',
      { '@context': 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld', '@graph': [] },
      '',
      /SPDX 3.*spdx-json@2\.3/,
    ],
    ['a list of Syft', { artifacts: [], descriptor: { name: 'syft' } }, '', /syft convert/],
    [
      'a report of Trivy',
      { SchemaVersion: 2, ArtifactName: 'x', Results: [] },
      '',
      /trivy convert --format cyclonedx/,
    ],
    ['an empty answer of NVD', { format: 'NVD_CVE', version: '2.0', vulnerabilities: [] }, '', /no record/],
    ['an old feed of NVD', { CVE_data_type: 'CVE', CVE_Items: [] }, '', /version 1\.1.*2\.0/],
    ['a CVE record', { dataType: 'CVE_RECORD', cveMetadata: {} }, '', /CVE record.*OSV/],
    [
      'an attestation of something else',
      { ...attestation('https://slsa.dev/provenance/v1', { buildDefinition: {} }) },
      '/predicate',
      /slsa\.dev\/provenance\/v1.*CycloneDX/,
    ],
    [
      'a mistake within an envelope',
      envelope(attestation('https://cyclonedx.org/bom', { ...bom, version: 'one' })),
      '/payload/predicate/version',
      /integer/,
    ],
    [
      'an attestation of SPDX as tag-value',
      attestation('https://spdx.dev/Document', 'SPDXVersion: SPDX-2.3\nDataLicense: CC0-1.0'),
      '/predicate',
      /spdx\.dev\/Document.*pyspdxtools/,
    ],
    ['an envelope of no base64', { ...envelope({}), payload: '%' }, '', /base64/],
    ['CSAF 3', { document: { csaf_version: '3.0' } }, '/document/csaf_version', /2\.0 and 2\.1/],
    [
      'a claim without a reason',
      { ...csaf, vulnerabilities: [{ product_status: { fixed: 'lib' } }] },
      '/vulnerabilities/0/product_status/fixed',
      /array/,
    ],
    [
      'a component twice',
      {
        ...bom,
        components: [
          { type: 'library', name: 'a' },
          { name: 'a', type: 'library' },
        ],
      },
      '/components',
      /unique/i,
    ],
    ['a hint without ports', { schema: 'runtime-hint.v1', resource: 'x' }, '', /ports/],
    [
      'a port too high',
      { schema: 'runtime-hint.v1', resource: 'x', ports: [{ port: 70_000, exposure: 'lan' }] },
      '/ports/0/port',
      /65535/,
    ],
    [
      'a catalogue with an id that is none',
      {
        catalogVersion: '1',
        dateReleased: '2024-01-01',
        vulnerabilities: [{ cveID: 'x', dateAdded: '2024-01-01' }],
      },
      '/vulnerabilities/0/cveID',
      /KEV/,
    ],
    [
      'scores with a line that is none',
      'cve,epss,percentile\nCVE-2024-1111,0.1,0.2\nCVE-2024-1,2,3',
      '/3',
      /Line 3/,
    ],
  ])('%s', async (_, value, path, reason) => {
    const [where, why] = await refused(value);
    expect(where).toBe(path);
    expect(why).toMatch(reason);
  });
});

const SAMPLES = join(import.meta.dirname, '../../../../../shared/data/samples');
const areThere = existsSync(SAMPLES);

describe.skipIf(!areThere)(`the published samples${areThere ? '' : ' (skipped: not at hand)'}`, () => {
  const names = areThere ? readdirSync(SAMPLES).sort() : [];

  it('are twenty', () => expect(names).toHaveLength(20));

  it.each(names)('%s is taken, as the format its name says', async (name) => {
    const document = await taken(readFileSync(join(SAMPLES, name), 'utf8'));
    const prefix = { osv: 'osv', csaf: 'csaf', openvex: 'openvex', cyclonedx: 'cdx' };
    expect(name.startsWith(prefix[document.format as keyof typeof prefix])).toBe(true);
    expect(document.key).not.toBe('');
    expect(document.advisories.length + document.claims.length + (document.sbom ? 1 : 0)).toBeGreaterThan(0);
  });
});

const REPORTS = join(import.meta.dirname, '../../../../../shared/data/reports/advisory');
const areReported = existsSync(REPORTS);

describe.skipIf(!areReported)(
  `documents that were reported as refused${areReported ? '' : ' (skipped: not at hand)'}`,
  () => {
    const names = areReported ? readdirSync(REPORTS).filter((name) => name.startsWith('parse-')) : [];

    it.each(names)('%s is taken', async (name) => {
      const { documents } = JSON.parse(readFileSync(join(REPORTS, name), 'utf8')) as {
        documents: { sbom: unknown };
      };
      expect((await taken(documents.sbom)).sbom?.components.map(({ purl }) => purl)).toEqual([
        'pkg:npm/lodash@4.17.20',
      ]);
    });
  },
);
