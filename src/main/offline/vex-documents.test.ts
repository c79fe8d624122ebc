// Promises: whatever was decided about whatever it is called, both documents follow their schemas and say the same; the order in which decisions were stored is of no account;
// what was taken back or decided anew is not said.
import { expect, it } from 'vitest';
import { FINDING_DECISIONS, JUSTIFICATIONS } from '../../shared/model/evidence/words.ts';
import { fc, runs } from '../../shared/testing/campaign.ts';
import { readDocument } from '../advisory/formats/read-document.ts';
import type { PortableDecision } from '../store/bundles/decisions.ts';
import { cycloneDxVexOf, openVexOf, standing } from './vex-documents.ts';

const AT = Date.UTC(2026, 0, 2);
const decision = (more: Partial<PortableDecision> = {}): PortableDecision => ({
  ...{ project: 'default', product: 'oci/web', package_key: 'npm/left-pad', vulnerability: 'CVE-2026-1' },
  ...{ version: '1.3.0', kind: 'affected', justification: null, reason: 'It is.', expires_at: null },
  ...{ decided_by: 'ann', decided_at: AT, undone_at: null, ...more },
});

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
    claims.map(({ vulnerability, status, statedAt }) => ({ vulnerability, status, statedAt }));
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
