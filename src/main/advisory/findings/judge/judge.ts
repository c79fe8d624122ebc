// Whether what an advisory says holds for a component, by the ranges it gives for the component's package. One advisory has one answer, whatever number of entries
// it has. The answer may be that nobody can tell, with the reason; that is never "not affected". Pure. Called by match.ts.
// Source: structure S5; advisory, Deterministic tools, Findings.
import type { AffectedPackage } from '../../formats/records.ts';
import { packageKeyOfEcosystem } from '../../identity/package-key.ts';
import { type Purl, parsePurl } from '../../identity/purl.ts';
import { isInModule, matchEcosystem, matchPurl, type PurlMatch } from '../../identity/purl-match.ts';
import { comparableVersion, isEpochKnown, versionText, withoutEpoch } from '../../identity/version-text.ts';
import { compare } from '../../versions/compare.ts';
import { contains } from '../../versions/contains.ts';
import { fixesOf, type OsvEvent, type OsvRange } from '../../versions/osv-range.ts';
import { type Scheme, schemeOfEcosystem, schemeOfPurlType } from '../../versions/scheme.ts';
import type { SaidAffected } from '../inputs.ts';

/** Why it cannot be told. */
export type Doubt =
  | 'no_version'
  | 'scheme'
  | 'range'
  | 'release'
  | 'module'
  | 'arch'
  | 'name'
  | 'environment';

export type Answer =
  | { readonly holds: false; readonly mended: boolean }
  | { readonly holds: true; readonly fixes: readonly string[] }
  | { readonly holds: null; readonly doubt: Doubt };

export type Judgement = Answer & {
  /** A distribution speaks of a package of its own. */
  readonly distribution: boolean;
  /** The entry that decided. */
  readonly entry: SaidAffected;
};

/** How an entry names a component. */
interface Named {
  readonly entry: SaidAffected;
  readonly through: 'itself' | 'source';
  readonly release: Extract<PurlMatch, { matches: true }>['release'];
  readonly distribution: boolean;
  readonly scheme: Scheme | null;
  /** Of a paid line of updates beside the distribution's own: `pro`. */
  readonly extra: boolean;
}

/**
 * @param entries of one advisory
 * @returns null where it is about other packages, or other releases of the distribution
 */
export function judgeAdvisory(entries: readonly SaidAffected[], component: Purl): Judgement | null {
  const named = entries.flatMap((entry) => nameOf(entry, component) ?? []);
  const judged = closest(named, component).flatMap((one) => {
    const answer = judgeEntry(one, component);
    return answer === null ? [] : [{ ...answer, distribution: one.distribution, entry: one.entry }];
  });
  return decisive(judged);
}

/** Affected where any entry says so, unknown where any leaves it open. */
export const decisive = (judged: readonly Judgement[]): Judgement | null =>
  judged.find(({ holds }) => holds === true) ??
  judged.find(({ holds }) => holds === null) ??
  judged.find((one) => one.holds === false && one.mended) ??
  judged[0] ??
  null;

/** An entry that names the binary itself sets aside one for its source; one for the distribution's own line, those for paid updates. */
function closest(named: readonly Named[], component: Purl): readonly Named[] {
  const itself = named.some(({ through, release }) => through === 'itself' && release !== 'unsaid');
  const hasExtra = /esm|fips/i.test(component.version ?? '');
  const own = !hasExtra && named.some(({ extra, release }) => !extra && release === 'same');
  return named.filter(({ through, extra }) => (!itself || through === 'itself') && (!own || !extra));
}

function nameOf(entry: SaidAffected, component: Purl): Named | null {
  const { ecosystem, name, purl } = entry.affected;
  const key = ecosystem === null ? null : packageKeyOfEcosystem(ecosystem, name);
  if (key !== null) {
    const match = matchEcosystem(key, component);
    if (!match.matches) return null;
    return {
      entry,
      through: match.through,
      release: match.release,
      distribution: key.distro !== null,
      scheme: schemeOfEcosystem(ecosystem ?? '') ?? schemeOfPurlType(component.type),
      extra: key.distro?.stream === 'pro',
    };
  }
  const read = purl === null ? null : parsePurl(purl);
  const match = read?.ok ? matchPurl(read.purl, component) : null;
  if (!match?.matches) return null;
  // A package URL names what it is about; a distribution speaks by its ecosystem.
  const scheme = schemeOfPurlType(component.type);
  return { entry, through: match.through, release: 'none', distribution: false, scheme, extra: false };
}

/** @returns null where it is about another module stream */
function judgeEntry({ entry, through, release, scheme }: Named, component: Purl): Answer | null {
  const { module, name } = entry.affected;
  const isOfModule = module === undefined ? true : isInModule(module, name, component);
  if (isOfModule === false) return null;
  // A number of another release says nothing of this one's.
  if (release === 'unsaid') return { holds: null, doubt: 'release' };
  if (isOfModule === null) return { holds: null, doubt: 'module' };
  const version = versionText(component, through);
  if (version === null) return { holds: null, doubt: 'no_version' };
  if (scheme === null) return { holds: null, doubt: 'scheme' };
  return judgeRanges(comparableEntry(entry.affected, component, through), scheme, {
    version: isEpochKnown(component, through) ? version : withoutEpoch(version),
    type: component.type,
  });
}

interface Ranges {
  readonly osv: readonly OsvRange[];
  readonly vers: readonly string[];
  readonly versions: readonly string[];
  /** What the advisory writes, by what is compared. */
  readonly written: ReadonlyMap<string, string>;
}

/** The entry with versions as the component's is read. */
function comparableEntry(affected: AffectedPackage, component: Purl, through: 'itself' | 'source'): Ranges {
  const hasEpoch = isEpochKnown(component, through);
  return splitRanges(affected, (text) => {
    const version = comparableVersion(component.type, component.name, text);
    return hasEpoch ? version : withoutEpoch(version);
  });
}

export function splitRanges({ ranges, versions }: AffectedPackage, read: (text: string) => string): Ranges {
  const osv: OsvRange[] = [];
  const vers: string[] = [];
  const written = new Map<string, string>();
  const noted = (text: string): string => {
    written.set(read(text), text);
    return read(text);
  };
  for (const range of ranges) {
    if (range.type === 'VERS') vers.push(range.vers);
    else osv.push({ type: range.type, events: range.events.map((event) => mapEvent(event, noted)) });
  }
  return { osv, vers, versions: versions.map(read), written };
}

const mapEvent = (event: OsvEvent, read: (text: string) => string): OsvEvent =>
  Object.fromEntries(Object.entries(event).map(([kind, text]) => [kind, read(text ?? '')]));

export function judgeRanges(
  ranges: Ranges,
  scheme: Scheme,
  { version, type }: { readonly version: string; readonly type: string },
): Answer {
  const { osv, vers, versions, written } = ranges;
  if (lacksRelease(scheme, version, osv)) return { holds: null, doubt: 'range' };
  if (osv.length === 0 && vers.length === 0 && versions.length === 0) return { holds: true, fixes: [] };
  const within = (tested: string): boolean | null => {
    const answers = [
      ...(osv.length > 0 || versions.length > 0
        ? [contains(scheme, { kind: 'osv', ranges: osv, versions }, tested)]
        : []),
      ...vers.map((text) => contains(scheme, { kind: 'vers', text }, tested)),
    ];
    return answers.includes(true) ? true : answers.includes(null) ? null : false;
  };
  const tested = testedVersions(type, version, ranges);
  const answers = new Set(tested.map(within));
  const [answer = null] = answers;
  if (answers.size > 1 || answer === null) return { holds: null, doubt: 'range' };
  const [lowest = version] = tested;
  return answer
    ? { holds: true, fixes: (fixesOf(scheme, osv, lowest) ?? []).map((fix) => written.get(fix) ?? fix) }
    : { holds: false, mended: isMended(scheme, osv, lowest) };
}

/**
 * What a version may mean: a moving tag of an action (`v4`, `v4.1`) any version that begins so, a local build of Python the version it
 * was built from, where nobody speaks of local builds.
 */
function testedVersions(type: string, version: string, { osv, versions }: Ranges): readonly string[] {
  if (type === 'github' || type === 'githubactions') {
    const [, major, minor] = /^(\d{1,8})(?:\.(\d{1,8}))?$/.exec(version) ?? [];
    if (major !== undefined)
      return minor === undefined
        ? [`${major}.0.0`, `${major}.${LAST}.${LAST}`]
        : [`${major}.${minor}.0`, `${major}.${minor}.${LAST}`];
  }
  if (type === 'pypi' && version.includes('+')) {
    const speaksOfBuilds = JSON.stringify([osv, versions]).includes('+');
    return [speaksOfBuilds ? version : version.slice(0, version.indexOf('+'))];
  }
  return [version];
}

/** No number of a version is greater. */
const LAST = 999_999_999;

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

/** Not affected because it has the fix, and not because it was never affected. */
function isMended(scheme: Scheme, ranges: readonly OsvRange[], version: string): boolean {
  return ranges.some(({ events }) =>
    events.some(({ fixed }) => {
      const order = fixed === undefined ? null : compare(scheme, fixed, version);
      return order !== null && order <= 0;
    }),
  );
}
