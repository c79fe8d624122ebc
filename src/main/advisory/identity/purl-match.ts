// Whether what an advisory or a statement names is a component of an inventory, by the rules of the component's type. What is not named
// is not asked for: no version matches every version, no qualifier any. It judges no ranges (room versions) and guesses nothing.
// Called by whoever joins evidence with components.
// Source: advisory, Evidence.
import { type Distro, distroOf, sameDistro } from './distro.ts';
import { type EcosystemKey, keysOf, packageKey, sourceOf } from './package-key.ts';
import type { Purl } from './purl.ts';

export type PurlMatch =
  | {
      readonly matches: true;
      /** `version`, one exact version was named; `package`, every version. */
      readonly level: 'version' | 'package';
      /** `source`, the component was built from the source package that was named. */
      readonly through: 'itself' | 'source';
      /** Whether the distribution's release is known to be the same; `unsaid`, one of the two does not say, or speaks of another line. */
      readonly release: 'same' | 'unsaid' | 'none';
    }
  | { readonly matches: false; readonly because: 'package' | 'version' | 'qualifier' | 'distro' | 'subpath' };

const no = (because: Extract<PurlMatch, { matches: false }>['because']): PurlMatch => ({
  matches: false,
  because,
});

/** What several writers call one architecture. */
const ARCHES: Readonly<Record<string, string>> = {
  x86_64: 'amd64',
  x64: 'amd64',
  aarch64: 'arm64',
  i386: '386',
  i486: '386',
  i586: '386',
  i686: '386',
  armhf: 'armv7',
  armv7l: 'armv7',
  armv7hl: 'armv7',
  ppc64el: 'ppc64le',
};

/** A qualifier's value where it is not said. */
const DEFAULTS: Readonly<Record<string, string>> = { 'maven type': 'jar' };

/**
 * Whether a product identifier names this component.
 * @param identifier of a statement or an affected package
 * @param component of an inventory
 */
export function matchPurl(identifier: Purl, component: Purl): PurlMatch {
  const through = namedThrough(identifier, component);
  if (through === null) return no('package');
  if (identifier.version !== null && versionText(identifier) !== versionText(component, through))
    return no('version');
  const wrong = [...identifier.qualifiers].find(([key, value]) => !holds(key, value, identifier, component));
  if (wrong !== undefined) return no(wrong[0] === 'distro' ? 'distro' : 'qualifier');
  if (!isWithin(identifier.subpath, component.subpath)) return no('subpath');
  const level = identifier.version === null ? 'package' : 'version';
  return { matches: true, level, through, release: releaseOf(distroOf(identifier), distroOf(component)) };
}

/**
 * Whether an affected package of OSV is this component's, before any version is looked at. A distribution's word holds for its own
 * release; where a component does not say its release the match says so, and decides nothing.
 */
export function matchEcosystem(affected: EcosystemKey, component: Purl): PurlMatch {
  const own = packageKey(component);
  const [, source = null] = keysOf(component);
  const isItself = own === affected.key && (affected.names !== 'source' || source === null);
  const isSource = source === affected.key && affected.names !== 'binary';
  if (!isItself && !isSource) return no('package');
  const [said, has] = [affected.distro, distroOf(component)];
  if (said !== null && has !== null && sameDistro(said, has) === false) return no('distro');
  return {
    matches: true,
    level: 'package',
    through: isItself ? 'itself' : 'source',
    release: releaseOf(said, has),
  };
}

function releaseOf(one: Distro | null, other: Distro | null): 'same' | 'unsaid' | 'none' {
  if (one === null || other === null) return 'none';
  return sameDistro(one, other) === true ? 'same' : 'unsaid';
}

/**
 * A version as comparators of its ecosystem read it: epoch and version in one, for rpm, deb and apk with an `epoch` qualifier; Go's
 * without its `v`; the source package's own version where it is known and asked for.
 */
export function versionText(purl: Purl, of: 'itself' | 'source' = 'itself'): string | null {
  const version = (of === 'source' ? sourceOf(purl)?.version : null) ?? purl.version;
  if (version === null) return null;
  if (purl.type === 'golang') return /^v\d/.test(version) ? version.slice(1) : version;
  if (!['rpm', 'deb', 'apk'].includes(purl.type)) return version;
  const epoch = purl.qualifiers.get('epoch') ?? '0';
  if (/^0{1,9}:/.test(version)) return version.slice(version.indexOf(':') + 1);
  return version.includes(':') || !/^[1-9]\d{0,8}$/.test(epoch) ? version : `${epoch}:${version}`;
}

function namedThrough(identifier: Purl, component: Purl): 'itself' | 'source' | null {
  const wanted = packageKey(identifier);
  const [own, source = null] = keysOf(component);
  if (identifier.qualifiers.get('arch') !== 'source') return own === wanted ? 'itself' : null;
  // a source package: what was built from it, and the inventory's own entry for it
  if (source === wanted) return 'source';
  return own === wanted && source === null ? 'itself' : null;
}

function holds(key: string, value: string, identifier: Purl, component: Purl): boolean {
  const given = component.qualifiers.get(key) ?? DEFAULTS[`${component.type} ${key}`] ?? null;
  switch (key) {
    // part of the version where one is named
    case 'epoch':
      return identifier.version !== null || Number(value) === Number(epochOf(component));
    case 'arch':
      return value === 'source' || (given !== null && archOf(value) === archOf(given));
    case 'distro': {
      const [wanted, has] = [distroOf(identifier), distroOf(component)];
      if (wanted === null || has === null || wanted.release === null) return given === value;
      return sameDistro(wanted, has) === true;
    }
    case 'checksum':
      return given?.split(',').some((one) => value.split(',').includes(one)) === true;
    default:
      return given === value;
  }
}

const archOf = (arch: string): string => ARCHES[arch] ?? arch;

function epochOf(purl: Purl): string {
  const colon = purl.version?.indexOf(':') ?? -1;
  return purl.qualifiers.get('epoch') ?? (colon > 0 ? (purl.version ?? '').slice(0, colon) : '0');
}

/** A statement about a part holds for that part and what lies below it. */
function isWithin(wanted: string | null, subpath: string | null): boolean {
  return wanted === null || subpath === wanted || subpath?.startsWith(`${wanted}/`) === true;
}
