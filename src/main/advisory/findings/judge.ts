// Whether what is said of a package holds for a component: an advisory's entry by its ranges, a statement by what it names. The answer may be that nobody can tell,
// with the reason. Pure. Called by match.ts. Source: advisory, Deterministic tools, Findings.
import type { Claim } from '../formats/records.ts';
import { packageKeyOfEcosystem } from '../identity/package-key.ts';
import { type Purl, parsePurl } from '../identity/purl.ts';
import { matchEcosystem, matchPurl, versionText } from '../identity/purl-match.ts';
import { compare } from '../versions/compare.ts';
import { contains } from '../versions/contains.ts';
import { fixesOf, type OsvRange } from '../versions/osv-range.ts';
import { type Scheme, schemeOfEcosystem, schemeOfPurlType } from '../versions/scheme.ts';
import type { SaidAffected } from './inputs.ts';

/** Why it cannot be told. */
export type Doubt = 'no_version' | 'scheme' | 'range' | 'release';

export type Judgement =
  | { readonly holds: false; readonly mended: boolean; readonly distribution: boolean }
  | { readonly holds: true; readonly fixes: readonly string[]; readonly distribution: boolean }
  | { readonly holds: null; readonly doubt: Doubt; readonly distribution: boolean };

/**
 * Holds an entry of an advisory against a component.
 * @returns null where it is about another package, or another release of the distribution
 */
export function judgeAffected({ affected }: SaidAffected, component: Purl): Judgement | null {
  const named = nameOf(affected, component);
  if (named === null) return null;
  const { through, release, distribution, scheme } = named;
  // A number of another release says nothing of this one's.
  if (release === 'unsaid') return { holds: null, doubt: 'release', distribution };
  const version = versionText(component, through);
  if (version === null) return { holds: null, doubt: 'no_version', distribution };
  if (scheme === null) return { holds: null, doubt: 'scheme', distribution };
  const { osv, vers } = splitRanges(affected);
  if (lacksRelease(scheme, version, osv)) return { holds: null, doubt: 'range', distribution };
  const isWhole = affected.ranges.length === 0 && affected.versions.length === 0;
  if (isWhole) return { holds: true, fixes: [], distribution };
  const answers = [
    ...(osv.length > 0 || affected.versions.length > 0
      ? [contains(scheme, { kind: 'osv', ranges: osv, versions: affected.versions }, version)]
      : []),
    ...vers.map((text) => contains(scheme, { kind: 'vers', text }, version)),
  ];
  if (answers.includes(true))
    return { holds: true, fixes: fixesOf(scheme, osv, version) ?? [], distribution };
  if (answers.includes(null)) return { holds: null, doubt: 'range', distribution };
  return { holds: false, mended: isMended(scheme, osv, version), distribution };
}

interface Named {
  readonly through: 'itself' | 'source';
  readonly release: 'same' | 'unsaid' | 'none';
  readonly distribution: boolean;
  readonly scheme: Scheme | null;
}

/** How the entry names the component; null where it does not. */
function nameOf({ ecosystem, name, purl }: SaidAffected['affected'], component: Purl): Named | null {
  const key = ecosystem === null ? null : packageKeyOfEcosystem(ecosystem, name);
  if (key !== null) {
    const match = matchEcosystem(key, component);
    if (!match.matches) return null;
    const scheme = schemeOfEcosystem(ecosystem ?? '') ?? schemeOfPurlType(component.type);
    return { through: match.through, release: match.release, distribution: key.distro !== null, scheme };
  }
  const read = purl === null ? null : parsePurl(purl);
  if (!read?.ok) return null;
  const match = matchPurl(read.purl, component);
  if (!match.matches) return null;
  // A package URL names what it is about; a distribution speaks by its ecosystem.
  return {
    through: match.through,
    release: 'none',
    distribution: false,
    scheme: schemeOfPurlType(component.type),
  };
}

function splitRanges({ ranges }: SaidAffected['affected']) {
  const osv: OsvRange[] = [];
  const vers: string[] = [];
  for (const range of ranges) {
    if (range.type === 'VERS') vers.push(range.vers);
    else osv.push(range);
  }
  return { osv, vers };
}

/**
 * Of rpm and pacman a version without a release is equal to every release of it: where the range names one, nobody can tell whether the fix is in.
 */
function lacksRelease(scheme: Scheme, version: string, ranges: readonly OsvRange[]): boolean {
  if ((scheme !== 'rpm' && scheme !== 'alpm') || version.includes('-')) return false;
  return ranges.some(({ events }) =>
    events.some((event) =>
      Object.values(event).some((named) => named?.includes('-') && compare(scheme, named, version) === 0),
    ),
  );
}

/** Not affected because it has the fix, and not because it was never hit. */
function isMended(scheme: Scheme, ranges: readonly OsvRange[], version: string): boolean {
  return ranges.some(({ events }) =>
    events.some(({ fixed }) => {
      const order = fixed === undefined ? null : compare(scheme, fixed, version);
      return order !== null && order <= 0;
    }),
  );
}

export type ClaimMatch = {
  /** How closely the statement names the version that is there. */
  readonly scope: 'exact' | 'range' | 'family';
};

/**
 * Holds a statement about a product against a component.
 * @returns null where it is about something else; `unbound` where it names versions nobody can hold this one against
 */
export function judgeClaim(claim: Claim, component: Purl): ClaimMatch | 'unbound' | null {
  let isUnbound = false;
  for (const text of claim.product.purls) {
    const read = parsePurl(text);
    if (!read.ok) continue;
    const match = matchPurl(read.purl, component);
    if (!match.matches) continue;
    if (match.level === 'version') return { scope: 'exact' };
    const version = versionText(component, match.through);
    const bound = withinClaim(claim, component, version);
    if (bound === 'unbound') isUnbound = true;
    else if (bound !== null) return bound;
  }
  return isUnbound ? 'unbound' : null;
}

function withinClaim(
  { product }: Claim,
  component: Purl,
  version: string | null,
): ClaimMatch | 'unbound' | null {
  const scheme = schemeOfPurlType(component.type);
  if (product.version !== null) {
    if (version === null) return 'unbound';
    if (product.version === version || compare(scheme, product.version, version) === 0)
      return { scope: 'exact' };
    return null;
  }
  if (product.versions === null) return { scope: 'family' };
  const isIn = version === null ? null : contains(scheme, { kind: 'vers', text: product.versions }, version);
  if (isIn === null) return 'unbound';
  return isIn ? { scope: 'range' } : null;
}
