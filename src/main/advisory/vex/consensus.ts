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
 * Decides between statements. Of each issuer the latest counts, of each advisory its ranges. Votes show what each answer weighs: sums over issuers that are
 * trusted, and of the others the weightiest alone for each status, since names are made for nothing. Rules decide, and weights only between answers that come
 * to the same.
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

/**
 * The rules, in the order in which they decide. Ranges of advisories say which versions are affected; statements of issuers say more, and close a finding only
 * where the operator trusts the issuer.
 */
function ruled(
  { kev }: Question,
  heard: readonly Heard[],
  votes: Decision['votes'],
): Pick<Decision, 'status' | 'held' | 'rule'> {
  const hold = (rule: RuleName) => ({ status: 'affected' as const, held: true, rule });
  const [top] = votes;
  if (top === undefined) return { status: 'unknown', held: false, rule: 'no_statement' };
  const counted = heard.filter(({ term }) => term.counts !== 'set_aside').map(({ claim }) => claim);
  const trusted = standingsOf(counted.filter(({ issuerTrusted }) => issuerTrusted));
  const isUnsafe = counted.some(({ status }) => standingOf(status) !== 'safe');
  if (kev && isUnsafe) return hold('kev');
  if (trusted.has('safe') && trusted.size > 1) return hold('trusted_disagree');
  const best = (standing: Standing): VexStatus =>
    votes.find(({ status }) => standingOf(status) === standing)?.status ?? top.status;
  if (trusted.has('affected')) return { status: 'affected', held: false, rule: 'trusted' };
  if (trusted.has('safe')) return { status: best('safe'), held: false, rule: 'trusted' };
  const all = standingsOf(counted);
  if (trusted.has('open') && all.size > 1) return hold('undecided');
  if (all.size === 1 && all.has('open')) return { status: best('open'), held: false, rule: 'open' };
  if (!isUnsafe) {
    const isBacked = counted.some(({ advisory, issuerTrusted }) => issuerTrusted || advisory !== undefined);
    if (!isBacked) return { status: 'unknown', held: false, rule: 'not_trusted' };
    const isBackport = heard.some(({ term }) => term.counts === 'set_aside');
    return { status: best('safe'), held: false, rule: isBackport ? 'distribution_fix' : 'agreed' };
  }
  if (all.size === 1) return { status: 'affected', held: false, rule: 'agreed' };
  const stated = standingsOf(counted.filter(({ advisory }) => advisory === undefined));
  if (stated.has('safe') && stated.size > 1) return hold('issuers_disagree');
  if (!all.has('affected')) return { status: best('open'), held: false, rule: 'open' };
  return { status: 'affected', held: false, rule: stated.has('safe') ? 'not_trusted' : 'any_advisory' };
}

type Standing = ReturnType<typeof standingOf>;

const standingsOf = (claims: readonly VexClaim[]): ReadonlySet<Standing> =>
  new Set(claims.map(({ status }) => standingOf(status)));

/** When a statement was made, as far as it can be believed: a date in the future is none. */
function datedAt(
  { statedAt, firstStatedAt = Number.POSITIVE_INFINITY }: VexClaim,
  now: number,
): number | null {
  if (statedAt <= now) return statedAt;
  return firstStatedAt <= now ? firstStatedAt : null;
}

/** The latest statement of each issuer, each advisory, and the others; of several at one time the gravest. */
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
  for (const claim of ordered) if (!current.has(voterOf(claim))) current.set(voterOf(claim), claim);
  return {
    current: [...current.values()],
    history: ordered.filter((claim) => current.get(voterOf(claim)) !== claim),
  };
}

/** What is signed is never taken back by what only bears the issuer's name, and what names no issuer is of nobody. */
const voterOf = ({ id, issuer, advisory, issuerTrusted, provenance }: VexClaim): string => {
  if (advisory !== undefined) return `advisory ${advisory}`;
  return issuer === ''
    ? `document ${id}`
    : `issuer ${issuer} ${issuerTrusted} ${provenance.startsWith('signed')}`;
};

/** One text for one statement, whatever order its members were made in. */
function spelled(claim: VexClaim): string {
  return JSON.stringify(Object.entries(claim).sort(([a], [b]) => compare(a, b)));
}

const compare = <T extends number | string>(a: T, b: T): number => (a === b ? 0 : a < b ? -1 : 1);

function weighed(current: readonly VexClaim[], question: Question): readonly Heard[] {
  const backport = current.some(
    ({ distribution, status, advisory, issuerTrusted }) =>
      distribution === true && status === 'fixed' && (advisory !== undefined || issuerTrusted),
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
const isUpstreamRange = ({ advisory, distribution, status, scope }: VexClaim): boolean =>
  distribution !== true && status === 'affected' && scope !== 'exact' && advisory !== undefined;

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
