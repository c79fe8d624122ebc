// Whether what an advisory or a statement names is a component of an inventory, by the rules of the component's type. What is not named
// is not asked for: no version matches every version, no qualifier any. It judges no ranges (room versions) and guesses nothing.
// Called by whoever joins evidence with components.
// Source: advisory, Evidence.
import { coversPackage, type Distro, distroOf, sameDistro } from './distro.ts';
import { type EcosystemKey, packageKey, sourceKey } from './package-key.ts';
import type { Purl } from './purl.ts';
import { versionText, withoutEpoch } from './version-text.ts';

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
  // Of Go it is part of the name.
  if (identifier.type !== 'golang' && !isWithin(identifier.subpath, component.subpath)) return no('subpath');
  const level = identifier.version === null ? 'package' : 'version';
  return { matches: true, level, through, release: releaseOf(distroOf(identifier), distroOf(component)) };
}

/**
 * Whether an affected package of OSV is this component's, before any version is looked at. A distribution's statement holds for its own
 * release; where a component does not say its release the match says so, and decides nothing.
 */
export function matchEcosystem(affected: EcosystemKey, component: Purl): PurlMatch {
  const isItself = packageKey(component) === affected.key;
  const isSource = sourceKey(component) === affected.key;
  // Names of source packages come with versions of source packages, which a binary of the same name need not share.
  const through =
    isSource && affected.names === 'source'
      ? 'source'
      : isItself && affected.names !== 'source'
        ? 'itself'
        : isSource && affected.names !== 'binary'
          ? 'source'
          : null;
  if (through === null) return no('package');
  const { distro } = affected;
  const covers = distro === null || distroOf(component) === null ? null : coversPackage(distro, component);
  if (covers === false) return no('distro');
  return {
    matches: true,
    level: 'package',
    through,
    release: distro === null ? 'none' : covers === true ? 'same' : 'unsaid',
  };
}

function releaseOf(one: Distro | null, other: Distro | null): 'same' | 'unsaid' | 'none' {
  if (one === null || other === null) return 'none';
  return sameDistro(one, other) === true ? 'same' : 'unsaid';
}

function namedThrough(identifier: Purl, component: Purl): 'itself' | 'source' | null {
  const wanted = packageKey(identifier);
  if (isSourceArch(identifier.qualifiers.get('arch')))
    return sourceKey(component) === wanted ? 'source' : null;
  return packageKey(component) === wanted ? 'itself' : null;
}

const isSourceArch = (arch: string | undefined): boolean => arch === 'source' || arch === 'src';

function holds(key: string, value: string, identifier: Purl, component: Purl): boolean {
  const given = component.qualifiers.get(key) ?? null;
  switch (key) {
    // builds of one version of an artifact
    case 'classifier':
    case 'type':
      return component.type === 'maven' || given === value;
    // where an rpm came from: few inventories say it, and the platform of a statement says more
    case 'repository_id':
      return given === null || given === value;
    case 'rpmmod':
      return isInModule(value, identifier.name, component) !== false;
    // part of the version where one is named
    case 'epoch':
      return identifier.version !== null || Number(value) === Number(epochOf(component));
    case 'arch':
      return isSourceArch(value) || value === 'noarch' || given === null || archOf(value) === archOf(given);
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

/** The module stream that an rpm was built in: `nodejs:18`; null where nothing says it. */
export function moduleOf({ qualifiers }: Pick<Purl, 'qualifiers'>): string | null {
  const label = qualifiers.get('rpmmod') ?? qualifiers.get('modularitylabel') ?? '';
  const [name = '', stream = ''] = label.split(':');
  return name === '' || stream === '' ? null : `${name}:${stream}`.toLowerCase();
}

/**
 * Whether an rpm was built in a module stream.
 * @param module `nodejs:16`; empty where only that it is some module is known
 * @param name of the package that the statement is about
 * @returns null where the component's stream, or the module's, is not known
 */
export function isInModule(module: string, name: string, component: Purl): boolean | null {
  const own = moduleOf(component);
  const [of, stream = ''] = module.toLowerCase().split(':');
  if (own !== null) return module === '' ? null : own === `${of}:${stream}`;
  if (!/\.module[+_]/.test(component.version ?? '')) return false;
  // The stream of a module that is called as its package is the beginning of the package's version: another beginning is another stream.
  if (of !== name || !/^\d+(?:\.\d+)*$/.test(stream)) return null;
  const version = withoutEpoch(component.version ?? '');
  return version === stream || version.startsWith(`${stream}.`) ? null : false;
}
