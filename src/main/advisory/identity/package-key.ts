// The key a package is found by, whatever names it: type, namespace and name, without version and qualifiers, folded as far as the
// registry itself tells names apart. Keys of package URLs and keys of OSV's ecosystems are of one space. Pure; called by indexes of
// evidence and by purl-match.ts.
// Source: advisory, Evidence.
import { baseOf, type Distro, distroOfEcosystem, idOf } from './distro.ts';
import { buildPurl, MAX_PURL_CHARS, type Purl } from './purl.ts';
import type { PurlParts } from './purl-types.ts';

/** What an affected package of OSV is looked up by. */
export interface EcosystemKey {
  readonly key: string;
  /** The distribution and release it speaks of; null for packages of none. */
  readonly distro: Distro | null;
  /** Whether its names are those of source packages, of binary ones, or of either. */
  readonly names: 'source' | 'binary' | 'either';
}

/** A source package, as a component's `upstream` qualifier names it. */
export interface SourcePackage {
  readonly name: string;
  /** As written for the source; null when it is the component's own. */
  readonly version: string | null;
}

type Fold = (parts: { readonly namespace: string | null; readonly name: string }) => string;

const joined: Fold = ({ namespace, name }) => (namespace === null ? name : `${namespace}/${name}`);

/** Registries that tell fewer names apart than the canonical package URL does. */
const FOLDS: Readonly<Record<string, Fold>> = {
  // crates.io lets no two crates differ by case or by - and _ alone
  cargo: (parts) => joined(parts).toLowerCase().replaceAll('_', '-'),
  // old writers lowered these, new ones do not, and no two modules differ by case alone
  golang: (parts) => (joined(parts) === 'std' ? 'stdlib' : joined(parts).toLowerCase()),
  nuget: (parts) => joined(parts).toLowerCase(),
  // PEP 503: a run of - _ . is one -
  pypi: (parts) =>
    joined(parts)
      .toLowerCase()
      .replace(/[-_.]+/g, '-'),
  // some write the address of a repository with its ending
  swift: (parts) =>
    joined(parts)
      .toLowerCase()
      .replace(/\.git$/, ''),
  // user and channel of a recipe say who built it
  conan: ({ name }) => name,
  rpm: homed,
  deb: homed,
  apk: homed,
};

/** Types that are another's older name. */
const SAME_TYPE: Readonly<Record<string, string>> = {
  alpine: 'apk',
  go: 'golang',
  rubygems: 'gem',
  githubactions: 'github',
};

/** The type that the rules of a package URL's ecosystem stand under. */
export const typeOf = (type: string): string =>
  Object.hasOwn(SAME_TYPE, type) ? (SAME_TYPE[type] ?? type) : type;

/**
 * The key of a package URL: every version, release and build of a package has the same.
 * @example packageKey(purl of 'pkg:pypi/zope.interface@5.0') // 'pypi/zope-interface'
 */
export function packageKey(purl: Pick<PurlParts, 'type' | 'namespace' | 'name'>): string {
  return keyOf(purl.type, purl.namespace, purl.name);
}

/**
 * The source package that a component of a distribution was built from, as tools write it into package URLs. Syft: `upstream=gcc-10`,
 * `upstream=util-linux@2.36.1`, `upstream=acl-2.2.53-1.el8.src.rpm`; osv-scalibr: `source`, `sourceversion`, `sourcerpm`, `origin`.
 * @returns null when it names none: then source and component have one name and one version
 */
export function sourceOf({ qualifiers }: Pick<PurlParts, 'qualifiers'>): SourcePackage | null {
  const said = ['upstream', 'sourcerpm', 'source', 'origin'].map((key) => qualifiers.get(key));
  const name = said.find((one) => one !== undefined);
  if (name === undefined) return null;
  if (name.endsWith('.src.rpm')) return sourceOfRpm(name);
  const at = name.indexOf('@');
  return at <= 0
    ? { name, version: qualifiers.get('sourceversion') ?? null }
    : { name: name.slice(0, at), version: name.slice(at + 1) || null };
}

/** The key of the source package a component was built from; its own where it names none. */
export function sourceKey(purl: Purl): string {
  const source = sourceOf(purl);
  return source === null ? packageKey(purl) : keyOf(purl.type, purl.namespace, source.name);
}

/** Keys a component is found under: its own, and that of the source it was built from. */
export const keysOf = (purl: Purl): readonly string[] => [...new Set([packageKey(purl), sourceKey(purl)])];

/** How an ecosystem of OSV is one of ours: the type, and how its names are taken apart. */
interface Ecosystem {
  readonly type: string;
  readonly namespace?: string;
  readonly names?: EcosystemKey['names'];
  readonly split?: '/' | ':';
}

const ECOSYSTEMS: Readonly<Record<string, Ecosystem>> = {
  npm: { type: 'npm', split: '/' },
  PyPI: { type: 'pypi' },
  'crates.io': { type: 'cargo' },
  Go: { type: 'golang', split: '/' },
  Maven: { type: 'maven', split: ':' },
  RubyGems: { type: 'gem' },
  NuGet: { type: 'nuget' },
  Packagist: { type: 'composer', split: '/' },
  Hex: { type: 'hex', split: '/' },
  Pub: { type: 'pub' },
  'GitHub Actions': { type: 'github', split: '/' },
  SwiftURL: { type: 'swift', split: '/' },
  CRAN: { type: 'cran' },
  Bioconductor: { type: 'bioconductor' },
  Bitnami: { type: 'bitnami' },
  ConanCenter: { type: 'conan' },
  Hackage: { type: 'hackage' },
  Julia: { type: 'julia' },
  opam: { type: 'opam' },
  VSCode: { type: 'vscode-extension', split: '/' },
  Debian: { type: 'deb', namespace: 'debian', names: 'source' },
  Ubuntu: { type: 'deb', namespace: 'ubuntu', names: 'source' },
  Alpine: { type: 'apk', namespace: 'alpine', names: 'source' },
  Alpaquita: { type: 'apk', namespace: 'alpaquita', names: 'source' },
  Chainguard: { type: 'apk', namespace: 'chainguard' },
  Wolfi: { type: 'apk', namespace: 'wolfi' },
  MinimOS: { type: 'apk', namespace: 'minimos' },
  'Red Hat': { type: 'rpm', namespace: 'redhat' },
  'Rocky Linux': { type: 'rpm', namespace: 'rocky' },
  AlmaLinux: { type: 'rpm', namespace: 'almalinux', names: 'binary' },
  SUSE: { type: 'rpm', namespace: 'suse' },
  openSUSE: { type: 'rpm', namespace: 'opensuse' },
  openEuler: { type: 'rpm', namespace: 'openeuler' },
  Mageia: { type: 'rpm', namespace: 'mageia', names: 'source' },
  'Photon OS': { type: 'rpm', namespace: 'photon' },
  'Azure Linux': { type: 'rpm', namespace: 'azurelinux' },
};

/** Ecosystems of OSV whose packages can be matched, as OSV spells them. */
export const OSV_ECOSYSTEMS: readonly string[] = Object.keys(ECOSYSTEMS);

/**
 * The key of an affected package of OSV, in the space of `packageKey`.
 * @param ecosystem as OSV writes it, with its suffix: `Debian:12`
 * @param name as OSV writes it: `group:artifact` for Maven
 * @returns null for an ecosystem that is in no table, and for a name that is none in it
 */
export function packageKeyOfEcosystem(ecosystem: string, name: string): EcosystemKey | null {
  const colon = ecosystem.indexOf(':');
  const base = colon < 0 ? ecosystem : ecosystem.slice(0, colon);
  const known = Object.hasOwn(ECOSYSTEMS, base) ? ECOSYSTEMS[base] : undefined;
  if (known === undefined || name.length > MAX_PURL_CHARS) return null;
  const { type, split, names = 'either' } = known;
  // some write the address of a repository with its scheme
  const plain = type === 'swift' ? name.replace(/^https?:\/\//, '').replace(/\.git$/, '') : name;
  const at = split === undefined ? -1 : plain.lastIndexOf(split);
  const built = buildPurl({
    type,
    namespace: known.namespace ?? (at < 0 ? null : plain.slice(0, at)),
    name: plain.slice(at + 1),
    // a key needs no more than a name; what a type asks for besides has no part in it
    qualifiers: type === 'julia' ? { uuid: 'any' } : null,
  });
  if (!built.ok) return null;
  const distro = known.namespace === undefined ? null : distroOfEcosystem(ecosystem);
  return { key: packageKey(built.purl), distro, names: known.namespace === undefined ? 'either' : names };
}

function keyOf(givenType: string, namespace: string | null, name: string): string {
  const type = typeOf(givenType);
  const home = givenType === 'alpine' ? 'alpine' : namespace;
  const fold = Object.hasOwn(FOLDS, type) ? (FOLDS[type] ?? joined) : joined;
  return `${type}/${fold({ namespace: home, name })}`;
}

/** Under the one name of the distribution: `redhat` and `rhel`, `sles` and `suse` are the same. */
function homed({ namespace, name }: { readonly namespace: string | null; readonly name: string }): string {
  const id = namespace === null ? null : baseOf(idOf(namespace));
  // a package of openSUSE is found under one name, Leap or not: the release tells them apart
  const home = id?.startsWith('opensuse') === true ? 'opensuse' : (id ?? namespace);
  return home === null ? name : `${home}/${name}`;
}

/** `acl-2.2.53-1.el8.src.rpm`: a name, a version, a release. */
function sourceOfRpm(file: string): SourcePackage {
  const stem = file.slice(0, -'.src.rpm'.length);
  const version = stem.lastIndexOf('-', stem.lastIndexOf('-') - 1);
  return version <= 0
    ? { name: stem, version: null }
    : { name: stem.slice(0, version), version: stem.slice(version + 1) };
}
