// How a word is used in a conversation: as the name of something, in plain English, or not. Reads the whole conversation, so it
// is asked about the one word in thousands that passed every cheaper test. Linear in the text. Source: memory D22.
// Called by zero-hits.ts.
import { isAddressed } from '../../graph/recollect/addressed.ts';
import { nameKind, type OrdinaryWords } from '../../graph/text/particular.ts';
import { proseOf } from '../../graph/text/prose.ts';
import type { Segment } from '../../graph/types.ts';
import type { PromptTurn } from '../body/prompt-turns.ts';
import { segmentsOf } from './segments.ts';

/** A conversation as a request brings it. */
export interface SaidIn {
  readonly turns: readonly PromptTurn[];
  readonly body: Buffer;
  /** Asked between turns. */
  readonly isLate: () => boolean;
}

/** A longer turn is a dump, in which nothing is said plainly. Bytes. */
const MOST_TURN_BYTES = 131_072;
/** Of a longer segment its end is looked at: so much is told from code at once. Characters. */
const MOST_PROSE_CHARS = 16_384;
/** Of a segment that does not hold the word so much tells the language. Characters. */
const SAMPLE_CHARS = 1000;
/** Of fewer words nothing is told. */
const LEAST_WORDS = 4;
/** Of plain English some four words in five are of the stems, which leave other languages' words out; of those hardly one. */
const ENGLISH_SHARE = 0.6;
/** Shorter words stand in many languages. */
const TELLING_LETTERS = 3;

/** How a word is used: `plain` is as a name that people and agents use; every other is a reason not to ask about it. */
export type Usage = 'plain' | 'in_framework' | 'as_code' | 'as_noun' | 'as_word' | 'not_english';

/** A word that may be misspelt is a name where it is spoken of as one thing so often. */
const ENOUGH_ADDRESSED = 2;

/**
 * Looks the word up in what everybody said.
 * @param token canonical, of the letters a-z, digits, `_` and `-`
 * @returns null when it got late on the way
 */
export function usageOf(token: string, said: SaidIn, words: OrdinaryWords): Usage | null {
  const isOwn = nameKind(token, words) === 'own';
  const found: Found = { plainly: 0, addressed: 0, asCode: 0, asNoun: 0 };
  const language = new Language(token, words);
  for (const turn of said.turns) {
    if (said.isLate()) return null;
    if (turn.end - turn.start > MOST_TURN_BYTES) continue;
    for (const segment of segmentsOf(turn, said)) {
      if (isFramework(segment)) {
        if (mayHold(token, segment.text)) return 'in_framework';
      } else if (segment.scanned) {
        const isThere = mayHold(token, segment.text);
        const prose = proseOf(segment.text.slice(isThere ? -MOST_PROSE_CHARS : -SAMPLE_CHARS));
        language.add(prose);
        if (isThere) lookAt(token, prose, found, isOwn);
        if (!isOwn && mayHold(`${token}s`, prose)) found.asNoun++;
      }
    }
  }
  if (found.plainly <= found.asCode) return 'as_code';
  if (!language.isEnglish) return 'not_english';
  if (found.asNoun > 0) return 'as_noun';
  const isDoubted = !isOwn && nameKind(token, words) === 'derived';
  return isDoubted && found.addressed < ENOUGH_ADDRESSED ? 'as_word' : 'plain';
}

interface Found {
  plainly: number;
  /** Of those, where it is one thing that is spoken of. */
  addressed: number;
  asCode: number;
  /** Behind an indefinite article, or in the plural. */
  asNoun: number;
}

const BEHIND_INDEFINITE = /\b(?:an?|any|another|each|every|no|some) $/i;

/** @param isOwn it is no word of the lists, nor near one: how it is used among words tells nothing */
function lookAt(token: string, prose: string, found: Found, isOwn: boolean): void {
  for (const start of placesOf(token, prose)) {
    const end = start + token.length;
    // A name in a code span is as good as quoted: it says nothing for plain prose, nor against it.
    if (isQuotedAt(prose, start, token.length)) continue;
    if (isCodeAt(prose, start, token.length) || isCodeLine(prose, start)) found.asCode++;
    else found.plainly++;
    if (isOwn) continue;
    if (isAddressed(prose, { start, end })) found.addressed++;
    if (BEHIND_INDEFINITE.test(prose.slice(Math.max(0, start - 9), start))) found.asNoun++;
  }
}

/** What no person and no agent wrote in this conversation; tools' results are neither. */
export function isFramework({ role, envelope }: Segment): boolean {
  return role === 'system' || envelope === 'framework' || envelope === 'extras' || envelope === 'note';
}

const mayHold = (token: string, text: string): boolean => !placesOf(token, text).next().done;

const JOINT = /[_-]/g;
const isWordUnit = (text: string, at: number): boolean => /[\p{L}\p{N}_]/u.test(text.charAt(at));

/** Offsets at which the text holds the token as a word of its own, in any case; its joints may be blanks. */
function* placesOf(token: string, text: string): Generator<number> {
  const plain = text.toLowerCase();
  // Lower case is as long as the text but for a few letters; where it is not, offsets would lie.
  if (plain.length !== text.length) return;
  const folded = token.search(JOINT) < 0 ? plain : plain.replace(/[ -]/g, '_');
  const wanted = token.replace(JOINT, '_');
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length)) {
    if (!isWordUnit(plain, at - 1) && !isWordUnit(plain, at + wanted.length)) yield at;
  }
}

const isQuotedAt = (text: string, at: number, length: number): boolean =>
  text.charAt(at - 1) === '`' || text.charAt(at + length) === '`';

/** Signs that stand before and behind identifiers, and not before and behind names in prose. */
const BEFORE_CODE = new Set('.@$#/\\<{[=_-&|%^~`');
const BEHIND_CODE = new Set('(/\\={}[]<>_-&|@#%^~`');

/** Whether the word at a place is written as code: joined to a sign, or with capitals within. */
function isCodeAt(text: string, at: number, length: number): boolean {
  const word = text.slice(at, at + length);
  if (word.includes('_') || hasCapitalWithin(word)) return true;
  const [before, behind, next] = [at - 1, at + length, at + length + 1].map((one) => text.charAt(one));
  if (BEFORE_CODE.has(before as string) || BEHIND_CODE.has(behind as string)) return true;
  return (behind === '.' || behind === ':') && /[\w:]/.test(next as string);
}

const CODE_SIGNS = ['{', '}', '=>', '()', ';\n', '</', '/>', '==', '$ ', '$\n'];
/** So much of a line is looked at on either side. Characters. */
const LINE_CHARS = 500;

/** Whether the line at a place has signs that stand in code and at prompts of shells, wherever it was put. */
function isCodeLine(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - LINE_CHARS), at);
  const behind = text.slice(at, at + LINE_CHARS);
  const lineEnd = behind.indexOf('\n');
  const rest = lineEnd < 0 ? behind : behind.slice(0, lineEnd);
  const line = `${before.slice(before.lastIndexOf('\n') + 1)}${rest.trimEnd()}\n`;
  return CODE_SIGNS.some((sign) => line.includes(sign));
}

/** `someName`, `SomeName` and `XName`; `Some-Name`, `Some Name` and `SOME` are none. */
function hasCapitalWithin(word: string): boolean {
  return word.split(/[ -]/).some((part) => /[a-z0-9][A-Z]|[A-Z][A-Z][a-z]/.test(part));
}

const WORDS = /\p{L}+/gu;

/** Whether what people and agents said is English: their words are mostly stems. */
class Language {
  /** The word itself and its parts tell nothing. */
  readonly #but: ReadonlySet<string>;
  readonly #words: OrdinaryWords;
  #all = 0;
  #stems = 0;
  #isPlain = true;

  constructor(token: string, words: OrdinaryWords) {
    this.#but = new Set(token.split(JOINT));
    this.#words = words;
  }

  add(prose: string): void {
    if (/[^\p{ASCII}]/u.test(prose)) this.#isPlain = false;
    for (const word of prose.toLowerCase().match(WORDS) ?? []) {
      if (word.length < TELLING_LETTERS || this.#but.has(word)) continue;
      this.#all++;
      if (this.#words.isStem(word)) this.#stems++;
    }
  }

  /** Of very few words nothing is told but that they might be. */
  get isEnglish(): boolean {
    return this.#all < LEAST_WORDS ? this.#isPlain : this.#stems >= this.#all * ENGLISH_SHARE;
  }
}
