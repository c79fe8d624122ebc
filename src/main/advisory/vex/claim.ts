// What somebody said about one vulnerability in one component at its version: the statement as it is decided on, whatever document it came in.
// Called by findings/claims.ts, which makes them, and by consensus.ts.
// Source: advisory, Deterministic tools.
import type { FindingStatus } from '../../../shared/model/evidence/finding.ts';

/** What a status comes to for whoever runs the product: `fixed` and `not_affected` both ask nothing of them. */
export const standingOf = (status: FindingStatus): 'affected' | 'open' | 'safe' => STANDINGS[status];

const STANDINGS = {
  affected: 'affected',
  under_investigation: 'open',
  unknown: 'open',
  fixed: 'safe',
  not_affected: 'safe',
} as const;

export interface VexClaim {
  /** The source id of the evidence. */
  readonly id: string;
  readonly status: FindingStatus;
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
