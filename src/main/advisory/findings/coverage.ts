// Which packages are covered: those whose whole database of advisories was imported. A few advisories of a kind say what they say, and cover nothing. Pure.
// Called by known-risks.ts. Source: structure S5, Coverage.
import { sameDistro } from '../identity/distro.ts';
import { ecosystemAt, type Place, placeOf, placeOfEcosystem } from '../identity/ecosystems.ts';
import type { KnownRisks } from './inputs.ts';

export interface CoverageKnown {
  /** Ecosystems whose whole database was imported, as OSV spells them. */
  readonly complete: readonly string[];
  /** How many advisories speak of packages of an ecosystem, or of `pkg:type`. */
  readonly counted: readonly { readonly ecosystem: string; readonly advisories: number }[];
}

export function coverageGap({ complete, counted }: CoverageKnown): KnownRisks['coverageGap'] {
  const places = complete.map(placeOfEcosystem);
  const partial = counted.map(({ ecosystem, advisories }) => ({
    place: ecosystem.startsWith('pkg:')
      ? { key: ecosystem.slice('pkg:'.length), distro: null }
      : placeOfEcosystem(ecosystem),
    advisories,
  }));
  const known = new Map<string, string | null>();
  const gapOf = (of: Place): string | null => {
    if (places.some((place) => isWithin(place, of))) return null;
    const { key, distro } = of;
    const name =
      distro === null ? (ecosystemAt(key) ?? key) : [distro.id, distro.release].filter(Boolean).join(' ');
    const advisories = partial
      .filter(({ place }) => isWithin(place, of))
      .reduce((sum, one) => sum + one.advisories, 0);
    if (advisories === 0) return `${name}: no advisories imported`;
    return `${name}: ${advisories} ${advisories === 1 ? 'advisory' : 'advisories'} imported, not the whole database`;
  };
  return (purl) => {
    const place = placeOf(purl);
    const key = JSON.stringify(place);
    const found = known.get(key);
    if (found !== undefined) return found;
    const gap = gapOf(place);
    known.set(key, gap);
    return gap;
  };
}

/** An ecosystem without a release (`Debian`, `openSUSE`) has every release of its distribution. */
function isWithin(database: Place | null, { key, distro }: Place): boolean {
  if (database?.key !== key) return false;
  const { distro: of } = database;
  if (of === null || (of.release === null && of.stream === null)) return true;
  return distro !== null && sameDistro(of, distro) === true;
}
