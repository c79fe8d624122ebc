// Which kinds of packages are covered: those whose whole database of advisories was imported. A few advisories of a kind say what they say, and
// cover nothing. Pure. Called by known-risks.ts. Source: structure S5, Coverage.
import { type Distro, distroOfEcosystem, sameDistro } from '../identity/distro.ts';
import { packageKeyOfEcosystem } from '../identity/package-key.ts';

export interface CoverageKnown {
  /** Ecosystems whose whole database was imported, as OSV spells them. */
  readonly complete: readonly string[];
  /** How many advisories speak of packages of an ecosystem, or of `pkg:type`. */
  readonly counted: readonly { readonly ecosystem: string; readonly advisories: number }[];
}

/** Why packages of a type, or of a release of a distribution, are not covered; null where they are. */
export type CoverageGap = (type: string, distro: Distro | null) => string | null;

export function coverageGap({ complete, counted }: CoverageKnown): CoverageGap {
  const places = complete.map(placeOf);
  const partial = counted.map(({ ecosystem, advisories }) => ({ place: placeOf(ecosystem), advisories }));
  const known = new Map<string, string | null>();
  const gapOf = (type: string, distro: Distro | null): string | null => {
    if (places.some((place) => isWithin(place, type, distro))) return null;
    const name = distro === null ? type : [distro.id, distro.release].filter(Boolean).join(' ');
    const advisories = partial
      .filter(({ place }) => isWithin(place, type, distro))
      .reduce((sum, one) => sum + one.advisories, 0);
    if (advisories === 0) return `${name}: no advisories imported`;
    return `${name}: ${advisories} ${advisories === 1 ? 'advisory' : 'advisories'} imported, not the whole database`;
  };
  return (type, distro) => {
    const key = distro === null ? type : JSON.stringify(distro);
    const found = known.get(key);
    if (found !== undefined) return found;
    const gap = gapOf(type, distro);
    known.set(key, gap);
    return gap;
  };
}

type Place = { readonly distro: Distro } | { readonly type: string };

function placeOf(ecosystem: string): Place {
  if (ecosystem.startsWith('pkg:')) return { type: ecosystem.slice('pkg:'.length) };
  const distro = distroOfEcosystem(ecosystem);
  if (distro !== null) return { distro };
  const key = packageKeyOfEcosystem(ecosystem, 'a/b') ?? packageKeyOfEcosystem(ecosystem, 'a:b');
  return { type: key?.key.split('/')[0] ?? '' };
}

/** An ecosystem without a release (`Debian`, `openSUSE`) has every release of its distributions. */
function isWithin(place: Place, type: string, distro: Distro | null): boolean {
  if ('type' in place) return distro === null && place.type === type;
  if (distro === null) return false;
  const { id, release, stream } = place.distro;
  if (release === null && stream === null)
    return id === distro.id || (id === 'opensuse' && distro.id.startsWith('opensuse'));
  return sameDistro(place.distro, distro) === true;
}
