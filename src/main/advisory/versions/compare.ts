// Orders two versions by the rules of their scheme. What the scheme does not read, a name without a scheme and a version too long to be
// one are unknown: null, never a guess. Pure. Called by the ranges beside it, and by whoever compares versions.
// Source: advisory, Deterministic tools; decision 056.
import type { Scheme } from './scheme.ts';
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
import type { Order, SchemeRules } from './schemes/rules.ts';
import { semver } from './schemes/semver.ts';

/** Goes into the keys of what is computed from versions; another number where any order or any range is decided otherwise. */
export const COMPARATOR_VERSION = 1;

/** Nothing that is published is longer. */
export const MAX_VERSION_CHARS = 512;

const RULES: { readonly [S in Scheme]: SchemeRules<unknown> } = {
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
};

/** A version that its scheme has read. */
export interface Version {
  readonly scheme: Scheme;
  /** As it was written, without blanks around it. */
  readonly text: string;
  /** What only the scheme understands. */
  readonly read: unknown;
}

/** @returns null for what is no version of the scheme */
export function versionOf(scheme: Scheme | null, written: string): Version | null {
  if (scheme === null || written.length > MAX_VERSION_CHARS) return null;
  const text = written.trim();
  const read = text === '' ? null : RULES[scheme].parse(text);
  return read === null ? null : { scheme, text, read };
}

/** Of two versions of one scheme. */
export const orderVersions = (a: Version, b: Version): Order => RULES[a.scheme].order(a.read, b.read);

/**
 * @param scheme null where it is not known
 * @returns -1 where a comes before b, 0 where they are equal, 1 where it comes after; null where that is unknown
 * @example compare('deb', '1.0~rc1-1', '1.0-1') // -1
 */
export function compare(scheme: Scheme | null, a: string, b: string): Order | null {
  const left = versionOf(scheme, a);
  const right = versionOf(scheme, b);
  return left === null || right === null ? null : orderVersions(left, right);
}
