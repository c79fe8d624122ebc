// Reads what follows a cue: the class of "X is a Y" with the `of {Z}` that names a dimension, or the place, owner or technology of
// the others. Refuses judgements, data types, times, gathered things and lists of places. Called by statements.ts and attached.ts.
// Source: memory, Cue scanner, D18, D20.

import type { Lexicon } from '../types.ts';
import {
  canonicalOf,
  hasIdentifierShape,
  isAdjective,
  isCapitalised,
  isGerund,
  isNameLike,
  isNoise,
  isOrdinary,
  isPastForm,
  isTitleNoun,
} from './names.ts';
import {
  compoundOf,
  headOf,
  kindOf,
  nameBeforeTitle,
  type Phrase,
  reachOf,
  readPhrase,
} from './noun-phrase.ts';
import type { Chunk, Mark, Word } from './sentences/sentences.ts';
import {
  CLOSED_DETERMINERS,
  OPEN_DETERMINERS,
  PREPOSITIONS,
  PRONOUNS,
  STRICTLY_FINITE,
} from './words/function-words.ts';
import { isActivity, isKind, MATTERS, saysSomething } from './words/kinds.ts';
import {
  ADJECTIVES,
  DATA_TYPES,
  EVALUATIVE,
  GROUPS,
  HOSTING_MAKES,
  LANGUAGES,
  MACHINES,
  MANAGERS,
  MERE_PARTITIVES,
  NO_CONTAINERS,
  NO_HOSTS,
  PARTITIVES,
  PRIVATIVES,
  TIME_NAMES,
  TRADE_NOUNS,
} from './words/nouns.ts';
import { isDemonym, isPlace } from './words/places.ts';
import { ALIAS, type Cue } from './words/table.ts';

/** What stands behind a cue. */
export interface CueObject {
  readonly token: string;
  /** The last word of the phrase, in lower case. */
  readonly head: string;
  readonly isName: boolean;
  /** Introduced by `a`/`an` (after the cue itself): a class, not a particular thing. */
  readonly indefinite: boolean;
  /** More than plain adjectives stands before its head. */
  readonly isDescribed: boolean;
  readonly dim: string | null;
  /** Index of the first word after the phrase. */
  readonly to: number;
}

/** A phrase with the words it stands in. */
interface Found extends Phrase {
  readonly all: readonly Word[];
  readonly closedBy: Mark;
}

/**
 * Reads Y (and Z) after a cue.
 * @param chunk the chunk the cue stands in
 * @param from index of the first word after the cue
 * @param rest the chunks after it, into which a list of adjectives may reach
 * @returns the object, or `null` when nothing there can be a parent
 */
export function readObject(
  chunk: Chunk,
  from: number,
  rest: readonly Chunk[],
  cue: Cue,
  lexicon: Lexicon,
): CueObject | null {
  const { words, closedBy, rest: more } = reachOf(chunk, from, rest, lexicon);
  const opening = words[from];
  if (opening === undefined || CLOSED_DETERMINERS.has(opening.lower)) return null;
  if (PRONOUNS.has(opening.lower) && !OPEN_DETERMINERS.has(opening.lower) && !isCapitalised(opening))
    return null;
  const phrase = readPhrase(words, from, lexicon);
  if (phrase === null || isSpoilt(phrase.words)) return null;
  const found: Found = { ...phrase, all: words, closedBy };
  const next = words[phrase.to];
  if (next === undefined ? closedBy === 'hole' : STRICTLY_FINITE.has(next.lower)) return null;
  if (cue.isIsa) return isCoordinated(found, more, lexicon) ? null : readClass(found, cue, lexicon);
  const isList = !/^an?$/.test(phrase.determiner ?? '') && isListed(found, more[0], lexicon);
  return isList ? null : readPlace(found, cue, lexicon);
}

/** "a potential worker", "an x@y". */
function isSpoilt(phrase: readonly Word[]): boolean {
  return phrase.some(
    (word, at) =>
      (word.odd && at === phrase.length - 1) ||
      PRIVATIVES.has(word.lower) ||
      (PRONOUNS.has(word.lower) && !isCapitalised(word)),
  );
}

/** "a search and indexing service", "a mail signing Authority": the phrase goes on, and nobody can tell how. */
function isCoordinated({ words, to, all }: Found, rest: readonly Chunk[], lexicon: Lexicon): boolean {
  const last = words[words.length - 1];
  if (last === undefined || (isKind(last.lower) && !MATTERS.has(last.lower))) return false;
  if (/^(?:[a-z]{3,}ing|up|down|off|out)$/.test(all[to]?.text ?? '')) return !isKind(last.lower);
  // "a tidy, opt-in feature".
  if (
    words.length === 1 &&
    all[to] === undefined &&
    rest[0]?.mark === ',' &&
    !isCapitalised(last) &&
    isOrdinary(last, lexicon) &&
    readPhrase(rest[0].words, 0, lexicon)?.determiner === null &&
    rest[0].conjunction === null
  )
    return !isKind(last.lower);
  for (const { conjunction, mark, words: more } of all[to] === undefined ? rest.slice(0, 4) : []) {
    const joins = conjunction === null ? mark === ',' : conjunction === 'and';
    const phrase = joins ? readPhrase(more, 0, lexicon) : null;
    if (phrase === null || phrase.determiner !== null) return false;
    if (isKind(phrase.words.at(-1)?.lower ?? '') && phrase.words.length > 1) return true;
  }
  return false;
}

/** "runs on macOS, Windows and Linux": a list is a capability, not a place (memory D20). */
function isListed({ all, to }: Found, next: Chunk | undefined, lexicon: Lexicon): boolean {
  const behind = all[to];
  if (behind?.lower === 'as' && all[to + 1]?.lower === 'well') return all[to + 2]?.lower === 'as';
  const [first] = next?.words ?? [];
  if (behind !== undefined || next === undefined || first === undefined || !isNameLike(first, lexicon))
    return false;
  const joins = next.conjunction === null ? next.mark === ',' : /^(?:and|or)$/.test(next.conjunction);
  const phrase = joins ? readPhrase(next.words, 0, lexicon) : null;
  const after = phrase === null ? undefined : next.words[phrase.to];
  return phrase !== null && (after === undefined || PREPOSITIONS.has(after.lower) || after.lower === 'too');
}

const REFUSED = '';
const FORMATS = /^(?:json|ya?ml|xml|csv|toml|markdown|html)$/;

/** What something is: the whole compound, and what it is one of. */
function readClass(found: Found, cue: Cue, lexicon: Lexicon): CueObject | null {
  const { words: phrase, all, to, determiner } = found;
  if (/^(?:bit|lot|tad|touch|few|couple|deal|good deal|little)$/.test(phrase[0]?.lower ?? '')) return null;
  const compound = compoundOf(phrase, lexicon);
  const head = phrase[phrase.length - 1] as Word;
  const last = kindOf(compound);
  if (isRefusedHead(compound.length > 1 ? compound.slice(-1) : [head], cue, compound.length > 1, lexicon))
    return null;
  const next = all[to];
  // "a Ruby on Rails application", "a Kafka to Quill indexer": a name goes on behind its preposition; "Rack 4" is one we cannot write.
  const isCut =
    next !== undefined &&
    (/^(?:to|on|in)$/.test(next.lower) ? isCapitalised(all[to + 1] ?? next) : /^\p{N}+$/u.test(next.text));
  if (
    isCut &&
    compound.length === 1 &&
    isCapitalised(head) &&
    !(/^\p{N}/u.test(next.text) && !isOrdinary(head, lexicon))
  )
    return null;
  // A bare "kind of" is as often an adverb: "kind of works".
  if (
    cue.name === 'kind of' &&
    (phrase.length > 3 || /(?:s|ed|ing|ly|ful|less|ous|ish|able|ive)$/.test(last))
  )
    return null;
  // Prose about a format, and the types of a program.
  if (
    /^[ui]\d{1,3}$/.test(last) ||
    isDemonym(head) ||
    compound.some(({ lower }) => FORMATS.test(lower) && !isKind(last.replace('format', '')))
  )
    return null;
  const whose = readDimension(found, head, lexicon);
  if (whose === REFUSED) return null;
  const isRelative = cue.name === 'is the' || last === 'guest';
  const dim = isRelative || compound.some((word) => word.lower === whose) ? null : whose;
  if (cue.name === 'is the' && !namesClass(last, compound, next)) return null;
  if (cue.name === 'is our' && compound.length === 1 && !isKind(last) && !TRADE_NOUNS.has(last)) return null;
  if (/^is (?:a|our)$/.test(cue.name) && !saysSomething(last, compound.length - 1, dim !== null)) return null;
  const first = compound[0] as Word;
  return {
    token: canonicalOf(compound),
    head: last,
    isName: isNameLike(first, lexicon) && (compound.length === 1 || compound.every(isCapitalised)),
    indefinite: /^an?$/.test(determiner ?? ''),
    isDescribed: compound.length > 1 || phrase.slice(0, -1).some((word) => /-/.test(word.text)),
    dim,
    to,
  };
}

/** Of these a house has one: "anteatr is the NAS". */
const ONE_OF_A_HOUSE: ReadonlySet<string> = new Set(
  'nas router switch hypervisor firewall gateway proxy homeserver modem'.split(' '),
);

/** "hilbert is the build server" tells a class; "the server", "the owner of it" point at one thing. */
function namesClass(last: string, compound: readonly Word[], next: Word | undefined): boolean {
  const isTold =
    compound.length > 1 ||
    /[-_]/.test(last) ||
    ONE_OF_A_HOUSE.has(last) ||
    /^(?:i|we|that)$/.test(next?.lower ?? '');
  return (
    isTold &&
    isKind(last) &&
    saysSomething(last, compound.length - 1, false) &&
    !(next?.lower === 'of' && compound.length === 1)
  );
}

/** `of {Z}`: the token of Z when it has a name of its own, `null` when it has none, `''` when the phrase gathers or is a metaphor. */
function readDimension({ all, to }: Found, head: Word, lexicon: Lexicon): string | null {
  if (all[to]?.lower !== 'of') return null;
  if (MERE_PARTITIVES.has(head.lower)) return REFUSED;
  if (/^(?:mine|ours|yours|his|hers|theirs|choice)$/.test(all[to + 1]?.lower ?? '')) return null;
  const phrase = readPhrase(all, to + 1, lexicon);
  if (phrase === null || STRICTLY_FINITE.has(all[phrase.to]?.lower ?? '')) return REFUSED;
  const name = /^an?$/.test(phrase.determiner ?? '') ? [] : headOf(phrase.words, lexicon);
  const [first] = name;
  if (
    first !== undefined &&
    name.length === phrase.words.length &&
    isNameLike(first, lexicon) &&
    !isNoise(name.at(-1) as Word)
  )
    return canonicalOf(name);
  // "a maze of clients": what is of many is none of a kind, unless its head is one.
  const last = phrase.words.at(-1) as Word;
  const isMetaphor =
    phrase.determiner === null && !isCapitalised(last) && isPlural(last, lexicon) && !isKind(head.lower);
  return (PARTITIVES.has(head.lower) || isMetaphor) && !GROUPS.has(head.lower) ? REFUSED : null;
}

/** Dimensions in which the whole compound is meant, and those in which a common noun says nothing ("powered by electricity"). */
const WHOLE_DIMS: ReadonlySet<string> = new Set(['membership', 'owned-by', 'runs-on']);
const NAMED_DIMS: ReadonlySet<string> = new Set(['tech', 'geography', ALIAS]);

/** Where something is, whose, or of what: a name, or the compound of the phrase. */
function readPlace(found: Found, cue: Cue, lexicon: Lexicon): CueObject | null {
  const { words: phrase, all, to, determiner } = found;
  const indefinite = /^an?$/.test(determiner ?? '');
  const made = (token: string, isName: boolean, dim: string | null): CueObject => ({
    ...{
      token,
      head: token.slice(token.lastIndexOf('_') + 1),
      isName,
      indefinite,
      isDescribed: false,
      dim,
      to,
    },
  });
  const place = canonicalOf(phrase);
  const isIn = cue.dim === 'geography' || cue.name === 'lives in';
  if (isIn && isPlace(place)) return made(place, true, 'geography');
  if (cue.dim === 'geography' || phrase.some(isNoise)) return null;
  const named = nameBeforeTitle(phrase, lexicon);
  // "part of composing mails": something done.
  if (determiner === null && isGerund(phrase[0] as Word, lexicon)) return null;
  const isAnnounced =
    phrase.length === 2 && isTitleNoun(phrase[0] as Word) && isCapitalised(phrase[1] as Word);
  const isMatter = named[0] === phrase.at(-1) || isActivity(named[0]?.lower ?? '');
  const isWhole = WHOLE_DIMS.has(cue.dim) && named.length === 1 && isMatter && !isAnnounced;
  const head = isWhole
    ? compoundOf(phrase, lexicon)
    : cue.dim === 'tech'
      ? beforeTitle(phrase, named)
      : named;
  const last = (head[head.length - 1] as Word | undefined)?.lower ?? '';
  if (isRefusedHead(head, cue, head.length > 1, lexicon) || (PARTITIVES.has(last) && all[to]?.lower === 'of'))
    return null;
  const [first] = head as [Word];
  const isLanguage = LANGUAGES.has(last) && cue.dim === 'tech';
  const isName = first.code || isLanguage || head.some((word) => isNameLike(word, lexicon));
  // "maintained by Network to Code", "an RTX 5070 Ti", "Rack 4": a name that goes on.
  const [next, more] = all.slice(to, to + 2);
  const isNumbered =
    /^\p{N}+$/u.test(next?.text ?? '') &&
    (more !== undefined && isCapitalised(more)
      ? true
      : head.length === 1 && isOrdinary(first, lexicon) && !MACHINES.has(last));
  const goesOn =
    head.length === 1 &&
    /^(?:to|of|for)$/.test(next?.lower ?? '') &&
    phrase.length === 1 &&
    more !== undefined &&
    isCapitalised(more);
  if (isCapitalised(first) && (isNumbered || goesOn)) return null;
  if (cue.dim === 'owned-by' && (isManager(head) || (indefinite && !isName))) return null;
  if (cue.dim === 'runs-on' && !isHost(found, head, isName, cue, lexicon)) return null;
  if (NAMED_DIMS.has(cue.dim) && (!isName || indefinite || (head.length > 1 && !head.every(isCapitalised))))
    return null;
  if (NAMED_DIMS.has(cue.dim) && determiner !== null && head === named && head.length < 3) return null;
  // "developed in Rust", and in Japan, in containers and in the open.
  if (
    / in$/.test(cue.name) &&
    cue.dim === 'tech' &&
    !isLanguage &&
    (/developed/.test(cue.name) || first.code)
  )
    return null;
  return made(canonicalOf(head), isName, null);
}

/** "the Python programming language", "the small Quill library": the name in front of what it is. */
function beforeTitle(phrase: readonly Word[], named: readonly Word[]): readonly Word[] {
  const title = phrase[phrase.length - 1] as Word;
  if (
    isCapitalised(title) ||
    !isKind(title.lower.replace(/s$/, '')) ||
    /^(?:script|image|pipeline|template)s?$/.test(title.lower)
  )
    return named;
  const from = phrase.findIndex((word) => isCapitalised(word) || word.code);
  const behind = phrase.findIndex((word, at) => at > from && !isCapitalised(word) && !word.code);
  return from === -1 || behind === -1 ? named : phrase.slice(from, behind);
}

/** Where things run: a name, a machine, or something else that hosts. */
function isHost(
  { words: phrase, determiner, all, to }: Found,
  head: readonly Word[],
  isName: boolean,
  cue: Cue,
  lexicon: Lexicon,
): boolean {
  const last = head[head.length - 1] as Word;
  if (/^(?:is on|lives in|moved to)$/.test(cue.name) && !isHostLike(head, determiner, lexicon)) return false;
  if (cue.name === 'runs in')
    return (
      (HOSTING_MAKES.has(head[0]?.lower ?? '') ||
        /^(?:cluster|namespace|vpc|container|lxc|vm|account)$/.test(last.lower)) &&
      !/^\p{N}/u.test(all[to]?.text ?? '')
    );
  // "runs on the `proxy` network", "hosted by the Foundation", "runs on Flux reconciliation".
  if (NO_PLACES.test(last.lower) || NO_PLACES.test((phrase.at(-1) as Word).lower)) return false;
  if (phrase.length > 1 && isPlural(phrase.at(-1) as Word, lexicon)) return false;
  if (isName) return true;
  if (/^[a-z]{4,}ing$/.test(all[to]?.text ?? '')) return false;
  // "deployed to manage", "runs on demand": no place without an article, unless it is of a kind that hosts.
  if (determiner === null && !isKind(last.lower) && !TRADE_NOUNS.has(last.lower)) return false;
  return (
    MACHINES.has(last.lower) ||
    head.length > 1 ||
    (!indefiniteOf(determiner) ? true : isKind(last.lower) && saysSomething(last.lower, 0, false))
  );
}

const indefiniteOf = (determiner: string | null): boolean => /^an?$/.test(determiner ?? '');

const NO_PLACES =
  /^(?:mode|networks?|[a-z]*vlan|subnet|interface|port|schedule|foundation|organi[sz]ation|association|consortium|committee|leash|[a-z]{4,}(?:ation|ment|ness|ancy|ency|ing))$/;

/** A machine's name, or "the NAS", "my laptop". */
export function isHostLike(head: readonly Word[], determiner: string | null, lexicon: Lexicon): boolean {
  const [first] = head;
  const last = (head[head.length - 1] as Word | undefined)?.lower ?? '';
  if (first === undefined) return false;
  if (MACHINES.has(last.slice(last.lastIndexOf('-') + 1)) && !/\p{N}/u.test(last))
    return determiner !== null || head.length > 1;
  if (head.length > 1 || first.code) return false;
  return (
    HOSTING_MAKES.has(last) || /\p{N}/u.test(last) || (!isCapitalised(first) && !isOrdinary(first, lexicon))
  );
}

/** "managed by Terraform" says how, not whose; "maintained by enthusiasts" says nobody. */
function isManager(head: readonly Word[]): boolean {
  const last = head[head.length - 1] as Word;
  if (/(?:controller|operator|scheduler|daemon|plugin|script|pipeline)$/.test(last.lower)) return true;
  if (head.length === 1 && /^(?:ecosystem|world|everyone|people|volunteers|contributors)$/.test(last.lower))
    return true;
  return head.length === 1 && (MANAGERS.has(last.lower) || HOSTING_MAKES.has(last.lower));
}

/** A plural of everyday words: it names no one thing. */
export function isPlural(word: Word, lexicon: Lexicon): boolean {
  const { lower } = word;
  if (!/[^suio]s$/.test(lower) || lower.length < 4 || isCapitalised(word) || hasIdentifierShape(word))
    return false;
  if (/^(?:series|news|species|lens|atlas|alias|canvas|gas|means)$/.test(lower)) return false;
  return [lower.slice(0, -1), lower.slice(0, -2)].some((one) => isOrdinary({ ...word, lower: one }, lexicon));
}

/** Judgements, data types, times, plurals and adjectives: the head of no fact. */
export function isRefusedHead(
  head: readonly Word[],
  cue: Pick<Cue, 'dim' | 'isIsa' | 'strength'>,
  isCompound: boolean,
  lexicon: Lexicon,
): boolean {
  const last = head[head.length - 1];
  if (last === undefined || isNoise(head[0] as Word)) return true;
  const { lower } = last;
  const isProper = isCapitalised(last) && !last.initial;
  if (
    !cue.isIsa &&
    (cue.dim === 'membership' ? NO_CONTAINERS : cue.dim === 'runs-on' ? NO_HOSTS : NONE).has(lower)
  )
    return !(head.length > 1 && isCapitalised(head[0] as Word));
  if (head.length > 1) return false;
  if (PRONOUNS.has(lower) || TIME_NAMES.has(lower) || STRICTLY_FINITE.has(lower)) return true;
  if (DATA_TYPES.has(lower))
    return (
      !(isCompound && /^(?:format|schema|variable|setting|credential)$/.test(lower)) &&
      !(isProper && !cue.isIsa && !isOrdinary(last, lexicon))
    );
  if (EVALUATIVE.has(lower) || ADJECTIVES.has(lower)) return !(isProper && !cue.isIsa);
  if (cue.isIsa && isAdjective({ ...last, text: lower }, lexicon) && (lower.includes('-') || !isKind(lower)))
    return true;
  if (cue.isIsa && isGerund(last, lexicon)) return true;
  if (isCapitalised(last) || hasIdentifierShape(last) || isKind(lower)) return false;
  if (
    /ly$|ful$|less$|ous$|[^u]est$/.test(lower) &&
    isOrdinary(last, lexicon) &&
    !/^(?:family|assembly|supply|request|test|forest|guest)$/.test(lower)
  )
    return true;
  if (isPastForm(last, lexicon) && !/(?:eed|bed|led|hed)$/.test(lower)) return true;
  // An explicit keyword may name a part of the house by its plural: "billing-api ISPART payments".
  return isPlural(last, lexicon) && cue.strength !== 'keyword';
}

const NONE: ReadonlySet<string> = new Set();
