// Promises: whatever was decided about whatever it is called, both documents follow their schemas and say the same; the order in which decisions were stored is of no account;
// what was taken back or decided anew is not said.
import { describe, expect, it } from 'vitest';
import { FINDING_DECISIONS, JUSTIFICATIONS } from '../../shared/model/evidence/words.ts';
import { fc, runs } from '../../shared/testing/campaign.ts';
import { readDocument } from '../advisory/formats/read-document.ts';
import { decidedKey } from '../store/bundles/decided-findings.ts';
import type { PortableDecision } from '../store/bundles/decisions.ts';
import {
  cycloneDxVexOf as cycloneDxOfStatements,
  openVexOf as openVexOfStatements,
  standing,
  statementsOf,
} from './vex-documents.ts';

const AT = Date.UTC(2026, 0, 2);
const decision = (more: Partial<PortableDecision> = {}): PortableDecision => ({
  ...{ project: 'default', product: 'oci/web', package_key: 'npm/left-pad', vulnerability: 'CVE-2026-1' },
  ...{ version: '1.3.0', kind: 'affected', justification: null, reason: 'It is.', expires_at: null },
  ...{ decided_by: 'ann', decided_at: AT, undone_at: null, ...more },
});

type Decided = Parameters<typeof statementsOf>[1];
const NONE: Decided = new Map();
const openVexOf = (all: readonly PortableDecision[], found = NONE) =>
  openVexOfStatements(statementsOf(all, found));
const cycloneDxVexOf = (all: readonly PortableDecision[], found = NONE) =>
  cycloneDxOfStatements(statementsOf(all, found));

async function claimsOf(text: string | null) {
  // Checks the schema first.
  const read = await readDocument(Buffer.from(text ?? ''));
  if (!read.ok) throw new Error(`${read.path}: ${read.reason}`);
  return read.document.claims;
}

it('says each kind and each reason, in both, as the readers of both have them', async () => {
  const decisions = [
    ...FINDING_DECISIONS.filter((kind) => kind !== 'not_affected').map((kind, n) =>
      decision({ kind, vulnerability: `CVE-2026-80${n}` }),
    ),
    ...JUSTIFICATIONS.map((justification, n) =>
      decision({ kind: 'not_affected', justification, vulnerability: `CVE-2026-90${n}` }),
    ),
  ];
  const stand = standing(decisions);
  expect(stand).toHaveLength(decisions.length);
  const [open, cyclone] = [await claimsOf(openVexOf(stand)), await claimsOf(cycloneDxVexOf(stand))];
  const told = (claims: typeof open) =>
    claims.map(({ vulnerability, status, product, subcomponents, statedAt }) => ({
      vulnerability,
      status,
      whole: (product.within ?? product).purls,
      part: product.within ? product.purls : subcomponents,
      statedAt,
    }));
  expect(told(cyclone)).toEqual(told(open));
  expect(
    open
      .map(({ justification }) => justification)
      .filter(Boolean)
      .toSorted(),
  ).toEqual([...JUSTIFICATIONS].toSorted());
  const kept = cyclone.flatMap(({ justification }) => justification ?? []);
  expect(kept, 'CycloneDX has a word for three of the five').toHaveLength(3);
  expect(JUSTIFICATIONS).toEqual(expect.arrayContaining(kept));
  expect(openVexOf([]), 'a document says something').toBeNull();
});

it('says what was decided last of those that stand', async () => {
  const older = decision({
    kind: 'not_affected',
    justification: 'component_not_present',
    decided_at: AT - 5,
  });
  const undone = decision({ kind: 'fixed', decided_at: AT + 5, undone_at: AT + 6 });
  expect(standing([undone, decision(), older])).toEqual([decision()]);
  const [claim] = await claimsOf(openVexOf(standing([older, undone])));
  expect(claim).toMatchObject({
    status: 'not_affected',
    justification: 'component_not_present',
    statedAt: AT - 5,
  });
});

const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
const key = fc.oneof(
  name.map((text) => `name/${text}`),
  name.map((text) => `npm/@${text}/x`),
  fc.constant('oci/web?registry.example/a b'),
);
const any: fc.Arbitrary<PortableDecision> = fc
  .record({
    product: key,
    package_key: key,
    vulnerability: name,
    version: fc.option(name),
    reason: name,
    at: fc.nat({ max: 9 }),
  })
  .chain(({ at, ...about }) =>
    fc.constantFrom(...FINDING_DECISIONS).map((kind) =>
      decision({
        ...{ ...about, kind, decided_at: AT + at },
        justification: kind === 'not_affected' ? 'vulnerable_code_not_present' : null,
        expires_at: kind === 'accepted' ? AT + at * 1000 : null,
      }),
    ),
  );

it('whatever things are called, both follow their schemas, and shuffled decisions make the same bytes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(any, { minLength: 1, maxLength: 6 }), async (all) => {
      const [stand, turned] = [standing(all), standing(all.toReversed())];
      expect(openVexOf(turned)).toBe(openVexOf(stand));
      expect(cycloneDxVexOf(turned)).toBe(cycloneDxVexOf(stand));
      expect(await claimsOf(openVexOf(stand))).toHaveLength(stand.length);
      expect(await claimsOf(cycloneDxVexOf(stand))).toHaveLength(stand.length);
    }),
    { numRuns: runs(240) },
  );
});

describe('as other tools read them', () => {
  const image = decision({
    kind: 'not_affected',
    justification: 'vulnerable_code_not_in_execute_path',
    product: 'oci/web?ghcr.io/acme/web',
    package_key: 'golang/github.com/burntsushi/toml',
    version: '1.2.0',
  });
  const other = decision({
    product: 'name/Till',
    package_key: 'deb/debian/bash',
    version: '1:5.1-2',
    vulnerability: 'GHSA-35jh-r3h4-6jhm',
  });
  const digest = `sha256:${'ab'.repeat(32)}`;
  const found: Decided = new Map([
    [
      decidedKey(image),
      {
        component: { name: 'toml', purl: 'pkg:golang/github.com/BurntSushi/toml@1.2.0?type=module' },
        product: {
          name: 'web',
          purl: `pkg:oci/web@${digest}?arch=amd64&repository_url=ghcr.io/acme/web`,
          digests: [digest],
        },
        aliases: ['GHSA-aaaa-bbbb-cccc'],
      },
    ],
    [
      decidedKey(other),
      {
        component: { name: 'bash', purl: 'pkg:deb/debian/bash@5.1-2?arch=amd64&distro=debian-12&epoch=1' },
        product: { name: 'Till', purl: null, digests: [digest] },
        aliases: [],
      },
    ],
  ]);
  const open = JSON.parse(openVexOf([image, other], found) ?? '');
  const cyclone = JSON.parse(cycloneDxVexOf([image, other], found) ?? '');

  it('OpenVEX names products and components as their documents spell them, of any version of the product', () => {
    expect(open.statements.map(({ products }: { products: unknown }) => products)).toEqual([
      [
        {
          '@id': 'pkg:oci/web?repository_url=ghcr.io%2Facme%2Fweb',
          subcomponents: [{ '@id': 'pkg:golang/github.com/BurntSushi/toml@1.2.0' }],
        },
      ],
      [
        {
          '@id': 'urn:festinger:product:Till',
          hashes: { 'sha-256': digest.slice(7) },
          subcomponents: [{ '@id': 'pkg:deb/debian/bash@5.1-2?epoch=1' }],
        },
      ],
    ]);
    expect(open.statements[0].vulnerability).toEqual({
      name: 'CVE-2026-1',
      aliases: ['GHSA-aaaa-bbbb-cccc'],
    });
    expect(open['@id']).not.toBe(JSON.parse(openVexOf([image]) ?? '')['@id']);
  });

  it('CycloneDX lists each component within its product, and every reference leads to one of them', () => {
    const inner = cyclone.components.flatMap((one: { components: object[] }) => one.components);
    const refs = inner.map((one: { 'bom-ref': string }) => one['bom-ref']);
    expect(cyclone.vulnerabilities.map((one: { affects: { ref: string }[] }) => one.affects[0]?.ref)).toEqual(
      refs,
    );
    expect(cyclone.components.map((one: { purl?: string }) => one.purl)).toEqual([
      'pkg:oci/web?repository_url=ghcr.io%2Facme%2Fweb',
      undefined,
    ]);
    expect(inner.map((one: { purl: string }) => one.purl)).toEqual([
      'pkg:golang/github.com/BurntSushi/toml@1.2.0',
      'pkg:deb/debian/bash@5.1-2?epoch=1',
    ]);
    expect(cyclone.vulnerabilities.map((one: { source: object }) => one.source)).toEqual([
      { name: 'NVD' },
      { name: 'GITHUB' },
    ]);
  });

  it('what is read of both is about the component in its product, no list comes of it, and nothing else is affected', async () => {
    for (const text of [openVexOf([image, other], found), cycloneDxVexOf([image, other], found)]) {
      const read = await readDocument(Buffer.from(text ?? ''));
      if (!read.ok) throw new Error(read.reason);
      expect(read.document.sbom).toBeNull();
      expect(read.document.advisories.flatMap(({ affected }) => affected)).toEqual([]);
      const [claim] = read.document.claims;
      expect([claim?.product.within?.purls ?? claim?.product.purls]).toMatchObject([
        [expect.stringMatching(/^pkg:oci\/web\?repository_url=/)],
      ]);
      expect(claim?.product.within ? claim.product.purls : claim?.subcomponents).toEqual([
        'pkg:golang/github.com/BurntSushi/toml@1.2.0',
      ]);
    }
  });
});

it('every statement keeps the rules of OpenVEX that its schema does not hold', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(any, { minLength: 1, maxLength: 6 }), async (all) => {
      const { statements } = JSON.parse(openVexOf(standing(all)) ?? '');
      for (const one of statements as Record<string, string | undefined>[]) {
        // As its library validates them: what does not belong to a status stands beside none.
        expect(one.status === 'not_affected').toBe((one.justification ?? one.impact_statement) !== undefined);
        expect(one.status === 'affected').toBe(
          one.action_statement !== undefined && one.action_statement !== '',
        );
        const [product] = one.products as unknown as { '@id': string; subcomponents: { '@id': string }[] }[];
        for (const id of [product?.['@id'], product?.subcomponents[0]?.['@id']])
          expect(URL.canParse(id ?? '')).toBe(true);
      }
      const bom = JSON.parse(cycloneDxVexOf(standing(all)) ?? '');
      const refs: string[] = [...bom.components, ...bom.vulnerabilities].map((one) => one['bom-ref']);
      const inner: string[] = bom.components.flatMap((one: { components: { 'bom-ref': string }[] }) =>
        one.components.map((part) => part['bom-ref']),
      );
      expect(new Set([...refs, ...inner]).size).toBe(refs.length + inner.length);
      for (const { affects } of bom.vulnerabilities) expect(inner).toContain(affects[0].ref);
    }),
    { numRuns: runs(240) },
  );
});
