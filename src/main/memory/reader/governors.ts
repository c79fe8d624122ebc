// The preposition that a name hangs on, and the verb that goes with it. Pure. Called by relation.ts and statement-kind.ts.
// Source: structure S2, decision 080.
import type { Word } from '../../graph/cues/sentences/sentences.ts';
import { OPEN_DETERMINERS, PRONOUNS } from '../../graph/cues/words/function-words.ts';
import type { Range } from '../../graph/types.ts';
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
): PlacedWord | null {
  let at = words.findIndex((word) => word.end > span.start);
  let isNext = across;
  let isArticle = isPronoun(words, span);
  for (let steps = 0; at > 0 && steps < REACH; steps++) {
    if (words[at]?.opensChunk) {
      // "on the NAS, the box downstairs, nas01"
      const opening = words[at] as PlacedWord;
      if (!across || !(isNext || isDeterminer(opening))) return null;
      isArticle = false;
    }
    at--;
    const word = words[at];
    if (word === undefined || isWithin(word, other)) return null;
    if (isPreposition(word.lower)) return word;
    // "on a VM called atlas"
    const isNaming = NAMING.has(word.lower);
    if ((isArticle && !isDeterminer(word)) || (stops(word) && !isNaming)) return null;
    isArticle ||= isDeterminer(word);
    isNext &&= isNaming;
  }
  return null;
}

/** The same for a name beside which another may stand; of "services such as jellyfin" that of the services. */
export function prepositionOf(
  words: readonly PlacedWord[],
  span: Range,
  other: Range,
  across: boolean,
): PlacedWord | null {
  const next = nextInChunk(words, span);
  const isBeside = across && !isPronoun(words, span) && (next === undefined || !isVerb(next));
  const found = prepositionBefore(words, span, other, isBeside);
  if (found === null) return null;
  // "such as quill"
  return words[words.indexOf(found) - 1]?.lower === 'such' ? null : found;
}

/** What no noun phrase goes across. */
function stops(word: PlacedWord): boolean {
  return !isDeterminer(word) && (PRONOUNS.has(word.lower) || isVerb(word));
}

/** The preposition of the parent; that of the whole for "on the disk of nas01"; one left behind for "nas01, the box jellyfin runs on". */
export function governorOf(
  words: readonly PlacedWord[],
  { concept, parent }: StatedSpans,
  isOf: boolean,
): PlacedWord | null {
  const there = words.find((word) => isWithin(word, parent) && /^(?:there|here)$/.test(word.lower));
  if (there !== undefined) return { ...there, lower: 'on' };
  const found = prepositionOf(words, parent, concept, true);
  if (found?.lower === 'of' && !isOf) return prepositionBefore(words, found, concept, false) ?? found;
  if (found !== null || concept.start < parent.start) return found;
  const isLeft = (word: PlacedWord) =>
    isPreposition(word.lower) &&
    nextInChunk(words, word) === undefined &&
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
    const verb = isNoun ? null : verbOf(word.lower);
    if (verb !== null) return verb;
  }
  return null;
}
