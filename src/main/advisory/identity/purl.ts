// Package URLs: taken apart, put together, written the one canonical way. Written whole instead of over packageurl-js, which reads them
// as web addresses and so loses `+` and accepts what the types forbid; the suite holds both. It judges no versions, never throws, and
// reads a text once. Called by whoever meets a package URL: importers, matching, the entity check.
// Source: advisory, Evidence.
import { byType, isNamedFromSecond, type PurlParts } from './purl-types.ts';

/** A package URL that is one: canonical in all its parts. Made by `parsePurl` and `buildPurl` alone. */
export interface Purl extends PurlParts {
  /** The canonical text; two purls are the same when this is. */
  readonly text: string;
}

/** The purl, or why the text is none: a sentence for the operator. */
export type PurlResult =
  | { readonly ok: true; readonly purl: Purl }
  | { readonly ok: false; readonly message: string };

/** Longest package URL that is read, in UTF-16 units. */
export const MAX_PURL_CHARS = 4096;

const TYPE = /^[a-z][a-z0-9.+-]*$/;
const KEY = /^[a-z][a-z0-9._-]*$/;
/** Control characters, which no part of a name or version has. */
const CONTROL = /\p{Cc}/u;

/** What some writers call a type. */
const SAME_TYPE: ReadonlyMap<string, string> = new Map([
  ['alpine', 'apk'],
  ['go', 'golang'],
  ['rubygems', 'gem'],
  ['actions', 'githubactions'],
]);

class Refused extends Error {}

/**
 * Takes a package URL apart. Qualifier keys come in lower case, empty values are left out; a `/` that was encoded within the name
 * (`%40scope%2Fname`, as some inventories write it) parts the namespace from it.
 * @param text anything; longer than 4,096 characters is refused
 * @example parsePurl('pkg:npm/@babel/core@7.0.0') // text: pkg:npm/%40babel/core@7.0.0
 */
export function parsePurl(text: string): PurlResult {
  return result(() => canonical(taken(text)));
}

/**
 * Makes a package URL of decoded parts.
 * @param parts a qualifier whose value is null or empty is left out
 */
export function buildPurl(parts: {
  readonly type: string | null;
  readonly namespace?: string | null;
  readonly name: string | null;
  readonly version?: string | null;
  readonly qualifiers?: Readonly<Record<string, string | null>> | null;
  readonly subpath?: string | null;
}): PurlResult {
  return result(() =>
    canonical({
      type: parts.type ?? '',
      namespace: parts.namespace ?? null,
      name: parts.name ?? '',
      version: parts.version ?? null,
      qualifiers: qualifiersOf(Object.entries(parts.qualifiers ?? {})),
      subpath: parts.subpath ?? null,
    }),
  );
}

/** The same with more qualifiers; as it is where they make none. */
export function withQualifiers(purl: Purl, more: Readonly<Record<string, string>>): Purl {
  const built = buildPurl({ ...purl, qualifiers: { ...Object.fromEntries(purl.qualifiers), ...more } });
  return built.ok ? built.purl : purl;
}

function result(make: () => Purl): PurlResult {
  try {
    return { ok: true, purl: make() };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, message: error.message };
    throw error;
  }
}

/** The parts as they stand in a text, decoded. */
function taken(text: string): PurlParts {
  if (text.length > MAX_PURL_CHARS)
    throw new Refused(`a package URL has at most ${MAX_PURL_CHARS} characters, this one ${text.length}`);
  if (text.slice(0, 4).toLowerCase() !== 'pkg:') throw new Refused('a package URL begins with pkg:');
  const [beforeSubpath, subpath] = cut(text.slice(4), text.slice(4).lastIndexOf('#'));
  const [path, query] = cut(beforeSubpath, beforeSubpath.indexOf('?'));
  const inner = path.slice(leadingSlashes(path));
  const slash = inner.indexOf('/');
  if (slash < 0) throw new Refused('a package URL names a type and a package: pkg:type/name');
  const rest = inner.slice(slash + 1);
  const [located, version] = cut(rest, versionAt(rest));
  const nameAt = located.lastIndexOf('/') + 1;
  return {
    type: inner.slice(0, slash),
    namespace: located.slice(0, nameAt).split('/').map(decoded).join('/'),
    name: decoded(located.slice(nameAt)),
    version: version === null ? null : decoded(version),
    qualifiers: qualifiersOf(pairsOf(query ?? '')),
    subpath: subpath === null ? null : subpathOf(subpath.split('/').map(decoded)),
  };
}

/** Checked, and as its type spells it. */
function canonical(given: PurlParts): Purl {
  const written = given.type.toLowerCase();
  const type = SAME_TYPE.get(written) ?? written;
  if (!TYPE.test(type))
    throw new Refused('a type begins with a letter and has letters, digits, dots, plus and minus signs');
  const named = segments(given.name);
  if (named.length === 0) throw new Refused('a package URL names a package');
  const home = segments(given.namespace || (written === 'alpine' ? 'alpine' : ''));
  const path = [...home, ...named];
  const nameAt = isNamedFromSecond(type) ? Math.min(1, path.length - 1) : path.length - 1;
  const [namespace, name] = [path.slice(0, nameAt).join('/'), path.slice(nameAt).join('/')];
  const subpath = subpathOf((given.subpath ?? '').split('/'));
  const parts = byType({
    ...{ type, namespace: namespace || null, name, version: given.version || null },
    ...{ qualifiers: given.qualifiers, subpath: subpath || null },
  });
  if ('fault' in parts) throw new Refused(parts.fault);
  const text = textOf(parts);
  if (text.length > MAX_PURL_CHARS)
    throw new Refused(`written canonically it has more than ${MAX_PURL_CHARS} characters`);
  return { ...parts, text };
}

function textOf({ type, namespace, name, version, qualifiers, subpath }: PurlParts): string {
  const pairs = [...qualifiers].map(([key, value]) => `${key}=${encoded(value)}`);
  return [
    `pkg:${type}/`,
    namespace === null ? '' : `${segmentsOf(namespace)}/`,
    segmentsOf(name),
    version === null ? '' : `@${encoded(version)}`,
    pairs.length === 0 ? '' : `?${pairs.join('&')}`,
    subpath === null ? '' : `#${segmentsOf(subpath)}`,
  ].join('');
}

/** Keys in code-unit order, none twice with two values. */
function qualifiersOf(pairs: readonly (readonly [string, string | null])[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [given, value] of pairs) {
    const key = given.toLowerCase();
    if (!KEY.test(key))
      throw new Refused('a qualifier begins with a letter and has letters, digits, dots, - and _');
    if (value === null || value === '') continue;
    const other = found.get(key);
    if (other !== undefined && other !== value)
      throw new Refused(`the qualifier ${key} stands twice, with two values`);
    found.set(key, value);
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function pairsOf(query: string): readonly (readonly [string, string])[] {
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [key, value] = cut(pair, pair.indexOf('='));
      return [key, decoded(value ?? '')];
    });
}

/** Where the version begins: the last `@`, unless it opens a segment, as a scope does that was not encoded. */
function versionAt(rest: string): number {
  const at = rest.lastIndexOf('@');
  const opensSegment = at === 0 || rest[at - 1] === '/';
  // `pkg:maven/@1.0` has no name, and `pkg:npm/@babel/core` has one behind its scope
  return opensSegment && rest.includes('/', at) ? -1 : at;
}

function subpathOf(segments: readonly string[]): string {
  if (segments.some((segment) => segment.includes('/')))
    throw new Refused('a segment of a subpath holds no slash');
  return segments.filter((segment) => !['', '.', '..'].includes(segment)).join('/');
}

const segmentsOf = (path: string): string => path.split('/').map(encoded).join('/');

/** Both sides of one sign; null behind it when there is none. */
function cut(text: string, at: number): [string, string | null] {
  return at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + 1)];
}

const segments = (path: string): readonly string[] => path.split('/').filter((segment) => segment !== '');

function leadingSlashes(text: string): number {
  let count = 0;
  while (text[count] === '/') count++;
  return count;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Refused('a % stands before something that is no encoded UTF-8');
  }
}

/** Letters, digits, `-._~` and `:` stand for themselves, all else is encoded. */
function encoded(text: string): string {
  if (CONTROL.test(text) || !text.isWellFormed())
    throw new Refused('it holds a control character or half a character');
  return encodeURIComponent(text)
    .replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%3A', ':');
}
