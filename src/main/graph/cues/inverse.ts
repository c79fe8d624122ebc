// Reads "our build server is hilbert" as "hilbert is a build server": the class stands first, the name last. Called by statements.ts,
// before cues are looked for. Source: decision 034.

import type { Lexicon } from '../types.ts';
import { isAdjective, isCapitalised, isNameLike, isOrdinary } from './names.ts';
import type { Chunk, Word } from './sentences/sentences.ts';
import { isKind, saysSomething } from './words/kinds.ts';

/** Most words of the class, and of the name. */
const LONGEST_CLASS = 4;
const LONGEST_NAME = 3;
/** One of several, or one that is not: "the old server is hilbert", "the target platform is Linux". */
const OTHERS =
  /^(?:old|older|new|newer|previous|former|next|other|second|third|future|target|default|example|same|base|current)$/;

/** The chunk with its name first, where it names a thing of a class; as it was elsewhere. */
export function withNameFirst(chunk: Chunk, lexicon: Lexicon): Chunk {
  const { words, conjunction, closedBy } = chunk;
  const at = words.findIndex((word) => word.text === 'is');
  const [article, ...kind] = words.slice(0, Math.max(at, 0));
  const name = words.slice(at + 1);
  if (at < 2 || conjunction !== null || (closedBy !== null && closedBy !== ',')) return chunk;
  if (article === undefined || !isClass(article, kind, lexicon) || !isNameAlone(name, lexicon)) return chunk;
  const a = { ...article, text: 'a', lower: 'a' };
  return { ...chunk, words: [...name, words[at] as Word, a, ...kind] };
}

function isClass(article: Word, kind: readonly Word[], lexicon: Lexicon): boolean {
  const head = kind.at(-1);
  if (head === undefined || kind.length > LONGEST_CLASS || !/^(?:the|our|my)$/.test(article.lower))
    return false;
  const nouns = kind.filter((word) => !isAdjective(word, lexicon));
  const isOurs = article.lower !== 'the';
  const isPlain = kind.every(
    (word) => !word.possessive && !word.odd && !word.code && !OTHERS.test(word.lower),
  );
  return (
    isPlain &&
    isKind(head.lower) &&
    (nouns.length > 1 || isOurs) &&
    saysSomething(head.lower, kind.length - 1, false)
  );
}

/** A name and nothing else: "down", "the problem" and "Go, too" are none. */
function isNameAlone(name: readonly Word[], lexicon: Lexicon): boolean {
  const [first] = name;
  if (first === undefined || name.length > LONGEST_NAME) return false;
  return name.every((word) => !word.possessive && isOwn(word, lexicon) && isNameLike(word, lexicon));
}

/** "immutable", "stateless" and "multi-arch" say how it is, whatever the dictionary has. */
const HOW = /-|(?:ive|less|able|ible|ous|ic|al|ed|ful|ent|ant|ary|ory|line|only|sync|ish)$/;

function isOwn(word: Word, lexicon: Lexicon): boolean {
  if (/\p{N}|\p{Ll}\p{Lu}/u.test(word.text)) return true;
  if (isCapitalised(word)) return !/(?:ive|less|-based|-only)$/.test(word.lower);
  return !HOW.test(word.text) && !isOrdinary(word, lexicon);
}
