// Whether a sentence says of two names what a model says it does: that the concept lies in the parent and not the other way
// round, and that the words around them belong to the dimension. English puts a preposition before the place something lies
// in ("on nas01"), or makes it the subject ("nas01 hosts jellyfin"); closed classes of words tell which. Pure.
// Called by check-statement.ts. Source: structure S2.
import { isFunctionWord, isNameLike, isPlainAdverb } from '../../graph/cues/names.ts';
import type { Word } from '../../graph/cues/sentences/sentences.ts';
import { FINITE_VERBS } from '../../graph/cues/words/function-words.ts';
import { LANGUAGES } from '../../graph/cues/words/nouns.ts';
import type { Lexicon, Range } from '../../graph/types.ts';
import { isAnothers, isBeside, isSubject, isVerb } from './clauses.ts';
import { governorOf, prepositionOf, verbOfRelation } from './governors.ts';
import { isNoSystem, isOwner, isOwnerOf, ownerOf } from './owners.ts';
import { isLabelled, isPlainFact, isTechnology } from './plain-facts.ts';
import {
  HOLDERS,
  isPreposition,
  KINDS_OF,
  listed,
  NETWORKS,
  plainForm,
  RELATIONS,
  type Relation,
} from './relation-words.ts';
import {
  isDeterminer,
  nextInChunk,
  type PlacedWord,
  type StatedSpans,
  wordsBetween,
} from './sentence-words.ts';
import { isProper, isSpot, isThing, NAMING } from './statement-names.ts';

/** What they put something in, under or near is a place; what it is on, at or by may be a host, a company or a person. */
const AROUND = new Set(listed('in inside outside behind beside under above over atop between near'));

const OPPOSITE = 'It says the opposite: the parent lies in the concept.';
const NEITHER = 'It does not say that one lies in the other.';
export const ANOTHER = 'The sentence says it of another name.';

/** What a model says that a sentence does: the dimension, and the words of the parent. */
interface Said {
  readonly dimension: string;
  readonly kind: readonly Word[];
}

/**
 * Why a sentence does not place the concept in the parent; null when it does.
 * @param words of the sentence, in order
 * @param said.dimension one that is offered
 * @param said.kind the words of the parent
 */
export function relationProblem(
  words: readonly PlacedWord[],
  spans: StatedSpans,
  said: Said,
  lexicon: Lexicon,
): string | null {
  const { dimension } = said;
  const owner = ownerOf(words, spans);
  if (owner !== null)
    // "the cluster's elm", and not "my wife's laptop elm"
    return dimension === 'owned-by' ||
      (dimension === 'membership' && owner === 'before' && said.kind.some(({ lower }) => HOLDERS.has(lower)))
      ? null
      : `A possessive says nothing of ${dimension}.`;
  if (isLabelled(words, spans, dimension, lexicon)) return null;
  if (isAnothers(words, spans, lexicon)) return ANOTHER;
  if (dimension === 'tech' && isMadeOf(words, spans)) return null;
  if (isPlainFact(words, spans, said, lexicon)) return null;
  const relation = RELATIONS[dimension];
  const governor = governorOf(words, spans, relation?.prepositions.includes('of') ?? true, lexicon);
  if (governor === null) return problemOfObject(words, spans, said, lexicon);
  const concepts = prepositionOf(words, spans.concept, spans.parent, false, lexicon);
  return (
    problemOfDirection(words, spans, { governor, concepts, dimension }, lexicon) ??
    (relation && problemOfPreposition(words, spans, { ...said, relation, governor, concepts }, lexicon)) ??
    null
  );
}

/** Why neither is the object of a verb of the other's: "nas01 hosts jellyfin", "gnommoweb uses React". */
function problemOfObject(
  words: readonly PlacedWord[],
  spans: StatedSpans,
  { dimension, kind }: Said,
  lexicon: Lexicon,
): string | null {
  const { concept, parent } = spans;
  const relation = RELATIONS[dimension];
  const isFirst = concept.start < parent.start;
  if (relation === undefined)
    return prepositionOf(words, concept, parent, false, lexicon) === null && !isFirst ? null : NEITHER;
  const isSaid = hasObject(
    wordsBetween(words, concept, parent),
    isFirst ? relation.ofConcept : relation.ofParent,
  );
  const hung = prepositionOf(words, concept, parent, true, lexicon);
  const isObject = hung === null || (dimension === 'owned-by' && !isFirst && hung.lower !== 'by');
  const isPlaced =
    dimension === 'geography'
      ? isSpot(kind)
      : dimension !== 'owned-by' || isOwnerOf(words, spans, kind, lexicon);
  if (isSaid && isObject && isPlaced && !isSubject(words, isFirst ? parent : concept, lexicon)) return null;
  return hung !== null || (!isFirst && isSaid) ? OPPOSITE : NEITHER;
}

/** What the parent hangs on, and the concept. */
interface Governed {
  readonly governor: PlacedWord;
  readonly concepts: PlacedWord | null;
}

/** Why it is not the concept that hangs on the parent. */
function problemOfDirection(
  words: readonly PlacedWord[],
  spans: StatedSpans,
  { governor, concepts, dimension }: Governed & Pick<Said, 'dimension'>,
  lexicon: Lexicon,
): string | null {
  const { concept, parent } = spans;
  const isFirst = concept.start < parent.start;
  if (concepts !== null && governor !== concepts) {
    // "a repo of Glitch University and runs on nas1": the repo does; "quill runs on nas1 in a container": quill does.
    if (/^(?:of|by)$/.test(concepts.lower) && !isBeside(wordsBetween(words, concept, governor)))
      return ANOTHER;
    const isNext = wordsBetween(words, concept, governor).length === 0 && !governor.opensChunk;
    if (isFirst && isNext && dimension === 'runs-on' && /^(?:on|in|at)$/.test(concepts.lower)) return ANOTHER;
    const isOpening = governor.opensChunk && wordsBetween(words, governor, parent).every(isDeterminer);
    if (!isFirst && !isOpening) return OPPOSITE;
  }
  if (!isFirst) return isFronted(words, spans, governor) ? null : OPPOSITE;
  return hasOtherObject(words, concept, governor, lexicon) ? ANOTHER : null;
}

/** Why the preposition, the verb and the parent do not belong to the dimension. */
function problemOfPreposition(
  words: readonly PlacedWord[],
  spans: StatedSpans,
  { dimension, kind, relation, governor, concepts }: Said & Governed & { readonly relation: Relation },
  lexicon: Lexicon,
): string | null {
  const { concept, parent } = spans;
  const { lower: preposition } = governor;
  const isGeography = dimension === 'geography';
  const isNowhere =
    isGeography && !isSpot(kind) && !AROUND.has(preposition) && !isThing(words, parent, kind, lexicon);
  if (!relation.prepositions.includes(preposition) || isNowhere)
    return `"${preposition}" says nothing of ${dimension}.`;
  const isLanguage = LANGUAGES.has(kind.at(-1)?.lower ?? '');
  // What a parent is says by itself what "in" means.
  if (preposition === 'in' && (isGeography ? isSpot(kind) : dimension === 'tech' && isLanguage)) return null;
  // "on a Pi 4 in the cellar": the place of the Pi.
  const isAttached =
    isGeography &&
    AROUND.has(preposition) &&
    concepts !== null &&
    concept.start < parent.start &&
    wordsBetween(words, concept, governor).length === 0 &&
    !governor.opensChunk;
  const verb = isAttached ? null : verbOfRelation(words, spans, governor, concepts !== null);
  const held = preposition === 'on' ? NETWORKS : HOLDERS;
  const isHeld = /^(?:in|on)$/.test(preposition) && kind.some(({ lower }) => held.has(lower));
  if (dimension === 'membership' && isHeld && !HOSTING.has(verb ?? '')) return null;
  if (verb === null) {
    // "in Visby" is no host, "in Java" no place.
    if (dimension === 'runs-on' && (isLanguage || (preposition === 'in' && isProper(kind, lexicon))))
      return `"${preposition}" says nothing of ${dimension}.`;
    if (doesElse(wordsBetween(words, concept, governor), lexicon)) return ANOTHER;
    const before = words[words.indexOf(governor) - 1]?.lower ?? '';
    const isSaid =
      relation.bare.includes(preposition) ||
      (dimension === 'owned-by' &&
        /^(?:of|under)$/.test(preposition) &&
        isOwner(words, parent, kind, lexicon)) ||
      (dimension === 'tech' && preposition === 'of' && /^(?:fork|clone|port|wrapper)$/.test(before)) ||
      (dimension === 'tech' && preposition === 'in' && isTechnology(kind) && PROGRAMS.has(before)) ||
      (isGeography && /^(?:next|close)$/.test(before));
    return isSaid && !isOfKind(words, governor) ? null : `No word of it says that it is about ${dimension}.`;
  }
  // "run by" says who, "runs in" where; what belongs to a person is theirs.
  const isFit =
    (verb !== 'run' || (preposition === 'by') === (dimension === 'owned-by')) &&
    (preposition !== 'with' || dimension !== 'runs-on' || verb === 'host') &&
    (verb !== 'care' || preposition !== 'of') &&
    (verb !== 'belong' ||
      dimension !== 'owned-by' ||
      isNoSystem(kind) ||
      isOwner(words, parent, kind, lexicon));
  return relation.verbs.includes(verb) && isFit ? null : `Its verb says nothing of ${dimension}.`;
}

/** "quill talks to postgres on nas1": a verb of no dimension, and something else it is done to. */
const doesElse = ([verb, ...more]: readonly PlacedWord[], lexicon: Lexicon): boolean =>
  verb !== undefined &&
  /^[a-z]{3,}(?:s|ed)$/.test(verb.text) &&
  !COPULA.test(verb.lower) &&
  more.some((word) => isPreposition(word.lower) || isNameLike(word, lexicon));

const HOSTING = new Set(listed('run host self-host selfhost deploy install serve'));

/** Whether one of the verbs stands between two names, and the second one is its object: "nas01 hosts services such as jellyfin". */
function hasObject(between: readonly Word[], verbs: readonly string[]): boolean {
  const at = between.findLastIndex(({ lower }) => plainForm(lower, verbs) !== null);
  const behind = between.slice(at + 1);
  // "is owned by Ada": behind "by" stands who does it.
  const isObject = (word: Word) =>
    isDeterminer(word) || isPreposition(word.lower) || isPlainAdverb(word) || !isFunctionWord(word);
  return (
    at >= 0 &&
    behind[0]?.lower !== 'by' &&
    behind.every((word) => isObject(word) || /^(?:such|one)$/.test(word.lower))
  );
}

/** "Gustav wrote quill in Rust": another name stands right between the verb and the preposition. */
function hasOtherObject(
  words: readonly PlacedWord[],
  concept: Range,
  governor: Range,
  lexicon: Lexicon,
): boolean {
  const between = wordsBetween(words, concept, governor);
  const verb = between.findIndex((word) => isVerb(word, lexicon));
  const behind = between.slice(verb + 1);
  const ends = (word: PlacedWord) => word.opensChunk || isPreposition(word.lower) || isVerb(word, lexicon);
  if (verb < 0 || COPULA.test(between[verb]?.lower ?? '') || behind.some(ends)) return false;
  return behind.some((word) => isNameLike(word, lexicon));
}

const COPULA = /^(?:is|are|was|were|be|been|became)$/;

/** "On nas01 we have jellyfin", "the switch in the hallway is sw-7": the place stands first, and the sentence tells what is there. */
function isFronted(
  words: readonly PlacedWord[],
  { concept, parent }: StatedSpans,
  governor: PlacedWord,
): boolean {
  const isBehind = governor.start > parent.end;
  return (
    isBehind ||
    governor.opensChunk ||
    wordsBetween(words, concept, parent).some(({ lower }) => FINITE_VERBS.has(lower) || NAMING.has(lower))
  );
}

/** "is a small Go service": a technology before the noun for a program, behind its article. */
function isMadeOf(words: readonly PlacedWord[], { concept, parent }: StatedSpans): boolean {
  const at = words.findIndex((word) => word.end > parent.start);
  const next = nextInChunk(words, parent);
  if (concept.start > parent.start || next === undefined) return false;
  const article = words.slice(Math.max(0, at - 4), at).some(({ lower }) => /^(?:an?|our|my)$/.test(lower));
  return article && [next, nextInChunk(words, next)].some((word) => PROGRAMS.has(word?.lower ?? ''));
}

const PROGRAMS = new Set(
  listed(
    'app application service microservice site website program binary tool cli bot api library daemon backend frontend project script thing page install installation database db game dashboard job pipeline worker instance gallery wiki shop machine',
  ),
);

/** "a kind of", "the name of": what follows is no place. */
function isOfKind(words: readonly PlacedWord[], governor: PlacedWord): boolean {
  const before = words[words.indexOf(governor) - 1]?.lower ?? '';
  return governor.lower === 'of' && (KINDS_OF.has(before) || NAMING.has(before));
}
