// Whether a sentence says of one span that it is a kind of another: by a copula, an apposition or a naming verb, and by the articles, which
// kinds have and names have not. Pure. Called by check-statement.ts. Source: structure S2.
import { isAdjective, isFunctionWord, isPlainAdverb } from '../../graph/cues/names.ts';
import type { Word } from '../../graph/cues/sentences/sentences.ts';
import { FINITE_VERBS, PRONOUNS } from '../../graph/cues/words/function-words.ts';
import { saysSomething } from '../../graph/cues/words/kinds.ts';
import type { Lexicon, Range } from '../../graph/types.ts';
import { KINDS_OF, prepositionBefore } from './relation.ts';
import { isDeterminer, isWithin, type PlacedWord, type StatedSpans } from './sentence-words.ts';
import { nameliness } from './statement-names.ts';

/** Why a sentence does not say that one is the kind of the other. */
export function kindProblem(
  words: readonly PlacedWord[],
  { concept, parent }: StatedSpans,
  {
    own,
    kind,
    isType,
  }: { readonly own: readonly Word[]; readonly kind: readonly Word[]; readonly isType: boolean },
  lexicon: Lexicon,
): string | null {
  const head = kind.at(-1)?.lower ?? '';
  const [from, to] =
    concept === null || concept.end <= parent.start
      ? [concept?.end ?? 0, parent.start]
      : [parent.end, concept.start];
  const between = words.filter(({ start, end }) => start >= from && end <= to);
  const governor = prepositionBefore(words, parent, concept, false);
  const before = governor === null ? undefined : words[words.indexOf(governor as PlacedWord) - 1];
  const isOfKind = KINDS_OF.has(before?.lower ?? '') || governor?.lower === 'as';
  if (kind.length === 1 && !isOfKind && lexicon.isCommon(head) && !saysSomething(head, 0, !isType))
    return `"${head}" says nothing of what it is.`;
  const isCalled = !isOfKind && between.some(({ lower }) => NAMING.has(lower));
  if (governor !== null && !isOfKind && !isCalled) return 'It does not say what kind of thing it is.';
  if (concept === null) return null;
  const isLinked =
    isCalled ||
    isOfKind ||
    isJoined(between, lexicon) ||
    words.some((word) => word.possessive && word.end === concept.end);
  if (!isLinked) return 'No word of it says that one is the other.';
  // "the xps 15 is victorine": an article makes a kind of a word, and a name has none.
  const [ofName, ofKind] = [articleOf(words, concept), isOfKind ? 2 : articleOf(words, parent)];
  const [name, what] = [nameliness(own, lexicon), nameliness(kind, lexicon)];
  const isFirst = concept.start < parent.start;
  // "a NAS called atlas": what it is stands first.
  if (isCalled) return isFirst ? NAME_AND_KIND : null;
  const isLess = ofName !== ofKind ? ofName > ofKind : name !== what ? name < what : !isFirst;
  return isLess ? NAME_AND_KIND : null;
}

const NAME_AND_KIND = 'The parent is a name, and the concept its kind.';
/** Between a kind and a name: "a NAS called atlas". */
const NAMING = new Set(['called', 'named', 'name', 'hostname', 'call', 'dubbed']);
/** What says that one thing is the other. */
const LINKS = new Set([
  'is',
  'are',
  'as',
  'kind',
  'type',
  'instance',
  'became',
  'remains',
  'be',
  "that's",
  "it's",
  'named',
]);

/**
 * Whether the words between two names make one of the other: a copula with at most a phrase of its own before it, or an
 * apposition, which has nothing between but articles and adjectives.
 */
function isJoined(between: readonly PlacedWord[], lexicon: Lexicon): boolean {
  const isLink = ({ lower, possessive }: PlacedWord) =>
    LINKS.has(lower) || (possessive && PRONOUNS.has(lower));
  const link = between.findLastIndex(isLink);
  const isOfPhrase = (word: PlacedWord) =>
    link >= 0 && !word.opensChunk && !isFunctionWord(word) && !FINITE_VERBS.has(word.lower);
  return between
    .slice(link + 1)
    .every(
      (word) => isDeterminer(word) || isAdjective(word, lexicon) || isPlainAdverb(word) || isOfPhrase(word),
    );
}

/** What article a span has right before it: 2 for "a", 1 for "the" and its kin, 0 for none. */
function articleOf(words: readonly PlacedWord[], span: Range): number {
  const at = words.findIndex((word) => isWithin(word, span));
  for (let i = at - 1; i >= 0 && i >= at - 3; i--) {
    const word = words[i] as PlacedWord;
    if (words[i + 1]?.opensChunk) return 0;
    if (/^(?:an?|one)$/.test(word.lower)) return 2;
    if (isDeterminer(word)) return 1;
    if (isFunctionWord(word) || FINITE_VERBS.has(word.lower)) return 0;
  }
  return 0;
}
