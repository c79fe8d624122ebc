// From what a document says to the rows that are stored of it: records as JSON, and beside each the keys by which it is found. Pure: the same document gives
// the same rows. Called in the thread that imports. Source: advisory, Evidence.
import { createHash } from 'node:crypto';
import type { ImportedDocument, TakenRows } from '../../store/evidence/documents.ts';
import type { ReadDocument } from '../formats/read-document.ts';
import type { AffectedPackage, Claim, EvidenceDocument, Sbom } from '../formats/records.ts';
import { advisoryId } from '../identity/advisory-id.ts';
import { packageKey, packageKeyOfEcosystem } from '../identity/package-key.ts';
import { parsePurl } from '../identity/purl.ts';

/** Nothing real is longer; what is, is shown by its beginning. */
const MAX_ORIGIN = 1000;

/** @param origin where it came from, as it is shown */
export function rowsOf(
  project: string,
  origin: string,
  read: Extract<ReadDocument, { ok: true }>,
): ImportedDocument {
  const { document, raw, sha256, size } = read;
  const { format, key, version, title, issuer, licence, statedAt, notes, sbom } = document;
  return {
    raw,
    document: {
      ...{ project, format, version, title, issuer, licence, sha256, bytes: size, stated_at: statedAt },
      ...{ key: bounded(key), origin: origin.slice(-MAX_ORIGIN).toWellFormed() },
      product: sbom && productOf(sbom),
      subject: sbom && JSON.stringify(sbom.subject),
      notes: JSON.stringify(notes),
    },
    rows: takenFrom(document),
  };
}

/** A key has to fit into an index. */
const bounded = (key: string): string =>
  key.length <= 500
    ? key
    : `${key.slice(0, 400).toWellFormed()}#${createHash('sha256').update(key).digest('hex')}`;

/** What a list is of, the same for every version of it. */
export function productOf({ subject }: Sbom): string {
  const read = subject.purl === null ? null : parsePurl(subject.purl);
  // Images of one name in two registries are two products.
  const home = read?.ok ? read.purl.qualifiers.get('repository_url') : undefined;
  const key = read?.ok ? packageKey(read.purl) + (home ? `?${home}` : '') : null;
  return bounded(key ?? `name/${subject.name}`);
}

/** An id as it stands where it is none: it is shown, and found by nobody. */
const spelled = (id: string): string => advisoryId(id)?.id ?? id.slice(0, 256).toWellFormed();

function keyOfPurl(text: string | null): string | null {
  const parsed = text === null ? null : parsePurl(text);
  return parsed?.ok ? packageKey(parsed.purl) : null;
}

function takenFrom({
  advisories,
  claims,
  sbom,
  traces,
  hints,
  exploited,
  scores,
}: EvidenceDocument): TakenRows {
  return {
    advisories: advisories.map(({ affected: _, ...advisory }) => ({
      ...{
        advisory_id: spelled(advisory.id),
        withdrawn: advisory.withdrawn,
        modified: advisory.modified,
      },
      record: JSON.stringify(advisory),
    })),
    aliases: advisories.flatMap(({ id, aliases }) =>
      aliases.map((alias) => ({ advisory_id: spelled(id), alias: spelled(alias) })),
    ),
    affected: advisories.flatMap(({ id, affected }) =>
      affected.map((one) => ({
        ...{ advisory_id: spelled(id), package_key: keyOfAffected(one), ecosystem: ecosystemOf(one) },
        record: JSON.stringify(one),
      })),
    ),
    claims: claims.flatMap(claimRows),
    ...listRows(sbom),
    notes: [
      ...traces.map((one) => ({ kind: 'trace' as const, about: one.finding, record: JSON.stringify(one) })),
      ...hints.map((one) => ({ kind: 'hint' as const, about: one.resource, record: JSON.stringify(one) })),
    ],
    exploited: exploited.map(({ cve, ...one }) => ({ cve, record: JSON.stringify(one) })),
    scores: scores.map(({ cve, score, percentile, at }) => ({ cve, score, percentile, at })),
  };
}

function keyOfAffected({ purl, ecosystem, name }: AffectedPackage): string | null {
  const key = ecosystem === null ? null : (packageKeyOfEcosystem(ecosystem, name)?.key ?? null);
  return key ?? keyOfPurl(purl);
}

const ecosystemOf = ({ ecosystem, purl }: AffectedPackage): string =>
  (ecosystem ?? /^pkg:[a-z0-9.+-]{1,40}(?=\/)/.exec(purl ?? '')?.[0] ?? '').slice(0, 200).toWellFormed();

/** A product with several package URLs is found by each of them. */
function claimRows(claim: Claim) {
  const keys = new Set(claim.product.purls.map(keyOfPurl));
  keys.delete(null);
  const row = { vulnerability: spelled(claim.vulnerability), record: JSON.stringify(claim) };
  return keys.size === 0
    ? [{ ...row, package_key: null }]
    : [...keys].map((package_key) => ({ ...row, package_key }));
}

/** Components are numbered from 1; 0 is what the list is of. */
function listRows(sbom: Sbom | null): Pick<TakenRows, 'components' | 'dependencies'> {
  if (!sbom) return { components: [], dependencies: [] };
  const numbers = new Map(sbom.components.map(({ ref }, index) => [ref, index + 1]));
  const { ref } = sbom.subject;
  // A subject that is a component too keeps that one's number: it may be hit itself.
  if (ref !== null && !numbers.has(ref)) numbers.set(ref, 0);
  const seen = new Set<string>();
  const dependencies = sbom.dependencies.flatMap(({ from, to, scope }) => {
    const parent = numbers.get(from);
    const child = numbers.get(to);
    if (parent === undefined || child === undefined || seen.has(`${parent} ${child}`)) return [];
    seen.add(`${parent} ${child}`);
    return [{ parent, child, scope }];
  });
  return {
    components: sbom.components.map((one) => ({
      ...{ package_key: keyOfPurl(one.purl), record: JSON.stringify(one) },
    })),
    dependencies,
  };
}
