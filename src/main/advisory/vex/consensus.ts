// Decides by rule, from what was said about one component at its version, what it is treated as. A doubt is held: treated as affected, for
// a person to decide; nothing is suppressed here. The outcome hangs on the set of statements and the time, never on their order. Pure;
// called by match.ts and flip.ts.
// Source: advisory, Deterministic tools.

import type { FindingStatus } from '../../../shared/model/evidence/finding.ts';
import { FINDING_STATUSES } from '../../../shared/model/evidence/words.ts';
import { standingOf, type VexClaim } from './claim.ts';
import type { RuleName } from './rules.ts';

export interface Question {
  /** Of one vulnerability in one component. */
  readonly claims: readonly VexClaim[];
  /** The key of its package. */
  readonly product: string;
  /** Milliseconds: a date after it is none. */
  readonly now: number;
  /** Whether the vulnerability is in the list of those known to be exploited. */
  readonly kev: boolean;
}

export interface Decision {
  /** What the product is treated as. */
  readonly status: FindingStatus;
  /** A person has to decide; until then it is treated as affected. */
  readonly held: boolean;
  readonly rule: RuleName;
  /** The latest of each voter. */
  readonly counted: readonly VexClaim[];
  /** Those of them that a distribution's own fix beats. */
  readonly setAside: readonly VexClaim[];
  /** Statements that a later one of the same issuer took the place of, the latest first. */
  readonly replaced: readonly VexClaim[];
}

/** Where one issuer says two things at once, the graver counts. */
const GRAVITY = new Map(FINDING_STATUSES.map((status, place) => [status, place]));
const gravity = (status: FindingStatus): number => GRAVITY.get(status) ?? 0;

/** Of each issuer the latest statement counts, of each advisory its ranges; rules decide between them. */
export function decide(question: Question): Decision {
  const { current, replaced } = latestOfEach(question.claims, question.now);
  const isFixed = current.some(isBackport);
  const setAside = current.filter((claim) => isFixed && isUpstreamRange(claim));
  const counted = current.filter((claim) => !setAside.includes(claim));
  return { ...ruled(question, counted, setAside.length > 0), counted, setAside, replaced };
}

/** The question with the latest statement of each issuer alone: it is decided the same. */
export function withoutHistory(question: Question): Question {
  return { ...question, claims: latestOfEach(question.claims, question.now).current };
}

/**
 * The rules, in the order in which they decide. Ranges of advisories say which versions are affected; statements of issuers say more, and close a finding only
 * where the operator trusts the issuer.
 */
function ruled(
  { kev }: Question,
  counted: readonly VexClaim[],
  hasBackport: boolean,
): Pick<Decision, 'status' | 'held' | 'rule'> {
  const hold = (rule: RuleName) => ({ status: 'affected' as const, held: true, rule });
  if (counted.length === 0) return { status: 'unknown', held: false, rule: 'no_statement' };
  const byTrusted = counted.filter(({ issuerTrusted }) => issuerTrusted);
  const trusted = standingsOf(byTrusted);
  const isUnsafe = counted.some(({ status }) => standingOf(status) !== 'safe');
  if (kev && isUnsafe) return hold('kev');
  if (trusted.has('safe') && trusted.size > 1) return hold('trusted_disagree');
  if (trusted.has('affected')) return { status: 'affected', held: false, rule: 'trusted' };
  if (trusted.has('safe')) return { status: gravest(byTrusted), held: false, rule: 'trusted' };
  const all = standingsOf(counted);
  if (trusted.has('open') && all.size > 1) return hold('undecided');
  if (!isUnsafe) {
    const isBacked = counted.some(({ advisory }) => advisory !== undefined);
    if (!isBacked) return { status: 'unknown', held: false, rule: 'not_trusted' };
    return { status: gravest(counted), held: false, rule: hasBackport ? 'distribution_fix' : 'agreed' };
  }
  if (all.size === 1 && all.has('affected')) return { status: 'affected', held: false, rule: 'agreed' };
  const stated = standingsOf(counted.filter(({ advisory }) => advisory === undefined));
  if (stated.has('safe') && stated.size > 1) return hold('issuers_disagree');
  if (!all.has('affected')) return { status: gravest(counted), held: false, rule: 'open' };
  return { status: 'affected', held: false, rule: stated.has('safe') ? 'not_trusted' : 'any_advisory' };
}

type Standing = ReturnType<typeof standingOf>;

const standingsOf = (claims: readonly VexClaim[]): ReadonlySet<Standing> =>
  new Set(claims.map(({ status }) => standingOf(status)));

const gravest = (claims: readonly VexClaim[]): FindingStatus =>
  claims.map(({ status }) => status).reduce((a, b) => (gravity(a) <= gravity(b) ? a : b));

/** What a back-port is: a distribution says that its own package has the fix, in an advisory or where it is trusted. */
const isBackport = ({ distribution, status, advisory, issuerTrusted }: VexClaim): boolean =>
  distribution === true && status === 'fixed' && (advisory !== undefined || issuerTrusted);

/** What a back-port makes untrue: that a version is affected because it lies in a range of somebody else. */
const isUpstreamRange = ({ advisory, distribution, status }: VexClaim): boolean =>
  distribution !== true && status === 'affected' && advisory !== undefined;

/** The latest statement of each issuer, each advisory, and the others; of several at one time the gravest. */
function latestOfEach(
  claims: readonly VexClaim[],
  now: number,
): { readonly current: readonly VexClaim[]; readonly replaced: readonly VexClaim[] } {
  const once = [...new Map(claims.map((claim) => [spelled(claim), claim])).entries()];
  // A date in the future is none.
  const at = ({ statedAt }: VexClaim): number => (statedAt <= now ? statedAt : Number.NEGATIVE_INFINITY);
  const ordered = once
    .sort(
      ([a, one], [b, other]) =>
        compare(at(other), at(one)) || gravity(one.status) - gravity(other.status) || compare(a, b),
    )
    .map(([, claim]) => claim);
  const current = new Map<string, VexClaim>();
  for (const claim of ordered) if (!current.has(voterOf(claim))) current.set(voterOf(claim), claim);
  return {
    current: [...current.values()],
    replaced: ordered.filter((claim) => current.get(voterOf(claim)) !== claim),
  };
}

/** What is signed is never taken back by what only bears the issuer's name, and what names no issuer is of nobody. */
const voterOf = ({ id, issuer, advisory, issuerTrusted, signed }: VexClaim): string => {
  if (advisory !== undefined) return `advisory ${advisory}`;
  return issuer === '' ? `document ${id}` : `issuer ${issuer} ${issuerTrusted} ${signed}`;
};

/** One text for one statement, whatever order its members were made in. */
function spelled(claim: VexClaim): string {
  return JSON.stringify(Object.entries(claim).sort(([a], [b]) => compare(a, b)));
}

const compare = <T extends number | string>(a: T, b: T): number => (a === b ? 0 : a < b ? -1 : 1);
