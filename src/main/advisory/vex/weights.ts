// How much a statement weighs, as data: published, versioned, named by a digest in every verdict, so that an old verdict can be told
// from one that other weights would give. It computes nothing but that digest. Called by consensus.ts and by whoever keys a cache.
// Source: advisory, Deterministic tools.
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../store/audit/canonical-json.ts';
import type { VexClaim } from './claim.ts';

export interface TrustWeights {
  readonly version: string;
  /** Shares of the three scores; together 1. */
  readonly shares: { readonly provenance: number; readonly coverage: number; readonly replayability: number };
  readonly provenance: Readonly<Record<VexClaim['provenance'], number>>;
  readonly coverage: Readonly<Record<VexClaim['scope'], number>>;
  readonly replayability: Readonly<Record<VexClaim['replayable'], number>>;
  readonly strength: Readonly<Record<VexClaim['strength'], number>>;
  /** Whole days after which a word of such a source weighs 1/e of what it did. */
  readonly tauDays: Readonly<Record<VexClaim['source'], number>>;
  /** Freshness of a statement whose date lies in the future, and so says nothing. */
  readonly undated: number;
}

/** The weights in use. A change is a new version. */
export const TRUST_WEIGHTS: TrustWeights = {
  version: '2',
  shares: { provenance: 0.45, coverage: 0.35, replayability: 0.2 },
  provenance: { signed_logged: 1, signed: 0.75, authenticated: 0.4, manual: 0.1 },
  coverage: { exact: 1, range: 0.75, family: 0.5, heuristic: 0.25 },
  replayability: { pinned: 1, described: 0.6, none: 0.2 },
  strength: { reachability: 1, config_evidence: 0.8, blanket: 0.6, under_investigation: 0.4 },
  tauDays: { vendor: 365, distribution: 365, database: 180, scanner: 30, operator: 180 },
  undated: 0.1,
};

/** sha256 over the canonical JSON of the weights, their version included. */
export function weightsDigest(weights: TrustWeights): string {
  return createHash('sha256')
    .update(canonicalJson({ ...weights }))
    .digest('hex');
}
