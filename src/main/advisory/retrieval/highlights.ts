// What in an excerpt the brief is about, by places: ids, package URLs, versions that are there or fix it, and bounds of ranges. Computed, never guessed by a model.
// Pure; reads a text as often as there are kinds. Called by pack.ts. Source: advisory, Retrieval.
import { findIds } from '../identity/advisory-id.ts';
import { packageKey } from '../identity/package-key.ts';
import { parsePurl } from '../identity/purl.ts';

export interface Highlight {
  /** UTF-16 units, `end` behind the last. */
  readonly start: number;
  readonly end: number;
  readonly why: 'id' | 'purl' | 'version' | 'range';
}

export interface About {
  /** In their one spelling, aliases among them. */
  readonly ids: ReadonlySet<string>;
  /** Keys of packages. */
  readonly packages: ReadonlySet<string>;
  /** Versions that are there, and that fix it. */
  readonly versions: ReadonlySet<string>;
}

const PURL = /\bpkg:\/{0,2}[a-z][a-z0-9.+-]*\/[^\s<>"'`()[\]{}|,;\\]+/gi;
/** What may be a version: signs that versions are made of, with a digit. */
const WORD = /[\p{L}\p{N}.:+~_-]+/gu;
const VERSION = /^v?\d[\p{L}\p{N}.:+~_-]*$/u;
const TRAILING = '.,:;_~-';
/** What stands before a version that bounds a range. */
const BOUND =
  /(?:[<>]=?|[!=]=|=|~>?|\^|\b(?:before|through|until|since|from|up to|prior to|up to and including|earlier than|older than|later than|newer than))[ \t]{0,2}$/i;
const MOST_BOUND = 24;
/** What may stand between two bounds of one range. */
const BETWEEN = /^(?:[ \t]?[,|]{0,2}[ \t]?|[ \t]and[ \t])$/;

/** In the order of the text; none lies in another. */
export function highlightsOf(text: string, { ids, packages, versions }: About): Highlight[] {
  const upper = new Set([...ids].map((id) => id.toUpperCase()));
  const bare = new Set([...versions].map(withoutV));
  const found: Highlight[] = [];
  // What was looked at is blank for what is looked for next: the version of a package URL is no version by itself.
  let left = text;
  const take = (spans: readonly (Span & { readonly why: Highlight['why'] | null })[]) => {
    left = blanked(left, spans);
    for (const { start, end, why } of spans) if (why !== null) found.push({ start, end, why });
  };
  take(
    [...left.matchAll(PURL)].map(({ 0: purl, index: start }) => {
      const said = trimmed(purl);
      return { start, end: start + said.length, why: isOf(said, packages) ? 'purl' : null };
    }),
  );
  take(
    findIds(left).map(({ id, start, end }) => ({
      start,
      end,
      why: upper.has(id.toUpperCase()) ? 'id' : null,
    })),
  );
  const ranges: Highlight[] = [];
  for (const { 0: word, index: start } of left.matchAll(WORD)) {
    const said = trimmed(word);
    if (!VERSION.test(said)) continue;
    const end = start + said.length;
    const from = boundBefore(text, start);
    if (from !== null) addRange(ranges, text, from, end);
    else if (bare.has(withoutV(said))) found.push({ start, end, why: 'version' });
  }
  return [...found, ...ranges].sort((a, b) => a.start - b.start);
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function blanked(text: string, spans: readonly Span[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { start, end } of spans) {
    parts.push(text.slice(done, start), ' '.repeat(end - start));
    done = end;
  }
  return [...parts, text.slice(done)].join('');
}

const withoutV = (version: string): string => version.toLowerCase().replace(/^v/, '');

/** A stop behind it is none of it. */
function trimmed(word: string): string {
  let end = word.length;
  while (end > 0 && TRAILING.includes(word.charAt(end - 1))) end--;
  return word.slice(0, end);
}

function isOf(text: string, packages: ReadonlySet<string>): boolean {
  const read = parsePurl(text);
  return read.ok && packages.has(packageKey(read.purl));
}

/** Where the word or sign begins that makes a version a bound; null where none stands there. */
function boundBefore(text: string, start: number): number | null {
  const from = Math.max(0, start - MOST_BOUND);
  const found = BOUND.exec(text.slice(from, start));
  return found ? from + found.index : null;
}

function addRange(found: Highlight[], text: string, start: number, end: number): void {
  const last = found.at(-1);
  if (last?.why === 'range' && BETWEEN.test(text.slice(last.end, start))) {
    found[found.length - 1] = { start: last.start, end, why: 'range' };
    return;
  }
  found.push({ start: Math.max(start, last?.end ?? 0), end, why: 'range' });
}
