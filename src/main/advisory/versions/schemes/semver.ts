// SemVer 2.0.0 by its precedence alone: build metadata counts for nothing, and no prerelease is left out of anything, which is a rule
// of npm's ranges and not of the order. Three numbers, none with a zero in front; a `v` before them is passed over.
// Our own and not the library of that name, for which numbers past 2^53 and versions past 256 characters are none.
// Called by the table in compare.ts, and by go.ts and pub.ts, whose versions are these with a difference.
// Source: decision 056.
import {
  firstOf,
  isDigits,
  type Order,
  orderDigits,
  orderLists,
  orderTexts,
  type SchemeRules,
} from './rules.ts';

export interface Semver {
  /** Major, minor, patch, in digits. */
  readonly numbers: readonly string[];
  /** Empty for a release. */
  readonly prerelease: readonly string[];
  readonly build: readonly string[];
}

const SEMVER =
  /^v?(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(?:-([0-9A-Za-z.-]+))?(?:\+([0-9A-Za-z.-]+))?$/;

export function parseSemver(text: string): Semver | null {
  const found = SEMVER.exec(text);
  if (found === null) return null;
  const [, major = '', minor = '', patch = '', prerelease, build] = found;
  const parts = identifiers(prerelease);
  const builds = identifiers(build);
  if (parts.includes('') || builds.includes('') || parts.some(hasZeroInFront)) return null;
  return { numbers: [major, minor, patch], prerelease: parts, build: builds };
}

const identifiers = (text: string | undefined): string[] => (text === undefined ? [] : text.split('.'));

const hasZeroInFront = (part: string): boolean => part.length > 1 && part.startsWith('0') && isDigits(part);

/** Numbers before words. */
export function orderIdentifiers(a: string, b: string): Order {
  const isNumber = isDigits(a);
  if (isNumber !== isDigits(b)) return isNumber ? -1 : 1;
  return isNumber ? orderDigits(a, b) : orderTexts(a, b);
}

/** A release is after its prereleases. */
export function orderPrereleases(a: readonly string[], b: readonly string[]): Order {
  if (a.length === 0 || b.length === 0) return a.length === b.length ? 0 : a.length === 0 ? 1 : -1;
  return orderLists(a, b, orderIdentifiers);
}

export const orderSemver = (a: Semver, b: Semver): Order =>
  firstOf(orderLists(a.numbers, b.numbers, orderDigits), orderPrereleases(a.prerelease, b.prerelease));

export const semver: SchemeRules<Semver> = { parse: parseSemver, order: orderSemver };
