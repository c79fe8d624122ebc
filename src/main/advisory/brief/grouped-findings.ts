// Findings of a pack as a brief speaks of them: what is the same of several products is said once. Pure. Called by the statements of a brief. Source: advisory, How a brief reads.
import { byGravity } from '../context/gravity.ts';
import type { ContextPack, PackFinding, PackStatement } from '../retrieval/pack-shape.ts';
import { compare } from '../versions/compare.ts';
import { schemeOfPurlType } from '../versions/scheme.ts';
import { emphasised, firstOf, plain } from './plain-words.ts';
import type { Cite, Sources } from './sources.ts';

/** What a finding asks of its reader; `review`: it counts as affected until a person decides. */
export type Standing = 'affected' | 'review' | 'open' | 'safe';

export interface FindingGroup {
  readonly standing: Standing;
  /** The gravest first; of one package at one version, of one outcome. */
  readonly findings: readonly [PackFinding, ...PackFinding[]];
}

const ORDER: readonly Standing[] = ['affected', 'review', 'open', 'safe'];
const MOST_PRODUCTS = 3;

/** What issuers say now: a statement that a later one took the place of is history. */
export const currentOf = ({ statements }: Pick<PackFinding, 'statements'>): readonly PackStatement[] =>
  statements.filter(({ counts }) => counts !== 'replaced');

/** Sources disagree where they say different things of the same version. */
export const isContested = (finding: Pick<PackFinding, 'statements'>): boolean =>
  new Set(
    currentOf(finding)
      .map(({ says }) => says)
      .filter((says) => says !== 'cannot_tell'),
  ).size > 1;

export function standingOf(finding: PackFinding): Standing {
  const { held, status, statements } = finding;
  if (held) {
    const isPlain = !isContested(finding) && statements.some(({ says }) => says === 'affected');
    return isPlain ? 'affected' : 'review';
  }
  if (status === 'affected') return 'affected';
  return status === 'under_investigation' || status === 'unknown' ? 'open' : 'safe';
}

/** Of findings the prompt has; what asks most of its reader first. */
export function groupsOf({ findings }: Pick<ContextPack, 'findings'>, sources: Sources): FindingGroup[] {
  const groups = new Map<string, PackFinding[]>();
  for (const finding of findings.toSorted(byGravity)) {
    if (sources.finding(finding).length === 0) continue;
    const standing = standingOf(finding);
    // Of one vulnerability what fixes it, or holds it, is said in the same sentence.
    const apart = isOneVulnerability(findings) ? [finding.fixed_in, finding.rule] : [];
    const name = JSON.stringify([standing, finding.package_key, finding.version, ...apart]);
    groups.set(name, [...(groups.get(name) ?? []), finding]);
  }
  return [...groups.values()]
    .flatMap(([first, ...rest]) =>
      first === undefined ? [] : [{ standing: standingOf(first), findings: [first, ...rest] as const }],
    )
    .sort((a, b) => ORDER.indexOf(a.standing) - ORDER.indexOf(b.standing));
}

export const isOneVulnerability = (findings: readonly PackFinding[]): boolean =>
  new Set(findings.map(({ vulnerability }) => vulnerability)).size <= 1;

/** Types whose packages are known by their whole path. */
const BY_PATH: ReadonlySet<string> = new Set(['golang', 'npm', 'composer', 'github']);

/** @example `log4j-core`, `helm.sh/helm/v3` */
export function nameOf({
  component,
  package_key: key,
}: Pick<PackFinding, 'component' | 'package_key'>): string {
  const [type = '', ...path] = key.split('/');
  const isPart = BY_PATH.has(type) && !component.includes('/') && path.at(-1) === component.toLowerCase();
  return plain(isPart ? [...path.slice(0, -1), component].join('/') : component);
}

/** @example `log4j-core 2.14.1` */
export const componentOf = (finding: Pick<PackFinding, 'component' | 'package_key' | 'version'>): string =>
  [nameOf(finding), plain(finding.version ?? '')].filter(Boolean).join(' ') || 'A component';

/** Who says it. */
export const issuerName = (issuer: string): string =>
  issuer === '' ? 'an unnamed issuer' : emphasised(issuer);

/** The fix as it compares with what is there: an epoch of 0 is none. */
const fixOf = ({ version, fixed_in: fix }: Pick<PackFinding, 'version' | 'fixed_in'>): string =>
  plain(version?.includes(':') ? (fix ?? '') : (fix ?? '').replace(/^0:/, ''));

/** Whether what is there is below the fix as both are written; a binary may count otherwise than the source it is built from. */
export const isBelowFix = ({ version, fixed_in: fix, package_key: key }: PackFinding): boolean =>
  version !== null && fix !== null && compare(schemeOfKey(key), version, fix) === -1;

/** @example `3.7.1-5+deb11u5`, `a build from util-linux 2.38.1-5+deb12u1` */
export const fixedVersion = (finding: PackFinding): string =>
  finding.source === null || isBelowFix(finding)
    ? fixOf(finding)
    : `a build from ${plain(finding.source)} ${fixOf(finding)}`;

/** Of a package's key, such as `npm/left-pad`. */
export const schemeOfKey = (key: string) => schemeOfPurlType(key.split('/', 1)[0] ?? '');

/** @example `*shop* and *web*` */
export const productsOf = (findings: readonly Pick<PackFinding, 'product_name'>[]): string =>
  firstOf(
    [...new Set(findings.map(({ product_name: name }) => name))].map(emphasised),
    MOST_PRODUCTS,
    'products',
  );

const MOST_CITED = 4;

/** Of a group, the gravest first, each once. */
export function citesOf(findings: readonly PackFinding[], sources: Sources, word = ''): Cite[] {
  const cites = findings.flatMap((finding) => sources.finding(finding, word));
  const numbers = [...new Set(cites.map(({ n }) => n))].slice(0, MOST_CITED);
  return cites.filter(({ n }) => numbers.includes(n));
}
