// Whether a sentence says of one name that it is a kind of another: by a copula, an apposition or a naming verb, and by the articles, which
// kinds have and names have not. Pure. Called by check-statement.ts. Source: structure S2.
import {
  isAdjective,
  isCapitalised,
  isFunctionWord,
  isNameLike,
  isPlainAdverb,
} from '../../graph/cues/names.ts';
import { isPlural } from '../../graph/cues/object.ts';
import type { Word } from '../../graph/cues/sentences/sentences.ts';
import { FINITE_VERBS, PREPOSITIONS, PRONOUNS } from '../../graph/cues/words/function-words.ts';
import { isKind, saysSomething } from '../../graph/cues/words/kinds.ts';
import type { Lexicon, Range } from '../../graph/types.ts';
import { isAnothers, isSubject } from './clauses.ts';
import { prepositionBefore } from './governors.ts';
import { isLabelled } from './plain-facts.ts';
import { ANOTHER } from './relation.ts';
import { KINDS_OF } from './relation-words.ts';
import {
  isDeterminer,
  isPronoun,
  isWithin,
  nextInChunk,
  type PlacedWord,
  type StatedSpans,
  wordsBetween,
} from './sentence-words.ts';
import { NAMING, nameliness } from './statement-names.ts';

const NAME_AND_KIND = 'The parent is a name, and the concept its kind.';
const NO_LINK = 'No word of it says that one is the other.';

/** Why a sentence does not say that one is the kind of the other. */
export function kindProblem(
  words: readonly PlacedWord[],
  spans: StatedSpans,
  {
    own,
    kind,
    isType,
  }: { readonly own: readonly Word[]; readonly kind: readonly Word[]; readonly isType: boolean },
  lexicon: Lexicon,
): string | null {
  const { concept, parent } = spans;
  // "role: backup server"
  if (concept.end === 0 && isLabelled(words, spans, 'type', lexicon)) return null;
  const head = kind.at(-1)?.lower ?? '';
  const isFirst = concept.start < parent.start;
  const between = wordsBetween(words, concept, parent);
  const governor = prepositionBefore(words, parent, concept, false, lexicon);
  const before = governor === null ? undefined : words[words.indexOf(governor) - 1];
  const isSame = before !== undefined && words[words.indexOf(before) - 1]?.lower === 'same';
  const isOfKind = KINDS_OF.has(before?.lower ?? '') || (governor?.lower === 'as' && !isSame);
  if (kind.length === 1 && !isOfKind && lexicon.isCommon(head) && !saysSomething(head, 0, !isType))
    return `"${head}" says nothing of what it is.`;
  if (isAnothers(words, spans, lexicon)) return ANOTHER;
  const isCalled = !isOfKind && between.some(({ lower }) => NAMING.has(lower));
  const [first, second] = isFirst ? [concept, parent] : [parent, concept];
  const opening = words.find((word) => isWithin(word, first));
  const behind = words.find((word) => isWithin(word, second));
  const isSaidOfIt = isPronoun(words, first);
  // "it's a NAS", "it is a NAS", "I named it atlas": a pronoun stands first, and a verb says what it is.
  if (behind === undefined || isPronoun(words, second)) return NO_LINK;
  const isNamed =
    isSaidOfIt && !isFirst && NAMING.has(words[words.indexOf(opening as PlacedWord) - 1]?.lower ?? '');
  if (isNamed && between.length === 0) return null;
  const isLinked =
    (isSaidOfIt && (opening?.possessive === true || /^(?:its|thats)$/.test(opening?.lower ?? ''))) ||
    isJoined(between, isFirst, lexicon);
  const isMany = kind.some(
    (word) =>
      isPlural(word, lexicon) ||
      (/s$/.test(word.lower) && (isCapitalised(word) || isKind(word.lower.replace(/e?s$/, '')))),
  );
  // "The controller at our observatory, quill, is ..."
  const isPlaced =
    !isFirst &&
    behind.mark === ',' &&
    nextInChunk(words, second) === undefined &&
    PREPOSITIONS.has(between[0]?.lower ?? '') &&
    between.every(({ opensChunk }) => !opensChunk);
  const isApposed =
    !isSaidOfIt &&
    (isFirst || behind.mark !== 'hole') &&
    (behind.conjunction === null || isMany) &&
    (behind.mark === ':' || (behind.conjunction === 'and' && isMany) || !isSubject(words, second, lexicon)) &&
    (isPlaced ||
      between.every(
        (word) =>
          isDeterminer(word) ||
          isAdjective(word, lexicon) ||
          isPlainAdverb(word) ||
          (!isFirst && isNameLike(word, lexicon)),
      ));
  // "on my nas atlas", "two nodes, ash and elm": kind and name are one phrase, whatever it hangs on.
  if (governor !== null && !isOfKind && !isCalled && !isApposed)
    return 'It does not say what kind of thing it is.';
  // "raven's a Synology", and not "raven's rack".
  const clitic = words.find((word) => word.possessive && word.end === concept.end);
  const article = clitic && nextInChunk(words, clitic);
  const isOwned = article !== undefined && (isDeterminer(article) || isPlainAdverb(article));
  if (!isCalled && !isOfKind && !isApposed && !isOwned && !isLinked) return NO_LINK;
  // "a NAS called atlas": what it is stands first; "atlas is what we call the NAS".
  if (isCalled) return isFirst === isNameFirst(between) ? null : NAME_AND_KIND;
  const [name, what] = [nameliness(own, lexicon), nameliness(kind, lexicon)];
  // "the gamebox atlas": the kind comes first, but for "the Jellyfin server".
  if (isApposed && between.length === 0 && !behind.opensChunk)
    return (isFirst ? name > what + 1 : name >= what) ? null : NAME_AND_KIND;
  // "the xps 15 is victorine": an article makes a kind of a word, and a name has none.
  const [ofName, ofKind] = [articleOf(words, concept), isOfKind ? 2 : articleOf(words, parent)];
  // "jellyfin, frigate": two names in a row are a list.
  if (isApposed && behind.mark === ',' && Math.min(name, what) > 1 && ofKind === 0) return NO_LINK;
  // "quill and elm are Raspberry Pis"
  if (isLinked && isFirst && isMany && between.some(({ lower }) => lower === 'are')) return null;
  // "quill is gone"
  if (
    isLinked &&
    isFirst &&
    ofKind === 0 &&
    kind.length === 1 &&
    lexicon.isCommon(head) &&
    !isKind(head) &&
    behind.mark !== ':'
  )
    return NO_LINK;
  const isLess = ofName !== ofKind ? ofName > ofKind : name !== what ? name < what : !isFirst;
  return isLess ? NAME_AND_KIND : null;
}

/** "atlas is what we call the NAS", "atlas is the name of the NAS"; not "a NAS that goes by the name of atlas". */
function isNameFirst(between: readonly Word[]): boolean {
  const at = between.findIndex(({ lower }) => NAMING.has(lower));
  const isOf = between[at + 1]?.lower === 'of' && !between.some(({ lower }) => lower === 'by');
  return isOf || between.some(({ lower }) => lower === 'what');
}

/** What says that one thing is the other. */
const LINKS = new Set(
  "is are as kind type instance became remains be been being means that's thats it's its named".split(' '),
);

/** Whether a copula stands between two names with at most a phrase of its own before it. */
function isJoined(between: readonly PlacedWord[], isFirst: boolean, lexicon: Lexicon): boolean {
  // "atlas: old file server"
  if (isFirst && between[0]?.mark === ':')
    return (
      between.every((word, i) => i === 0 || !word.opensChunk) &&
      between.every((word) => !isFunctionWord(word))
    );
  const link = between.findLastIndex(
    ({ lower, possessive }) => LINKS.has(lower) || (possessive && PRONOUNS.has(lower)),
  );
  return (
    link >= 0 &&
    between
      .slice(link + 1)
      .every(
        (word) =>
          isDeterminer(word) ||
          isAdjective(word, lexicon) ||
          isPlainAdverb(word) ||
          word.lower === 'one' ||
          (!isFunctionWord(word) && !FINITE_VERBS.has(word.lower)),
      )
  );
}

/** What article a span has right before it: 2 for "a", 1 for "the" and its kin, 0 for none; that of "the box atlas" is the box's. */
function articleOf(words: readonly PlacedWord[], span: Range): number {
  const at = words.findIndex((word) => isWithin(word, span));
  for (let i = at - 1; i >= 0 && i >= at - 3; i--) {
    const word = words[i] as PlacedWord;
    if (words[i + 1]?.opensChunk) return 0;
    if (/^(?:an?|one)$/.test(word.lower)) return 2;
    if (isDeterminer(word)) return word.lower === 'both' ? 0 : 1;
    if (isPlainAdverb(word)) continue;
    if (isFunctionWord(word) || FINITE_VERBS.has(word.lower) || isKind(word.lower)) return 0;
  }
  return 0;
}
