// What of a list of components is affected by what is known: each component held against every advisory and statement about its package, what is said weighed where it
// differs, the way to it found. The same evidence gives the same findings, in whatever order it came. Pure; yields, so that a long list holds nobody up.
// Called by findings.ts. Source: advisory, Findings, Deterministic tools.
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../store/audit/canonical-json.ts';
import { keysOf, packageKey } from '../identity/package-key.ts';
import type { Purl } from '../identity/purl.ts';
import { versionText } from '../identity/purl-match.ts';
import { compare } from '../versions/compare.ts';
import { schemeOfPurlType } from '../versions/scheme.ts';
import { standingOf, type VexClaim } from '../vex/claim.ts';
import { verdictOn } from '../vex/verdict.ts';
import { claimOfAffected, claimOfStatement } from './claims.ts';
import type { Finding, Ground, Matched, Unchecked } from './finding.ts';
import type { Inventory, KnownRisks, Part, SaidAffected, SaidClaim } from './inputs.ts';
import { type Judgement, judgeAffected, judgeClaim } from './judge.ts';
import { Reaches } from './paths.ts';
import { whyUnchecked } from './unchecked.ts';

/** Types of packages that distributions make. */
const OF_DISTRIBUTIONS: ReadonlySet<string> = new Set(['deb', 'rpm', 'apk', 'alpm']);

/** A list made ready to be matched a part at a time: ways to its components, and which package of a distribution they came with. */
export class Matching {
  readonly #inventory: Inventory;
  readonly #reaches: Reaches;
  readonly #owners: ReadonlyMap<number, readonly Purl[]>;

  constructor(inventory: Inventory) {
    this.#inventory = inventory;
    this.#reaches = new Reaches(inventory);
    this.#owners = ownersOf(inventory);
  }

  /** Keys under which everything is found that is said of these components, and of what they came with. */
  keysOf(parts: readonly Part[]): string[] {
    const purls = parts.flatMap(({ n, purl }) => (purl ? [purl, ...(this.#owners.get(n) ?? [])] : []));
    return [...new Set(purls.flatMap(keysOf))];
  }

  /**
   * Matches components of the list, one a step.
   * @param risks what is known under the keys of these components
   * @param now milliseconds
   */
  *match(parts: readonly Part[], risks: KnownRisks, now: number): Generator<void, Matched> {
    const { product, document } = this.#inventory;
    const context = { inventory: this.#inventory, reaches: this.#reaches, risks, now };
    const findings: Finding[] = [];
    const unchecked: Unchecked[] = [];
    for (const part of parts) {
      const why = whyUnchecked(part, risks, now);
      if (why) unchecked.push({ product, document, n: part.n, ...why });
      // What is said of it holds all the same, where it can be found.
      const { n, purl } = part;
      if (purl) findings.push(...findingsOf(part, purl, this.#owners.get(n) ?? [], context));
      yield;
    }
    return {
      findings: findings.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.n - b.n)),
      unchecked,
      checked: parts.length - unchecked.length,
    };
  }
}

interface Context {
  readonly inventory: Inventory;
  readonly reaches: Reaches;
  readonly risks: KnownRisks;
  readonly now: number;
}

/** Packages of the distribution that a package of a language came with: its fixes are back-ports that no upstream range knows of. */
function ownersOf({ parts, needs }: Inventory): ReadonlyMap<number, readonly Purl[]> {
  const purls = new Map(parts.flatMap(({ n, purl }) => (purl ? [[n, purl] as const] : [])));
  const owners = new Map<number, Purl[]>();
  for (const { parent, child } of needs) {
    const [above, below] = [purls.get(parent), purls.get(child)];
    if (!above || !below || !OF_DISTRIBUTIONS.has(above.type) || OF_DISTRIBUTIONS.has(below.type)) continue;
    const known = owners.get(child) ?? [];
    known.push(above);
    owners.set(child, known);
  }
  return owners;
}

/** What was said about one vulnerability in one component. */
interface Heard {
  readonly ids: Set<string>;
  readonly claims: VexClaim[];
  readonly grounds: Ground[];
}

function findingsOf(part: Part, purl: Purl, owners: readonly Purl[], context: Context): Finding[] {
  const heard = new Map<string, Heard>();
  const { risks } = context;
  const about = (vulnerability: string): Heard => {
    const known = heard.get(vulnerability);
    if (known) return known;
    const made: Heard = { ids: new Set(), claims: [], grounds: [] };
    heard.set(vulnerability, made);
    return made;
  };
  for (const said of keysOf(purl).flatMap((key) => risks.affectedBy(key)))
    hearAffected(said, purl, about, context);
  for (const said of keysOf(purl).flatMap((key) => risks.claimsBy(key)))
    hearClaim(said, purl, about, context);
  if (heard.size > 0)
    for (const owner of owners)
      for (const said of keysOf(owner).flatMap((key) => risks.affectedBy(key)))
        if (heard.has(risks.representative(said.advisory))) hearOwner(said, owner, purl, about, context);
  return [...heard].flatMap(
    ([vulnerability, all]) => findingOf(part, purl, vulnerability, all, context) ?? [],
  );
}

type About = (vulnerability: string) => Heard;

const subjectOf = (vulnerability: string, purl: Purl) => ({
  ...{ vulnerability, product: packageKey(purl), version: versionText(purl) },
});

function hearAffected(said: SaidAffected, purl: Purl, about: About, { risks }: Context): void {
  const judged = judgeAffected(said, purl);
  if (judged === null) return;
  const vulnerability = risks.representative(said.advisory);
  const heard = about(vulnerability);
  heard.ids.add(said.advisory);
  heard.grounds.push(groundOf(said, judged));
  const claim = claimOfAffected(said, judged, subjectOf(vulnerability, purl), risks);
  if (claim) heard.claims.push(claim);
}

/** What the distribution says of the package this one came with: that it has the fix, and no more. */
function hearOwner(said: SaidAffected, owner: Purl, purl: Purl, about: About, { risks }: Context): void {
  const judged = judgeAffected(said, owner);
  if (!judged?.distribution || judged.holds !== false || !judged.mended) return;
  const vulnerability = risks.representative(said.advisory);
  const heard = about(vulnerability);
  heard.ids.add(said.advisory);
  heard.grounds.push(groundOf(said, judged));
  const claim = claimOfAffected(said, judged, subjectOf(vulnerability, purl), risks);
  if (claim) heard.claims.push(claim);
}

function hearClaim(said: SaidClaim, purl: Purl, about: About, { risks }: Context): void {
  const match = judgeClaim(said.claim, purl);
  if (match === null) return;
  const vulnerability = risks.representative(said.claim.vulnerability);
  const heard = about(vulnerability);
  heard.ids.add(said.claim.vulnerability);
  const says = match === 'unbound' ? ('cannot_tell' as const) : said.claim.status;
  heard.grounds.push({
    ...{
      sourceId: said.sourceId,
      document: said.document,
      about: said.claim.vulnerability,
      issuer: said.issuer,
    },
    ...{
      ...{ statedAt: said.statedAt, dated: said.dated },
      says,
      doubt: match === 'unbound' ? 'range' : null,
      fixes: [],
      distribution: false,
    },
  });
  if (match !== 'unbound')
    heard.claims.push(claimOfStatement(said, match, subjectOf(vulnerability, purl), risks));
}

function groundOf(said: SaidAffected, judged: Judgement): Ground {
  const { sourceId, document, advisory, issuer, statedAt, dated } = said;
  const says =
    judged.holds === null
      ? 'cannot_tell'
      : judged.holds
        ? 'affected'
        : judged.mended
          ? 'fixed'
          : 'not_affected';
  return {
    ...{ sourceId, document, about: advisory, issuer, statedAt, dated, says },
    distribution: judged.distribution,
    doubt: judged.holds === null ? judged.doubt : null,
    fixes: judged.holds === true ? judged.fixes : [],
  };
}

/** @returns undefined where nobody says anything but that it is safe, by ranges alone: that is no news */
function findingOf(
  { n }: Part,
  purl: Purl,
  vulnerability: string,
  { ids, claims, grounds }: Heard,
  { inventory, reaches, risks, now }: Context,
): Finding | undefined {
  const isNews =
    grounds.some(({ says }) => says === 'cannot_tell') ||
    claims.some(({ status }) => standingOf(status) !== 'safe');
  if (!isNews) return undefined;
  const exploited = risks.isExploited(vulnerability);
  const subject = subjectOf(vulnerability, purl);
  const verdict = verdictOn({ ...subject, claims, unbound: [] }, { now, kev: exploited });
  const { depth, scope, path } = reaches.to(n) ?? { depth: 1, scope: 'runtime' as const, path: [n] };
  return {
    ...{
      key: keyOf(inventory.product, subject),
      product: inventory.product,
      document: inventory.document,
      n,
    },
    ...{ packageKey: subject.product, version: subject.version, vulnerability, ids: [...ids].sort() },
    ...{ status: verdict.status, held: verdict.held, verdict, claims, exploited, depth, scope, path },
    grounds: grounds.toSorted((a, b) => (a.sourceId < b.sourceId ? -1 : a.sourceId > b.sourceId ? 1 : 0)),
    ...fixOf(purl, grounds),
  };
}

/** The lowest version that mends it by all who name one; a distribution's before anybody else's. */
function fixOf(purl: Purl, grounds: readonly Ground[]): Pick<Finding, 'fixedIn' | 'fixedBy'> {
  const scheme = schemeOfPurlType(purl.type);
  for (const isOurs of [true, false]) {
    const firsts = grounds
      .filter(({ distribution, says }) => distribution === isOurs && says === 'affected')
      .flatMap(({ fixes }) => fixes.slice(0, 1));
    const [highest] = firsts.toSorted((a, b) => compare(scheme, b, a) ?? (a < b ? 1 : -1));
    if (highest !== undefined) return { fixedIn: highest, fixedBy: isOurs ? 'distribution' : 'upstream' };
  }
  return { fixedIn: null, fixedBy: null };
}

function keyOf(
  product: string,
  subject: { vulnerability: string; product: string; version: string | null },
): string {
  return createHash('sha256')
    .update(canonicalJson({ of: product, ...subject }))
    .digest('hex')
    .slice(0, 32);
}
