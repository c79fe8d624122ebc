// Reads what follows a cue: the class of "X is a Y" with the `of {Z}` that names a dimension, or the place, owner or technology of
// the others. A class is one of a closed list of kinds, a place has a name or is of a kind that hosts or holds; nothing else is
// read. Called by statements.ts and attached.ts. Source: memory, Cue scanner, D18, D20.

import type { Lexicon } from '../types.ts';
import {
  canonicalOf,
  hasIdentifierShape,
  isCapitalised,
  isNameLike,
  isNoise,
  isOrdinary,
  isTitleNoun,
} from './names.ts';
import { compoundOf, headOf, kindOf, nameBeforeTitle, type Phrase, readPhrase } from './noun-phrase.ts';
import type { Chunk, Mark, Word } from './sentences/sentences.ts';
import { CLOSED_DETERMINERS, PREPOSITIONS, STRICTLY_FINITE } from './words/function-words.ts';
import { isKind, saysSomething } from './words/kinds.ts';
import { words } from './words/lists.ts';
import { HOSTING_MAKES, LANGUAGES, MACHINES, PRIVATIVES, TIME_NAMES } from './words/nouns.ts';
import { isPlace } from './words/places.ts';
import { ALIAS, type Cue } from './words/table.ts';

/** What stands behind a cue. */
export interface CueObject {
  readonly token: string;
  /** The last word of the phrase, in lower case. */
  readonly head: string;
  readonly isName: boolean;
  /** Introduced by `a`/`an` (after the cue itself): a class, not a particular thing. */
  readonly indefinite: boolean;
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
 * @param rest the chunks after it
 * @returns the object, or `null` when nothing there can be a parent
 */
export function readObject(
  chunk: Chunk,
  from: number,
  rest: readonly Chunk[],
  cue: Cue,
  lexicon: Lexicon,
): CueObject | null {
  const { words, closedBy } = chunk;
  const [behind] = rest;
  if (CLOSED_DETERMINERS.has(words[from]?.lower ?? '')) return null;
  const phrase = readPhrase(words, from, lexicon);
  if (phrase === null || phrase.words.some(({ lower }) => PRIVATIVES.has(lower))) return null;
  if (phrase.words.at(-1)?.odd === true) return null;
  const next = words[phrase.to];
  if (next === undefined ? closedBy === 'hole' : STRICTLY_FINITE.has(next.lower)) return null;
  const found: Found = { ...phrase, all: words, closedBy };
  if (cue.isIsa) return readClass(found, cue, lexicon);
  return isListed(found, behind, lexicon) ? null : readPlace(found, cue, lexicon);
}

const joins = (chunk: Chunk | undefined): boolean =>
  chunk !== undefined &&
  (chunk.conjunction === null ? chunk.mark === ',' : /^(?:and|or)$/.test(chunk.conjunction));

/** "runs on macOS, Windows and Linux": a list is a capability, not a place (memory D20). */
function isListed({ all, to }: Found, next: Chunk | undefined, lexicon: Lexicon): boolean {
  const [first] = next?.words ?? [];
  if (all[to]?.lower === 'as') return all[to + 1]?.lower === 'well' && all[to + 2]?.lower === 'as';
  if (all[to] !== undefined || next === undefined || first === undefined || !joins(next)) return false;
  const phrase =
    isNameLike(first, lexicon) || isKind(first.lower) ? readPhrase(next.words, 0, lexicon) : null;
  const after = phrase === null ? undefined : next.words[phrase.to];
  return phrase !== null && (after === undefined || PREPOSITIONS.has(after.lower) || after.lower === 'too');
}

/** What something is: the whole compound, and what it is one of. */
function readClass(found: Found, cue: Cue, lexicon: Lexicon): CueObject | null {
  const { words: phrase, all, to, determiner } = found;
  const compound = compoundOf(phrase, lexicon);
  const [first, head] = [compound[0] as Word, phrase.at(-1) as Word];
  const last = kindOf(compound);
  const isProper =
    isCapitalised(head) &&
    (compound.length > 1
      ? isCapitalised(first)
      : !isOrdinary(head, lexicon) && !/(?:ean|ish|ese|ican)$/.test(last));
  const isTemplate = cue.name.endsWith('instance of') && hasIdentifierShape(head);
  if (!(isKind(last) || isProper || isTemplate) || isNoise(first)) return null;
  const next = all[to];
  const dim = dimensionOf(found, lexicon);
  if (cue.name === 'is the' && !pointsOut(last, compound, next)) return null;
  if (/^is (?:a|our)$/.test(cue.name) && !saysSomething(last, compound.length - 1, dim !== null)) return null;
  return {
    token: canonicalOf(compound),
    head: last,
    isName: isNameLike(first, lexicon) && (compound.length === 1 || compound.every(isCapitalised)),
    indefinite: /^an?$/.test(determiner ?? ''),
    dim: cue.name === 'is the' || last === 'guest' ? null : dim,
    to,
  };
}

/** Of these a house has one: "anteatr is the NAS". */
const ONE_OF_A_HOUSE = words('nas router switch hypervisor firewall gateway proxy homeserver modem');

/** "hilbert is the build server" tells a class, "the laptop I use" too; "the server", "the owner of it" point at one thing. */
function pointsOut(last: string, compound: readonly Word[], next: Word | undefined): boolean {
  const isTold =
    compound.length > 1 ||
    /[-_]/.test(last) ||
    ONE_OF_A_HOUSE.has(last) ||
    /^(?:i|we|that)$/.test(next?.lower ?? '');
  return isTold && saysSomething(last, compound.length - 1, false);
}

/** `of {Z}`: the token of Z when it has a name of its own. */
function dimensionOf({ all, to }: Found, lexicon: Lexicon): string | null {
  const phrase = all[to]?.lower === 'of' ? readPhrase(all, to + 1, lexicon) : null;
  if (phrase === null || /^(?:an?|our|my)$/.test(phrase.determiner ?? '')) return null;
  const name = headOf(phrase.words, lexicon);
  const [first, last] = [name[0], name.at(-1)];
  if (first === undefined || last === undefined || name.length < phrase.words.length) return null;
  return isNameLike(first, lexicon) && !isNoise(last) ? canonicalOf(name) : null;
}

/** Dimensions in which a common noun says nothing ("powered by electricity"). */
const NAMED_DIMS: ReadonlySet<string> = new Set(['tech', 'geography', ALIAS]);

/** Where something is, whose, or of what: a name, or the compound of the phrase. */
function readPlace(found: Found, cue: Cue, lexicon: Lexicon): CueObject | null {
  const { words: phrase, all, to, determiner } = found;
  const indefinite = /^an?$/.test(determiner ?? '');
  const made = (token: string, isName: boolean, dim: string | null): CueObject => ({
    ...{ token, head: token.slice(token.lastIndexOf('_') + 1), isName, indefinite, dim, to },
  });
  // "belongs to my wife"
  if (cue.name === 'belongs to' && determiner === 'my' && !isKind(phrase.at(-1)?.lower ?? '')) return null;
  const place = canonicalOf(phrase);
  const isIn = cue.dim === 'geography' || cue.name === 'lives in';
  // "in rack 3"
  const number = /^\p{N}+$/u.test(all[to]?.text ?? '') ? `_${all[to]?.text}` : '';
  if (isIn && isPlace(place)) return made(place + number, true, 'geography');
  if (cue.dim === 'geography') return null;
  const head = headIn(phrase, cue, lexicon);
  const [first, last] = [head[0], head.at(-1)];
  if (first === undefined || last === undefined || isNoise(first)) return null;
  if (isPlural(last, lexicon) && cue.strength !== 'keyword') return null;
  if (TIME_NAMES.has(last.lower.replace(/s$/, ''))) return null;
  const isLanguage = LANGUAGES.has(last.lower) && cue.dim === 'tech';
  const isName = first.code || isLanguage || head.some((word) => isNameLike(word, lexicon));
  // "maintained by Network to Code", "an RTX 5070 Ti", "Rack 4": a name that goes on.
  const [next, more] = all.slice(to, to + 2);
  const isNumbered = /^\p{N}+$/u.test(next?.text ?? '') && isOrdinary(first, lexicon);
  const goesOn =
    /^(?:to|of|for)$|^\p{N}+$/u.test(next?.lower ?? '') && more !== undefined && isCapitalised(more);
  const isCut = head.length === 1 && !MACHINES.has(last.lower) && (isNumbered || goesOn);
  if (isCapitalised(first) && isCut) return null;
  if (NAMED_DIMS.has(cue.dim)) {
    const isWhole = head.length === 1 || head.every(isCapitalised);
    // "developed in Rust", and in Japan, in containers and in the open.
    const isOpen = / in$/.test(cue.name) && cue.dim === 'tech' && !isLanguage;
    if (!isName || indefinite || !isWhole || (isOpen && (/developed/.test(cue.name) || first.code)))
      return null;
  } else if (
    !(cue.dim === 'runs-on' ? isHost(found, head, isName, cue, lexicon) : isHolder(found, head, isName, cue))
  )
    return null;
  return made(canonicalOf(head), isName, null);
}

/** The words of a place: its name, or the whole compound where it has none. */
function headIn(phrase: readonly Word[], cue: Cue, lexicon: Lexicon): readonly Word[] {
  const named = nameBeforeTitle(phrase, lexicon);
  if (cue.dim === 'tech') return named;
  // "part of the download stack"
  const isPlain = phrase.every((word) => !isCapitalised(word) && !hasIdentifierShape(word));
  if (cue.dim === 'membership' && isPlain) return compoundOf(phrase, lexicon);
  const isAnnounced =
    phrase.length === 2 && isTitleNoun(phrase[0] as Word) && isCapitalised(phrase[1] as Word);
  const isMatter = named[0] === phrase.at(-1);
  return named.length === 1 && isMatter && !isAnnounced && cue.dim !== ALIAS
    ? compoundOf(phrase, lexicon)
    : named;
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
      (HOSTING_MAKES.has(head[0]?.lower ?? '') || HOSTS.test(last.lower)) &&
      !/^\p{N}/u.test(all[to]?.text ?? '')
    );
  // "runs on the `proxy` network", "hosted by the Foundation", "runs on Flux reconciliation".
  if (NO_PLACES.test(last.lower) || NO_PLACES.test((phrase.at(-1) as Word).lower)) return false;
  return isName || (isKind(last.lower) && !/^[a-z]{4,}ing$/.test(all[to]?.text ?? ''));
}

const HOSTS = /^(?:cluster|namespace|vpc|container|lxc|vm|account)$/;
const NO_PLACES =
  /^(?:mode|side|end|networks?|[a-z]*vlan|subnet|interface|port|schedule|foundation|organi[sz]ation|association|consortium|committee|leash|[a-z]{4,}(?:ation|ment|ness|ancy|ency|ing))$/;

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

/** Who or what holds something: a name, or a group; "managed by Terraform" says how, not whose. */
function isHolder({ determiner }: Found, head: readonly Word[], isName: boolean, cue: Cue): boolean {
  const last = head[head.length - 1] as Word;
  if (cue.dim !== 'owned-by') {
    // "belongs to quill": an everyday word without an article is a name there.
    const isGiven = cue.strength === 'keyword' || (determiner === null && !/part/.test(cue.name));
    return isName || isGiven || (isKind(last.lower) && saysSomething(last.lower, head.length - 1, false));
  }
  if (/(?:controller|operator|scheduler|daemon|plugin|script|pipeline)$/.test(last.lower)) return false;
  return head.length > 1 || !HOSTING_MAKES.has(last.lower);
}

/** A plural of everyday words: it names no one thing. */
export function isPlural(word: Word, lexicon: Lexicon): boolean {
  const { lower } = word;
  if (!/[^suio]s$/.test(lower) || lower.length < 4 || isCapitalised(word) || hasIdentifierShape(word))
    return false;
  return [lower.slice(0, -1), lower.slice(0, -2)].some((one) => isOrdinary({ ...word, lower: one }, lexicon));
}
