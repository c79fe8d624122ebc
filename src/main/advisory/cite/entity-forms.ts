// What in a text can be right or wrong by a character: ids, PURLs, addresses, days, CVSS vectors, versions and other numbers with a point. Each as it
// stands and by keys that are the same in all its spellings. Compares nothing. Used by entities.ts and remediation.ts. Source: advisory, Guardrails.
import type { Span } from './blocks.ts';
import { datesIn, lessExact } from './dates.ts';
import { addressEnd } from './targets.ts';

export type EntityKind = 'id' | 'purl' | 'url' | 'date' | 'cvss' | 'version';

export interface Entity extends Span {
  readonly kind: EntityKind;
  readonly text: string;
  /** One of them has to be known; the first is the usual one. */
  readonly keys: readonly string[];
}

/** Ids of advisories in a text, each in its usual spelling, with its place. */
export type FindIds = (text: string) => Iterable<Span & { readonly id: string }>;

const ADDRESS = /\bhttps?:\/\//gi;
const PURL = /\bpkg:\/{0,2}[a-z][a-z0-9.+-]*\/[^\s<>"'`()[\]{}|,;\\]+/gi;
const VECTOR = /\bCVSS:\d\.\d(?:\/[A-Z]{1,3}:[A-Z]{1,2})+|\b(?:AV:[NALP])(?:\/[A-Za-z]{1,3}:[A-Z]{1,2})+/g;
/** What may be a number with points and what hangs on it, cut at what no version holds. */
const WORD = /[\p{L}\p{N}.:+~^_-]+/gu;
const CVSS_WORD = /\b(?:cvss|severity|base score|scores?|scored|rated)\b/i;
const SCORE = /^(?:10(?:\.0)?|\d\.\d)$/;
const SCORE_NEAR = 48;
/** A chance in whole percent. */
const CHANCE = /\b(?:epss|chance|probability|likelihood)\b[^\d%\n]{0,60}(\d{1,2})(?=\s?(?:%|percent\b))/gi;
const SHARE = /^\d{1,3}\.\d{1,6}$/;
/** Whole numbers that are said to be a score. */
const SAID_SCORE =
  /(?:\bscore[ds]?\b|\bcvss\s?:)[^\d\n]{0,12}(10|\d)(?![\w.%])|(?<![\w.])(10|\d)(?=\s?\/\s?10\b)/gi;
const TRAILING = /[.,:;!?*_~-]/;

/**
 * Everything of that kind in a text, in order; what lies in another is not named again (the version of a PURL). Whole numbers are versions where `version`
 * or `v` stands in front of them.
 */
export function entitiesIn(text: string, findIds: FindIds): Entity[] {
  return new EntityReader(text, findIds).read();
}

class EntityReader {
  #left: string;
  readonly #text: string;
  readonly #findIds: FindIds;
  readonly #found: Entity[] = [];

  constructor(text: string, findIds: FindIds) {
    this.#text = text;
    this.#left = text;
    this.#findIds = findIds;
  }

  read(): Entity[] {
    this.#take('url', addressesIn(this.#left));
    this.#take('purl', spansOf(this.#left, PURL));
    this.#take(
      'id',
      [...this.#findIds(this.#left)].map(({ id, start, end }) => ({ start, end, keys: [id.toUpperCase()] })),
    );
    this.#take('cvss', spansOf(this.#left, VECTOR));
    this.#take('date', datesIn(this.#left));
    this.#take('cvss', scoresIn(this.#left));
    this.#take('version', sharesIn(this.#left));
    this.#take('version', numbersIn(this.#left));
    return this.#found.toSorted((a, b) => a.start - b.start);
  }

  #take(kind: EntityKind, spans: readonly (Span & { readonly keys?: readonly string[] })[]): void {
    const pieces: string[] = [];
    let from = 0;
    for (const { start, end, keys } of spans.toSorted((a, b) => a.start - b.start)) {
      if (start < from) continue;
      const text = this.#text.slice(start, end);
      const own = kind === 'version' && this.#isScore(text, start) ? 'cvss' : kind;
      this.#found.push({
        kind: own,
        text,
        start,
        end,
        keys: keys ?? [keyOf(own, text), ...this.#share(text, end)],
      });
      pieces.push(this.#left.slice(from, start), ' '.repeat(end - start));
      from = end;
    }
    pieces.push(this.#left.slice(from));
    this.#left = pieces.join('');
  }

  /** What stands before a percent sign is a hundred times what a source may have. */
  #share(text: string, end: number): string[] {
    return SHARE.test(text) && /^ ?%/.test(this.#text.slice(end, end + 2))
      ? [keyOf('version', String(Math.round(Number(text) * 1e6) / 1e8))]
      : [];
  }

  /** A number of one decimal up to ten, near a word of scoring. */
  #isScore(text: string, start: number): boolean {
    return (
      SCORE.test(text) &&
      CVSS_WORD.test(this.#text.slice(Math.max(0, start - SCORE_NEAR), start + SCORE_NEAR))
    );
  }
}

/** Whole numbers up to ten behind a word of scoring: JSON writes 9.0 as 9. */
const WHOLE_SCORE = /\b(?:cvss|scores?|basescore|base_score)\b[^\d\n]{0,16}(10|\d)(?![\w.])/gi;

/** As advisories name a package, and its type in package URLs where the name is the same in both. */
const AFFECTS =
  /\baffects (Go|npm|PyPI|crates\.io|RubyGems|NuGet|Packagist|Hex|Pub) (\S{1,200}?)\.?(?=\s|$)/g;
const PURL_TYPES: Readonly<Record<string, string>> = {
  ...{ Go: 'golang', npm: 'npm', PyPI: 'pypi', 'crates.io': 'cargo', RubyGems: 'gem', NuGet: 'nuget' },
  ...{ Packagist: 'composer', Hex: 'hex', Pub: 'pub' },
};

/** Every key a source knows, those of what lies in something else among them, and what its days and PURLs say less exactly. */
export function keysOfSource(text: string, findIds: FindIds): Set<string> {
  const keys = new Set<string>();
  for (const { kind, keys: own } of entitiesIn(text, findIds))
    for (const key of own) {
      if (kind === 'date') for (const less of lessExact(key)) keys.add(less);
      else if (kind === 'purl')
        for (const cut of ['', '#', '?', '@']) keys.add(cut === '' ? key : before(key, cut));
      else keys.add(key);
    }
  for (const { start, end } of numbersIn(text)) {
    const number = text.slice(start, end);
    keys.add(keyOf('version', number));
    for (const rounded of lessExactly(number)) keys.add(rounded);
    // The version of a vector is no score.
    if (SCORE.test(number) && !/cvss:$/i.test(text.slice(Math.max(0, start - 5), start)))
      keys.add(keyOf('cvss', number));
  }
  for (const { keys: days } of datesIn(text)) for (const key of days.flatMap(lessExact)) keys.add(key);
  for (const [, score] of text.matchAll(WHOLE_SCORE)) keys.add(keyOf('cvss', score ?? ''));
  for (const { id } of findIds(text)) keys.add(keyOf('id', id));
  for (const [, ecosystem = '', name = ''] of text.matchAll(AFFECTS))
    keys.add(keyOf('purl', `pkg:${PURL_TYPES[ecosystem]}/${name}`));
  return keys;
}

/** A text up to the last of a sign; an `@` that begins a scope is none. */
function before(text: string, sign: string): string {
  const at = text.lastIndexOf(sign);
  return at <= 0 || text.charAt(at - 1) === '/' ? text : text.slice(0, at);
}

/** The same in every spelling of the thing. */
export function keyOf(kind: EntityKind, text: string): string {
  switch (kind) {
    case 'url':
      return addressKey(text);
    case 'purl':
      return purlKey(text);
    case 'cvss':
      return SCORE.test(text) || /^(?:10|\d)$/.test(text) ? `score ${Number(text)}` : text.toUpperCase();
    case 'version':
      return text.toLowerCase().replace(/^v/, '');
    case 'id':
      return text.toUpperCase();
    case 'date':
      return text;
  }
}

function addressKey(text: string): string {
  const host = /^([a-z]+:\/\/)([^/?#]*)/i.exec(text);
  if (!host) return text;
  const rest = text.slice(host[0].length);
  return `${host[0].toLowerCase()}${rest === '/' ? '' : rest}`;
}

/** The type has no case, and an `@` or a blank may be written in hexadecimal. */
function purlKey(text: string): string {
  const type = text.indexOf('/', 4);
  const plain = text.replace(/%([2-7][0-9a-f])/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return type < 0 ? plain : `${text.slice(0, type).toLowerCase()}${plain.slice(type)}`;
}

function addressesIn(text: string): Span[] {
  const found: Span[] = [];
  for (const { 0: scheme, index } of text.matchAll(ADDRESS)) {
    // One within another is its part, and is not read again.
    if (index < (found.at(-1)?.end ?? 0)) continue;
    found.push({ start: index, end: addressEnd(text, index + scheme.length, text.length) });
  }
  return found;
}

/** Keys of all addresses in a text. */
export const addressKeysIn = (text: string): string[] =>
  addressesIn(text).map(({ start, end }) => addressKey(text.slice(start, end)));

function spansOf(text: string, pattern: RegExp): Span[] {
  return [...text.matchAll(pattern)].map(({ 0: found, index }) => {
    let end = index + found.length;
    while (end > index && TRAILING.test(text.charAt(end - 1))) end--;
    return { start: index, end };
  });
}

const DOTTED = /(?:\d{1,9}:)?v?\d+\.[0-9x*]/i;
const WHOLE = /^v\d{1,9}[a-z]?$/i;
const VERSION_WORD = /\b(?:versions?|release|build|series|generation)\s{1,3}$/i;
/** Whole numbers that end what they stand in are versions behind these. */
const LED_WHOLE =
  /\b(?:(?:fixed|patched|resolved|mended) in|(?:upgrade|update|downgrade|bump|pin|roll back|go back)(?:\s[^\s;]{1,40}){0,3}\sto)\s{1,3}$/i;
const ENDS = /^\s*(?:$|[.,;:!)\]]|or\s(?:later|newer|above)|and\s(?:later|newer|above))/;

function sharesIn(text: string): (Span & { readonly keys: readonly string[] })[] {
  return [...text.matchAll(CHANCE)].map(({ 0: found, 1: percent = '', index }) => ({
    ...{ start: index + found.length - percent.length, end: index + found.length },
    keys: [
      keyOf('version', String(Number(percent) / 100)),
      keyOf('version', (Number(percent) / 100).toFixed(2)),
    ],
  }));
}

/** Shares and weights, as people round them. */
const lessExactly = (number: string): readonly string[] =>
  /^0\.\d{3,8}$/.test(number) ? [2, 3, 4].map((digits) => Number(number).toFixed(digits)) : [];

function scoresIn(text: string): Span[] {
  return [...text.matchAll(SAID_SCORE)].map(({ 0: found, 1: said, 2: of10 = '', index }) => ({
    ...{ start: index + found.length - (said ?? of10).length, end: index + found.length },
  }));
}

/** Numbers with a point, from the first digit to the end of the word; whole numbers behind `v` or the word version. */
function numbersIn(text: string): Span[] {
  const spans: Span[] = [];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    let end = word.length;
    while (end > 0 && TRAILING.test(word.charAt(end - 1))) end--;
    const whole = word.slice(0, end);
    const start = versionStart(whole);
    if (start >= 0) spans.push({ start: index + start, end: index + end });
    else if (
      WHOLE.test(whole) ||
      (/^\d{1,9}[a-z]?$/.test(whole) && isVersion(text, index, index + word.length))
    )
      spans.push({ start: index, end: index + end });
  }
  return spans;
}

const isVersion = (text: string, start: number, end: number): boolean =>
  VERSION_WORD.test(text.slice(Math.max(0, start - 12), start)) ||
  (LED_WHOLE.test(text.slice(Math.max(0, start - 160), start)) && ENDS.test(text.slice(end, end + 24)));

/** No version is longer; what would be searched for one in longer words takes more than their length. */
const MOST_WORD = 200;

/** Where in a word a version begins: at its start, or behind a sign that ends a name, as in `openssl-3.0.7`; -1 where none does. */
function versionStart(word: string): number {
  const found = DOTTED.exec(word.slice(0, MOST_WORD));
  if (!found) return -1;
  let at = found.index;
  while (at > 0 && /[0-9]/.test(word.charAt(at - 1))) at--;
  const before = word.charAt(at - 1);
  return before === '' || /[-_:+~^]/.test(before) ? at : -1;
}
