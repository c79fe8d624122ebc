// What of a pack's sources may be recommended: entries of advisories with the versions that mend, remedies of vendors the operator trusts, decisions of policy; each with
// the ranges a target must lie outside of. Reads, and writes nothing. Called by read-context.ts; judged by in the room of briefs. Source: advisory, Guardrails.
import { readAffected, readClaims } from '../../store/evidence/matching.ts';
import type { StoreReader } from '../../store/store-access.ts';
import { entitiesIn } from '../cite/entity-forms.ts';
import { plainSigns } from '../cite/plain-signs.ts';
import type { REMEDIES } from '../cite/remediation.ts';
import type { AffectedPackage, Claim } from '../formats/records.ts';
import { byCodePoint } from '../identity/code-points.ts';
import type { ContextPack, Excerpt } from '../retrieval/pack-shape.ts';
import { type Scheme, schemeOfEcosystem, schemeOfPurlType } from '../versions/scheme.ts';

export type RemedyKind = (typeof REMEDIES)[number];

export interface Remedy {
  /** Of a piece, or of what a finding rests on. */
  readonly sourceId: string;
  readonly kind: RemedyKind;
  /** By which versions are compared; null where nobody knows. */
  readonly scheme: Scheme | null;
  /** Versions in which it is mended, as the source names them. */
  readonly fixes: readonly string[];
  /** A target lies in none of them. */
  readonly affected: readonly Pick<AffectedPackage, 'ranges' | 'versions'>[];
}

/** @returns in the order of their source ids; of sources of the pack, and of statements its findings rest on, alone */
export async function readRemedies(
  reader: StoreReader,
  project: string,
  pack: ContextPack,
): Promise<readonly Remedy[]> {
  const excerpts = new Map(
    pack.sections.flatMap(({ excerpts: all }) => all.map((one) => [one.source_id, one] as const)),
  );
  const grounds = new Set(pack.findings.flatMap(({ statements }) => statements.map((one) => one.source_id)));
  const isMeant = (sourceId: string): boolean => excerpts.has(sourceId) || grounds.has(sourceId);
  const packages = [...new Set([...pack.packages, ...pack.findings.map((one) => one.package_key)])];
  const [entries, claims] = await Promise.all([
    readAffected(reader, project, packages),
    readClaims(reader, project, packages),
  ]);
  const found = new Map<string, Remedy>();
  for (const row of entries) {
    const sourceId = `${row.format}:${row.documentKey}#affected-${row.n}`;
    if (isMeant(sourceId))
      found.set(sourceId, ofEntry(sourceId, row.key ?? '', JSON.parse(row.record) as AffectedPackage));
  }
  for (const row of claims) {
    const sourceId = `${row.format}:${row.documentKey}#claim-${row.n}`;
    if (excerpts.get(sourceId)?.trust !== 'trusted') continue;
    const remedy = ofClaim(sourceId, row.key ?? '', JSON.parse(row.record) as Claim);
    if (remedy !== null) found.set(sourceId, remedy);
  }
  for (const excerpt of excerpts.values())
    if (excerpt.kind === 'policy') found.set(excerpt.source_id, ofPolicy(excerpt));
  return [...found.values()].sort((a, b) => byCodePoint(a.sourceId, b.sourceId));
}

/** Of a package's key: `npm/left-pad`. */
export const schemeOfKey = (key: string): Scheme | null => schemeOfPurlType(key.split('/', 1)[0] ?? '');

function ofEntry(sourceId: string, key: string, entry: AffectedPackage): Remedy {
  const fixes = entry.ranges.flatMap((range) =>
    range.type === 'VERS' ? [] : range.events.flatMap(({ fixed }) => (fixed === undefined ? [] : [fixed])),
  );
  return {
    ...{ sourceId, kind: 'fixed_version', fixes: [...new Set(fixes)] },
    scheme: (entry.ecosystem === null ? null : schemeOfEcosystem(entry.ecosystem)) ?? schemeOfKey(key),
    affected: [{ ranges: entry.ranges, versions: entry.versions }],
  };
}

const VENDOR_REMEDIES: ReadonlySet<string> = new Set([
  'vendor_fix',
  'mitigation',
  'workaround',
  'optional_patch',
]);

/** Null where it names no remedy. */
function ofClaim(sourceId: string, key: string, { status, product, remedies }: Claim): Remedy | null {
  const offered = remedies.filter(({ kind }) => VENDOR_REMEDIES.has(kind));
  if (status !== 'fixed' && offered.length === 0) return null;
  const named = offered.flatMap(({ details }) => versionsIn(details));
  const fixed = status === 'fixed' && product.version !== null ? [product.version] : [];
  return {
    ...{ sourceId, kind: 'vendor_hotfix', scheme: schemeOfKey(key) },
    ...{ fixes: [...new Set([...fixed, ...named])], affected: [] },
  };
}

/** What a policy names it approves of, as it is written: nobody knows of which package it is. */
const ofPolicy = ({ source_id: sourceId, text }: Excerpt): Remedy => ({
  ...{ sourceId, kind: 'policy_workaround', scheme: null, fixes: versionsIn(text), affected: [] },
});

const versionsIn = (text: string): string[] => [
  ...new Set(
    entitiesIn(plainSigns(text), () => [])
      .filter(({ kind }) => kind === 'version')
      .map((entity) => entity.text),
  ),
];
