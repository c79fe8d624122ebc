// The preposition that a name hangs on, and the verb that goes with it. Pure. Called by relation.ts and statement-kind.ts.
// Source: structure S2, decision 080.
import { isFunctionWord } from '../../graph/cues/names.ts';
import type { Word } from '../../graph/cues/sentences/sentences.ts';
import { OPEN_DETERMINERS, PRONOUNS } from '../../graph/cues/words/function-words.ts';
import type { Lexicon, Range } from '../../graph/types.ts';
import { isBeside, isVerb, opensClause } from './clauses.ts';
import { isPreposition, listed, verbOf } from './relation-words.ts';
import {
  isDeterminer,
  isPronoun,
  isWithin,
  nextInChunk,
  type PlacedWord,
  type StatedSpans,
  wordsBetween,
} from './sentence-words.ts';
import { NAMING } from './statement-names.ts';

/** Words between a preposition and its noun at most: "on the old Proxmox box downstairs, nas01". */
const REACH = 7;

/**
 * The preposition that a name hangs on, or null. Between the two stand determiners, adjectives and nouns only, and nothing before an article.
 * @param other the statement's other name, across which nothing hangs
 * @param across whether the name may stand behind a comma: "on the NAS downstairs, nas01"
 */
export function prepositionBefore(
  words: readonly PlacedWord[],
  span: Range,
  other: Range,
  across: boolean,
  lexicon: Lexicon,
): PlacedWord | null {
  let at = words.findIndex((word) => word.end > span.start);
  let isNext = across;
  let isArticle = isPronoun(words, span);
  for (let steps = 0; at > 0 && steps < REACH; steps++) {
    if (words[at]?.opensChunk) {
      // "on the NAS, the box downstairs, nas01"
      const opening = words[at] as PlacedWord;
      if (!across || opening.lower === 'its' || !(isNext || isDeterminer(opening))) return null;
      isArticle = false;
    }
    at--;
    const word = words[at];
    if (word === undefined || isWithin(word, other)) return null;
    if (isPreposition(word.lower)) return word;
    // "on a VM we call atlas"
    const isNaming =
      NAMING.has(word.lower) || (/^(?:we|i|one)$/.test(word.lower) && NAMING.has(words[at + 1]?.lower ?? ''));
    if ((isArticle && !isDeterminer(word)) || (stops(words, at, lexicon) && !isNaming)) return null;
    isArticle ||= isDeterminer(word);
    isNext &&= (isDeterminer(word) && word.lower !== 'its') || isNaming;
  }
  return null;
}

/** The same for a name beside which another may stand; of "services such as jellyfin" that of the services. */
export function prepositionOf(
  words: readonly PlacedWord[],
  span: Range,
  other: Range,
  across: boolean,
  lexicon: Lexicon,
): PlacedWord | null {
  const next = nextInChunk(words, span);
  const isBeside = across && !isPronoun(words, span) && (next === undefined || !isVerb(next, lexicon));
  const found = prepositionBefore(words, span, other, isBeside, lexicon);
  if (found === null) return null;
  const before = words[words.indexOf(found) - 1]?.lower ?? '';
  // "such as quill", "along with quill"
  const isListed =
    found.lower === 'like' ||
    before === 'such' ||
    (found.lower === 'with' && /^(?:along|together)$/.test(before));
  return isListed ? null : found;
}

/** What no noun phrase goes across. */
function stops(words: readonly PlacedWord[], at: number, lexicon: Lexicon): boolean {
  const [before, word] = [words[at - 1], words[at] as PlacedWord];
  if (isDeterminer(word)) return false;
  return (
    PRONOUNS.has(word.lower) || (isVerb(word, lexicon) && !(before !== undefined && isDeterminer(before)))
  );
}

/** The preposition of the parent; that of the whole for "on the disk of nas01"; one left behind for "nas01, the box jellyfin runs on". */
export function governorOf(
  words: readonly PlacedWord[],
  { concept, parent }: StatedSpans,
  isOf: boolean,
  lexicon: Lexicon,
): PlacedWord | null {
  const pronoun = words.find((word) => isWithin(word, parent) && PRONOUNS.has(word.lower));
  if (pronoun?.lower === 'its') return null;
  const there = pronoun !== undefined && /^(?:there|here)$/.test(pronoun.lower) ? pronoun : undefined;
  if (there !== undefined) return { ...there, lower: 'on' };
  const found = prepositionOf(words, parent, concept, true, lexicon);
  if (found?.lower === 'of' && !isOf)
    return prepositionBefore(words, found, concept, false, lexicon) ?? found;
  if (found !== null || concept.start < parent.start) return found;
  const isLeft = (word: PlacedWord) =>
    word.start >= concept.end &&
    isPreposition(word.lower) &&
    nextInChunk(words, word) === undefined &&
    !word.opensChunk &&
    !wordsBetween(words, concept, word).some(({ opensChunk }) => opensChunk);
  return words.find(isLeft) ?? null;
}

const NOUNS = new Set(
  listed(
    'host base share power group form place set switch move boot start end land work run stand code program',
  ),
);

/** "the batch host of ...": a plain form behind an article and other nouns is no verb. */
function isInPhrase(words: readonly PlacedWord[], at: number): boolean {
  for (let i = at; i > at - 4 && i > 0 && words[i]?.opensChunk === false; i--) {
    const before = words[i - 1] as PlacedWord;
    if (OPEN_DETERMINERS.has(before.lower)) return i === at || NOUNS.has(words[at]?.lower ?? '');
    if (isFunctionWord(before)) return false;
  }
  return false;
}

/** The verb of a relation: the nearest one between the two names; before them where the first hangs on nothing ("I run jellyfin on nas01"). */
export function verbOfRelation(
  words: readonly PlacedWord[],
  { concept, parent }: StatedSpans,
  governor: Word,
  isGoverned: boolean,
): string | null {
  const near = wordsBetween(words, concept, concept.start < parent.start ? governor : parent);
  const first = Math.min(concept.start, governor.start);
  const isOwn = (isGoverned && near.length > 0) || isBeside(near) || opensClause(words, concept);
  const before = isOwn ? [] : words.filter(({ end }) => end <= first);
  for (const word of [...near.reverse(), ...before.reverse()]) {
    const isNoun = isInPhrase(words, words.indexOf(word));
    const verb = isNoun || isWithin(word, concept) || isWithin(word, parent) ? null : verbOf(word.lower);
    if (verb !== null) return verb;
  }
  return null;
}
