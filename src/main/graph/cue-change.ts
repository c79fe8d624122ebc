// Reads the words that make a correction of a statement: "no longer", "any more", "now", "instead of".
// Finds them and takes negations out, so that what is left is read like any statement. Says nothing about who may correct.
// Called by cues.ts. Source: memory.md D21.

import { PREPOSITIONS } from './cue-function-words.ts';
import type { CueMatch } from './cue-match.ts';
import { canonicalOf, isNameLike } from './cue-names.ts';
import { nameBeforeTitle, readPhrase } from './cue-phrase.ts';
import type { Chunk, Word } from './cue-sentences.ts';
import type { CueChange, Lexicon } from './types.ts';

export interface Ending {
  /** The chunk without its negation; the same chunk when it ends nothing. */
  readonly chunk: Chunk;
  readonly ends: boolean;
}

/** "X no longer runs on A", "X is not a P any more": the statement that the words take back. */
export function withoutEnding(chunk: Chunk): Ending {
  const { words } = chunk;
  const no = words.findIndex((word, at) => word.lower === 'no' && words[at + 1]?.lower === 'longer');
  if (no > 0) {
    const stated = words.filter((_, at) => at !== no && at !== no + 1);
    return { chunk: { ...chunk, words: stated }, ends: true };
  }
  const last = words.length - 1;
  const spaced = words[last]?.lower === 'more' && words[last - 1]?.lower === 'any';
  if (!spaced && words[last]?.lower !== 'anymore') return { chunk, ends: false };
  const end = last - Number(spaced);
  const not = words.findIndex((word) => word.lower === 'not' || /^(?:is|are)n't$/.test(word.lower));
  const verb = words[not]?.lower === 'not' ? words[not - 1]?.lower : words[not]?.lower.slice(0, -3);
  if (not < 1 || (verb !== 'is' && verb !== 'are')) return { chunk, ends: false };
  const stated = words
    .slice(0, end)
    .map((word, at) => (at === not ? { ...word, text: verb, lower: verb } : word));
  const kept = words[not]?.lower === 'not' ? stated.filter((_, at) => at !== not) : stated;
  return { chunk: { ...chunk, words: kept }, ends: true };
}

/**
 * What the words of a statement change.
 * @param to index of the first word behind its object
 * @returns undefined for a plain statement; `null` when it says that something moved and not plainly from where
 */
export function changeOf(
  words: readonly Word[],
  match: CueMatch,
  to: number,
  ends: boolean,
  lexicon: Lexicon,
): CueChange | undefined | null {
  if (ends) return { kind: 'ends' };
  if (match.left !== undefined) {
    const from = placeOf(match.left, lexicon);
    return from === null ? null : { kind: 'now', from };
  }
  if (words[to]?.lower === 'instead' && words[to + 1]?.lower === 'of') {
    const from = placeOf(words.slice(to + 2), lexicon);
    return from === null ? { kind: 'now' } : { kind: 'now', from };
  }
  const now = words.slice(Math.max(1, match.from - 1), match.to).some((word) => word.lower === 'now');
  return now ? { kind: 'now' } : undefined;
}

/** The name a place goes by, when nothing else stands there. */
function placeOf(words: readonly Word[], lexicon: Lexicon): string | null {
  const phrase = readPhrase(words, 0, lexicon);
  if (phrase === null) return null;
  const next = words[phrase.to];
  if (next !== undefined && !PREPOSITIONS.has(next.lower)) return null;
  const name = nameBeforeTitle(phrase.words, lexicon);
  const [first] = name;
  return first !== undefined && (name.length > 1 || isNameLike(first, lexicon)) ? canonicalOf(name) : null;
}
