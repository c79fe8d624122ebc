// What is known of the packages of some lists, read from the tables once: entries and statements by key, ids that mean the same, what is exploited and how likely it is.
// Reads, and writes nothing. Called by matching.ts. Source: advisory, Findings.
import { countAdvisories, readEcosystems } from '../../store/evidence/ecosystems.ts';
import { readEvidenceKeys, readTrust } from '../../store/evidence/keys.ts';
import {
  readAdvisories,
  readAdvisoriesIn,
  readAffected,
  readClaims,
  readExploited,
  readLinks,
  readScores,
} from '../../store/evidence/matching.ts';
import { OSV_DATABASE } from '../../store/evidence/versions.ts';
import type { StoreReader } from '../../store/store-access.ts';
import type { Advisory, AffectedPackage, Claim, Severity } from '../formats/records.ts';
import { advisoryId } from '../identity/advisory-id.ts';
import { vulnerabilities } from '../identity/vulnerability.ts';
import { coverageGap } from './coverage.ts';
import type { KnownRisks, Said, SaidAffected, SaidClaim } from './inputs.ts';
import type { Turns } from './turns.ts';

export interface ExploitedSince {
  /** The CVE that is listed. */
  readonly cve: string;
  readonly added: number;
  readonly due: number | null;
  readonly ransomware: boolean;
  readonly heard: number;
}

export interface RisksRead extends KnownRisks {
  /** Every id that means the same. */
  members(vulnerability: string): readonly string[];
  exploited(vulnerability: string): ExploitedSince | null;
  /** The highest chance any of its ids has. */
  chance(vulnerability: string): number | null;
  /** What advisories say of it, in the order of their ids, those behind that speak of others, too. */
  advisories(vulnerability: string): readonly Omit<Advisory, 'affected'>[];
  /** What is said of its severity; where nothing is, what `erratum` says of all it fixes together. */
  severity(vulnerability: string): {
    readonly stated: readonly (readonly Severity[])[];
    readonly erratum: string | null;
  };
}

export interface RiskParts extends Pick<KnownRisks, 'coverageGap'> {
  /** Issuers whose word the operator trusts. */
  readonly trusted: ReadonlySet<string>;
  /** Issuers for whom the operator accepted a key: their word is what it signed. */
  readonly keyed: ReadonlySet<string>;
  /** Documents that a key signed which the operator accepted for their issuer. */
  readonly signed: ReadonlySet<number>;
  readonly turns: Turns;
}

/** What of a project decides over all of its lists: which kinds of packages are covered, and which documents are signed by keys the operator accepted. */
export async function readRiskParts(
  reader: StoreReader,
  project: string,
): Promise<Pick<RiskParts, 'coverageGap' | 'keyed' | 'signed'>> {
  const ecosystems = await readEcosystems(reader, project);
  const complete = ecosystems.filter((one) => one.complete).map(({ ecosystem }) => ecosystem);
  return {
    coverageGap: coverageGap({ complete, counted: await countAdvisories(reader, project) }),
    keyed: new Set((await readEvidenceKeys(reader)).flatMap(({ issuers }) => issuers)),
    signed: new Set((await readTrust(reader, project)).map(({ document }) => document)),
  };
}

/**
 * @param keys under which the packages are found
 */
export async function readRisks(
  reader: StoreReader,
  project: string,
  keys: readonly string[],
  { trusted, keyed, signed, turns, coverageGap: gapOf }: RiskParts,
): Promise<RisksRead> {
  const unique = [...new Set(keys)];
  const affectedRows = await readAffected(reader, project, unique);
  const claimRows = await readClaims(reader, project, unique);
  const claims = await turns.map(claimRows, (row) => ({ row, claim: JSON.parse(row.record) as Claim }));
  const ids = [
    ...affectedRows.map(({ advisory }) => advisory),
    ...claims.map(({ claim }) => spelled(claim.vulnerability)),
  ];
  const known = vulnerabilities(await readLinks(reader, project, ids));
  const subjects = new Map(ids.map((id) => [id, known.subjects(id)]));
  const named = [...new Set([...ids, ...[...subjects.values()].flat()])];
  const all = [...new Set(named.flatMap((id) => known.origins(id)))].sort();
  const exploited = new Map<string, ExploitedSince>();
  for (const { cve, record, heard } of await readExploited(reader, project, all)) {
    const entry = JSON.parse(record) as Omit<ExploitedSince, 'cve' | 'heard'>;
    exploited.set(cve, gravestOf({ ...entry, cve, heard }, exploited.get(cve)));
  }
  const scores = new Map((await readScores(reader, project, all)).map(({ cve, score }) => [cve, score]));
  const told = await readAdvisories(reader, project, [...new Set([...all, ...ids])]);
  const own = Map.groupBy(told, ({ id }) => known.representative(id));
  const errata = Map.groupBy(
    told.flatMap((one) =>
      known
        .subjects(one.id)
        .flatMap((subject) => (subject === known.representative(one.id) ? [] : [{ subject, one }])),
    ),
    ({ subject }) => subject,
  );
  const firstOf = <V>(vulnerability: string, of: ReadonlyMap<string, V>): V | undefined =>
    known.origins(vulnerability).flatMap((id) => of.get(id) ?? [])[0];
  const affected = Map.groupBy(
    await turns.map(affectedRows, (row) => ({ key: row.key ?? '', said: saidAffected(row) })),
    ({ key }) => key,
  );
  const stated = Map.groupBy(
    claims.map(({ row, claim }) => ({ key: row.key ?? '', said: saidClaim(row, claim) })),
    ({ key }) => key,
  );
  const isTrusted = ({ issuer, document }: Pick<Said, 'issuer' | 'document'>): boolean =>
    signed.has(document) || (trusted.has(issuer) && !keyed.has(issuer));
  const ratings = new Map<string, (readonly Severity[])[]>();
  for (const { record } of await readAdvisoriesIn(reader, [...new Set(claimRows.map((row) => row.document))]))
    for (const [id, stated] of Object.entries((JSON.parse(record) as Advisory).ratings ?? {}))
      ratings.set(spelled(id), [...(ratings.get(spelled(id)) ?? []), stated]);
  const advisories = (vulnerability: string) =>
    [
      ...known
        .origins(vulnerability)
        .flatMap((id) => (own.get(known.representative(id)) ?? []).filter((one) => one.id === id)),
      ...(errata.get(vulnerability) ?? []).map(({ one }) => one),
    ].map(({ record }) => JSON.parse(record) as Omit<Advisory, 'affected'>);
  return {
    affectedBy: (key) => (affected.get(key) ?? []).map(({ said }) => said),
    claimsBy: (key) => (stated.get(key) ?? []).map(({ said }): SaidClaim => said),
    representative: known.representative,
    subjects: (advisory) => subjects.get(advisory) ?? known.subjects(advisory),
    members: known.members,
    coverageGap: gapOf,
    isExploited: (vulnerability) => firstOf(vulnerability, exploited) !== undefined,
    isSigned: ({ document }) => signed.has(document),
    isTrusted,
    speaksForDistribution: (said) => said.source.includes(OSV_DATABASE) || isTrusted(said),
    exploited: (vulnerability) => firstOf(vulnerability, exploited) ?? null,
    chance: (vulnerability) => {
      const chances = known.origins(vulnerability).flatMap((id) => scores.get(id) ?? []);
      return chances.length === 0 ? null : Math.max(...chances);
    },
    advisories,
    severity: (vulnerability) => {
      const all = advisories(vulnerability);
      const members = known.members(vulnerability);
      const isAlone = (id: string) => known.subjects(id).length <= 1;
      const stated = [
        ...all.filter(({ id }) => isAlone(id)).map(({ severity }) => severity),
        ...members.flatMap((id) => ratings.get(id) ?? []),
      ];
      const erratum = stated.some((one) => one.length > 0)
        ? undefined
        : all.find(({ severity }) => severity.length > 0);
      return erratum === undefined
        ? { stated, erratum: null }
        : { stated: [erratum.severity], erratum: erratum.id };
    },
  };
}

/** Of two catalogues the one that gives the least time, and calls it the worst. */
function gravestOf(
  { cve, added, due, ransomware, heard }: ExploitedSince,
  other: ExploitedSince | undefined,
): ExploitedSince {
  const earliest = [due, other?.due ?? null].filter((time) => time !== null).sort((a, b) => a - b);
  return {
    cve,
    added: Math.min(added, other?.added ?? added),
    due: earliest[0] ?? null,
    ransomware: ransomware || other?.ransomware === true,
    heard: Math.min(heard, other?.heard ?? heard),
  };
}

const spelled = (id: string): string => advisoryId(id)?.id ?? id;

interface OfDocument {
  readonly document: number;
  readonly n: number;
  readonly format: string;
  readonly source: string;
  readonly documentKey: string;
  readonly issuer: string;
  readonly statedAt: number | null;
  readonly firstSeen: number;
}

/** What does not say when it was stated, was when it came, at the latest: that is its age when it is decided on, and not a date that it has. */
const origin = (row: OfDocument, part: 'affected' | 'claim', statedAt: number | null) => ({
  ...{
    sourceId: `${row.format}:${row.documentKey}#${part}-${row.n}`,
    document: row.document,
    format: row.format,
    source: row.source,
  },
  ...{ issuer: row.issuer, statedAt: statedAt ?? row.firstSeen, dated: statedAt !== null },
});

const saidAffected = (
  row: OfDocument & { readonly advisory: string; readonly record: string },
): SaidAffected => ({
  ...{
    ...origin(row, 'affected', row.statedAt),
    advisory: row.advisory,
    affected: JSON.parse(row.record) as AffectedPackage,
  },
});

/** A statement may have a date of its own. */
const saidClaim = (row: OfDocument, claim: Claim): SaidClaim => ({
  ...origin({ ...row, n: claim.row ?? row.n }, 'claim', claim.statedAt ?? row.statedAt),
  claim,
});
