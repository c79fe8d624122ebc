// Distributions by one name and one release each, however an inventory or an ecosystem of OSV spells them, so that what a distribution
// says of its own release can be held against a component of it. The release is as fine as its advisories are: Debian 12, Alpine 3.19,
// Ubuntu 22.04, RHEL 9. What is not known is null, never a guess. Pure; called by package-key.ts, purl-match.ts and importers.
// Source: advisory, Evidence.
import type { Cpe } from './cpe.ts';
import type { PurlParts } from './purl-types.ts';

export interface Distro {
  /** `debian`, `rhel`, `opensuse-leap` … */
  readonly id: string;
  /** Null when only the distribution is known. */
  readonly release: string | null;
  /** A line beside the main one, with fixes and numbers of its own (`rhel_aus:8.6`, `openshift:4.12`, `pro`); null for the main line. */
  readonly stream: string | null;
}

/** What a distribution without releases has as its one release. */
const ROLLING = 'rolling';

const mainLine = (id: string, release: string | null): Distro => ({
  id,
  release: FAMILIES[id]?.rolling ? ROLLING : release,
  stream: null,
});

/** How many numbers of a version make a release. */
interface Family {
  readonly numbers: 1 | 2;
  readonly names: string;
  /** It has no releases: what is said of it is said of all of it. */
  readonly rolling?: true;
  /** The distribution whose advisories hold for it as they are. */
  readonly base?: string;
  /** Names of releases, and their numbers. */
  readonly releases?: Readonly<Record<string, string>>;
}

/** Each under the id it has here; `names` are what others write, as identifiers of os-release, namespaces and ecosystems. */
const FAMILIES: Readonly<Record<string, Family>> = {
  debian: {
    numbers: 1,
    names: 'debian',
    releases: pairsOf(
      'wheezy 7 jessie 8 stretch 9 buster 10 bullseye 11 bookworm 12 trixie 13 forky 14 duke 15 sid sid unstable sid',
    ),
  },
  ubuntu: {
    numbers: 2,
    names: 'ubuntu',
    releases: pairsOf(
      'trusty 14.04 xenial 16.04 bionic 18.04 focal 20.04 jammy 22.04 mantic 23.10 noble 24.04 oracular 24.10 plucky 25.04 questing 25.10',
    ),
  },
  alpine: { numbers: 2, names: 'alpine', releases: pairsOf('edge edge') },
  wolfi: { numbers: 1, names: 'wolfi', rolling: true },
  chainguard: { numbers: 1, names: 'chainguard', rolling: true },
  minimos: { numbers: 1, names: 'minimos', rolling: true },
  alpaquita: { numbers: 1, names: 'alpaquita', releases: pairsOf('stream stream') },
  rhel: { numbers: 1, names: 'rhel redhat red-hat red-hat-enterprise-linux enterprise_linux' },
  centos: { numbers: 1, names: 'centos', base: 'rhel' },
  scientific: { numbers: 1, names: 'scientific', base: 'rhel' },
  arch: { numbers: 1, names: 'arch archlinux', rolling: true },
  rocky: { numbers: 1, names: 'rocky rocky-linux rockylinux' },
  almalinux: { numbers: 1, names: 'almalinux alma' },
  oracle: { numbers: 1, names: 'oracle ol oraclelinux oracle-linux' },
  fedora: { numbers: 1, names: 'fedora', releases: pairsOf('rawhide rawhide eln eln') },
  amazon: { numbers: 1, names: 'amazon amzn amazonlinux amazon-linux' },
  sles: {
    numbers: 2,
    names: 'sles suse suse-linux-enterprise-server sle-hpc sled sles_sap',
  },
  'sle-micro': { numbers: 2, names: 'sle-micro sle_micro sl-micro suse-microos slem', base: 'sles' },
  'opensuse-leap': { numbers: 2, names: 'opensuse-leap opensuse.leap leap' },
  'opensuse-tumbleweed': {
    numbers: 1,
    names: 'opensuse-tumbleweed opensuse.tumbleweed tumbleweed',
    rolling: true,
  },
  opensuse: { numbers: 2, names: 'opensuse' },
  photon: { numbers: 2, names: 'photon photon-os vmware' },
  azurelinux: { numbers: 1, names: 'azurelinux azure-linux mariner cbl-mariner' },
  mageia: { numbers: 1, names: 'mageia' },
  openeuler: { numbers: 2, names: 'openeuler' },
};

const BY_NAME: ReadonlyMap<string, string> = new Map(
  Object.entries(FAMILIES).flatMap(([id, { names }]) => names.split(' ').map((name) => [name, id] as const)),
);

const OF_DISTROS: ReadonlySet<string> = new Set(['deb', 'rpm', 'apk', 'alpm']);

/** Whether packages of a type belong to a distribution. */
export const isOfDistro = (type: string): boolean => OF_DISTROS.has(type);

/** Longest spelling that is looked at: longer ones name nothing. */
const MAX_CHARS = 128;

/**
 * The distribution a component was built for: its namespace says which, and its `distro` qualifier which release (`debian-12.5`, `bookworm`, `3.19.1`,
 * `amazon-2 (Karoo)`). A namespace of another says that it was built elsewhere, and nothing of a release. Null for packages of no distribution that is known.
 * @example distroOf(purl of 'pkg:deb/debian/curl@8?distro=debian-12.5') // debian, 12, the main line
 */
export function distroOf({ type, namespace, qualifiers }: PurlParts): Distro | null {
  if (!isOfDistro(type)) return null;
  const home = namespace === null ? null : idOf(namespace);
  if (namespace !== null && home === null) return null;
  const said = (qualifiers.get('distro') ?? '').toLowerCase().slice(0, MAX_CHARS);
  const named = said === '' ? null : distroNamed(said, home);
  if (home === null || (named !== null && houseOf(named.id) === houseOf(home))) return named;
  return mainLine(home, null);
}

/**
 * The distribution that an ecosystem of OSV is of: `Debian:12`, `Alpine:v3.19`, `Ubuntu:Pro:22.04:LTS`,
 * `Red Hat:enterprise_linux:9::baseos`, `SUSE:Linux Enterprise Server 15 SP5`; null where it is of none we know.
 */
export function distroOfEcosystem(ecosystem: string): Distro | null {
  const [base = '', ...suffixes] = ecosystem.slice(0, MAX_CHARS).toLowerCase().split(':');
  const id = idOf(base.replaceAll(' ', '-'));
  if (id === null) return null;
  switch (id) {
    case 'rhel':
      return { id, release: releaseOfCpe(suffixes), stream: streamOfCpe(suffixes) };
    case 'sles':
      return mainLine(id, releaseOfProduct(suffixes.join(' ')));
    case 'opensuse':
      return releaseOfOpensuse(suffixes.join(' '));
    default: {
      const release = suffixes.map((suffix) => releaseIn(suffix, id)).find((found) => found !== null);
      const stream =
        id === 'ubuntu' ? suffixes.find((suffix) => /^(?:ubuntu_)?pro$|fips/.test(suffix)) : null;
      return { ...mainLine(id, release ?? null), stream: stream?.replace('ubuntu_', '') ?? null };
    }
  }
}

/** Vendors and products of CPEs whose versions are releases of a distribution. */
const CPE_PRODUCTS: Readonly<Record<string, string>> = pairsOf(
  'debian:debian_linux debian canonical:ubuntu_linux ubuntu alpinelinux:alpine_linux alpine almalinux:almalinux almalinux rocky:rocky rocky oracle:linux oracle fedoraproject:fedora fedora amazon:linux amazon amazon:amazon_linux amazon centos:centos centos opensuse:leap opensuse-leap opensuse:tumbleweed opensuse-tumbleweed microsoft:azure_linux azurelinux vmware:photon_os photon',
);

/** Whether it is a distribution itself, and no product on top of one. */
export const isPlatform = ({ stream }: Distro): boolean => !isLayered(stream);

/**
 * The distribution that a CPE names as a platform: `cpe:/o:redhat:enterprise_linux:9::baseos`, `cpe:/o:suse:sles:15:sp5`. Null where it is a product of another
 * kind, or one that runs on any.
 */
export function distroOfCpe({ vendor, product, version, update, edition }: Cpe): Distro | null {
  if (vendor === 'redhat') {
    const parts = [product, version ?? '', update ?? '', edition ?? ''];
    const release = releaseOfCpe(parts);
    return release === null ? null : { id: 'rhel', release, stream: streamOfCpe(parts) };
  }
  if (vendor === 'suse') {
    if (version === null || !/^(?:suse_)?(?:sle|linux)/.test(product)) return null;
    const pack = /^sp(\d{1,2})$/.exec(update ?? '')?.[1];
    return mainLine('sles', pack === undefined ? version : `${version}.${pack}`);
  }
  const id = CPE_PRODUCTS[`${vendor}:${product}`];
  return id === undefined ? null : mainLine(id, version === null ? null : releaseIn(version, id));
}

/** The distribution that a product's name is of, where vendors give their platforms no CPE: `SUSE Linux Enterprise Server 15 SP5`, `openSUSE Leap 15.5`. */
export function distroOfName(name: string): Distro | null {
  const [, vendor, product = ''] = /^(suse|opensuse) (.{1,100})$/.exec(name.toLowerCase()) ?? [];
  if (vendor === undefined) return null;
  const distro = distroOfEcosystem(`${vendor}:${product}`);
  return distro?.release == null ? null : distro;
}

/** The id of a distribution by a name or namespace of it, or null. */
export function idOf(name: string): string | null {
  return BY_NAME.get(name.toLowerCase()) ?? null;
}

/** The distribution whose advisories hold: RHEL for CentOS, itself for most. */
const baseOf = (id: string): string => FAMILIES[id]?.base ?? id;

/** The one name that packages of a distribution are found under: its base, and openSUSE for Leap and Tumbleweed. Null for a name of none. */
export function houseOf(name: string): string | null {
  const id = idOf(name);
  if (id === null) return null;
  return id.startsWith('opensuse') ? 'opensuse' : baseOf(id);
}

/**
 * Whether two are the same release of the same distribution. Null when one of them does not say which release, or is of another line of
 * it, whose numbers say nothing about this one's: that is no yes, and whoever needs one asks further.
 */
export function sameDistro(one: Distro, other: Distro): boolean | null {
  if (baseOf(one.id) !== baseOf(other.id)) return false;
  if (one.release === null || other.release === null) return null;
  if (one.release !== other.release) return false;
  if (one.stream === other.stream) return true;
  // A product on top of the distribution has packages of its own.
  return isLayered(one.stream) !== isLayered(other.stream) ? false : null;
}

/**
 * Whether what is said of a release holds for a package of a distribution. Fixes of an extended release of RHEL (EUS, AUS, E4S …) are built for one minor release,
 * which the package's own release says: `1.2-3.el9_2`. Ubuntu's paid updates fix what is affected without them.
 */
export function coversPackage(said: Distro, { qualifiers, ...purl }: PurlParts): boolean | null {
  const has = distroOf({ qualifiers, ...purl });
  if (has === null) return false;
  const same = sameDistro(said, has);
  if (same !== null || said.stream === null || said.release !== has.release) return same;
  if (said.stream === 'pro') return true;
  if (!said.stream.startsWith('rhel_')) return null;
  const minorOf = (found: RegExpExecArray | null) =>
    found && said.stream?.endsWith(`:${found[1]}.${found[2]}`);
  const built = minorOf(/\.el(\d{1,2})_(\d{1,2})/.exec(purl.version ?? ''));
  const installed = minorOf(/-(\d{1,2})\.(\d{1,2})$/.exec(qualifiers.get('distro') ?? ''));
  // A package that says nothing of its minor release stands on the one that is installed.
  return built === true || installed === true;
}

const isLayered = (stream: string | null): boolean =>
  stream !== null && /^(?!rhel_|enterprise_linux).*:/.test(stream);

/** Reads `debian-12.5`, `opensuse-leap-15.4`, `bookworm`, `12`; the number alone is of the package's own distribution. */
function distroNamed(said: string, home: string | null): Distro | null {
  for (let dash = said.lastIndexOf('-'); dash > 0; dash = said.lastIndexOf('-', dash - 1)) {
    const id = idOf(said.slice(0, dash));
    if (id !== null) return mainLine(id, releaseIn(said.slice(dash + 1), id));
  }
  const id = idOf(said);
  if (id !== null) return mainLine(id, null);
  if (home === null) return null;
  const release = releaseIn(said, home);
  return release === null ? null : mainLine(home, release);
}

/** The release in `v3.19.1`, `12 (bookworm)`, `bookworm`, `9.3`. */
function releaseIn(text: string, id: string): string | null {
  const family = FAMILIES[id];
  if (family === undefined) return null;
  const word = text.trim().split(' ')[0] ?? '';
  const known = family.releases?.[word];
  if (known !== undefined && Object.hasOwn(family.releases ?? {}, word)) return known;
  const [, major, minor] = /^v?(\d{1,8})(?:\.(\d{1,8}))?(?![\da-z])/.exec(word) ?? [];
  if (major === undefined) return null;
  if (id === 'alpine' && /_alpha/.test(word)) return 'edge';
  return family.numbers === 1 || minor === undefined ? major : `${major}.${minor}`;
}

/** A CPE's parts as Red Hat writes them: `enterprise_linux:9::baseos`, `rhel_eus:9.2::appstream`, `openshift:4.12::el8`. */
function releaseOfCpe([product = '', version = '', ...rest]: readonly string[]): string | null {
  const built = rest.map((part) => /^el(\d{1,2})$/.exec(part)?.[1]).find((found) => found !== undefined);
  if (built !== undefined) return built;
  const isItself = product === 'enterprise_linux' || product.startsWith('rhel_');
  return isItself && !product.includes('software') ? releaseIn(version, 'rhel') : null;
}

/** Everything but the main line, `enterprise_linux`: its updates come under numbers of their own. */
function streamOfCpe([product = '', version = '']: readonly string[]): string | null {
  return product === '' || product === 'enterprise_linux' ? null : `${product}:${version}`;
}

/** `linux enterprise server 15 sp5` is 15.5; `… 12 sp5-ltss` is 12.5. */
function releaseOfProduct(product: string): string | null {
  const [, major, rest = ''] = / (\d{1,2}(?:\.\d{1,2})?)(?=[ -]|$)(.*)/.exec(` ${product}`) ?? [];
  const pack = /[ -]sp(\d{1,2})(?=[ -]|$)/.exec(rest)?.[1];
  return major === undefined ? null : [major, pack].filter(Boolean).join('.');
}

function releaseOfOpensuse(product: string): Distro {
  if (product.includes('tumbleweed')) return mainLine('opensuse-tumbleweed', null);
  const leap = /(?:^| )leap (\d{1,3}\.\d{1,3})/.exec(product)?.[1];
  return leap === undefined ? mainLine('opensuse', null) : mainLine('opensuse-leap', leap);
}

/** Every second word by the one before it. */
export function pairsOf(text: string): Readonly<Record<string, string>> {
  const words = text.split(' ');
  return Object.fromEntries(
    words.flatMap((word, at) => (at % 2 === 0 ? [[word, words[at + 1] ?? word]] : [])),
  );
}
