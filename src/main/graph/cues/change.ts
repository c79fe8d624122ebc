// Reads the words that make a correction of a statement: "no longer", "not ... any more", "it now", "now", "instead of".
// Finds them and takes negations out, so that what is left is read like any statement. Says nothing about who may correct.
// Called by statements.ts. Source: memory D21.

import type { CueChange, Lexicon } from '../types.ts';
import type { CueMatch } from './match.ts';
import { canonicalOf, isNameLike } from './names.ts';
import type { NamedChunk } from './naming.ts';
import { nameBeforeTitle, readPhrase } from './noun-phrase.ts';
import type { Chunk, Word } from './sentences/sentences.ts';
import { PREPOSITIONS } from './words/function-words.ts';

/** "X no longer runs on A", "X is not a P any more": the statement that the words take back, told to end. */
export function withoutEnding(chunk: NamedChunk): NamedChunk {
  const { words } = chunk;
  const no = words.findIndex((word, at) => word.lower === 'no' && words[at + 1]?.lower === 'longer');
  if (no > 0) return { ...chunk, words: words.filter((_, at) => at !== no && at !== no + 1), ends: true };
  const last = words.length - 1;
  const spaced = /^(?:more|longer)$/.test(words[last]?.lower ?? '') && words[last - 1]?.lower === 'any';
  if (!spaced && words[last]?.lower !== 'anymore') return chunk;
  const stated = withoutNot(words.slice(0, last - Number(spaced)));
  return stated === null ? chunk : { ...chunk, words: stated, ends: true };
}

/** "X is not ...", "X doesn't run ...": the same without its "not"; null when no such verb is negated. */
function withoutNot(words: readonly Word[]): readonly Word[] | null {
  const not = words.findIndex((word) => /^(?:not|(?:is|are|does|do)n't)$/.test(word.lower));
  const alone = words[not]?.lower === 'not';
  const from = alone ? not - 1 : not;
  const negated = words[from];
  const next = words[not + 1];
  if (negated === undefined || next === undefined || from < 1) return null;
  const verb = alone ? negated.lower : negated.lower.slice(0, -3);
  const said = (word: Word, text: string) => ({ ...word, text, lower: text });
  const before = words.slice(0, from);
  if (verb === 'is' || verb === 'are') return [...before, said(negated, verb), ...words.slice(not + 1)];
  const finite = verb === 'does' ? said(next, `${next.lower}s`) : next;
  return [...before, finite, ...words.slice(not + 2)];
}

/** "X runs on B, not (on) A": the place that is said to be wrong, if that is all the chunk says. */
export function deniedPlace(chunk: Chunk | undefined, last: string, lexicon: Lexicon): string | null {
  if (chunk === undefined || chunk.conjunction !== null || chunk.mark !== ',') return null;
  const [not, ...rest] = chunk.words;
  if (not?.lower !== 'not') return null;
  return placeOf(rest[0]?.lower === last ? rest.slice(1) : rest, lexicon);
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
  if (match.cue.name === 'moved to') return { kind: 'now' };
  if (match.left !== undefined) {
    const from = placeOf(match.left, lexicon);
    return from === null ? { kind: 'now' } : { kind: 'now', from };
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
