// Whether a statement about a product holds for a component of a list: it holds for the product and the part of it that it names, and for nothing wider. Pure.
// Called by match.ts. Source: structure S5; reference evidence-identity, 5 and 6.
import type { BomLink, Claim, ClaimedProduct, ClaimStatus, ProductIdentity } from '../../formats/records.ts';
import { coversCpe, parseCpe } from '../../identity/cpe.ts';
import { coversPackage, distroOfCpe, distroOfName, isPlatform } from '../../identity/distro.ts';
import { type Purl, parsePurl } from '../../identity/purl.ts';
import { isInModule, matchPurl } from '../../identity/purl-match.ts';
import { comparableVersion, isEpochKnown, versionText, withoutEpoch } from '../../identity/version-text.ts';
import { compare } from '../../versions/compare.ts';
import { contains } from '../../versions/contains.ts';
import { type Scheme, schemeOfPurlType } from '../../versions/scheme.ts';
import { standingOf } from '../../vex/claim.ts';
import type { Part } from '../inputs.ts';
import type { ListIdentity } from '../list-identity.ts';
import type { Doubt } from './judge.ts';

export interface ClaimAnswer {
  readonly status: ClaimStatus;
  /** The version that fixes it, where the statement is a lower bound that this version is below. */
  readonly fixes: readonly string[];
  /** A distribution speaks of a package of its own. */
  readonly distribution: boolean;
}

/** A doubt: it is about this component, and nobody can tell whether about this version or this build of it. */
export type ClaimJudgement = ClaimAnswer | Doubt | null;

/** @param issuer of the statement: one that calls something safe by a name alone speaks of its own products, and of no other supplier's */
export function judgeClaim(claim: Claim, part: Part, list: ListIdentity, issuer: string): ClaimJudgement {
  const { product } = claim;
  const by = standingOf(claim.status) === 'safe' ? issuer : null;
  if (product.bomLink) return judgeBomLink(claim, product.bomLink, part, list);
  if (product.within) return judgeWithin(claim, product.within, part, { list, by });
  const direct = judgeNamed(claim, product, part);
  if (direct === null && !list.isInside(product, part, by)) return null;
  const isNamed = claim.subcomponents.length === 0 || namesPart(claim.subcomponents, part, list);
  if (isNamed === 'name' && by !== null) return 'name';
  if (!isNamed) return null;
  return direct ?? (list.isOf(product, by) ? judgeWhole(claim, list) : insideAnswer(claim));
}

/** A link to a whole list, or to its subject, reaches everything in it. */
function judgeBomLink(
  claim: Claim,
  { bom, ref }: BomLink,
  part: Part,
  { subject }: ListIdentity,
): ClaimJudgement {
  if (subject.serial !== bom) return null;
  if (ref === part.component.ref) return judgeVersion(claim, part, false);
  return ref === '' || ref === subject.ref ? insideAnswer(claim) : null;
}

/** A part of a platform is a package of that distribution; a part of a product is a component of a list of that product, or an image that is what the list is of. */
function judgeWithin(
  claim: Claim,
  whole: ProductIdentity,
  part: Part,
  { list, by }: { readonly list: ListIdentity; readonly by: string | null },
): ClaimJudgement {
  const cpe = whole.cpe === null ? null : parseCpe(whole.cpe);
  const platform = (cpe && distroOfCpe(cpe)) ?? distroOfName(whole.name);
  if (platform === null || !isPlatform(platform)) {
    if (list.isImage(claim.product)) return insideAnswer(claim);
    const isThere = list.isInside(whole, part, by);
    return isThere ? judgeNamed(claim, claim.product, part) : null;
  }
  const covers = part.purl === null ? false : coversPackage(platform, part.purl);
  if (covers === false) return null;
  const named = judgeNamed(claim, claim.product, part, true);
  return named === null || covers === true ? named : 'release';
}

/** Holds the version of what the list is of against the versions that a statement about the whole names. */
function judgeWhole(claim: Claim, list: ListIdentity): ClaimJudgement {
  const { version, versions, bound, purls } = claim.product;
  const names = bound !== undefined || version !== null || versions !== null;
  if (!names || list.isImage(claim.product)) return insideAnswer(claim);
  const judged =
    purls.length > 0 ? judgeNamed(claim, claim.product, list.whole) : judgeVersion(claim, list.whole, false);
  return judged === null || typeof judged === 'string' ? judged : { ...judged, fixes: [] };
}

const insideAnswer = ({ status }: Claim): ClaimAnswer => ({
  status,
  fixes: [],
  distribution: false,
});

/** Holds it against the component itself. */
function judgeNamed(claim: Claim, product: ClaimedProduct, part: Part, distribution = false): ClaimJudgement {
  const purls = product.purls.flatMap((text) => {
    const read = parsePurl(text);
    return read.ok ? [read.purl] : [];
  });
  let doubt: Doubt | null = null;
  for (const purl of part.purl === null ? [] : purls) {
    const answer = judgePurl(claim, purl, part.purl as Purl, distribution);
    if (typeof answer === 'string') doubt ??= answer;
    else if (answer !== null) return answer;
  }
  if (doubt !== null) return doubt;
  const [wanted, has] = [product.cpe, part.component.cpe].map((text) => (text ? parseCpe(text) : null));
  if (purls.length > 0 || !wanted || !has) return null;
  const covers = coversCpe(wanted, has);
  if (covers === false) return null;
  const isVersion = wanted.version === null || wanted.version === has.version;
  if (!isVersion) return has.version === null ? 'no_version' : null;
  return covers === null ? 'release' : judgeVersion(claim, part, distribution);
}

function judgePurl(claim: Claim, purl: Purl, component: Purl, distribution: boolean): ClaimJudgement {
  const { bound } = claim.product;
  const named = bound === undefined ? purl : { ...purl, version: null };
  const match = matchPurl(named, component);
  if (!match.matches) return null;
  // An architecture that nobody knows lets no finding be closed.
  const hasArch =
    purl.qualifiers.has('arch') && !['src', 'source', 'noarch'].includes(purl.qualifiers.get('arch') ?? '');
  const isUnsure = hasArch && !component.qualifiers.has('arch') && standingOf(claim.status) === 'safe';
  const module = purl.qualifiers.get('rpmmod');
  if (isUnsure) return 'arch';
  if (module !== undefined && isInModule(module, purl.name, component) === null) return 'module';
  const { through } = match;
  if (bound !== undefined && purl.version !== null) {
    const hasEpoch = isEpochKnown(component, through);
    const [from, has] = [versionText(purl), versionText(component, through)].map((text) =>
      text === null || hasEpoch ? text : withoutEpoch(text),
    );
    return judgeBound(claim, schemeOfPurlType(component.type), {
      from: from ?? null,
      has: has ?? null,
      distribution,
    });
  }
  if (match.level === 'version') return { status: claim.status, fixes: [], distribution };
  const has = versionText(component, through);
  return judgeRange(claim, schemeOfPurlType(component.type), { has, type: component.type, distribution });
}

/** What has no package URL has versions of dotted numbers, or none that can be ordered. */
function judgeVersion(claim: Claim, { purl, component }: Part, distribution: boolean): ClaimJudgement {
  if (purl !== null)
    return judgeRange(claim, schemeOfPurlType(purl.type), {
      has: versionText(purl),
      type: purl.type,
      distribution,
    });
  const version = component.version ?? (component.cpe ? (parseCpe(component.cpe)?.version ?? null) : null);
  const has = version?.replace(/^v(?=\d)/i, '') ?? null;
  return judgeRange(claim, 'intdot', { has, type: 'generic', distribution });
}

interface Held {
  readonly has: string | null;
  readonly distribution: boolean;
}

function judgeRange(
  claim: Claim,
  scheme: Scheme | null,
  held: Held & { readonly type: string },
): ClaimJudgement {
  const { version, versions, bound } = claim.product;
  const { has, type, distribution } = held;
  const answer: ClaimAnswer = { status: claim.status, fixes: [], distribution };
  if (version !== null) {
    const named = comparableVersion(type, '', version);
    if (bound !== undefined) return judgeBound(claim, scheme, { from: named, has, distribution });
    if (has === null) return 'no_version';
    return named === has || compare(scheme, named, has) === 0 ? answer : null;
  }
  if (versions === null) return answer;
  // Vendors of devices give ranges of dotted numbers, whatever kind of package they are of.
  const loose = versions.startsWith('vers:intdot/') ? 'intdot' : scheme;
  const isIn = has === null ? null : contains(loose, { kind: 'vers', text: versions }, has);
  if (isIn === null) return doubtOf(scheme, has);
  return isIn ? answer : null;
}

/** Why a version cannot be held against others. */
const doubtOf = (scheme: Scheme | null, has: string | null): Doubt =>
  has === null ? 'no_version' : scheme === null ? 'scheme' : 'range';

/** A fix is in that version and all later ones, and in none before. */
function judgeBound(
  { status, product }: Claim,
  scheme: Scheme | null,
  { from, has, distribution }: Held & { readonly from: string | null },
): ClaimJudgement {
  const order = from === null || has === null ? null : compare(scheme, has, from);
  if (order === null || from === null) return doubtOf(scheme, has);
  if (product.bound === 'upTo') return order <= 0 ? { status, fixes: [], distribution } : null;
  if (order >= 0) return { status, fixes: [], distribution };
  return status === 'fixed' ? { status: 'affected', fixes: [from], distribution } : null;
}

/** Whether one of the parts that a statement names is this component; `name` where a name that several have is all it gives. */
function namesPart(names: readonly string[], part: Part, list: ListIdentity): boolean | 'name' {
  const { component, purl } = part;
  const answers = names.map((name) => {
    const read = name.startsWith('pkg:') ? parsePurl(name) : null;
    if (read?.ok) return purl !== null && matchPurl(read.purl, purl).matches;
    return name === component.ref || (name === component.name && (list.isOnlyOne(part) || 'name'));
  });
  return answers.find((one) => one === true) ?? answers.find((one) => one === 'name') ?? false;
}
