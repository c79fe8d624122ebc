// What of a list of components is affected by what is known: each component held against every advisory and statement about its package, what is said decided by rule where it
// differs, the way to it found. The same evidence gives the same findings, in whatever order it came. Pure; yields, so that a long list holds nobody up.
// Called by findings.ts. Source: advisory, Findings, Deterministic tools.
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../store/audit/canonical-json.ts';
import { isOfDistro } from '../identity/distro.ts';
import { keyOfComponent } from '../identity/keys.ts';
import { keysOf, modulesAbove } from '../identity/package-key.ts';
import type { Purl } from '../identity/purl.ts';
import { compare } from '../versions/compare.ts';
import { schemeOfPurlType } from '../versions/scheme.ts';
import { standingOf, type VexClaim } from '../vex/claim.ts';
import { type Decision, decide } from '../vex/consensus.ts';
import { flipOf } from '../vex/flip.ts';
import { claimOfAdvisory, claimOfStatement } from './claims.ts';
import type { Finding, Ground, Matched, Unchecked } from './finding.ts';
import {
  type Inventory,
  type KnownRisks,
  keyOfPart,
  type Part,
  type SaidAffected,
  type SaidClaim,
  versionOfPart,
} from './inputs.ts';
import { type Judgement, judgeAdvisory } from './judge/judge.ts';
import { judgeClaim } from './judge/judge-claim.ts';
import { judgeByCpe } from './judge/judge-cpe.ts';
import { ListIdentity } from './list-identity.ts';
import { Reaches } from './paths.ts';
import { whyUnchecked } from './unchecked.ts';

/** A list made ready to be matched a part at a time: what it is of, ways to its components, and which package of a distribution they came with. */
export class Matching {
  readonly #inventory: Inventory;
  readonly #list: ListIdentity;
  readonly #reaches: Reaches;
  readonly #owners: ReadonlyMap<number, readonly Purl[]>;

  constructor(inventory: Inventory) {
    this.#inventory = inventory;
    this.#list = new ListIdentity(inventory);
    this.#reaches = new Reaches(inventory);
    this.#owners = ownersOf(inventory);
  }

  /** Keys under which everything is found that is said of these components, of what they came with, and of the whole. */
  keysOf(parts: readonly Part[]): string[] {
    const keys = parts.flatMap((part) => [
      ...keysOfPart(part),
      ...(part.purl ? modulesAbove(part.purl) : []),
      ...(this.#owners.get(part.n) ?? []).flatMap(keysOf),
    ]);
    return [...new Set([...keys, ...this.#list.keys()])];
  }

  /**
   * Matches components of the list, one a step.
   * @param risks what is known under the keys of these components
   * @param now milliseconds
   */
  *match(parts: readonly Part[], risks: KnownRisks, now: number): Generator<void, Matched> {
    const { product, document } = this.#inventory;
    const context = { inventory: this.#inventory, list: this.#list, reaches: this.#reaches, risks, now };
    const findings: Finding[] = [];
    const unchecked: Unchecked[] = [];
    let checked = 0;
    for (const part of parts) {
      const why = part.n === 0 ? null : whyUnchecked(part, risks, now);
      if (why) unchecked.push({ product, document, n: part.n, ...why });
      else if (part.n !== 0) checked++;
      // What is said of it holds all the same, where it can be found.
      findings.push(...findingsOf(part, this.#owners.get(part.n) ?? [], context));
      yield;
    }
    return {
      findings: findings.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.n - b.n)),
      unchecked,
      checked,
    };
  }
}

function keysOfPart(part: Part): readonly string[] {
  if (part.purl !== null) return keysOf(part.purl);
  const key = keyOfComponent(part.component);
  return key === null ? [] : [key];
}

interface Context {
  readonly inventory: Inventory;
  readonly list: ListIdentity;
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
    if (!above || !below || !isOfDistro(above.type) || isOfDistro(below.type)) continue;
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
  readonly grounds: Omit<Ground, 'counts'>[];
  /** All that call it affected are distributions that hold it to be unimportant. */
  unimportant: boolean;
}

type About = (vulnerability: string) => Heard;

function findingsOf(part: Part, owners: readonly Purl[], context: Context): Finding[] {
  const { risks, list } = context;
  const heard = new Map<string, Heard>();
  const about: About = (vulnerability) => {
    const known = heard.get(vulnerability);
    if (known) return known;
    const made: Heard = { ids: new Set(), claims: [], grounds: [], unimportant: true };
    heard.set(vulnerability, made);
    return made;
  };
  const keys = keysOfPart(part);
  for (const entries of byAdvisory(keys.flatMap((key) => risks.affectedBy(key))))
    hearAdvisory(entries, part, about, context);
  const said = new Map(
    [...keys, ...list.keys()].flatMap((key) => risks.claimsBy(key)).map((one) => [one.sourceId, one]),
  );
  for (const one of said.values()) hearClaim(one, part, about, context);
  if (heard.size > 0)
    for (const owner of owners)
      for (const entries of byAdvisory(keysOf(owner).flatMap((key) => risks.affectedBy(key))))
        hearOwner(entries, owner, about, { ...context, heard });
  return [...heard].flatMap(([vulnerability, all]) => findingOf(part, vulnerability, all, context) ?? []);
}

/** Of each advisory its entries, once each. */
function byAdvisory(said: readonly SaidAffected[]): Iterable<readonly SaidAffected[]> {
  const once = new Map(said.map((one) => [one.sourceId, one]));
  return Map.groupBy(once.values(), ({ advisory, document }) => `${document} ${advisory}`).values();
}

const subjectOf = (vulnerability: string, part: Part) => ({
  vulnerability,
  product: keyOfPart(part),
  version: versionOfPart(part),
});

function hearAdvisory(entries: readonly SaidAffected[], part: Part, about: About, { risks }: Context): void {
  const said = part.purl === null ? judgeByCpe(entries, part) : judgeAdvisory(entries, part.purl);
  const judged = vouched(said, risks);
  if (judged !== null) hear(judged, about, risks);
}

/** Anybody can write a record that names a distribution: what nobody vouches for is an advisory like any other. */
const vouched = (judged: Judgement | null, risks: KnownRisks): Judgement | null =>
  judged?.distribution && !risks.speaksForDistribution(judged.entry)
    ? { ...judged, distribution: false }
    : judged;

/** What the distribution says of the package this one came with: that it has the fix, and no more. */
function hearOwner(
  entries: readonly SaidAffected[],
  owner: Purl,
  about: About,
  { risks, heard }: Context & { readonly heard: ReadonlyMap<string, Heard> },
): void {
  const judged = vouched(judgeAdvisory(entries, owner), risks);
  if (!judged?.distribution || judged.holds !== false || !judged.mended) return;
  hear(judged, about, risks, (vulnerability) => heard.has(vulnerability));
}

/** An advisory speaks once about each vulnerability it names. */
function hear(
  judged: Judgement,
  about: About,
  risks: KnownRisks,
  isWanted: (vulnerability: string) => boolean = () => true,
): void {
  const { entry } = judged;
  for (const vulnerability of risks.subjects(entry.advisory).filter(isWanted)) {
    const heard = about(vulnerability);
    heard.ids.add(entry.advisory);
    heard.grounds.push(groundOf(judged));
    const claim = claimOfAdvisory(judged, risks);
    if (claim) heard.claims.push(claim);
    if (judged.holds !== false && entry.affected.urgency !== 'unimportant') heard.unimportant = false;
  }
}

function hearClaim(said: SaidClaim, part: Part, about: About, { risks, list }: Context): void {
  const judged = judgeClaim(said.claim, part, list, said.issuer);
  if (judged === null) return;
  const { sourceId, document, issuer, statedAt, dated, claim } = said;
  const vulnerability = risks.representative(claim.vulnerability);
  const heard = about(vulnerability);
  heard.ids.add(claim.vulnerability);
  heard.unimportant = false;
  heard.grounds.push({
    sourceId,
    document,
    about: claim.vulnerability,
    issuer,
    statedAt,
    dated,
    says: typeof judged === 'string' ? 'cannot_tell' : judged.status,
    doubt: typeof judged === 'string' ? judged : null,
    fixes: typeof judged === 'string' ? [] : judged.fixes,
    distribution: typeof judged !== 'string' && judged.distribution,
  });
  if (typeof judged !== 'string') heard.claims.push(claimOfStatement(said, judged, risks));
}

function groundOf(judged: Judgement): Heard['grounds'][number] {
  const { sourceId, document, advisory, issuer, statedAt, dated } = judged.entry;
  const { distribution } = judged;
  const about = { sourceId, document, about: advisory, issuer, statedAt, dated, distribution };
  if (judged.holds === null) return { ...about, says: 'cannot_tell', doubt: judged.doubt, fixes: [] };
  if (judged.holds) return { ...about, says: 'affected', doubt: null, fixes: judged.fixes };
  return { ...about, says: judged.mended ? 'fixed' : 'not_affected', doubt: null, fixes: [] };
}

/** @returns undefined where nobody says anything but that it is safe, by ranges alone: that is no news */
function findingOf(
  part: Part,
  vulnerability: string,
  { ids, claims, grounds, unimportant }: Heard,
  { inventory, reaches, risks, now }: Context,
): Finding | undefined {
  const isNews =
    grounds.some(({ says }) => says === 'cannot_tell') ||
    claims.some(({ status }) => standingOf(status) !== 'safe');
  if (!isNews) return undefined;
  const { n } = part;
  const exploited = risks.isExploited(vulnerability);
  const subject = subjectOf(vulnerability, part);
  const question = { claims, product: subject.product, now, kev: exploited };
  const decision = decide(question);
  const { depth, scope, path } = reaches.to(n) ?? { depth: 1, scope: 'runtime' as const, path: [n] };
  return {
    key: keyOf(inventory.product, subject),
    product: inventory.product,
    document: inventory.document,
    n,
    packageKey: subject.product,
    version: subject.version,
    vulnerability,
    ids: [...ids].sort(),
    unimportant,
    decision,
    flip: flipOf(question),
    exploited,
    depth,
    scope,
    path,
    grounds: grounds
      .map((ground) => ({ ...ground, counts: countsOf(ground, decision) }))
      .toSorted((a, b) => (a.sourceId < b.sourceId ? -1 : a.sourceId > b.sourceId ? 1 : 0)),
    ...fixOf(part.purl?.type ?? '', subject.version, grounds),
  };
}

function countsOf({ sourceId }: Heard['grounds'][number], decision: Decision): Ground['counts'] {
  const isIn = (claims: readonly VexClaim[]) => claims.some(({ id }) => id === sourceId);
  if (isIn(decision.counted)) return 'counted';
  if (isIn(decision.setAside)) return 'set_aside';
  return isIn(decision.replaced) ? 'replaced' : 'not_comparable';
}

/** The lowest version of the installed line that mends it by all who name one; a distribution's before anybody else's. */
function fixOf(
  type: string,
  version: string | null,
  grounds: Heard['grounds'],
): Pick<Finding, 'fixedIn' | 'fixedBy'> {
  const scheme = schemeOfPurlType(type);
  for (const isOurs of [true, false]) {
    const firsts = grounds
      .filter(({ distribution, says }) => distribution === isOurs && says === 'affected')
      .flatMap(({ fixes }) => fixes.slice(0, 1));
    const [highest] = ofLine(version, firsts).toSorted((a, b) => compare(scheme, b, a) ?? (a < b ? 1 : -1));
    if (highest !== undefined) return { fixedIn: highest, fixedBy: isOurs ? 'distribution' : 'upstream' };
  }
  return { fixedIn: null, fixedBy: null };
}

/** Epoch and first number of a version; and which minor release of an enterprise distribution it was built for. */
const LINE = /^(?:(\d+):)?v?(\d+)/;
const BUILT_FOR = /\.(el\d+_\d+)/;

/** Those of the line that is installed: of its build, else of its epoch and first number, where there are any. */
function ofLine(version: string | null, fixes: readonly string[]): readonly string[] {
  const lines = [
    (text: string) => BUILT_FOR.exec(text)?.[1],
    (text: string) => {
      const [, epoch = '0', major] = LINE.exec(text) ?? [];
      return major && `${epoch}:${major}`;
    },
  ];
  for (const line of lines) {
    const own = version === null ? undefined : line(version);
    const same = own === undefined ? [] : fixes.filter((fix) => line(fix) === own);
    if (same.length > 0) return same;
  }
  return fixes;
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
