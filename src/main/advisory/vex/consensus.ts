// Weighs what was said about one product at one version, and decides by rule what it is treated as. A doubt is held: treated as
// affected, for a person to decide; nothing is suppressed here. The outcome hangs on the set of statements, a day and the weights, never
// on their order. Pure; called by verdict.ts and flip.ts.
// Source: advisory, Deterministic tools.
import { STATUSES, standingOf, type VexClaim, type VexStatus } from './claim.ts';
import type { RuleName } from './rules.ts';
import type { TrustWeights } from './weights.ts';

export interface Question {
  /** Of one vulnerability and one product at one version: a group of `groupClaims`. */
  readonly claims: readonly VexClaim[];
  /** Milliseconds. */
  readonly now: number;
  /** Whether the vulnerability is in the list of those known to be exploited. */
  readonly kev: boolean;
  readonly weights: TrustWeights;
}

/** What one statement weighs, and why: all factors as they went into the product. */
export interface Term {
  readonly claim: string;
  readonly issuer: string;
  readonly status: VexStatus;
  readonly P: number;
  readonly C: number;
  readonly R: number;
  readonly M: number;
  readonly F: number;
  readonly score: number;
  /** `set_aside`, a distribution's own fix beats it; `merged`, a weightier stranger says the same. Neither adds to a vote. */
  readonly counts: 'vote' | 'set_aside' | 'merged';
}

export interface Decision {
  /** What the product is treated as. */
  readonly status: VexStatus;
  /** A person has to decide; until then it is treated as affected. */
  readonly held: boolean;
  readonly rule: RuleName;
  /** The weightiest first. */
  readonly terms: readonly Term[];
  /** Each status that somebody stated, the weightiest first. */
  readonly votes: readonly { readonly status: VexStatus; readonly weight: number }[];
  /** Statements that a later one of the same issuer took the place of, the latest first. */
  readonly history: readonly VexClaim[];
}

const DAY = 86_400_000;
/** Scores are whole millionths: sums of whole numbers do not hang on their order, and no machine rounds them otherwise. */
const MILLION = 1_000_000;
const millionths = (value: number): number => Math.round(value * MILLION);

const GRAVITY: ReadonlyMap<VexStatus, number> = new Map(STATUSES.map((status, place) => [status, place]));
const gravity = (status: VexStatus): number => GRAVITY.get(status) ?? STATUSES.length;

/**
 * Decides between statements. Of each issuer the latest counts; votes are sums over issuers that are trusted, and of the others the
 * weightiest alone for each status, since names are made for nothing.
 */
export function decide(question: Question): Decision {
  const { current, history } = latestOfEach(question.claims, question.now);
  const heard = weighed(current, question);
  const terms = heard.map(({ term }) => term);
  const votes = votesOf(terms);
  return { ...ruled(question, heard, votes), terms, votes, history };
}

/** The question with the latest statement of each issuer alone: it is decided the same. */
export function withoutHistory(question: Question): Question {
  return { ...question, claims: latestOfEach(question.claims, question.now).current };
}

interface Heard {
  readonly claim: VexClaim;
  readonly term: Term;
}

/** The rules, in the order in which they decide. */
function ruled(
  { kev, weights }: Question,
  heard: readonly Heard[],
  votes: Decision['votes'],
): Pick<Decision, 'status' | 'held' | 'rule'> {
  const hold = (rule: RuleName) => ({ status: 'affected' as const, held: true, rule });
  const [top, second] = votes;
  if (kev) return hold('kev');
  if (top === undefined) return { status: 'unknown', held: false, rule: 'no_statement' };
  const isTrusted = (wanted: VexStatus): boolean =>
    heard.some(
      ({ claim, term }) => claim.issuerTrusted && claim.status === wanted && term.counts !== 'set_aside',
    );
  if (isTrusted('affected') && second !== undefined) return hold('trusted_affected');
  if (votes.every(({ status }) => standingOf(status) === 'open'))
    return { status: top.status, held: false, rule: 'open' };
  if (standingOf(top.status) === 'open') return hold('undecided');
  if (
    second !== undefined &&
    millionths(top.weight) - millionths(second.weight) <= millionths(weights.margin)
  )
    return hold('close_call');
  // a trusted fix of long ago is still a fix: the floor is for the word of strangers
  const isBacked = standingOf(top.status) !== 'safe' || isTrusted(top.status);
  if (!isBacked && top.weight < weights.floor) return hold('too_weak');
  const isBackport = top.status === 'fixed' && heard.some(({ term }) => term.counts === 'set_aside');
  const plain = second === undefined ? 'agreed' : 'majority';
  return { status: top.status, held: false, rule: isBackport ? 'distribution_fix' : plain };
}

/** When a statement was made, as far as it can be believed: a date in the future is none. */
function datedAt(
  { statedAt, firstStatedAt = Number.POSITIVE_INFINITY }: VexClaim,
  now: number,
): number | null {
  if (statedAt <= now) return statedAt;
  return firstStatedAt <= now ? firstStatedAt : null;
}

/** The latest statement of each issuer, and the others; of several at one time the gravest. */
function latestOfEach(
  claims: readonly VexClaim[],
  now: number,
): { readonly current: readonly VexClaim[]; readonly history: readonly VexClaim[] } {
  const once = [...new Map(claims.map((claim) => [spelled(claim), claim])).entries()];
  const at = (claim: VexClaim): number => datedAt(claim, now) ?? Number.NEGATIVE_INFINITY;
  const ordered = once
    .sort(
      ([a, one], [b, other]) =>
        compare(at(other), at(one)) || gravity(one.status) - gravity(other.status) || compare(a, b),
    )
    .map(([, claim]) => claim);
  const current = new Map<string, VexClaim>();
  for (const claim of ordered) if (!current.has(claim.issuer)) current.set(claim.issuer, claim);
  return {
    current: [...current.values()],
    history: ordered.filter((claim) => current.get(claim.issuer) !== claim),
  };
}

/** One text for one statement, whatever order its members were made in. */
function spelled(claim: VexClaim): string {
  return JSON.stringify(Object.entries(claim).sort(([a], [b]) => compare(a, b)));
}

const compare = <T extends number | string>(a: T, b: T): number => (a === b ? 0 : a < b ? -1 : 1);

function weighed(current: readonly VexClaim[], question: Question): readonly Heard[] {
  const backport = current.some(
    ({ distribution, status, provenance }) =>
      distribution === true && status === 'fixed' && provenance !== 'manual',
  );
  const heaviest = new Set<VexStatus>();
  // called from the weightiest down, so that the first stranger of a status is the one who counts
  const counts = (claim: VexClaim): Term['counts'] => {
    if (backport && isUpstreamRange(claim)) return 'set_aside';
    if (claim.issuerTrusted) return 'vote';
    if (heaviest.has(claim.status)) return 'merged';
    heaviest.add(claim.status);
    return 'vote';
  };
  return current
    .map((claim) => ({ claim, term: termOf(claim, question) }))
    .sort(
      (one, other) =>
        other.term.score - one.term.score ||
        gravity(one.term.status) - gravity(other.term.status) ||
        compare(one.term.claim, other.term.claim) ||
        compare(one.term.issuer, other.term.issuer),
    )
    .map(({ claim, term }) => ({ claim, term: { ...term, counts: counts(claim) } }));
}

/** What a back-port makes untrue: that a version is affected because it lies in a range, or only looks like it. */
const isUpstreamRange = ({ distribution, status, scope }: VexClaim): boolean =>
  distribution !== true && status === 'affected' && scope !== 'exact';

/** score = (shares × scores) × strength × e^(−age/τ), age in whole days; F and the score are rounded to millionths. */
function termOf(claim: VexClaim, { now, weights }: Question): Term {
  const P = weights.provenance[claim.provenance];
  const C = weights.coverage[claim.scope];
  const R = weights.replayability[claim.replayable];
  const M = weights.strength[claim.strength];
  const at = datedAt(claim, now);
  const age = at === null ? 0 : Math.floor((now - at) / DAY);
  const F =
    at === null ? weights.undated : millionths(Math.exp(-age / weights.tauDays[claim.source])) / MILLION;
  const { provenance, coverage, replayability } = weights.shares;
  const score = millionths((provenance * P + coverage * C + replayability * R) * M * F) / MILLION;
  return {
    claim: claim.id,
    issuer: claim.issuer,
    status: claim.status,
    ...{ P, C, R, M, F, score },
    counts: 'vote',
  };
}

function votesOf(terms: readonly Term[]): Decision['votes'] {
  const sums = new Map<VexStatus, number>();
  for (const { status, score, counts } of terms)
    if (counts === 'vote') sums.set(status, (sums.get(status) ?? 0) + millionths(score));
  return [...sums]
    .sort(([one, a], [other, b]) => b - a || gravity(one) - gravity(other))
    .map(([status, weight]) => ({ status, weight: weight / MILLION }));
}
