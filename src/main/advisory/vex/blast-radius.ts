// How far a vulnerable component reaches: counts over what is known of the resources that hold it. Called by the pack of evidence.
// Source: advisory, Retrieval.

export interface HeldBy {
  readonly resource: string;
  /** The widest a port of it is open; null, not known. */
  readonly exposure: 'none' | 'loopback' | 'lan' | 'public' | null;
  readonly environment: string | null;
}

export interface BlastRadius {
  readonly resources: number;
  /** Resources that can be reached from outside their machine. */
  readonly exposed: number;
  readonly environments: number;
  /** Components that need it, directly or through others. */
  readonly dependents: number;
}

/** Each resource, environment and dependent counts once, however often it is listed. */
export function blastRadius(held: readonly HeldBy[], dependents: readonly string[]): BlastRadius {
  const distinct = (names: readonly (string | null)[]): number =>
    new Set(names.filter((name) => name !== null)).size;
  return {
    resources: distinct(held.map(({ resource }) => resource)),
    exposed: distinct(
      held
        .filter(({ exposure }) => exposure === 'lan' || exposure === 'public')
        .map(({ resource }) => resource),
    ),
    environments: distinct(held.map(({ environment }) => environment)),
    dependents: distinct(dependents),
  };
}
