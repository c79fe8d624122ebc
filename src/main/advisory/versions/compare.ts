// Orders two versions by the rules of their scheme. What the scheme does not read, a name without a scheme and a version too long to be
// one are unknown: null, never a guess. Pure. Called by the ranges beside it, and by whoever compares versions.
// Source: advisory, Deterministic tools; decision 056.
import { RULES, type Scheme } from './scheme.ts';
import type { Order } from './schemes/rules.ts';

/** Goes into the keys of what is computed from versions; another number where any order or any range is decided otherwise. */
export const COMPARATOR_VERSION = 1;

/** Nothing that is published is longer. */
export const MAX_VERSION_CHARS = 512;

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
