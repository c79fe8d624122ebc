// Versions as comparators of their ecosystem read them. Tools and registries write more into a version than an order needs: a platform, a runtime,
// a revision of packaging, an epoch elsewhere. Both sides of a comparison pass through here, so neither is read otherwise. Pure.
// Called by purl-match.ts and by the matching of findings. Source: structure S5.
import { isOfDistro } from './distro.ts';
import { sourceOf } from './package-key.ts';
import type { PurlParts } from './purl-types.ts';

/** Platforms as RubyGems names them; whatever else follows a hyphen is a prerelease. */
const GEM_PLATFORM =
  /^([0-9][0-9A-Za-z.]{0,100})-(?:java|jruby|mswin(?:32|64)?|mingw32|(?:x86_64|x86|x64|i[36]86|aarch64|arm64|arm|ppc64le|ppc64|s390x|riscv64|universal|sparc|unknown)(?:-[0-9a-z._-]{1,60})?)$/;
/** `go1.22.1`, `go1.21rc2`, `go1.22.1 X:nocoverageredesign`, `1.19.13 (Red Hat 1.19.13-1.el9)`. */
const GO_TOOLCHAIN =
  /^(?:go|v)?(\d{1,4})\.(\d{1,4})(?:\.(\d{1,4}))?(?:(rc|beta)(\d{1,4}))?(?: .{0,200}|-(?!rc|beta)[a-z].{0,200})?$/;

/**
 * @param type of a package URL
 * @param name of the package; Go's standard library has versions of its own form
 * @returns the version without what says nothing about its place in the order
 * @example comparableVersion('maven', 'mssql-jdbc', '12.10.2.jre8') // '12.10.2'
 */
export function comparableVersion(type: string, name: string, version: string): string {
  switch (type) {
    case 'golang':
      return goVersion(name, version);
    case 'maven':
      return version.replace(/[.-](?:jre|jdk)\d{0,3}$|-android$/i, '');
    case 'gem':
      return GEM_PLATFORM.exec(version)?.[1] ?? version;
    case 'bitnami':
      return version.replace(/^(\d{1,9}(?:\.\d{1,9}){1,3})-\d{1,5}$/, '$1');
    case 'github':
    case 'githubactions':
    case 'swift':
      return version.replace(/^v(?=\d)/i, '');
    case 'rpm':
    case 'deb':
    case 'apk':
      return version.replace(/^0{1,9}:/, '');
    default:
      return version;
  }
}

function goVersion(name: string, version: string): string {
  if (!['stdlib', 'std', 'toolchain'].includes(name)) return version.replace(/^v(?=\d)/, '');
  const [, major, minor, patch = '0', kind, number] = GO_TOOLCHAIN.exec(version) ?? [];
  if (major === undefined) return version.replace(/^v(?=\d)/, '');
  return `${major}.${minor}.${patch}${kind === undefined ? '' : `-${kind}.${number}`}`;
}

/**
 * The version of a component, comparable: epoch and version in one for packages of distributions.
 * @param of the source package's own version, where it is known and asked for
 */
export function versionText(
  purl: Pick<PurlParts, 'type' | 'name' | 'version' | 'qualifiers'>,
  of: 'itself' | 'source' = 'itself',
): string | null {
  const { type, name, qualifiers } = purl;
  const source = of === 'source' ? (sourceOf(purl)?.version ?? null) : null;
  if (source !== null) return comparableVersion(type, name, source);
  if (purl.version === null) return null;
  const version = comparableVersion(type, name, purl.version);
  if (!isOfDistro(type)) return version;
  const epoch = qualifiers.get('epoch') ?? '0';
  return version.includes(':') || !/^[1-9]\d{0,8}$/.test(epoch) ? version : `${epoch}:${version}`;
}

/**
 * Whether the epoch of what `versionText` gives is known. The file name of a source rpm has none, whatever the package's is.
 */
export function isEpochKnown(purl: Pick<PurlParts, 'type' | 'qualifiers'>, of: 'itself' | 'source'): boolean {
  if (purl.type !== 'rpm' || of === 'itself') return true;
  const version = sourceOf(purl)?.version ?? null;
  return version === null || version.includes(':');
}

export const withoutEpoch = (version: string): string => version.replace(/^\d{1,9}:/, '');
