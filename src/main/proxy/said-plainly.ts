// Whether a word stands in a conversation as a name that somebody uses in plain English: not as an identifier, in no
// framework's or system prompt's text, and not in a language of which we know no words. Reads the whole conversation, so it
// is asked about the one word in thousands that passed every cheaper test. Linear in the text. Source: memory.md D22.
// Called by zero-hits.ts.
import type { OrdinaryWords } from '../graph/particular.ts';
import { proseOf } from '../graph/prose.ts';
import { segmentTurn } from '../graph/segment.ts';
import type { Segment } from '../graph/types.ts';
import type { PromptTurn } from './prompt-turns.ts';

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
/** Characters on either side of a word that tell the language. */
const AROUND_CHARS = 240;
/** Of fewer words nothing is told. */
const LEAST_WORDS = 4;
/** Of plain English more than this share of the words is in the lists; of any other language less. */
const ENGLISH_SHARE = 0.75;

/**
 * Looks the word up in what everybody said.
 * @param token canonical, of the letters a-z, digits, `_` and `-`
 * @returns null when it got late on the way
 */
export function isSaidPlainly(token: string, said: SaidIn, words: OrdinaryWords): boolean | null {
  let plainly = 0;
  let asCode = 0;
  let isEnglish = false;
  for (const turn of said.turns) {
    if (said.isLate()) return null;
    if (turn.end - turn.start > MOST_TURN_BYTES) continue;
    for (const { role, text } of turn.read(said.body)) {
      for (const segment of segmentTurn(role, text)) {
        if (isFramework(segment)) {
          if (!placesOf(token, segment.text).next().done) return false;
        } else if (segment.scanned && mayHold(token, segment.text)) {
          const prose = proseOf(segment.text.slice(-MOST_PROSE_CHARS));
          for (const at of placesOf(token, prose)) {
            if (isCodeAt(prose, at, token.length)) asCode++;
            else {
              plainly++;
              isEnglish ||= isEnglishAround(prose, at, token.length, words);
            }
          }
        }
      }
    }
  }
  return isEnglish && plainly > asCode;
}

/** What no person and no agent wrote in this conversation; tools' results are neither. */
function isFramework({ role, envelope }: Segment): boolean {
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
    if (!isWordUnit(folded, at - 1) && !isWordUnit(folded, at + wanted.length)) yield at;
  }
}

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

/** `someName` and `SomeName`; `Some-Name`, `Some Name` and `SOME` are none. */
function hasCapitalWithin(word: string): boolean {
  return word.split(/[ -]/).some((part) => /[a-z0-9][A-Z]/.test(part));
}

const WORDS = /\p{L}+/gu;

/** Whether the words around a place are mostly ones of the lists. */
function isEnglishAround(text: string, at: number, length: number, words: OrdinaryWords): boolean {
  const around = `${text.slice(Math.max(0, at - AROUND_CHARS), at)} ${text.slice(at + length, at + length + AROUND_CHARS)}`;
  const found = around.toLowerCase().match(WORDS) ?? [];
  if (found.length < LEAST_WORDS) return !/[^\p{ASCII}]/u.test(around);
  const known = found.filter((word) => word.length < 2 || words.has(word)).length;
  return known >= found.length * ENGLISH_SHARE;
}
