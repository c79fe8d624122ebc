import type { Lexicon } from '../types.ts';
import {
  isAdjective,
  isCapitalised,
  isFunctionWord,
  isNoise,
  isOrdinary,
  isPastForm,
  isPlainAdverb,
} from './names.ts';
import { INTENSIFIERS, readPhrase } from './phrase.ts';
import type { Chunk, Word } from './sentences/sentences.ts';
import { PREPOSITIONS } from './words/function-words.ts';
import { isActivity, isKind, MATTERS, saysSomething } from './words/kinds.ts';
import { EVALUATIONS, OBJECT_PARTICIPLES, TRAILING_ADJECTIVES } from './words/nouns.ts';
import { isDemonym } from './words/places.ts';

/** Most words of a parent. */
const LONGEST_COMPOUND = 4;
/** Most members of a coordination that are looked at. */
const MOST_MEMBERS = 4;
/** Most words before a member of a coordination ends. */
const LONGEST_MEMBER = 6;

/** What stands behind a cue. */
export interface CueObject {
  readonly token: string;
  /** The last word of the phrase, in lower case. */
  readonly head: string;
  readonly isName: boolean;
  /** Introduced by `a`/`an` (after the cue itself): a class, not a particular thing. */
  readonly indefinite: boolean;
  /** More than plain adjectives stands before its head: a noun, a participle, a hyphenated word. */
  readonly isDescribed: boolean;
  readonly dim: string | null;
  /** Index of the first word after the phrase. */
  readonly to: number;
}

/** Where the phrase of a parent ends when it is coordinated: in which chunk, and which words are its last member. */
export interface Conjunct {
  /** Words of the chunk the member stands in. */
  readonly words: readonly Word[];
  readonly phrase: readonly Word[];
  /** Index of the first word behind it, in `words`. */
  readonly to: number;
  readonly closedBy: Chunk['closedBy'];
  readonly determiner: string | null;
}

/**
 * The last member of a coordination that `phrase` opens ("search and indexing service", "Naomi, and Atomiswave emulator").
 * @param rest the chunks behind the phrase's own
 * @returns null when the phrase stands alone or is whole by itself; `'open'` when it breaks off and nothing completes it
 */
export function lastMember(
  phrase: readonly Word[],
  rest: readonly Chunk[],
  lexicon: Lexicon,
): Conjunct | 'open' | null {
  const last = phrase[phrase.length - 1];
  const isMatter = MATTERS.has(last?.lower ?? '');
  if (last === undefined || (isKind(last.lower) && !isMatter)) return null;
  for (const [index, chunk] of rest.slice(0, MOST_MEMBERS).entries()) {
    const member = joins(chunk) ? readMember(chunk, lexicon) : null;
    if (member === null) break;
    const head = member.phrase[member.phrase.length - 1];
    const isLast = chunk.conjunction !== null || !joins(rest[index + 1]);
    if (isMatter && (member.determiner !== null || !ofMatters(phrase, head))) return null;
    if (head !== undefined && isLast && isKind(head.lower)) return member;
    if (isLast) break;
  }
  return breaksOff(phrase, last, rest[0], lexicon) ? 'open' : null;
}

/** "a system container and machine manager" manages both; "a mail queue and web server" is two things. */
function ofMatters(phrase: readonly Word[], head: Word | undefined): boolean {
  return phrase.length === 1 || /^(?:manager|orchestrator|registry|builder)$/.test(head?.lower ?? '');
}

function joins(chunk: Chunk | undefined): boolean {
  if (chunk === undefined) return false;
  return chunk.conjunction === null ? chunk.mark === ',' : /^(?:and|or|but|yet)$/.test(chunk.conjunction);
}

/** "a small, opt-in ...", "a search and ...": what follows goes on with the phrase, and nobody can tell how. */
function breaksOff(phrase: readonly Word[], last: Word, next: Chunk | undefined, lexicon: Lexicon): boolean {
  if (next === undefined || !joins(next) || readMember(next, lexicon) === null) return false;
  return phrase.length === 1 ? !isCapitalised(last) || isActivity(last.lower) : isActivity(last.lower);
}

function readMember(chunk: Chunk, lexicon: Lexicon): Conjunct | null {
  const { words, closedBy } = chunk;
  if (words.length > 1 && isVerbal(words[0], lexicon) && !isKind(words[words.length - 1]?.lower ?? ''))
    return null;
  const phrase = readPhrase(words, 0, lexicon);
  if (phrase === null || phrase.words.length > LONGEST_MEMBER) return null;
  const next = words[phrase.to];
  const ends =
    next === undefined ||
    PREPOSITIONS.has(next.lower) ||
    /^(?:that|which)$/.test(next.lower) ||
    /^\p{N}/u.test(next.text) ||
    isPastForm(next, lexicon) ||
    isParticiple(next);
  return ends
    ? { words, phrase: phrase.words, to: phrase.to, closedBy, determiner: phrase.determiner }
    : null;
}

function isParticiple(word: Word): boolean {
  return (
    OBJECT_PARTICIPLES.has(word.lower) ||
    TRAILING_ADJECTIVES.has(word.lower) ||
    /^[a-z]{3,}ing$/.test(word.text)
  );
}

/** "and provides", "and is": a verb of its own, no member of a list. */
function isVerbal(word: Word | undefined, lexicon: Lexicon): boolean {
  if (word === undefined || isFunctionWord(word)) return true;
  return (
    /^[a-z]{3,}s$/.test(word.text) &&
    !/(?:ss|ics)$/.test(word.text) &&
    lexicon.isCommon(word.text.slice(0, -1))
  );
}

/** The nouns a phrase ends with: at most four, none of them an adjective, a participle or a number. */
export function compoundOf(whole: readonly Word[], lexicon: Lexicon): readonly Word[] {
  // "a very basic utility".
  const measured = whole.findLastIndex((word, at) => at < whole.length - 1 && INTENSIFIERS.has(word.lower));
  const plain = measured === -1 ? whole : whole.slice(Math.min(measured + 2, whole.length - 1));
  const phrase = saysNothing(plain.slice(-1)) ? withoutVersions(plain) : plain;
  let from = phrase.length - 1;
  while (from > 0 && phrase.length - from < LONGEST_COMPOUND && isNounModifier(phrase, from - 1, lexicon))
    from--;
  if (from > 0 && from === phrase.length - 1 && isPurpose(phrase, from - 1, lexicon)) from--;
  return phrase.slice(isCutName(phrase, from) ? behindName(phrase, from) : from);
}

/** "a Debian 12 instance" is a Debian instance; "a Debian 12 server" is a server. */
function withoutVersions(phrase: readonly Word[]): readonly Word[] {
  const isVersion = ({ text }: Word): boolean => /^v?\p{N}+(?:[.,]\p{N}+)*$/u.test(text);
  return phrase.filter((word, at) => !isVersion(word) || !isCapitalised(phrase[at - 1] ?? word));
}

/** "a note-taking app", "the log-shipping agent", "a low-code platform": what it is for makes its kind. */
function isPurpose(phrase: readonly Word[], at: number, lexicon: Lexicon): boolean {
  const lower = phrase[at]?.lower ?? '';
  if (PURPOSES.has(lower)) return saysNothing(phrase.slice(at + 1));
  const [what, doing, more] = lower.split('-');
  if (what === undefined || doing === undefined || more !== undefined || !/[a-z]{3}ing$/.test(doing))
    return false;
  return lexicon.isCommon(what) && !WAYS.has(what) && !WAYS.has(doing);
}

/** Say something before a head that says nothing alone. */
const PURPOSES: ReadonlySet<string> = new Set(
  'low-code no-code high-availability client-side server-side command-line point-of-sale peer-to-peer single-sign-on'.split(
    ' ',
  ),
);

/** "self-updating", "fast-growing", "time-saving": how it does, and not what. */
const WAYS: ReadonlySet<string> = new Set(
  (
    'self long short fast slow forward good hard ever far free easy well best non high low always ' +
    'saving winning growing leading breaking looking reaching facing going catching changing running working'
  ).split(' '),
);

/** "a Material Design UI framework": the four words must not open within a name. */
function isCutName(phrase: readonly Word[], from: number): boolean {
  const [before, first, head] = [phrase[from - 1], phrase[from], phrase[phrase.length - 1]];
  if (phrase.length - from < LONGEST_COMPOUND) return false;
  if (before === undefined || first === undefined || head === undefined) return false;
  return isTitleCase(before) && isTitleCase(first) && !isCapitalised(head);
}

function behindName(phrase: readonly Word[], from: number): number {
  const next = phrase.findIndex((word, at) => at > from && !isTitleCase(word));
  return next === -1 ? from : next;
}

function isTitleCase(word: Word): boolean {
  return /^\p{Lu}\p{Ll}/u.test(word.text);
}

function isNounModifier(phrase: readonly Word[], at: number, lexicon: Lexicon): boolean {
  const word = phrase[at];
  if (word === undefined || word.possessive || word.odd || isNoise(word)) return false;
  const { lower } = word;
  if (
    !(isTitleCase(word) && isTitleCase(phrase[at + 1] ?? word)) &&
    /^(?:based|scoped|focused|driven|oriented|centric|specific|enabled|aware|compatible|native|powered|backed|grade|scale|scope|ready|like|friendly|up|only|side)$/.test(
      lower,
    )
  )
    return false;
  // "a software tool" says no more than "a tool".
  if (lower === 'software' && saysNothing(phrase.slice(at + 1)))
    return at > 0 && isNounModifier(phrase, at - 1, lexicon);
  if (
    /^(?:source|performance|software|generation|gen|edge|level|quality|speed|latency|availability|throughput|end)$/.test(
      lower,
    )
  )
    return !OPENING_PAIRS.has(phrase[at - 1]?.lower ?? '');
  if (LEXICAL.has(`${lower} ${phrase[at + 1]?.lower ?? ''}`)) return true;
  if (OPENING_PAIRS.has(lower)) return false;
  const before = phrase[at - 1];
  if (before !== undefined && /^[a-z]{4,}ly$/.test(before.text) && isPlainAdverb(before)) return false;
  if (isDemonym(word) || (lower === 'party' && isOrdinal(phrase[at - 1]))) return false;
  if (lower === 'restful') return false;
  if (isCapitalised(word)) return !(/-/.test(lower) && isAdjective({ ...word, text: lower }, lexicon));
  if (
    isSuperlative(lower, lexicon) ||
    isAdjective(word, lexicon) ||
    isPlainAdverb(word) ||
    isFunctionWord(word)
  )
    return false;
  return !EVALUATIONS.has(lower) && (isOrdinary(word, lexicon) || !isPastForm(word, lexicon));
}

/** Adjectives that make another thing of their noun. */
const LEXICAL: ReadonlySet<string> = new Set([
  'smart home',
  'continuous integration',
  'continuous delivery',
  'virtual machine',
  'virtual host',
  'virtual server',
  'virtual network',
  'virtual environment',
  'virtual device',
  'virtual switch',
  'virtual disk',
  'custom resource',
  'single sign-on',
  'private network',
  'private cloud',
  'public cloud',
  'private key',
  'public key',
  'remote desktop',
  'mobile app',
  'operating system',
  'digital signature',
]);

function isOrdinal(word: Word | undefined): boolean {
  return /^(?:first|second|third|\d(?:st|nd|rd))$/.test(word?.lower ?? '');
}

function saysNothing([head, more]: readonly Word[]): boolean {
  return head !== undefined && more === undefined && !saysSomething(head.lower, 0, false);
}

const OPENING_PAIRS: ReadonlySet<string> = new Set(
  'open closed high low real full general free next cutting bleeding'.split(' '),
);

/** "newest", "latest", "largest"; "test" and "request" are nouns. */
function isSuperlative(lower: string, lexicon: Lexicon): boolean {
  if (!/[a-z]{3}est$/.test(lower) || SUPERLATIVE_LIKE.has(lower)) return false;
  return (
    lexicon.isCommon(lower.slice(0, -3)) ||
    lexicon.isCommon(lower.slice(0, -2)) ||
    (/iest$/.test(lower) && lexicon.isCommon(`${lower.slice(0, -4)}y`))
  );
}

const SUPERLATIVE_LIKE: ReadonlySet<string> = new Set(
  'request forest harvest conquest interest protest digest'.split(' '),
);
