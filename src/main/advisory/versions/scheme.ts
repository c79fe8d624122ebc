// The schemes of versions that are known here, by which rules each is read and ordered, and what the vocabularies of others call them: ecosystems of OSV, types of package URLs,
// types of VERS. A name that stands in no table has no scheme, and then nothing is known of its versions. Called by whoever has a name.
// Source: advisory, Deterministic tools.

import { alpm } from './schemes/alpm.ts';
import { apk } from './schemes/apk.ts';
import { composer } from './schemes/composer.ts';
import { conan } from './schemes/conan.ts';
import { datetime } from './schemes/datetime.ts';
import { deb } from './schemes/deb.ts';
import { gem } from './schemes/gem.ts';
import { gentoo } from './schemes/gentoo.ts';
import { go } from './schemes/go.ts';
import { cran, intdot, integers } from './schemes/integers.ts';
import { lexicographic } from './schemes/lexicographic.ts';
import { maven } from './schemes/maven.ts';
import { nuget } from './schemes/nuget.ts';
import { openssl } from './schemes/openssl.ts';
import { pep440 } from './schemes/pep440.ts';
import { pub } from './schemes/pub.ts';
import { rpm } from './schemes/rpm.ts';
import type { SchemeRules } from './schemes/rules.ts';
import { semver } from './schemes/semver.ts';

const SCHEME_RULES = {
  semver,
  golang: go,
  pub,
  rpm,
  deb,
  apk,
  alpm,
  gentoo,
  pypi: pep440,
  maven,
  gem,
  nuget,
  composer,
  conan,
  openssl,
  cran,
  integers,
  intdot,
  datetime,
  lexicographic,
} satisfies Record<string, SchemeRules<unknown>>;
export type Scheme = keyof typeof SCHEME_RULES;

export const RULES: { readonly [S in Scheme]: SchemeRules<unknown> } = SCHEME_RULES;
export const SCHEMES = Object.keys(RULES) as Scheme[];

type Names = { readonly [S in Scheme]?: string };

/** Ecosystems of OSV; those whose order nobody has written down (GIT, Android, Linux, OSS-Fuzz) are not here. */
const ECOSYSTEMS: Names = {
  semver: 'npm|crates.io|Hex|SwiftURL|Bitnami|Julia|VSCode|GHC|Kubernetes',
  golang: 'Go|GitHub Actions',
  pub: 'Pub',
  rpm: 'Red Hat|Rocky Linux|AlmaLinux|SUSE|openSUSE|openEuler|Mageia|Photon OS|Azure Linux',
  deb: 'Debian|Ubuntu',
  apk: 'Alpine|Wolfi|Chainguard|MinimOS|Alpaquita|BellSoft Hardened Containers',
  pypi: 'PyPI',
  maven: 'Maven',
  gem: 'RubyGems',
  nuget: 'NuGet',
  composer: 'Packagist',
  conan: 'ConanCenter',
  cran: 'CRAN|Bioconductor',
  integers: 'Hackage',
};

const PURL_TYPES: Names = {
  semver: 'npm|cargo|hex|swift|bitnami|julia|vscode-extension',
  golang: 'golang|github|githubactions',
  pub: 'pub',
  rpm: 'rpm',
  deb: 'deb',
  apk: 'apk',
  alpm: 'alpm',
  gentoo: 'ebuild',
  pypi: 'pypi',
  maven: 'maven',
  gem: 'gem',
  nuget: 'nuget',
  composer: 'composer',
  conan: 'conan',
  cran: 'cran',
  integers: 'hackage',
};

const VERS_TYPES: Names = {
  ...PURL_TYPES,
  semver: `semver|${PURL_TYPES.semver}`,
  pub: 'pub|dart',
  apk: 'apk|alpine',
  alpm: 'alpm|arch|archlinux',
  gentoo: 'gentoo|ebuild',
  openssl: 'openssl',
  integers: 'hackage|nginx',
  intdot: 'intdot',
  datetime: 'datetime',
  lexicographic: 'lexicographic',
};

const tableOf = (names: Names): ReadonlyMap<string, Scheme> =>
  new Map(
    SCHEMES.flatMap((scheme) => (names[scheme]?.split('|') ?? []).map((name) => [name, scheme] as const)),
  );

const BY_ECOSYSTEM = tableOf(ECOSYSTEMS);
const BY_PURL_TYPE = tableOf(PURL_TYPES);
const BY_VERS_TYPE = tableOf(VERS_TYPES);
const OWN: ReadonlyMap<string, Scheme> = new Map(SCHEMES.map((scheme) => [scheme, scheme]));

/** An ecosystem of patched packages, which names the one they are of behind its own name: `Root:Alpine:3.18`. */
const PATCHED = 'Root:';

/**
 * @param ecosystem as OSV writes it, with or without its release
 * @example schemeOfEcosystem('Debian:12') // 'deb'
 */
export function schemeOfEcosystem(ecosystem: string): Scheme | null {
  const name = ecosystem.startsWith(PATCHED) ? ecosystem.slice(PATCHED.length) : ecosystem;
  const colon = name.indexOf(':');
  return BY_ECOSYSTEM.get(colon < 0 ? name : name.slice(0, colon)) ?? null;
}

/** @param type of a package URL, in lower case */
export const schemeOfPurlType = (type: string): Scheme | null => BY_PURL_TYPE.get(type) ?? null;

/** @param type what stands between `vers:` and the slash */
export const schemeOfVersType = (type: string): Scheme | null => BY_VERS_TYPE.get(type) ?? null;

/** The scheme that a name means in any of the vocabularies; they agree where they share a name. */
export const schemeNamed = (name: string): Scheme | null =>
  OWN.get(name) ?? schemeOfEcosystem(name) ?? schemeOfPurlType(name) ?? schemeOfVersType(name);
