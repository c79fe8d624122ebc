// Version range specifiers (`vers:npm/>=1.0.0|<2.0.0`), read as the specification asks: only the canonical form is one; unsorted,
// doubled, blank, badly encoded or contradicting ones are refused with the reason and never mended.
// Called by contains.ts.
// Source: advisory, Deterministic tools; decision 056.
import { orderVersions, type Version, versionOf } from './compare.ts';
import { type Comparator, type Constraint, holds, MAX_RANGE_CHARS } from './constraints.ts';
import { type Scheme, schemeOfVersType } from './scheme.ts';

export interface Vers {
  readonly type: string;
  /** `all` for a star; otherwise in the order of their versions. */
  readonly constraints: 'all' | 'none' | readonly Constraint[];
}

export type ReadVers =
  | { readonly ok: true; readonly vers: Vers }
  | { readonly ok: false; readonly reason: string };

const FORM = /^vers:([a-z][a-z0-9.-]*)\/(.+)$/;
/** Longer ones first. */
const COMPARATORS: readonly Comparator[] = ['>=', '<=', '!=', '<', '>'];
/** Signs of the notation itself: within a version they are encoded, and nothing else is. */
const ENCODED = /[><=!*|%]/g;

const refused = (reason: string): ReadVers => ({ ok: false, reason });

/** @returns what the text says, or why it is no canonical VERS of a scheme that is known here */
export function readVers(text: string): ReadVers {
  if (text.length > MAX_RANGE_CHARS) return refused('too long');
  if (!/^[!-~]*$/.test(text)) return refused('only printable ASCII without blanks is permitted');
  const [, type = '', listed = ''] = FORM.exec(text) ?? [];
  if (type === '') return refused('not of the form vers:<type>/<constraints>');
  if (type === 'all' || type === 'none') {
    return listed === '*' ? { ok: true, vers: { type, constraints: type } } : refused(`${type} takes only *`);
  }
  const scheme = schemeOfVersType(type);
  if (scheme === null) return refused(`unknown type ${type}`);
  if (listed === '*') return { ok: true, vers: { type, constraints: 'all' } };
  const constraints: Constraint[] = [];
  for (const part of listed.split('|')) {
    const read = readConstraint(scheme, part);
    if (typeof read === 'string') return refused(read);
    constraints.push(read);
  }
  const fault = faultOf(constraints);
  return fault === null ? { ok: true, vers: { type, constraints } } : refused(fault);
}

/** @returns why it is none, as a text */
function readConstraint(scheme: Scheme, part: string): Constraint | string {
  if (part === '') return 'an empty constraint: a pipe at the beginning, at the end, or doubled';
  const comparator = COMPARATORS.find((signs) => part.startsWith(signs));
  const written = part.slice(comparator?.length ?? 0);
  const decoded = decode(written);
  if (decoded === null || encode(decoded) !== written) return `the encoding of ${written} is not canonical`;
  if (scheme === 'datetime' && /[tz]/.test(decoded)) return 'a moment is written with an upper-case T and Z';
  const version = versionOf(scheme, decoded);
  return version === null
    ? `${decoded} is no version of ${scheme}`
    : { comparator: comparator ?? '=', version };
}

const encode = (version: string): string =>
  version.replace(ENCODED, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Once, and ASCII alone. */
function decode(text: string): string | null {
  let decoded = '';
  for (const [at, part] of text.split('%').entries()) {
    if (at === 0) decoded += part;
    else if (/^[2-7][0-9A-F]/.test(part)) {
      decoded += String.fromCharCode(Number.parseInt(part.slice(0, 2), 16)) + part.slice(2);
    } else return null;
  }
  return decoded;
}

/** What breaks the rules between neighbours: ascending, each version once, no constraint that another makes needless. */
function faultOf(constraints: readonly Constraint[]): string | null {
  for (const [at, { version }] of constraints.entries()) {
    const before = constraints[at - 1];
    const order = before === undefined ? -1 : orderVersions(before.version, version);
    if (order === 0) return `${version.text} stands there twice`;
    if (order > 0) return 'constraints are not sorted by version';
  }
  const positive = constraints.filter(({ comparator }) => comparator !== '!=');
  for (const [at, { comparator }] of positive.entries()) {
    const before = positive[at - 1]?.comparator;
    if (before !== undefined && !mayFollow(before, comparator)) {
      return `${comparator} after ${before} says nothing new`;
    }
  }
  return null;
}

const mayFollow = (before: Comparator, comparator: Comparator): boolean =>
  before.startsWith('>') === comparator.startsWith('<');

/**
 * @returns whether the version is in the range; null where the version is none of the range's scheme
 */
export function inVers({ type, constraints }: Vers, version: string): boolean | null {
  if (typeof constraints === 'string') return constraints === 'all';
  const tested = versionOf(schemeOfVersType(type), version);
  return tested === null ? null : isWithin(constraints, tested);
}

function isWithin(constraints: readonly Constraint[], tested: Version): boolean {
  const equal = constraints.find(({ version }) => orderVersions(version, tested) === 0);
  if (equal !== undefined) return holds(equal, tested);
  const bounds = constraints.filter(({ comparator }) => comparator !== '=' && comparator !== '!=');
  // exclusions alone leave everything else
  if (bounds.length === 0) return constraints.every(({ comparator }) => comparator === '!=');
  const above = bounds.findIndex(({ version }) => orderVersions(version, tested) > 0);
  const next = bounds[above < 0 ? bounds.length : above];
  const before = bounds[above < 0 ? bounds.length - 1 : above - 1];
  return (next?.comparator.startsWith('<') ?? true) && (before?.comparator.startsWith('>') ?? true);
}
