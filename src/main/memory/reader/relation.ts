// Whether a sentence says of two names what a model says it does: that the concept lies in the parent and not the other way
// round, and that the words around them belong to the dimension. English puts a preposition before the place something lies
// in ("on nas01"), or makes it the subject ("nas01 hosts jellyfin"); closed classes of words tell which. Pure.
// Called by check-statement.ts. Source: structure S2.
import { hasIdentifierShape, isFunctionWord, isNameLike, isPlainAdverb } from '../../graph/cues/names.ts';
import type { Word } from '../../graph/cues/sentences/sentences.ts';
import {
  FINITE_VERBS,
  OPEN_DETERMINERS,
  PREPOSITIONS,
  PRONOUNS,
} from '../../graph/cues/words/function-words.ts';
import { isListedKind } from '../../graph/cues/words/kinds.ts';
import { LANGUAGES } from '../../graph/cues/words/nouns.ts';
import type { Lexicon, Range } from '../../graph/types.ts';
import { isLabelled, isPlainFact, isTechnology } from './plain-facts.ts';
import { HOLDERS, listed, NETWORKS, PEOPLE, plainForm, RELATIONS, verbOf } from './relation-words.ts';
import {
  isDeterminer,
  isPronoun,
  isWithin,
  nextInChunk,
  type PlacedWord,
  type StatedSpans,
  wordsBetween,
} from './sentence-words.ts';
import { isProper, isSpot, isThing, NAMING } from './statement-names.ts';

/** They belong to the verb ("set up", "ended up") and to no noun behind them. */
const PARTICLES = new Set(listed('up down out off back away together ahead along again apart'));

/** Whether a word puts something into a place, time or relation. */
export function isPreposition(lower: string): boolean {
  return PREPOSITIONS.has(lower) && !PARTICLES.has(lower);
}

/** Words between a preposition and its noun at most: "on the old Proxmox box downstairs, nas01". */
const REACH = 7;

/** What they put something in, under or near is a place; what it is on, at or by may be a host, a company or a person. */
const AROUND = new Set(listed('in inside outside behind beside under above over atop between near'));

const OPPOSITE = 'It says the opposite: the parent lies in the concept.';
const NEITHER = 'It does not say that one lies in the other.';
export const ANOTHER = 'The sentence says it of another name.';

/**
 * Why a sentence does not place the concept in the parent; null when it does.
 * @param words of the sentence, in order
 * @param said.dimension one that is offered
 * @param said.kind the words of the parent
 */
export function relationProblem(
  words: readonly PlacedWord[],
  spans: StatedSpans,
  { dimension, kind }: { readonly dimension: string; readonly kind: readonly Word[] },
  lexicon: Lexicon,
): string | null {
  const { concept, parent } = spans;
  const relation = RELATIONS[dimension];
  const owner = ownerOf(words, spans);
  if (owner !== null)
    return dimension === 'owned-by' || (dimension === 'membership' && owner === 'before')
      ? null
      : `A possessive says nothing of ${dimension}.`;
  if (isLabelled(words, spans, dimension, lexicon)) return null;
  if (isAnothers(words, spans, lexicon)) return ANOTHER;
  if (dimension === 'tech' && isMadeOf(words, spans)) return null;
  if (isPlainFact(words, spans, { dimension, kind }, lexicon)) return null;
  const isFirst = concept.start < parent.start;
  const concepts = prepositionOf(words, concept, parent, false, lexicon);
  const governor = governorOf(words, spans, relation?.prepositions.includes('of') ?? true, lexicon);
  if (governor === null) {
    if (relation === undefined) return concepts === null && !isFirst ? null : NEITHER;
    const verbs = isFirst ? relation.ofConcept : relation.ofParent;
    const isSaid = hasObject(wordsBetween(words, concept, parent), verbs);
    const hung = prepositionOf(words, concept, parent, true, lexicon);
    const isObject = hung === null || (dimension === 'owned-by' && !isFirst && hung.lower !== 'by');
    const isPlaced =
      dimension === 'geography'
        ? isSpot(kind)
        : dimension !== 'owned-by' || isOwnerOf(words, spans, kind, lexicon);
    if (isSaid && isObject && isPlaced && !isSubject(words, isFirst ? parent : concept, lexicon)) return null;
    return hung !== null || (!isFirst && isSaid) ? OPPOSITE : NEITHER;
  }
  if (concepts !== null && governor !== concepts) {
    // "a repo of Glitch University and runs on nas1": the repo does; "quill runs on nas1 in a container": quill does.
    if (/^(?:of|by)$/.test(concepts.lower) && !isBeside(wordsBetween(words, concept, governor)))
      return ANOTHER;
    const isNext = wordsBetween(words, concept, governor).length === 0 && !governor.opensChunk;
    if (isFirst && isNext && dimension === 'runs-on' && /^(?:on|in|at)$/.test(concepts.lower)) return ANOTHER;
    const isOpening = governor.opensChunk && wordsBetween(words, governor, parent).every(isDeterminer);
    if (!isFirst && !isOpening) return OPPOSITE;
  }
  if (!isFirst && !isFronted(words, spans, governor)) return OPPOSITE;
  if (isFirst && hasOtherObject(words, concept, governor, lexicon)) return ANOTHER;
  if (relation === undefined) return null;
  const { lower: preposition } = governor;
  const isNowhere =
    dimension === 'geography' &&
    !isSpot(kind) &&
    !AROUND.has(preposition) &&
    !isThing(words, parent, kind, lexicon);
  if (!relation.prepositions.includes(preposition) || isNowhere)
    return `"${preposition}" says nothing of ${dimension}.`;
  const last = kind.at(-1)?.lower ?? '';
  // What a parent is says by itself what "in" means.
  if (
    preposition === 'in' &&
    (dimension === 'geography' ? isSpot(kind) : dimension === 'tech' && LANGUAGES.has(last))
  )
    return null;
  // "on a Pi 4 in the cellar": the place of the Pi.
  const isAttached =
    dimension === 'geography' &&
    AROUND.has(preposition) &&
    concepts !== null &&
    isFirst &&
    wordsBetween(words, concept, governor).length === 0 &&
    !governor.opensChunk;
  const verb = isAttached ? null : verbOfRelation(words, spans, governor, concepts !== null);
  const held = preposition === 'on' ? NETWORKS : HOLDERS;
  const isHeld =
    dimension === 'membership' &&
    /^(?:in|on)$/.test(preposition) &&
    kind.some(({ lower }) => held.has(lower)) &&
    !RELATIONS['runs-on']?.verbs.slice(0, 7).includes(verb ?? '');
  if (isHeld) return null;
  if (verb === null) {
    // "in Visby" is no host, "in Java" no place.
    if (dimension === 'runs-on' && (LANGUAGES.has(last) || (preposition === 'in' && isProper(kind, lexicon))))
      return `"${preposition}" says nothing of ${dimension}.`;
    const isOwners =
      dimension === 'owned-by' && preposition === 'of' && isOwner(words, parent, kind, lexicon);
    const isMade =
      dimension === 'tech' &&
      (preposition === 'in'
        ? isTechnology(kind) && PROGRAMS.has(words[words.indexOf(governor) - 1]?.lower ?? '')
        : preposition === 'of' &&
          /^(?:fork|clone|port|wrapper)$/.test(words[words.indexOf(governor) - 1]?.lower ?? ''));
    const isNear =
      dimension === 'geography' && /^(?:next|close)$/.test(words[words.indexOf(governor) - 1]?.lower ?? '');
    return (relation.bare.includes(preposition) || isOwners || isMade || isNear) && !isOfKind(words, governor)
      ? null
      : `No word of it says that it is about ${dimension}.`;
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

/** "Priyanka", "my wife", "the network guys". */
function isOwner(
  words: readonly PlacedWord[],
  parent: Range,
  kind: readonly Word[],
  lexicon: Lexicon,
): boolean {
  const before = words[words.findIndex((word) => isWithin(word, parent)) - 1];
  return (
    isPeople(kind) || before?.lower === 'my' || (kind.length < 3 && isProper(kind, lexicon) && !isSpot(kind))
  );
}

/** "facilities", "the firm Lely": whoever is no part of a system. */
const isNoSystem = (kind: readonly Word[]): boolean =>
  !isSpot(kind) &&
  !kind.some((word) => isListedKind(word.lower) || HOLDERS.has(word.lower) || hasIdentifierShape(word));

const isPeople = (kind: readonly Word[]): boolean =>
  kind.some(({ lower }) => PEOPLE.has(lower) || /-in-law$/.test(lower));

/** Who "runs" something owns it where it is people, or where it is only pointed at; a host that does is where it runs. */
function isOwnerOf(
  words: readonly PlacedWord[],
  { concept, parent }: StatedSpans,
  kind: readonly Word[],
  lexicon: Lexicon,
): boolean {
  const runs = wordsBetween(words, concept, parent).some(
    ({ lower }) => plainForm(lower, ['run', 'keep']) !== null,
  );
  const isMine = words[words.findIndex((word) => isWithin(word, parent)) - 1]?.lower === 'my';
  return !runs || isMine || isPeople(kind) || (isPronoun(words, concept) && isProper(kind, lexicon));
}

/** "part of quill, the display in the hall", "quill, which is ...": what stands behind the comma is about the name before it. */
function isBeside([first]: readonly PlacedWord[]): boolean {
  if (first?.opensChunk !== true) return false;
  return first.conjunction === null ? isDeterminer(first) : RELATIVE.test(first.conjunction);
}

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

/** Whether a name opens a clause of its own. */
export function isSubject(words: readonly PlacedWord[], span: Range, lexicon: Lexicon): boolean {
  const next = nextInChunk(words, span);
  const isVerbNext =
    next !== undefined &&
    (isVerb(next, lexicon) || words.some((word) => word.end === span.end && word.possessive));
  return isVerbNext && words.find((word) => isWithin(word, span))?.opensChunk === true;
}

/** What opens a clause about a name before it: "which I wrote", "where I keep photos". */
const RELATIVE = /^(?:which|who|whom|whose|where)$/;
/** Pronouns that open a clause of their own. */
const SPEAKERS = new Set(listed('i we you'));
const SUBJECTS = new Set([...SPEAKERS, ...listed('he she it they this that there')]);

/**
 * Whether another name stands between the two that the second belongs to: it opens a clause ("jellyfin runs on nas1, grafana on nas2"),
 * and is not listed with the first one ("jellyfin, grafana and sonarr run on nas1").
 */
export function isAnothers(
  words: readonly PlacedWord[],
  { concept, parent }: StatedSpans,
  lexicon: Lexicon,
): boolean {
  let isList = concept.start < parent.start;
  let isPlaced = false;
  let hasName = false;
  for (const [at, word] of wordsBetween(words, concept, parent).entries()) {
    const { lower, conjunction, opensChunk } = word;
    const isName = isNameLike(word, lexicon);
    const next = nextInChunk(words, word);
    const isRelative = RELATIVE.test(conjunction ?? '');
    // "quill runs on nas1, which is a server"
    if (isRelative && hasName) return true;
    if (opensChunk && next !== undefined && !isRelative) {
      const verb = /^(?:my|our|an?)$/.test(lower) ? nextInChunk(words, next) : next;
      const isClause = SPEAKERS.has(lower) || (verb !== undefined && isVerb(verb, lexicon));
      // "it is", "and my macbook is", "grafana on"
      if (isClause && (SUBJECTS.has(lower) || verb !== next)) return true;
      if (!isList && isClause && !NAMING.has(lower) && (isName || !isFunctionWord(word))) return true;
      if (
        !isList &&
        isName &&
        (isPreposition(next.lower) || (isDeterminer(next) && !/^(?:all|both)$/.test(next.lower)))
      )
        return true;
    }
    if (!isName && !(isDeterminer(word) && at > 0)) isList = false;
    isPlaced ||= isPreposition(lower);
    hasName ||= isName && isPlaced;
  }
  return false;
}

/** Whether a word is a verb by its form: "hosts", "lives", "is". */
function isVerb({ lower }: Word, lexicon: Lexicon): boolean {
  const plain = /s$|ed$/.test(lower) ? verbOf(lower) : null;
  return FINITE_VERBS.has(lower) || (plain !== null && (plain !== lower || !lexicon.isCommon(lower)));
}

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
  const article = words.slice(Math.max(0, at - 4), at).some(({ lower }) => lower === 'a' || lower === 'an');
  return article && [next, nextInChunk(words, next)].some((word) => PROGRAMS.has(word?.lower ?? ''));
}

const PROGRAMS = new Set(
  listed(
    'app application service microservice site website program binary tool cli bot api library daemon backend frontend project script thing page install installation database db game dashboard job pipeline worker',
  ),
);

/** "a kind of", "the name of": what follows is no place. */
function isOfKind(words: readonly PlacedWord[], governor: PlacedWord): boolean {
  const before = words[words.indexOf(governor) - 1]?.lower ?? '';
  return governor.lower === 'of' && (KINDS_OF.has(before) || NAMING.has(before));
}

/** Before "of", they say what something is or is called. */
export const KINDS_OF: ReadonlySet<string> = new Set(
  listed('kind type sort instance class form copy version one'),
);

/** "Ada's blog", "it's Ada's server": where it is said whose something is. */
function ownerOf(
  words: readonly PlacedWord[],
  { concept, parent }: StatedSpans,
): 'before' | 'behind a copula' | null {
  const owner = words.findIndex((word) => word.end === parent.end || word.end === parent.end - 2);
  const [before, name] = [words[owner - 1], words[owner]];
  if (name?.possessive !== true || isPronoun(words, name)) return null;
  const between = wordsBetween(words, concept, parent);
  if (concept.start > parent.start) return namedBy(between);
  const isSaid = before !== undefined && (/^(?:is|are)$/.test(before.lower) || before.possessive);
  return between.length < 2 && isSaid ? 'behind a copula' : null;
}

/** "Ada's blog quill", and "Ada's blog is called quill", which says whose it is and no more. */
function namedBy(between: readonly Word[]): ReturnType<typeof ownerOf> {
  if (!between.some(({ lower }) => FINITE_VERBS.has(lower))) return 'before';
  const isNamed = between.some(({ lower }, at) => at > 0 && NAMING.has(lower));
  return isNamed && !NAMING.has(between[0]?.lower ?? '') ? 'behind a copula' : null;
}

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
function prepositionOf(
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
function governorOf(
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

/** "it's in Rust": the subject of its clause, to which no verb before it belongs. */
const opensClause = (words: readonly PlacedWord[], span: Range): boolean =>
  words.some((word) => isWithin(word, span) && word.opensChunk && SUBJECTS.has(word.lower));

/** The verb of a relation: the nearest one between the two names; before them where the first hangs on nothing ("I run jellyfin on nas01"). */
function verbOfRelation(
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
