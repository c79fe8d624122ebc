// What somebody said about one vulnerability in one product: the statement as it is weighed, whatever document it came in, and which
// statements speak of the same product at the same version. It weighs nothing. Called by importers, which make claims, and consensus.ts.
// Source: advisory, Deterministic tools.

/** From the gravest to the lightest: where one issuer says two things at once, the graver counts. */
export const STATUSES = ['affected', 'under_investigation', 'unknown', 'fixed', 'not_affected'] as const;
export type VexStatus = (typeof STATUSES)[number];

/** What a status comes to for whoever runs the product: `fixed` and `not_affected` both ask nothing of them. */
export function standingOf(status: VexStatus): 'affected' | 'open' | 'safe' {
  switch (status) {
    case 'affected':
      return 'affected';
    case 'under_investigation':
    case 'unknown':
      return 'open';
    case 'fixed':
    case 'not_affected':
      return 'safe';
  }
}

export interface VexClaim {
  /** The source id of the evidence. */
  readonly id: string;
  /** The id that stands for all its aliases. */
  readonly vulnerability: string;
  /** The key of the product, or its canonical package URL without version. */
  readonly product: string;
  /** The one version it speaks of; null, every version, or those of `versions`. */
  readonly version: string | null;
  /** A range of versions, as it was written. */
  readonly versions?: string;
  readonly status: VexStatus;
  readonly justification?: string;
  readonly issuer: string;
  /** The advisory whose ranges say it: each advisory is one voter, whoever publishes how many. */
  readonly advisory?: string;
  /** Whether the operator trusts this issuer's word. */
  readonly issuerTrusted: boolean;
  /** What kind of source it is: how fast its word grows old. */
  readonly source: 'vendor' | 'distribution' | 'database' | 'scanner' | 'operator';
  /** Milliseconds: when this was said, or last said again. */
  readonly statedAt: number;
  /** Milliseconds: when it was said first. */
  readonly firstStatedAt?: number;
  /** How it is known to be the issuer's: signed and in a public log, signed, fetched from where only the issuer writes, brought by hand. */
  readonly provenance: 'signed_logged' | 'signed' | 'authenticated' | 'manual';
  /** How closely it names the product. */
  readonly scope: 'exact' | 'range' | 'family' | 'heuristic';
  /** Whether what it rests on can be done again: kept with its digests, only described, not at all. */
  readonly replayable: 'pinned' | 'described' | 'none';
  /** What it rests on. */
  readonly strength: 'reachability' | 'config_evidence' | 'blanket' | 'under_investigation';
  /** A distribution speaks of a package of its own: its fix is the back-port that an upstream range knows nothing of. */
  readonly distribution?: boolean;
}

/** One product at one version, and all that was said of it. */
export interface ClaimGroup {
  readonly vulnerability: string;
  readonly product: string;
  readonly version: string | null;
  readonly claims: readonly VexClaim[];
  /** Statements about a range that nobody could hold this version against: they count for nothing, and are shown. */
  readonly unbound: readonly VexClaim[];
}

/** Whether a version lies in a range; null, it cannot be told. */
export type InRange = (range: string, version: string, product: string) => boolean | null;

/**
 * Groups by vulnerability and product at version. `affected` at 1.0 and `fixed` at 1.1 are in two groups, and no conflict. A statement
 * about every version is in each group of its product; so is one about a range, where the version lies in it.
 * @param versions versions to answer for, by product, beside those that claims name
 */
export function groupClaims(
  claims: readonly VexClaim[],
  inRange: InRange = () => null,
  versions: ReadonlyMap<string, readonly string[]> = new Map(),
): readonly ClaimGroup[] {
  const subjects = new Map<string, VexClaim[]>();
  for (const claim of claims) {
    const subject = JSON.stringify([claim.vulnerability, claim.product]);
    const said = subjects.get(subject);
    if (said === undefined) subjects.set(subject, [claim]);
    else said.push(claim);
  }
  return [...subjects]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, said]) => {
      const { vulnerability, product } = said[0] as VexClaim;
      const named = said.flatMap(({ version }) => (version === null ? [] : [version]));
      const all = [...new Set([...named, ...(versions.get(product) ?? [])])].sort();
      return (all.length === 0 ? [null] : all).map((version) => ({
        ...{ vulnerability, product, version },
        ...speaking(said, version, inRange),
      }));
    });
}

function speaking(
  said: readonly VexClaim[],
  version: string | null,
  inRange: InRange,
): Pick<ClaimGroup, 'claims' | 'unbound'> {
  const speaks = (claim: VexClaim): boolean | null => {
    if (claim.version !== null) return claim.version === version;
    if (claim.versions === undefined) return true;
    return version === null ? null : inRange(claim.versions, version, claim.product);
  };
  return {
    claims: said.filter((claim) => speaks(claim) === true),
    unbound: said.filter((claim) => speaks(claim) === null),
  };
}
