// Whether a sentence says of two spans what a model says it does: that the concept lies in the parent and not the other way
// round, and that the words around them belong to the dimension. English puts a preposition before the place something lies
// in ("on nas01"), or makes it the subject ("nas01 hosts jellyfin"); closed classes of words tell which. Pure.
// Called by check-statement.ts. Source: structure S2.
import type { Word } from '../../graph/cues/sentences/sentences.ts';
import {
  CLOSED_DETERMINERS,
  FINITE_VERBS,
  OPEN_DETERMINERS,
  PREPOSITIONS,
  PRONOUNS,
} from '../../graph/cues/words/function-words.ts';
import type { Range } from '../../graph/types.ts';
import { isWithin, type PlacedWord, type StatedSpans } from './sentence-words.ts';

const listed = (text: string): readonly string[] => text.split(' ');

/** They belong to the verb ("set up", "ended up") and to no noun behind them. */
const PARTICLES = new Set(listed('up down out off back away over together ahead along again apart'));

/** Whether a word puts something into a place, time or relation. */
export function isPreposition(lower: string): boolean {
  return PREPOSITIONS.has(lower) && !PARTICLES.has(lower);
}

/** Prepositions that can open a sentence with its place: "On nas01 we have jellyfin". */
const PLACING = new Set(['on', 'in', 'at', 'under', 'inside', 'within']);
/** Words between a preposition and its noun at most: "on the old Proxmox box downstairs, nas01". */
const REACH = 7;

/** Verbs by dimension, in their plain form, where the parent has a preposition: "lives on nas01", "is owned by Ada". */
const VERBS: Readonly<Record<string, readonly string[]>> = {
  'runs-on': listed(
    'run host self-host selfhost deploy install serve spin migrate carry containerise containerize dockerise dockerize virtualise ' +
      'virtualize launch start boot switch pin live sit stand put keep move place set stay reside go end land work',
  ),
  geography: listed(
    'locate situate rack colocate base host live sit stand put keep move place set stay reside go end land',
  ),
  membership: listed('part member belong contain include group join consist component'),
  tech: listed(
    'write written wrote rewrite rewrote rewritten build built make made power base code implement develop use using program compile port back drive',
  ),
  'owned-by': listed('own maintain manage administer operate look care handle responsible run'),
};

/** The same where the parent is the subject: "nas01 hosts jellyfin". */
const SUBJECT_VERBS: Readonly<Record<string, readonly string[]>> = {
  'runs-on': listed('run host self-host serve carry house hold have has power'),
  geography: listed('house host hold have has'),
  membership: listed('include contain comprise hold have has group form'),
  tech: listed('power back drive'),
  'owned-by': listed('own maintain manage administer operate look care handle'),
};

const BY_PREPOSITION: Readonly<Record<string, readonly string[]>> = {
  'runs-on': listed('on in at onto into inside within under to from upon atop via through over by with'),
  geography: listed('in at on near inside behind beside under into to'),
  membership: listed('of to in inside within under into from'),
  tech: listed('with in on by using upon from atop for'),
  'owned-by': listed('by of to from after for'),
};

/** What a bare "is on", "is in" can speak of: the other dimensions need a verb that says so. */
const WITHOUT_VERB: Readonly<Record<string, readonly string[]>> = {
  'runs-on': listed('on in inside under at'),
  geography: listed('in at near behind beside under on'),
  membership: listed('of within'),
  tech: listed('with'),
  'owned-by': [],
};

/** Verbs whose object is what something is built with. */
const USING = new Set(listed('use using'));

/**
 * Why a sentence does not place the concept in the parent; null when it does.
 * @param words of the sentence, in order
 * @param dimension one that is offered; those of the operator's own making say themselves what belongs to them
 */
export function relationProblem(
  words: readonly PlacedWord[],
  spans: StatedSpans,
  dimension: string,
): string | null {
  const governor = prepositionBefore(words, spans.parent, spans.concept, true);
  if (isOwner(words, spans))
    return dimension === 'owned-by' || dimension === 'membership'
      ? null
      : `A possessive says nothing of ${dimension}.`;
  if (dimension === 'tech' && governor === null && isMadeOf(words, spans)) return null;
  const direction = directionProblem(words, spans, governor);
  if (direction !== null) return direction;
  const verbs = VERBS[dimension];
  // Dimensions of the operator's own making say themselves what belongs to them.
  if (verbs === undefined) return null;
  if (governor === null) {
    const verb = verbBetween(words, spans, [
      ...(SUBJECT_VERBS[dimension] ?? []),
      ...(dimension === 'tech' ? USING : []),
    ]);
    if (verb === null) return `No word of it says that it is about ${dimension}.`;
    const isObject = dimension === 'tech' && USING.has(verb);
    const first = spans.concept !== null && spans.concept.start < spans.parent.start;
    return isObject === first ? null : 'It says the opposite: the parent lies in the concept.';
  }
  if (!BY_PREPOSITION[dimension]?.includes(governor.lower))
    return `"${governor.lower}" says nothing of ${dimension}.`;
  const verb = verbBefore(words, spans, governor);
  if (verb === null)
    return WITHOUT_VERB[dimension]?.includes(governor.lower) && !isOfKind(words, governor)
      ? null
      : `No word of it says that it is about ${dimension}.`;
  // "based in" says where, "based on" with what; "run by" says who, "runs in" where.
  const isFit =
    (verb !== 'base' || (governor.lower === 'in') === (dimension === 'geography')) &&
    (verb !== 'run' || (governor.lower === 'by') === (dimension === 'owned-by'));
  return verbs.includes(verb) && isFit ? null : `Its verb says nothing of ${dimension}.`;
}

/** Why the concept does not lie in the parent, as far as prepositions and the order of the names tell. */
function directionProblem(
  words: readonly PlacedWord[],
  { concept, parent }: StatedSpans,
  governor: Word | null,
): string | null {
  // A pronoun stands for the concept: it is the subject, so the parent has to be governed.
  if (concept === null) return governor === null ? 'It does not say that one lies in the other.' : null;
  const concepts = prepositionBefore(words, concept, parent, false);
  const first = concept.start < parent.start;
  if (concepts === null)
    return governor === null && first && !words.some(({ lower }) => USING.has(verbOf(lower) ?? ''))
      ? 'It does not say that one lies in the other.'
      : null;
  if (governor === null) return 'It says the opposite: the parent lies in the concept.';
  // "a repo of Glitch University and runs on nas1": the repo does.
  if (concepts.lower === 'of' || concepts.lower === 'by') return 'The sentence says it of another name.';
  const isFronted =
    !first && PLACING.has(governor.lower) && governor === words[0] && isNext(words, governor, parent);
  return first || isFronted ? null : 'It says the opposite: the parent lies in the concept.';
}

/** "is a small Go service": a technology before the noun for a program, behind its article. */
function isMadeOf(words: readonly PlacedWord[], { concept, parent }: StatedSpans): boolean {
  const at = words.findIndex((word) => word.end > parent.start);
  const behind = words.find(({ start }) => start >= parent.end);
  if (concept === null || concept.start > parent.start || behind === undefined || behind.opensChunk)
    return false;
  const article = words.slice(Math.max(0, at - 4), at).some(({ lower }) => lower === 'a' || lower === 'an');
  return article && PROGRAMS.has(behind.lower);
}

const PROGRAMS = new Set(
  listed(
    'app application service microservice site website program binary tool cli bot api library daemon backend frontend project script',
  ),
);

/** "a kind of", "the name of": what follows is no place. */
function isOfKind(words: readonly PlacedWord[], governor: Word): boolean {
  return (
    governor.lower === 'of' && KINDS_OF.has(words[words.indexOf(governor as PlacedWord) - 1]?.lower ?? '')
  );
}

/** Before "of", they say what something is or is called. */
export const KINDS_OF: ReadonlySet<string> = new Set(
  listed('kind type sort instance class form name hostname copy version'),
);

/** Whether nothing but determiners stands between a preposition and a name. */
function isNext(words: readonly PlacedWord[], { end }: Word, { start }: Range): boolean {
  const between = words.filter((word) => word.start >= end && word.end <= start);
  return between.every(({ lower }) => OPEN_DETERMINERS.has(lower) || CLOSED_DETERMINERS.has(lower));
}

/** "Ada's blog", "pve1's jellyfin": whose something is, right before it. */
function isOwner(words: readonly PlacedWord[], { concept, parent }: StatedSpans): boolean {
  if (concept === null || parent.end > concept.start) return false;
  const owner = words.find((word) => word.end === parent.end || word.end === parent.end - 2);
  if (owner?.possessive !== true) return false;
  return !words.some(
    ({ start, lower }) => start > parent.end && start < concept.start && FINITE_VERBS.has(lower),
  );
}

/**
 * The preposition that a name hangs on, or null. Between the two stand determiners, adjectives and nouns only.
 * @param other the statement's other name, across which nothing hangs
 * @param across whether a comma may stand between: "on the NAS downstairs, nas01"
 */
export function prepositionBefore(
  words: readonly PlacedWord[],
  { start }: Range,
  other: Range | null,
  across: boolean,
): Word | null {
  let at = words.findIndex((word) => word.end > start);
  for (let steps = 0; at > 0 && steps < REACH; steps++) {
    if (words[at]?.opensChunk && !across) return null;
    at--;
    const word = words[at];
    if (word === undefined || (other !== null && word.start < other.end && word.end > other.start))
      return null;
    // "on top of"
    if (word.lower === 'of' && words[at - 1]?.lower === 'top') continue;
    if (isPreposition(word.lower)) return word;
    if (stops(word)) return null;
  }
  return null;
}

/** What no noun phrase goes across. */
function stops({ lower }: Word): boolean {
  if (OPEN_DETERMINERS.has(lower) || CLOSED_DETERMINERS.has(lower)) return false;
  return FINITE_VERBS.has(lower) || PRONOUNS.has(lower);
}

/** The nearest verb before the preposition of a parent that some dimension knows. */
function verbBefore(words: readonly PlacedWord[], { concept }: StatedSpans, governor: Word): string | null {
  const before = words.filter((word) => word.end <= governor.start && !isWithin(word, concept));
  for (const { lower } of before.reverse()) {
    const verb = verbOf(lower);
    if (verb !== null) return verb;
  }
  return null;
}

/** The first verb of those between the two names. */
function verbBetween(
  words: readonly PlacedWord[],
  { concept, parent }: StatedSpans,
  verbs: readonly string[],
): string | null {
  if (concept === null) return null;
  const [from, to] = concept.start < parent.start ? [concept.end, parent.start] : [parent.end, concept.start];
  for (const { start, end, lower } of words) {
    const verb = start >= from && end <= to ? plainForm(lower, verbs) : null;
    if (verb !== null) return verb;
  }
  return null;
}

const GOVERNED = [...new Set(Object.values(VERBS).flat())];
const IRREGULAR: Readonly<Record<string, string>> = {
  ran: 'run',
  running: 'run',
  sitting: 'sit',
  stood: 'stand',
  kept: 'keep',
  gone: 'go',
  goes: 'go',
  held: 'hold',
  had: 'have',
  putting: 'put',
  setting: 'set',
  spun: 'spin',
};

/** The plain form of a verb that some dimension knows; null for any other word. */
function verbOf(lower: string): string | null {
  return plainForm(lower, GOVERNED);
}

function plainForm(lower: string, verbs: readonly string[]): string | null {
  const plain = IRREGULAR[lower] ?? lower;
  const bare = plain.replace(/(?:e?s|ed|ing|ied)$/, '');
  const candidates = [plain, plain.replace(/s$/, ''), bare, `${bare}e`, bare.replace(/(.)\1$/, '$1')];
  return candidates.find((form) => verbs.includes(form)) ?? null;
}
