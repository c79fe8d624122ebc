// What somebody said about one vulnerability in one component at its version: the statement as it is decided on, whatever document it came in.
// Called by findings/claims.ts, which makes them, and by consensus.ts.
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
  readonly status: VexStatus;
  readonly issuer: string;
  /** The advisory whose ranges say it: each advisory is one voter, whoever publishes how many. */
  readonly advisory?: string;
  /** Whether the operator trusts this issuer's word. */
  readonly issuerTrusted: boolean;
  /** Whether a signature of the issuer stands under it. */
  readonly signed: boolean;
  /** Milliseconds: when this was said, or last said again. */
  readonly statedAt: number;
  /** A distribution speaks of a package of its own: its fix is the back-port that an upstream range knows nothing of. */
  readonly distribution?: boolean;
}
