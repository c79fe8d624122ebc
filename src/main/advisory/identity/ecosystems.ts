// How packages are named in the records of each ecosystem of OSV, and how the parts of a package URL become such a name: a table of types, a row each, and one of
// ecosystems. The one place that says which packages a database of advisories can speak of. Pure; linear. Called by package-key.ts and findings/coverage.ts.
// Source: structure S5; https://ossf.github.io/osv-schema.
import { type Distro, distroOf, distroOfEcosystem, houseOf, isOfDistro } from './distro.ts';
import type { PurlParts } from './purl-types.ts';

interface Naming {
  /** From namespace, name and what belongs to it, joined by `/`: the name as records have it, folded as far as the registry itself tells names apart. */
  readonly fold: (name: string) => string;
  /** Fits every folded name of a package of the ecosystem. */
  readonly form: RegExp;
}

const lower = (name: string): string => name.toLowerCase();
const ONE = /^[^/\s]+$/;
const TWO = /^[^/\s]+\/[^/\s]+$/;
/** As most registries name packages. */
const CASED: Naming = { fold: (name) => name, form: ONE };

const NAMINGS: Readonly<Record<string, Naming>> = {
  // some leave out the @ of a scope; a scope and what is in it have no capitals
  npm: {
    fold: (name) => (name.includes('/') ? `@${name.replace(/^@/, '')}`.toLowerCase() : name),
    form: /^(?:@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*$/,
  },
  // PEP 503: a run of - _ . is one -; extras in brackets are a choice of what comes with it
  pypi: {
    fold: (name) => lower(name.split('[', 1)[0] ?? '').replace(/[-_.]+/g, '-'),
    form: /^[a-z\d](?:[a-z\d-]*[a-z\d])?$/,
  },
  // crates.io lets no two crates differ by case or by - and _ alone
  cargo: { fold: (name) => lower(name).replaceAll('_', '-'), form: ONE },
  // module caches write !a for A; old writers lowered these, and no two modules differ by case alone
  golang: {
    fold: (name) => (name === 'std' ? 'stdlib' : lower(name).replace(/!([a-z])/g, '$1')),
    form: /^(?:stdlib|toolchain|[^/.]+\.[^/]+(?:\/.+)?)$/,
  },
  // `group:artifact`, also within one part; a group that was taken apart has its dots again
  maven: { fold: mavenName, form: /^[\w.-]+\/[\w.-]+$/ },
  nuget: { fold: lower, form: ONE },
  composer: { fold: lower, form: TWO },
  // a namespace is an organisation's own registry
  hex: { fold: lower, form: ONE },
  pub: { fold: lower, form: ONE },
  github: { fold: lower, form: TWO },
  // the address of the repository
  swift: {
    fold: (name) =>
      lower(name)
        .replace(/^https?:\/\//, '')
        .replace(/\.git$/, ''),
    form: /^[^/.]+\.[^/]+\/.+$/,
  },
  // vendor, user and channel of a recipe say who built it
  conan: { fold: (name) => name.slice(name.lastIndexOf('/') + 1), form: ONE },
  'vscode-extension': {
    fold: (name) => lower(name.includes('/') ? name : name.replace('.', '/')),
    form: TWO,
  },
  bitnami: { fold: lower, form: ONE },
  rpm: { fold: (name) => name, form: TWO },
  deb: { fold: lower, form: TWO },
  apk: { fold: lower, form: TWO },
};

interface Ecosystem {
  readonly type: string;
  /** Of a distribution: the namespace of its packages. */
  readonly home?: string;
  /** Whether a distribution's records name source packages, binary ones, or either. */
  readonly names?: 'source' | 'binary' | 'either';
  /** Of records of either: every binary is named beside its source. */
  readonly namesAll?: true;
}

const ECOSYSTEMS: Readonly<Record<string, Ecosystem>> = {
  npm: { type: 'npm' },
  PyPI: { type: 'pypi' },
  'crates.io': { type: 'cargo' },
  Go: { type: 'golang' },
  Maven: { type: 'maven' },
  RubyGems: { type: 'gem' },
  NuGet: { type: 'nuget' },
  Packagist: { type: 'composer' },
  Hex: { type: 'hex' },
  Pub: { type: 'pub' },
  'GitHub Actions': { type: 'github' },
  SwiftURL: { type: 'swift' },
  CRAN: { type: 'cran' },
  Bioconductor: { type: 'bioconductor' },
  Bitnami: { type: 'bitnami' },
  ConanCenter: { type: 'conan' },
  Hackage: { type: 'hackage' },
  Julia: { type: 'julia' },
  opam: { type: 'opam' },
  VSCode: { type: 'vscode-extension' },
  Debian: { type: 'deb', home: 'debian', names: 'source' },
  Ubuntu: { type: 'deb', home: 'ubuntu', names: 'source' },
  Alpine: { type: 'apk', home: 'alpine', names: 'source' },
  Alpaquita: { type: 'apk', home: 'alpaquita', names: 'source' },
  Chainguard: { type: 'apk', home: 'chainguard' },
  Wolfi: { type: 'apk', home: 'wolfi' },
  MinimOS: { type: 'apk', home: 'minimos' },
  'Red Hat': { type: 'rpm', home: 'redhat', namesAll: true },
  'Rocky Linux': { type: 'rpm', home: 'rocky' },
  AlmaLinux: { type: 'rpm', home: 'almalinux', names: 'binary' },
  SUSE: { type: 'rpm', home: 'suse' },
  openSUSE: { type: 'rpm', home: 'opensuse' },
  openEuler: { type: 'rpm', home: 'openeuler' },
  Mageia: { type: 'rpm', home: 'mageia', names: 'source' },
  'Photon OS': { type: 'rpm', home: 'photon' },
  'Azure Linux': { type: 'rpm', home: 'azurelinux' },
};

/** Ecosystems of OSV whose packages can be matched, as OSV spells them. */
export const OSV_ECOSYSTEMS: readonly string[] = Object.keys(ECOSYSTEMS);

/** Whose packages they are: of an ecosystem, or of a distribution within a type. */
export interface Place {
  /** `npm`, `deb/debian`. */
  readonly key: string;
  /** Null for packages of no distribution. */
  readonly distro: Distro | null;
}

/** What an ecosystem of OSV speaks of. */
export interface RecordPlace extends Place {
  readonly names: 'source' | 'binary' | 'either';
}

/**
 * The place that an ecosystem's records are about.
 * @param ecosystem as OSV writes it, with or without its release: `Debian:12`
 * @returns null for one that is in no table
 */
export function placeOfEcosystem(ecosystem: string): RecordPlace | null {
  const [base = ''] = ecosystem.split(':', 1);
  const known = Object.hasOwn(ECOSYSTEMS, base) ? ECOSYSTEMS[base] : undefined;
  if (known === undefined) return null;
  return {
    key: placeKey(known.type, known.home ?? null),
    distro: known.home === undefined ? null : distroOfEcosystem(ecosystem),
    names: known.names ?? 'either',
  };
}

/** The place of a package URL's package. */
export function placeOf(purl: PurlParts): Place {
  return { key: placeKey(purl.type, homeOf(purl)), distro: distroOf(purl) };
}

/** Where each place is in OSV. */
const BY_PLACE: ReadonlyMap<string, Ecosystem & { readonly name: string }> = new Map(
  Object.entries(ECOSYSTEMS).map(([name, one]) => [placeKey(one.type, one.home ?? null), { ...one, name }]),
);

/** What OSV calls the ecosystem of a place; undefined where it has none. */
export const ecosystemAt = (place: string): string | undefined => BY_PLACE.get(place)?.name;

/** Whether records of a place may know a package by the name of its source alone. */
export function needsSource(place: string): boolean {
  const known = BY_PLACE.get(place);
  return known?.home !== undefined && known.names !== 'binary' && known.namesAll !== true;
}

/** The key of a package in a place, by its name there. */
export function keyIn(place: string, name: string): string {
  const slash = place.indexOf('/');
  const [type, home] = slash < 0 ? [place, ''] : [place.slice(0, slash), place.slice(slash + 1)];
  const whole = home === '' ? name : `${home}/${name}`;
  return `${type}/${namingOf(type)?.fold(whole) ?? whole}`;
}

/** Whether a key is of a name that records can have: every name, where no ecosystem of the type is known. */
export function isRecordName(key: string): boolean {
  const slash = key.indexOf('/');
  return namingOf(key.slice(0, slash))?.form.test(key.slice(slash + 1)) ?? true;
}

const namingOf = (type: string): Naming | undefined =>
  Object.hasOwn(NAMINGS, type) ? NAMINGS[type] : BY_PLACE.has(type) ? CASED : undefined;

/** Under the one name of the distribution: `redhat` and `rhel` are the same. */
function placeKey(type: string, home: string | null): string {
  const own = type === 'githubactions' ? 'github' : type;
  return isOfDistro(own) && home !== null ? `${own}/${houseOf(home) ?? home}` : own;
}

/** Where no namespace says whose package it is, the release that it is of does. */
const homeOf = (purl: PurlParts): string | null => purl.namespace ?? distroOf(purl)?.id ?? null;

function mavenName(name: string): string {
  const last = name.slice(name.lastIndexOf('/') + 1);
  if (last.includes(':')) return last.replace(':', '/');
  return name.slice(0, -last.length).replaceAll('/', '.').replace(/\.$/, '/') + last;
}
