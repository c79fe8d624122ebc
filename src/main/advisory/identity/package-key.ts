// The key a package is found by, whatever names it: its type and its name as records have it, without version and qualifiers. Keys of package URLs and keys of
// OSV's ecosystems are of one space. Pure; called by indexes of evidence and by purl-match.ts.
// Source: advisory, Evidence.
import { type Distro, isOfDistro } from './distro.ts';
import { isRecordName, keyIn, needsSource, placeOf, placeOfEcosystem } from './ecosystems.ts';
import { MAX_PURL_CHARS, type Purl } from './purl.ts';
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

/**
 * The key of a package URL: every version, release and build of a package has the same. Of Go the subpath is part of it: tools write the end of a module's path
 * there (`vault#api`, `chi#v5`).
 * @example packageKey(purl of 'pkg:pypi/zope.interface@5.0') // 'pypi/zope-interface'
 */
export function packageKey(purl: PurlParts): string {
  const { type, namespace, name, subpath } = purl;
  const parts = isOfDistro(type) ? [name] : [namespace, name, type === 'golang' ? subpath : null];
  return keyIn(placeOf(purl).key, parts.filter((part) => part !== null).join('/'));
}

/**
 * The source package that a component of a distribution was built from, as tools write it into package URLs. Syft: `upstream=gcc-10`,
 * `upstream=util-linux@2.36.1`, `upstream=acl-2.2.53-1.el8.src.rpm`; osv-scalibr: `source`, `sourceversion`, `sourcerpm`, `origin`.
 * @returns null when it names none: then source and component have one name and one version
 */
export function sourceOf({ type, qualifiers }: Pick<PurlParts, 'type' | 'qualifiers'>): SourcePackage | null {
  if (!isOfDistro(type)) return null;
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
  return source === null ? packageKey(purl) : keyIn(placeOf(purl).key, source.name);
}

/** Keys a component is found under: its own, and that of the source it was built from. */
export const keysOf = (purl: Purl): readonly string[] => [...new Set([packageKey(purl), sourceKey(purl)])];

/**
 * The key of an affected package of OSV, in the space of `packageKey`.
 * @param ecosystem as OSV writes it, with its suffix: `Debian:12`
 * @param name as OSV writes it: `group:artifact` for Maven
 * @returns null for an ecosystem that is in no table, and for a name that is none in it
 */
export function packageKeyOfEcosystem(ecosystem: string, name: string): EcosystemKey | null {
  const place = placeOfEcosystem(ecosystem);
  if (place === null || name.length > MAX_PURL_CHARS) return null;
  const key = keyIn(place.key, name);
  return isRecordName(key) ? { ...place, key } : null;
}

/** Keys of the modules that a path of Go may be a package of: all paths it begins with, to the one that ends in a major version. */
export function modulesAbove(purl: Purl): readonly string[] {
  if (purl.type !== 'golang' || purl.qualifiers.get('type') === 'module') return [];
  const segments = packageKey(purl).split('/');
  const ends = segments.map((_, at) => at).filter((at) => at > 2);
  const major = segments.findLastIndex((segment) => /^v\d{1,4}$/.test(segment));
  return ends.filter((end) => end > major).map((end) => segments.slice(0, end).join('/'));
}

export interface NameDoubt {
  readonly reason: 'unknown_name' | 'unknown_source';
  /** What stands there, and what is wrong with it. */
  readonly detail: string;
}

/**
 * Whether advisories can be told not to be about a component because none has its name.
 * @param isNamed whether any that is known names a package by this key
 * @returns why nobody can tell; null where its name is as records of its ecosystem have it
 */
export function nameDoubt(purl: Purl, isNamed: (key: string) => boolean): NameDoubt | null {
  const key = packageKey(purl);
  const name = key.slice(key.indexOf('/') + 1);
  const doubt = (detail: string): NameDoubt => ({ reason: 'unknown_name', detail: `${name}: ${detail}` });
  if (!isRecordName(key)) return doubt('no package of its kind is named so');
  if (isNamed(key)) return null;
  const module = modulesAbove(purl).find(isNamed);
  if (module !== undefined) return doubt(`it may be part of ${module.slice('golang/'.length)}`);
  if (purl.type === 'github') return doubt('it may be any repository, and only actions are known');
  if (purl.type === 'npm' && /[A-Z]/.test(name)) return doubt('it may be written without capitals');
  const isSource = ['source', 'src'].includes(purl.qualifiers.get('arch') ?? '');
  if (isSource || sourceOf(purl) !== null || !needsSource(placeOf(purl).key)) return null;
  return { reason: 'unknown_source', detail: placeOf(purl).key };
}

/** `acl-2.2.53-1.el8.src.rpm`: a name, a version, a release. */
function sourceOfRpm(file: string): SourcePackage {
  const stem = file.slice(0, -'.src.rpm'.length);
  const version = stem.lastIndexOf('-', stem.lastIndexOf('-') - 1);
  return version <= 0
    ? { name: stem, version: null }
    : { name: stem.slice(0, version), version: stem.slice(version + 1) };
}
