// What in an excerpt the brief is about, by places: ids, package URLs, versions that are there or fix it, and bounds of ranges. Computed, never guessed by a model.
// Pure; reads a text as often as there are kinds. Called by pack.ts. Source: advisory, Retrieval.
import { entitiesIn } from '../cite/entity-forms.ts';
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
  /** Versions that are there, and that mend it. */
  readonly versions: ReadonlySet<string>;
}

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
  for (const { kind, start, end, text: said, keys } of entitiesIn(text, findIds)) {
    if (kind === 'id' && keys.some((key) => upper.has(key))) found.push({ start, end, why: 'id' });
    else if (kind === 'purl' && isOf(said, packages)) found.push({ start, end, why: 'purl' });
    else if (kind === 'version') {
      const from = boundBefore(text, start);
      if (from !== null) addRange(found, text, from, end);
      else if (bare.has(withoutV(said))) found.push({ start, end, why: 'version' });
    }
  }
  return found;
}

const withoutV = (version: string): string => version.toLowerCase().replace(/^v/, '');

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
