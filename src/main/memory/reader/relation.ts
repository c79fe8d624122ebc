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

/** A word with what stands before it. */
export interface PlacedWord extends Word {
  /** Punctuation or a conjunction stands before it. */
  readonly opensChunk: boolean;
}

/** Where the names of a statement stand; no concept where an earlier sentence names it and this one has a pronoun. */
export interface StatedSpans {
  readonly concept: Range | null;
  readonly parent: Range;
}

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

/** Dimensions by the verbs that speak of them, each in its plain form; what says where of any kind is in three. */
const VERBS: Readonly<Record<string, readonly string[]>> = {
  'runs-on': listed(
    'run host deploy install serve spin migrate carry containerise containerize dockerise dockerize virtualise virtualize launch start boot ' +
      'live sit stand put keep move place set stay reside go end land house has have',
  ),
  geography: listed(
    'locate situate rack colocate base host live sit stand put keep move place set stay reside go end land house',
  ),
  membership: listed(
    'part member belong include contain group join consist component comprise hold has have live sit stand put keep move place set go',
  ),
  tech: listed(
    'write written wrote rewrite rewritten build built make made power base code implement develop use using program compile port back drive',
  ),
  'owned-by': listed('own maintain manage administer operate look care handle responsible run'),
};

const BY_PREPOSITION: Readonly<Record<string, readonly string[]>> = {
  'runs-on': listed('on in at onto into inside within under to from upon atop via through over by'),
  geography: listed('in at on near inside behind beside under into to'),
  membership: listed('of to in inside within under into from on'),
  tech: listed('with in on by using upon from atop for'),
  'owned-by': listed('by of to from'),
};

/** What a bare "is on", "is in" can speak of: the other dimensions need a verb that says so. */
const WITHOUT_VERB: Readonly<Record<string, readonly string[]>> = {
  'runs-on': listed('on in inside under at'),
  geography: listed('in at near behind beside'),
  membership: listed('in inside within under'),
  tech: listed('with'),
  'owned-by': [],
};

/** Verbs whose subject is what something is built with: "React powers the shop". */
const BACKWARDS = new Set(listed('power back drive'));
/** Verbs whose object it is. */
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
  const { concept, parent } = spans;
  const governor = prepositionBefore(words, parent, concept, true);
  const direction = directionProblem(words, spans, governor, dimension);
  if (direction !== null) return direction;
  const known = VERBS[dimension];
  if (known === undefined) return null;
  const verb = verbNear(words, spans, governor);
  const owns = isOwner(words, spans);
  if (governor !== null && !BY_PREPOSITION[dimension]?.includes(governor.lower) && !owns)
    return `"${governor.lower}" says nothing of ${dimension}.`;
  // "based in" says where, "based on" with what.
  const isFit = verb === 'base' ? (governor?.lower === 'in') === (dimension === 'geography') : true;
  if (verb !== null) return known.includes(verb) && isFit ? null : `Its verb says nothing of ${dimension}.`;
  if (owns)
    return dimension === 'owned-by' || dimension === 'membership'
      ? null
      : `A possessive says nothing of ${dimension}.`;
  if (governor === null || !WITHOUT_VERB[dimension]?.includes(governor.lower))
    return `No word of it says that it is about ${dimension}.`;
  return null;
}

function directionProblem(
  words: readonly PlacedWord[],
  { concept, parent }: StatedSpans,
  governor: Word | null,
  dimension: string,
): string | null {
  if (isOwner(words, { concept, parent })) return null;
  // A pronoun stands for the concept: it is the subject, so the parent has to be governed.
  if (concept === null) return governor === null ? 'It does not say that one lies in the other.' : null;
  const concepts = prepositionBefore(words, concept, parent, false);
  const first = concept.start < parent.start;
  if (governor !== null && concepts === null) return null;
  if (governor !== null && concepts !== null) {
    const fronted =
      !first && PLACING.has(governor.lower) && governor === words[0] && isNext(words, governor, parent);
    return first || fronted ? null : 'It says the opposite: the parent lies in the concept.';
  }
  if (concepts !== null) return 'It says the opposite: the parent lies in the concept.';
  const verb = verbNear(words, { concept, parent }, null);
  // "nas01 hosts jellyfin": the place is the subject. "the shop uses React": it is the object.
  if (dimension === 'tech' && !BACKWARDS.has(verb ?? ''))
    return first && USING.has(verb ?? '') ? null : 'It does not say that one uses the other.';
  return first ? 'It does not say that one lies in the other.' : null;
}

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
function prepositionBefore(
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

/** The verb that speaks of the parent: the nearest before its preposition, else the nearest behind it in its clause. */
function verbNear(
  words: readonly PlacedWord[],
  { concept, parent }: StatedSpans,
  governor: Word | null,
): string | null {
  const until = governor?.start ?? parent.start;
  const others = words.filter((word) => !isWithin(word, concept));
  const before = others.filter((word) => word.end <= until).reverse();
  const behind = others.filter((word) => word.start >= parent.end);
  const clause = behind.slice(
    0,
    Math.max(
      0,
      behind.findIndex((word) => word.opensChunk),
    ) || behind.length,
  );
  for (const word of [...before, ...clause]) {
    const verb = verbOf(word.lower);
    if (verb !== null) return verb;
  }
  return null;
}

function isWithin(word: Range, span: Range | null): boolean {
  return span !== null && word.start < span.end && word.end > span.start;
}

const ALL_VERBS: ReadonlySet<string> = new Set(Object.values(VERBS).flat());
const IRREGULAR: Readonly<Record<string, string>> = {
  ran: 'run',
  running: 'run',
  sits: 'sit',
  sat: 'sit',
  sitting: 'sit',
  stood: 'stand',
  kept: 'keep',
  went: 'go',
  gone: 'go',
  goes: 'go',
  held: 'hold',
  had: 'have',
  putting: 'put',
  setting: 'set',
  spun: 'spin',
  built: 'built',
  building: 'build',
};

/** The plain form of a verb that some dimension knows; null for any other word. */
function verbOf(lower: string): string | null {
  const plain = IRREGULAR[lower] ?? lower;
  const bare = plain.replace(/(?:e?s|ed|ing|ied)$/, '');
  const candidates = [plain, plain.replace(/s$/, ''), bare, `${bare}e`, bare.replace(/(.)\1$/, '$1')];
  return candidates.find((form) => ALL_VERBS.has(form)) ?? null;
}
