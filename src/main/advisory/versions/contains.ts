// A range of versions of whatever kind, and whether a version is in it: true, false, or null for what nobody can say. Pure.
// Called by the matching of findings and by `festinger explain version`.
// Source: advisory, Deterministic tools.
import { fulfils } from './constraints.ts';
import { inOsv, type OsvRange } from './osv-range.ts';
import { type Scheme, schemeOfVersType } from './scheme.ts';
import { inVers, readVers } from './vers.ts';

export type VersionRange =
  | {
      readonly kind: 'osv';
      readonly ranges: readonly OsvRange[];
      /** The enumeration beside the ranges. */
      readonly versions: readonly string[];
    }
  | { readonly kind: 'vers'; readonly text: string }
  | { readonly kind: 'constraints'; readonly text: string };

/**
 * @param scheme of the version; null where it is not known
 * @returns null where scheme, range or version are not understood, and where a VERS is of another scheme
 * @example contains('pypi', { kind: 'constraints', text: '>=1.2, <2, !=1.5' }, '1.4') // true
 */
export function contains(scheme: Scheme | null, range: VersionRange, version: string): boolean | null {
  switch (range.kind) {
    case 'osv':
      return inOsv(scheme, range.ranges, range.versions, version);
    case 'constraints':
      return fulfils(scheme, range.text, version);
    case 'vers': {
      const read = readVers(range.text);
      if (!read.ok) return null;
      const { type, constraints } = read.vers;
      const isOfScheme = typeof constraints === 'string' || schemeOfVersType(type) === scheme;
      return isOfScheme ? inVers(read.vers, version) : null;
    }
  }
}
