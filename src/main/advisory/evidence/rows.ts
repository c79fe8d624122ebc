// From what a document says to the rows that are stored of it: records as JSON, and beside each the keys by which it is found. Pure: the same document gives
// the same rows. Called in the thread that imports. Source: advisory, Evidence.
import { openName } from '../../../shared/open-name.ts';
import type { ImportedDocument, TakenRows } from '../../store/evidence/documents.ts';
import { ANY_PLACE, DAY_MS, placeOf } from '../../store/evidence/versions.ts';
import type { ReadDocument } from '../formats/read-document.ts';
import type { Advisory, AffectedPackage, Claim, EvidenceDocument, Format, Sbom } from '../formats/records.ts';
import { sourceKeyOf } from '../identity/component.ts';
import { boundedKey, keyOfAffected, keyOfComponent, keysOfClaim, spelledId } from '../identity/keys.ts';
import { productOf } from '../identity/product.ts';
import { linksOf } from '../identity/vulnerability.ts';
import { chunkRows, chunksOf } from '../retrieval/chunks.ts';
import { base64Of } from '../signing/base64.ts';
import { NO_SIDECARS, type Sidecars } from './sidecars.ts';

const OPENPGP =
  'The OpenPGP signature beside it was not verified: verify it with gpg. What counts here is a signature by a key you accepted, in PEM.';

const AHEAD = 'It is dated in the future, so it replaces no other version.';
const EMPTY_LIST =
  'It lists no components. An earlier list of this product that lists some stays the current one.';

/** Nothing real is longer; what is, is shown by its beginning. */
const MAX_ORIGIN = 1000;
const MAX_VERSION = 300;

/** What the operator's own tools write, and scores that all have one publisher: the newer replaces the older wherever it lies. */
const OF_ANY_PLACE: ReadonlySet<Format> = new Set(['policy-trace', 'runtime-hint', 'epss']);

export interface RowsAsked {
  /** What lay beside it. */
  readonly sidecars?: Sidecars;
  /** The places it came from, as they are stored; its origin unless given. */
  readonly source?: string | undefined;
  /** Milliseconds. */
  readonly now?: number;
}

/** @param origin where it came from, as it is shown */
export function rowsOf(
  project: string,
  origin: string,
  read: Extract<ReadDocument, { ok: true }>,
  { sidecars = NO_SIDECARS, source, now = Number.POSITIVE_INFINITY }: RowsAsked = {},
): ImportedDocument {
  const { document, raw, sha256, size, signature } = read;
  const { format, key, version, title, issuer, licence, statedAt, sbom } = document;
  const place = openName(origin).slice(-MAX_ORIGIN).toWellFormed();
  const of = sbom && productOf(sbom.subject, place);
  const product = of && boundedKey(of.key);
  return {
    raw,
    document: {
      ...{ project, format, version, title, issuer, licence, sha256, bytes: size, stated_at: statedAt },
      key: boundedKey(key),
      origin: place,
      source: OF_ANY_PLACE.has(format) ? ANY_PLACE : (source ?? placeOf(origin)),
      product,
      product_version: of && (of.version ?? '').slice(0, MAX_VERSION).toWellFormed(),
      subject: of && JSON.stringify({ ...sbom?.subject, name: of.name, version: of.version }),
      notes: JSON.stringify(notesOf(document, sidecars, now)),
      signature_state: signature?.state ?? null,
      signed_by: signature?.keyId ?? null,
      signature: sidecars.signature && base64Of(sidecars.signature),
    },
    rows: {
      ...takenFrom(document, now),
      chunks: chunkRows(project, sha256, chunksOf(document, boundedKey(key), product)),
    },
  };
}

function notesOf(
  { notes, statedAt, sbom }: EvidenceDocument,
  { isOpenPgp }: Sidecars,
  now: number,
): string[] {
  return [
    ...notes,
    ...(isOpenPgp ? [OPENPGP] : []),
    ...(isAhead(statedAt, now) ? [AHEAD] : []),
    ...(sbom?.components.length === 0 ? [EMPTY_LIST] : []),
  ];
}

/** Whether a time lies further ahead than clocks differ. */
const isAhead = (time: number | null, now: number): boolean => time !== null && time > now + DAY_MS;

function takenFrom(
  { format, advisories, claims, sbom, traces, hints, exploited, scores }: EvidenceDocument,
  now: number,
): Omit<TakenRows, 'chunks'> {
  const withdrawnOf = ({ withdrawn }: Pick<Advisory, 'withdrawn'>): number | null =>
    isAhead(withdrawn, now) ? null : withdrawn;
  return {
    advisories: advisories.map(({ affected: _, ...advisory }) => ({
      ...{
        advisory_id: spelledId(advisory.id),
        withdrawn: withdrawnOf(advisory),
        modified: advisory.modified,
      },
      record: JSON.stringify(advisory),
    })),
    // What is withdrawn joins nothing; statements may name a vulnerability by several ids.
    aliases: [
      ...advisories
        .filter((advisory) => withdrawnOf(advisory) === null)
        .flatMap((one) => linksOf(one, format === 'csaf')),
      ...claims.flatMap(({ vulnerability: id, aliases }) =>
        linksOf({ id, aliases, upstream: [], related: [] }),
      ),
    ].map(({ id, other, kind }) => ({ advisory_id: id, alias: other, kind })),
    affected: advisories.flatMap(({ id, affected }) =>
      affected.map((one) => ({
        ...{ advisory_id: spelledId(id), package_key: keyOfAffected(one), ecosystem: ecosystemOf(one) },
        record: JSON.stringify(one),
      })),
    ),
    claims: claimRows(claims),
    ...listRows(sbom),
    notes: [
      ...traces.map((one) => ({ kind: 'trace' as const, about: one.finding, record: JSON.stringify(one) })),
      ...hints.map((one) => ({ kind: 'hint' as const, about: one.resource, record: JSON.stringify(one) })),
    ],
    exploited: exploited.map(({ cve, ...one }) => ({ cve, record: JSON.stringify(one) })),
    scores: scores.map(({ cve, score, percentile, at }) => ({ cve, score, percentile, at })),
  };
}

const ecosystemOf = ({ ecosystem, purl }: AffectedPackage): string =>
  (ecosystem ?? /^pkg:[a-z0-9.+-]{1,40}(?=\/)/.exec(purl ?? '')?.[0] ?? '').slice(0, 200).toWellFormed();

/** A statement is found under each of its keys, and called after its first row. */
function claimRows(claims: readonly Claim[]): TakenRows['claims'] {
  let row = 1;
  return claims.flatMap((claim) => {
    const keys = keysOfClaim(claim);
    const record = JSON.stringify({ ...claim, row });
    row += keys.length;
    return keys.map((package_key) => ({
      package_key,
      vulnerability: spelledId(claim.vulnerability),
      record,
    }));
  });
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
      package_key: keyOfComponent(one),
      source_key: sourceKeyOf(one),
      record: JSON.stringify(one),
    })),
    dependencies,
  };
}
