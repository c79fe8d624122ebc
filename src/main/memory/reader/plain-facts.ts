// Facts that a sentence states without a verb of their own: behind a label ("owner: Ingrid", "its runtime is Nomad"), as what something is
// ("it's Rust with tokio"), or in a list of particulars ("our payments service, Java 21, in the cellar"). Pure. Called by relation.ts.
// Source: structure S2, decision 080.
import {
  hasIdentifierShape,
  isAdjective,
  isCapitalised,
  isNameLike,
  isPlainAdverb,
} from '../../graph/cues/names.ts';
import type { Word } from '../../graph/cues/sentences/sentences.ts';
import { PREPOSITIONS, PRONOUNS } from '../../graph/cues/words/function-words.ts';
import { isListedKind } from '../../graph/cues/words/kinds.ts';
import { LANGUAGES, MACHINES, MAKES, OPERATING_SYSTEMS, TIME_NAMES } from '../../graph/cues/words/nouns.ts';
import type { Lexicon } from '../../graph/types.ts';
import { LABELS } from './relation-words.ts';
import {
  isDeterminer,
  isPronoun,
  isWithin,
  nextInChunk,
  type PlacedWord,
  type StatedSpans,
} from './sentence-words.ts';
import { isSpot } from './statement-names.ts';

const COPULA = /^(?:is|are)$/;
const isCopula = (word: PlacedWord | undefined): boolean =>
  word !== undefined && (COPULA.test(word.lower) || /^(?:its|thats)$/.test(word.lower) || word.possessive);

/** Whether a sentence states it without a verb of the dimension's own. */
export function isPlainFact(
  words: readonly PlacedWord[],
  { concept, parent }: StatedSpans,
  { dimension, kind }: { readonly dimension: string; readonly kind: readonly Word[] },
  lexicon: Lexicon,
): boolean {
  if (concept.start > parent.start || isPronoun(words, parent)) return false;
  const from = openingOf(words, parent, lexicon);
  const first = words[from];
  if (first === undefined) return false;
  const last = words.findLast((word) => isWithin(word, parent));
  const next = nextInChunk(words, parent);
  const isWhole =
    last?.possessive === false &&
    (next === undefined || next.lower === 'based' || (PREPOSITIONS.has(next.lower) && next.lower !== 'as'));
  if (!isWhole) return false;
  const isParticular = first.opensChunk && /^(?:and)?$/.test(first.conjunction ?? '');
  // "both haproxy"
  const isBare = isWithin(words[from + Number(/^(?:both|all)$/.test(first.lower))] ?? first, parent);
  switch (dimension) {
    case 'geography':
      return isParticular && isSpot(kind) && next === undefined;
    case 'tech':
      return (
        isBare &&
        (isBesideName(words, from, lexicon) ||
          (isTechnology(kind) &&
            ((isParticular && (isKnownMake(kind) || isDescribed(words, from))) ||
              next?.lower === 'based' ||
              saysWhat(words, from, concept))))
      );
    case 'runs-on':
      return (
        isBare &&
        kind.some(({ lower }) => OPERATING_SYSTEMS.has(lower)) &&
        (isParticular ||
          saysWhat(words, from, concept) ||
          /^(?:runs|running)$/.test(words[from - 1]?.lower ?? ''))
      );
    default:
      return false;
  }
}

/** "Rust with tokio" */
const isBesideName = (words: readonly PlacedWord[], from: number, lexicon: Lexicon): boolean => {
  const [make, preposition, name] = words.slice(Math.max(0, from - 2), from + 1);
  return (
    preposition?.lower === 'with' &&
    isKnownMake([make as Word]) &&
    name !== undefined &&
    isNameLike(name, lexicon)
  );
};

/** Where the phrase of the parent begins: at its article or adjectives. */
function openingOf(
  words: readonly PlacedWord[],
  parent: { readonly start: number; readonly end: number },
  lexicon: Lexicon,
): number {
  let from = words.findIndex((word) => isWithin(word, parent));
  while (from > 0 && !words[from]?.opensChunk && isBeforeNoun(words[from - 1] as PlacedWord, lexicon)) from--;
  return from;
}

const isBeforeNoun = (word: PlacedWord, lexicon: Lexicon): boolean =>
  (isDeterminer(word) && word.lower !== 'its') || isAdjective(word, lexicon) || isPlainAdverb(word);

/** "owner: Ingrid", "Owner is Ingrid", "its runtime is Nomad", "HR IT are the owners" with the concept left out. */
export function isLabelled(
  words: readonly PlacedWord[],
  { concept, parent }: StatedSpans,
  dimension: string,
  lexicon: Lexicon,
): boolean {
  if (concept.start > parent.start) return false;
  const from = openingOf(words, parent, lexicon);
  const labels = LABELS[dimension] ?? [];
  const at = isCopula(words[from - 1]) ? from - 2 : words[from]?.mark === ':' ? from - 1 : -1;
  const label = words[at];
  if (label === undefined || !labels.includes(label.lower)) return false;
  const subject = words.slice(0, at).findLast((word) => !isDeterminer(word) || word.lower === 'its');
  return subject === undefined || concept.end === 0 || isWithin(subject, concept) || label.opensChunk;
}

/** "it's Rust", "quill is Debian": a copula right behind the concept. */
function saysWhat(words: readonly PlacedWord[], from: number, concept: StatedSpans['concept']): boolean {
  const link = words[from - 1];
  if (!isCopula(link)) return false;
  // "quill (the harness) is Kotlin"
  if (link?.opensChunk === true && isWithin(words[0] as PlacedWord, concept)) return true;
  const subject = link && COPULA.test(link.lower) ? words[from - 2] : link;
  return (
    subject !== undefined &&
    (isWithin(subject, concept) || (isPronoun(words, concept) && PRONOUNS.has(subject.lower)))
  );
}

/** Whether the clause before says what kind of thing it is, so that particulars may follow: "our shop, SvelteKit", not "it broke, Bob". */
function isDescribed(words: readonly PlacedWord[], from: number): boolean {
  const opening = words.slice(0, from).findLastIndex(({ opensChunk }) => opensChunk);
  return from === 0 || words.slice(Math.max(opening, 0), from).some(isDeterminer);
}

const isKnownMake = ([first]: readonly Word[]): boolean =>
  first !== undefined &&
  (LANGUAGES.has(first.lower) || MAKES.has(first.lower) || /\.js$|^[cf](?:\+\+|#)/.test(first.lower));

/** A language, a known make, or a name written as products are; no hardware with its model number. */
export function isTechnology(kind: readonly Word[]): boolean {
  const [first] = kind;
  if (
    first === undefined ||
    kind.some(({ lower }) => MACHINES.has(lower) || OPERATING_SYSTEMS.has(lower) || isListedKind(lower))
  )
    return false;
  return (
    isKnownMake(kind) ||
    (!isSpot(kind) &&
      !kind.some(({ lower }) => TIME_NAMES.has(lower)) &&
      kind.every((word) => (isCapitalised(word) || hasIdentifierShape(word)) && !/[\p{N}-]/u.test(word.text)))
  );
}
