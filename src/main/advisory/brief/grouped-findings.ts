// Findings of a pack as a brief speaks of them: what is the same of several products is said once. Pure. Called by the statements of a brief. Source: advisory, How a brief reads.
import { byGravity } from '../context/gravity.ts';
import type { ContextPack, PackFinding } from '../retrieval/pack-shape.ts';
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

/** Sources disagree where they say different things of the same version, whatever counts. */
export const isContested = ({ statements }: Pick<PackFinding, 'statements'>): boolean =>
  new Set(statements.map(({ says }) => says).filter((says) => says !== 'cannot_tell')).size > 1;

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

/** @example `log4j-core 2.14.1` */
export const componentOf = ({ component, version }: Pick<PackFinding, 'component' | 'version'>): string =>
  [component, version ?? ''].map(plain).filter(Boolean).join(' ') || 'A component';

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
