// Ranges of OSV: events on a line of versions, evaluated as the schema's algorithm says, and lists of versions. What cannot be ordered
// (commits of GIT, an event that is no version, a scheme nobody knows) leaves the answer unknown. Called by contains.ts, and for the
// versions that mend a finding.
// Source: advisory, Deterministic tools; decision 056.
import { orderVersions, type Version, versionOf } from './compare.ts';
import type { Scheme } from './scheme.ts';
import type { Order } from './schemes/rules.ts';

/** Exactly one member is given. */
export interface OsvEvent {
  readonly introduced?: string | undefined;
  readonly fixed?: string | undefined;
  readonly last_affected?: string | undefined;
  readonly limit?: string | undefined;
}

export interface OsvRange {
  readonly type: 'SEMVER' | 'ECOSYSTEM' | 'GIT';
  readonly events: readonly OsvEvent[];
}

/** Where an event stands: null is before every version. */
interface Mark {
  readonly kind: keyof OsvEvent;
  readonly at: Version | null;
}

const KINDS = ['introduced', 'fixed', 'last_affected', 'limit'] as const;
const BEFORE_ALL = '0';
const NO_LIMIT = '*';
/** Schemes that order versions of SEMVER ranges as SemVer does, and read a little more. */
const SEMVER_LIKE: ReadonlySet<Scheme> = new Set(['semver', 'golang', 'pub']);

/**
 * @param scheme of the package's ecosystem; null where it is not known
 * @param versions the enumeration beside the ranges
 * @returns whether the version is affected; null where that cannot be said
 */
export function inOsv(
  scheme: Scheme | null,
  ranges: readonly OsvRange[],
  versions: readonly string[],
  version: string,
): boolean | null {
  const listed = isListed(scheme, versions, version);
  if (listed === true) return true;
  const answers = evaluable(ranges, versions).map((range) => inOsvRange(scheme, range, version));
  if (answers.includes(true)) return true;
  return answers.includes(null) || listed === null ? null : false;
}

/** Commits say the same as the ranges or the list beside them, and no version is in them; alone they leave the answer unknown. */
function evaluable(ranges: readonly OsvRange[], versions: readonly string[]): readonly OsvRange[] {
  const others = ranges.filter(({ type }) => type !== 'GIT');
  return others.length > 0 || versions.length > 0 ? others : ranges;
}

/** By its text, or as equal; where its order is not known, another text may still mean the same version. */
function isListed(scheme: Scheme | null, versions: readonly string[], version: string): boolean | null {
  const text = textOf(scheme, version);
  if (versions.some((listed) => textOf(scheme, listed) === text)) return true;
  if (versions.length === 0) return false;
  const tested = versionOf(scheme, version);
  if (tested === null) return null;
  const read = versions.map((listed) => versionOf(tested.scheme, listed));
  if (read.some((listed) => listed !== null && orderVersions(listed, tested) === 0)) return true;
  return read.includes(null) ? null : false;
}

/** Python's versions are the same in capitals, those it has no order for among them. */
const textOf = (scheme: Scheme | null, version: string): string =>
  scheme === 'pypi' ? version.toLowerCase() : version;

function inOsvRange(scheme: Scheme | null, range: OsvRange, version: string): boolean | null {
  const line = lineOf(scheme, range);
  const tested = line === null ? null : versionOf(line.scheme, version);
  if (line === null || tested === null) return null;
  return isBeforeLimits(line, tested) && isAffected(line.marks, tested);
}

/** Events in the order of their versions, where all of them have one. */
interface Line {
  readonly scheme: Scheme;
  readonly marks: readonly Mark[];
  /** Null is none. */
  readonly limits: readonly (Version | null)[];
}

function lineOf(scheme: Scheme | null, { type, events }: OsvRange): Line | null {
  if (type === 'GIT') return null;
  const of = type === 'SEMVER' && (scheme === null || !SEMVER_LIKE.has(scheme)) ? 'semver' : scheme;
  if (of === null) return null;
  const marks = events.map((event) => markOf(of, event));
  if (marks.includes(null)) return null;
  const read = marks as readonly Mark[];
  return {
    scheme: of,
    marks: read.filter(({ kind }) => kind !== 'limit').toSorted((a, b) => orderMarks(a.at, b.at)),
    limits: read.filter(({ kind }) => kind === 'limit').map(({ at }) => at),
  };
}

function markOf(scheme: Scheme, event: OsvEvent): Mark | null {
  const kinds = KINDS.filter((kind) => event[kind] !== undefined);
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) return null;
  const text = event[kind] ?? '';
  if (kind === 'introduced' && text === BEFORE_ALL) return { kind, at: null };
  if (kind === 'limit' && text.includes(NO_LIMIT)) return { kind, at: null };
  const at = versionOf(scheme, text);
  return at === null ? null : { kind, at };
}

const orderMarks = (a: Version | null, b: Version | null): Order =>
  a === null || b === null ? (a === b ? 0 : a === null ? -1 : 1) : orderVersions(a, b);

const isBeforeLimits = ({ limits }: Line, version: Version): boolean =>
  limits.length === 0 || limits.some((limit) => limit === null || orderVersions(version, limit) < 0);

function isAffected(marks: readonly Mark[], version: Version): boolean {
  let affected = false;
  for (const { kind, at } of marks) {
    const order = at === null ? 1 : orderVersions(version, at);
    if (kind === 'introduced' && order >= 0) affected = true;
    else if (kind === 'fixed' && order >= 0) affected = false;
    else if (kind === 'last_affected' && order > 0) affected = false;
  }
  return affected;
}

/**
 * The versions that mend a version: of each range that holds it, the first fix above it.
 * @returns in the order of the scheme, each once; empty where nothing is affected or nothing is fixed yet; null where a range that
 * may hold the version cannot be evaluated
 */
export function fixesOf(
  scheme: Scheme | null,
  ranges: readonly OsvRange[],
  version: string,
): string[] | null {
  const fixes: Version[] = [];
  for (const range of evaluable(ranges, [])) {
    const line = lineOf(scheme, range);
    const tested = line === null ? null : versionOf(line.scheme, version);
    if (line === null || tested === null) return null;
    if (!isBeforeLimits(line, tested) || !isAffected(line.marks, tested)) continue;
    const end = line.marks.find(
      ({ kind, at }) => kind !== 'introduced' && at !== null && isAbove(at, kind, tested),
    );
    if (end?.kind === 'fixed' && end.at !== null) fixes.push(end.at);
  }
  const sorted = fixes.toSorted(orderVersions);
  return sorted
    .filter((fix, at) => at === 0 || orderVersions(sorted[at - 1] as Version, fix) !== 0)
    .map(({ text }) => text);
}

/** Whether what ends an interval ends the one that holds the version; a last affected version is itself within. */
const isAbove = (end: Version, kind: keyof OsvEvent, version: Version): boolean =>
  orderVersions(end, version) > (kind === 'last_affected' ? -1 : 0);
