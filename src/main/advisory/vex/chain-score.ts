// How well a remediation gets at a vulnerable component: along a short chain, in what runs, by its own fix rather than a parent's.
// Called where remediations are ordered.
// Source: advisory, Deterministic tools.
import { AppError } from '../../../shared/model/envelope.ts';

const SCOPES = { runtime: 1, build: 0.3 } as const;
const FIXES = { direct: 1, parent_upgrade: 0.6 } as const;

export interface Chain {
  /** Steps from the product to the component; 1, it is named by the product itself. */
  readonly depth: number;
  readonly scope: keyof typeof SCOPES;
  readonly fix: keyof typeof FIXES;
}

/**
 * 1/depth × scope × fix, from 0 to 1, rounded to millionths.
 * @throws AppError INVALID_INPUT when the depth is no whole number from 1
 */
export function chainScore({ depth, scope, fix }: Chain): number {
  if (!Number.isSafeInteger(depth) || depth < 1)
    throw new AppError('INVALID_INPUT', `the depth of a chain is a whole number from 1, not ${depth}`);
  return Math.round((SCOPES[scope] * FIXES[fix] * 1_000_000) / depth) / 1_000_000;
}
