// What a model says it read in a sentence, held against the sentence: code decides, and says why where it refuses. What is
// refused can be seen, and nothing that a sentence does not plainly say gets through. Pure. Called by read-answer of the
// reader; the write path checks names, cycles and contradictions after it. Source: structure S2.
import type { Fact } from '../../../shared/model/graph.ts';
import { isSecretWord, MARK_WORD } from '../../../shared/redact.ts';
import { skipOpeners } from '../../graph/cues/fronted.ts';
import {
  canonicalOf,
  hasIdentifierShape,
  isAdjective,
  isCapitalised,
  isFunctionWord,
  isNameLike,
  isPlainAdverb,
} from '../../graph/cues/names.ts';
import { isPlural, isRefusedHead } from '../../graph/cues/object.ts';
import { readSentence, type Sentence, type Word } from '../../graph/cues/sentences/sentences.ts';
import { type VetoKind, vetoStatement } from '../../graph/cues/veto.ts';
import {
  CLOSED_DETERMINERS,
  FINITE_VERBS,
  OPEN_DETERMINERS,
  PRONOUNS,
} from '../../graph/cues/words/function-words.ts';
import { isKind, saysSomething } from '../../graph/cues/words/kinds.ts';
import { LANGUAGES } from '../../graph/cues/words/nouns.ts';
import { isPlace } from '../../graph/cues/words/places.ts';
import { canonicalToken, isNoiseToken } from '../../graph/text/words.ts';
import type { Lexicon, Range } from '../../graph/types.ts';
import type { OfferedSentence } from './offered-sentences.ts';
import type { ReadStatement } from './reader-question.ts';
import {
  isPreposition,
  KINDS_OF,
  type PlacedWord,
  prepositionBefore,
  relationProblem,
  type StatedSpans,
} from './relation.ts';

import { sentenceEnd } from './sentence-end.ts';

/** The modes in which a sentence tells what is so. */
const TELLING: ReadonlySet<string> = new Set(['asserts', 'corrects']);
const MOST_NAME_CHARS = 64;
const MOST_NAME_WORDS = 5;

export interface CheckedFact {
  readonly fact: Omit<Fact, 'confidence'>;
  /** The statement's place among the sentences shown. */
  readonly sentence: number;
}

export interface StatementContext {
  /** As they were shown, in order. */
  readonly sentences: readonly OfferedSentence[];
  readonly dimensions: ReadonlySet<string>;
  readonly lexicon: Lexicon;
}

/** @returns the fact, or why it is refused, in plain words */
export function checkStatement(given: ReadStatement, context: StatementContext): CheckedFact | string {
  const { sentences, dimensions, lexicon } = context;
  const at = given.sentence - 1;
  const said = sentences[at];
  const ends = said?.at === undefined ? null : sentenceEnd(said.text, said.at);
  const shown = said && { ...said, text: without(said.text, ends) };
  if (shown === undefined) return `There is no sentence ${given.sentence}.`;
  if (!TELLING.has(given.mode)) return `The model reads it as "${given.mode}".`;
  const dimension = canonicalToken(given.dimension);
  if (!dimensions.has(dimension))
    return `The dimension ${JSON.stringify(given.dimension.slice(0, 60))} was not offered.`;
  const parents = spansOf(shown.text, given.parent);
  if (parents.length === 0) return 'The words for the parent do not stand in the sentence.';
  const concepts = spansOf(shown.text, given.concept);
  if (concepts.length === 0 && !isNamedBefore(given, at, context))
    return 'The words for the concept do not stand in the sentence.';
  const spans = nearest(concepts, parents);
  if (spans === null) return 'Concept and parent are the same words.';
  const sentence = readSentence(shown.text, { start: 0, end: shown.text.length, isQuestion: false });
  const words = placedWords(sentence);
  const own =
    spans.concept === null ? wordsOf(given.concept) : words.filter((word) => isWithin(word, spans.concept));
  const kind = words.filter((word) => isWithin(word, spans.parent));
  const names = { concept: nameOf(given.concept), parent: nameOf(given.parent) };
  return (
    moodProblem(shown.text, sentence, spans, lexicon) ??
    partProblem(words, given.is_isa ? { ...spans, parent: null } : spans, shown.text) ??
    nameProblem(names.concept, 'concept') ??
    nameProblem(names.parent, 'parent') ??
    (names.concept === names.parent ? 'Concept and parent are the same name.' : null) ??
    (names.concept === dimension ? 'The concept is the dimension.' : null) ??
    headProblem(kind, given, lexicon) ??
    (given.is_isa
      ? kindProblem(words, spans, { own, kind, isType: dimension === 'type' }, lexicon)
      : relationProblem(words, spans, dimension)) ??
    (isNamed(own, words, lexicon) ? null : 'The concept is no name.') ?? {
      fact: { ...names, dimension, isIsa: given.is_isa, ...(ends === null ? {} : { until: ends.until }) },
      sentence: at,
    }
  );
}

/** The sentence without what says when it ends, every offset as it was. */
function without(text: string, span: Range | null): string {
  if (span === null) return text;
  return text.slice(0, span.start) + ' '.repeat(span.end - span.start) + text.slice(span.end);
}

/** Where the words stand in the sentence as whole words. */
function spansOf(sentence: string, wanted: string): Range[] {
  const spans: Range[] = [];
  const words = wanted.trim();
  if (words === '') return spans;
  for (
    let start = sentence.indexOf(words);
    start >= 0;
    start = sentence.indexOf(words, start + words.length)
  ) {
    const end = start + words.length;
    if (!joins(sentence, start) && !joins(sentence, end)) spans.push({ start, end });
  }
  return spans;
}

/** The two that stand next to each other; null where they are always the same words. */
function nearest(concepts: readonly Range[], parents: readonly Range[]): StatedSpans | null {
  if (concepts.length === 0) return { concept: null, parent: parents[0] as Range };
  let found: (StatedSpans & { readonly gap: number }) | null = null;
  for (const concept of concepts) {
    for (const parent of parents) {
      const gap = Math.max(parent.start - concept.end, concept.start - parent.end);
      if (gap >= 0 && (found === null || gap < found.gap)) found = { concept, parent, gap };
    }
  }
  return found;
}

/** Whether a word goes on across the offset; a full stop at the end of one is none. */
function joins(text: string, at: number): boolean {
  const inside = (unit: string | undefined): boolean => unit !== undefined && /[\p{L}\p{N}_]/u.test(unit);
  const [before, behind] = [text[at - 1], text[at]];
  if (inside(before) && inside(behind)) return true;
  if (behind !== undefined && /[-.]/.test(behind)) return inside(before) && inside(text[at + 1]);
  return before !== undefined && /[-.]/.test(before) && inside(behind) && inside(text[at - 2]);
}

/** Whether an earlier sentence of the paragraph names the concept, and this one has a pronoun for it. */
function isNamedBefore(
  { concept, concept_sentence: named }: ReadStatement,
  at: number,
  { sentences }: StatementContext,
): boolean {
  const [here, there] = [sentences[at], sentences[named - 1]];
  if (!here || !there || named - 1 >= at || here.paragraph !== there.paragraph) return false;
  return spansOf(there.text, concept).length > 0 && /\b(?:it|its|this|that|they|he|she)\b/i.test(here.text);
}

function placedWords({ chunks }: Sentence): PlacedWord[] {
  return chunks.flatMap(({ words }) => words.map((word, i) => ({ ...word, opensChunk: i === 0 })));
}

/** Verbs that can open a clause whose subject is left out. */
const SUBJECTLESS = new Set(['got', 'have', 'had', 'just', 'currently', 'now']);

/** Why the clause of a statement states nothing that is so: asked, supposed, denied, planned, ordered, over, or somebody else's word. */
function moodProblem(
  text: string,
  { chunks }: Sentence,
  { concept, parent }: StatedSpans,
  lexicon: Lexicon,
): string | null {
  // An aside is read here, and is nothing foreign.
  const plain = text.replace(/[()]/g, ',');
  const veto = vetoStatement(plain, lexicon, concept === null ? [parent] : [concept, parent]);
  if (veto !== null && !isPassed(veto.kind, text, parent, chunks[0]?.words ?? [])) return veto.reason;
  const at = chunkOf({ chunks }, parent);
  const from = concept === null ? at : chunkOf({ chunks }, concept);
  const last = Math.max(parent.end, concept?.end ?? 0);
  const clause = [...new Set([Math.min(from, at), Math.max(from, at)])]
    .flatMap((i) => chunks[i]?.words ?? [])
    .filter(({ end }) => end <= last);
  if (isOrder(clause, concept, lexicon)) return 'The sentence tells somebody to do it.';
  const begin = Math.min(parent.start, concept?.start ?? parent.start);
  const that = clause.findIndex(({ lower, end }) => lower === 'that' && end <= begin);
  if (that > 0 && skipOpeners(clause, clause.length) <= that) return 'It is said within another statement.';
  const own = clause.filter((word) => !isWithin(word, concept) && !isWithin(word, parent));
  if (own.some(({ lower }) => WANTS.has(lower))) return 'Somebody wants or plans it.';
  return isOver(own) ? 'It was so, and is not said to be so now.' : null;
}

/**
 * Of a compound the head alone is no judgement ("access point"), who talks to somebody before a colon labels nothing, and
 * "please remember that" orders nothing but to take note.
 */
function isPassed(kind: VetoKind, text: string, parent: Range, opening: readonly Word[]): boolean {
  if (kind === 'order') return opening[skipOpeners(opening, opening.length) - 1]?.lower === 'that';
  if (kind === 'metaphor') return text.slice(parent.start, parent.end).trim().includes(' ');
  return kind === 'label' && /\b(?:I|we|you)\b/.test(text.slice(0, text.indexOf(':')));
}

/** The chunk in which a span stands; -1 for none. */
function chunkOf({ chunks }: Pick<Sentence, 'chunks'>, span: Range): number {
  return chunks.findIndex(({ words }) => words.some((word) => isWithin(word, span)));
}

/** Whose object is not there yet: "we want jellyfin on nas01". */
const WANTS = new Set(['want', 'wants', 'wanted', 'wish', 'prefer', 'imagine']);
/** Verbs that say how things were: over, where "moved to" or "written in" still holds. */
const WAS_SO = new Set(['ran', 'lived', 'sat', 'stood', 'resided']);

/** Whether the clause speaks of the past only. */
function isOver(own: readonly Word[]): boolean {
  return own.some(({ lower }, at) => {
    if (lower === 'used') return own[at + 1]?.lower === 'to';
    if (lower === 'had') return own[at + 1]?.lower === 'been';
    const next = own[at + 1]?.lower ?? '';
    if (lower === 'was' || lower === 'were')
      return !LASTING.test(next) && !LASTING.test(own[at + 2]?.lower ?? '');
    return WAS_SO.has(lower) && !/^(?:is|are|was|were|be|been|being|'s)$/.test(own[at - 1]?.lower ?? '');
  });
}

/** What was done once and holds since. */
const LASTING =
  /^(?:moved|migrated|installed|deployed|put|set|built|written|made|implemented|developed|renamed|named|switched)$/;

function isWithin(word: Range, span: Range | null): boolean {
  return span !== null && word.start < span.end && word.end > span.start;
}

/** "Install grafana on marlowe": a plain verb opens the clause, and nobody does it. */
function isOrder(clause: readonly Word[], concept: Range | null, lexicon: Lexicon): boolean {
  const [first, ...rest] = clause.slice(skipOpeners(clause, clause.length));
  if (first === undefined || isWithin(first, concept) || isNameLike(first, lexicon)) return false;
  const { lower } = first;
  const isFunction =
    PRONOUNS.has(lower) ||
    OPEN_DETERMINERS.has(lower) ||
    CLOSED_DETERMINERS.has(lower) ||
    isPreposition(lower);
  if (isFunction || SUBJECTLESS.has(lower) || /(?:ed|ing|ly)$/.test(lower)) return false;
  // "Photos live on immich": the first word is the subject, since a verb follows.
  return !rest
    .slice(0, 4)
    .some((word) => FINITE_VERBS.has(word.lower) || word.lower === 'we' || word.lower === 'i');
}

/** The name in its token, without an article. */
function nameOf(words: string): string {
  return canonicalToken(words.trim().replace(/^(?:an?|the|our|my)\s+/i, ''));
}

/** "Feed South" is no feed: capitalised words in a row are one name. */
function partProblem(
  words: readonly PlacedWord[],
  { concept, parent }: Readonly<Record<'concept' | 'parent', Range | null>>,
  text: string,
): string | null {
  for (const span of [concept, parent]) {
    if (span === null) continue;
    const at = words.findIndex((word) => isWithin(word, span));
    const to = words.findLastIndex((word) => isWithin(word, span));
    // "Apple Mac mini": a maker in front of a class or place is left out as an adjective is.
    const pairs = [
      ...(span === concept ? [[words[at - 1], words[at]] as const] : []),
      [words[to], words[to + 1]] as const,
    ];
    for (const [left, right] of pairs) {
      if (!left || !right || right.opensChunk || text.slice(left.end, right.start) !== ' ') continue;
      if (
        isCapitalised(left) &&
        isCapitalised(right) &&
        !isFunctionWord(left) &&
        !isFunctionWord(right) &&
        left.lower !== 'i'
      )
        return 'The words are part of a longer name.';
    }
  }
  return null;
}

function nameProblem(token: string, which: string): string | null {
  const parts = token.split(/[_-]/);
  if (token === '' || isNoiseToken(token)) return `The ${which} is no name.`;
  if (isSecretWord(token) || parts.includes(MARK_WORD)) return `The ${which} looks like a secret.`;
  if (token.length > MOST_NAME_CHARS || token.split('_').length > MOST_NAME_WORDS)
    return `The ${which} is too long for a name.`;
  if (PRONOUNS.has(token) || FINITE_VERBS.has(token)) return `The ${which} is no name.`;
  return null;
}

/** Why a parent says nothing, or is none: a time, a port, a judgement, many things at once, a place where a host is meant. */
function headProblem(
  kind: readonly Word[],
  { dimension, is_isa: isIsa }: ReadStatement,
  lexicon: Lexicon,
): string | null {
  const head = kind.findLast(({ lower }) => /\p{L}/u.test(lower));
  if (head === undefined) return 'The parent is no name.';
  const { lower } = head;
  const isName = kind.some((word) => isNameLike(word, lexicon));
  if (!isIsa && isRefusedHead(kind, { dim: dimension, isIsa, strength: 'full' }, kind.length > 1, lexicon))
    return `"${lower}" says nothing as a parent.`;
  if (isFunctionWord(head) || (!isName && (isAdjective(head, lexicon) || isPlainAdverb(head))))
    return `"${lower}" is nothing that something can be placed in.`;
  if (isIsa) return null;
  if (isPlural(head, lexicon)) return `"${lower}" is more than one.`;
  const isPlain =
    lexicon.isCommon(lower) &&
    !isCapitalised(head) &&
    !isKind(lower) &&
    !BOARDS.has(lower) &&
    !LANGUAGES.has(lower);
  const isSpot = isPlace(canonicalOf(kind)) || isPlace(lower);
  if (dimension === 'geography') return isSpot || isPlain ? null : `"${lower}" is no place that is known.`;
  const isHost = dimension === 'runs-on' || dimension === 'tech';
  return isHost && (isSpot || isPlain) ? `"${lower}" is no host, platform or technology.` : null;
}

/** Words of the dictionary that are hardware. */
const BOARDS = new Set(['pi', 'raspberry', 'cloud', 'mac', 'mini', 'shield', 'centre', 'center']);

/** The words of a name by themselves. */
function wordsOf(text: string): readonly Word[] {
  // Behind a word, so that a capital counts.
  const sentence = readSentence(`x ${text}`, { start: 0, end: text.length + 2, isQuestion: false });
  return sentence.chunks.flatMap((chunk) => chunk.words).slice(1);
}

/**
 * Whether the concept has a word of its own: known, capitalised, shaped like an identifier, or in no dictionary. A single
 * noun without an article that is the subject ("quill runs on nas2") is used as a name, too.
 */
function isNamed(own: readonly Word[], words: readonly Word[], lexicon: Lexicon): boolean {
  if (own.some((word) => isFunctionWord(word) && !isDeterminer(word))) return false;
  if (own.some((word) => isNameLike(word, lexicon))) return true;
  const [only, more] = own;
  if (only === undefined || more !== undefined || isPlural(only, lexicon) || /(?:ing|ed)$/.test(only.lower))
    return false;
  const at = words.indexOf(only as PlacedWord);
  const behind = words.slice(at + 1).find((word) => !isPlainAdverb(word));
  const before = words[at - 1];
  return (
    at >= 0 &&
    (before === undefined || before.lower === 'both' || !isDeterminer(before)) &&
    behind !== undefined &&
    (FINITE_VERBS.has(behind.lower) || isNameLike(behind, lexicon))
  );
}

function isDeterminer({ lower }: Word): boolean {
  return OPEN_DETERMINERS.has(lower) || CLOSED_DETERMINERS.has(lower);
}

/** How much a span is a name rather than a kind: an identifier most, a word of the dictionary least. */
function nameliness(words: readonly Word[], lexicon: Lexicon): number {
  const last = words.at(-1);
  if (last === undefined || !words.some((word) => isNameLike(word, lexicon))) return 0;
  if (lexicon.isKnownConcept(canonicalOf(words))) return 3;
  if (isKind(last.lower) || lexicon.isCommon(last.lower)) return 1;
  return words.some(hasIdentifierShape) ? 3 : 2;
}

/** Why a sentence does not say that one is the kind of the other. */
function kindProblem(
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
