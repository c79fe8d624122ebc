// Reads "borgo is backup software" and "borgo is Quill's backup tool" as "borgo is a …": what has no article of its own is a class all the same.
// Called by statements.ts, before cues are looked for. Source: memory, Cue scanner.

import { isFunctionWord } from './names.ts';
import type { Chunk, Word } from './sentences/sentences.ts';
import { PREPOSITIONS } from './words/function-words.ts';

const MASS = /^(?:software|middleware|firmware|groupware)$/;
/** Most words between the verb and the noun. */
const LONGEST = 6;

/** The chunk with an article before what something is said to be, where it has none of its own. */
export function withArticle(chunk: Chunk): Chunk {
  const owner = chunk.words.findIndex((word, at) => isOwner(word, chunk.words[at - 1]));
  if (owner > 1) return replaced(chunk, owner);
  return withMassArticle(chunk);
}

/** "is Quill's mail server": whose it is says nothing of what it is. */
function isOwner(word: Word, before: Word | undefined): boolean {
  return word.possessive && before?.text === 'is' && /^\p{Lu}/u.test(word.text);
}

function replaced(chunk: Chunk, at: number): Chunk {
  const words = chunk.words.map((word, index) =>
    index === at ? { ...word, text: 'a', lower: 'a', possessive: false, code: false } : word,
  );
  return { ...chunk, words };
}

function withMassArticle(chunk: Chunk): Chunk {
  const { words } = chunk;
  const noun = words.findIndex((word) => MASS.test(word.text));
  if (noun < 2 || !endsPhrase(words[noun + 1])) return chunk;
  const is = words.findLastIndex((word, at) => at < noun && word.text === 'is');
  const before = words.slice(is + 1, noun);
  const [first] = before;
  if (is < 1 || first === undefined || before.length > LONGEST || before.some(isFunctionWord)) return chunk;
  const a = { ...first, text: 'a', lower: 'a', end: first.start, possessive: false, code: false };
  return { ...chunk, words: [...words.slice(0, is + 1), a, ...words.slice(is + 1)] };
}

/** "software engineers" is another phrase. */
function endsPhrase(next: Word | undefined): boolean {
  if (next === undefined || PREPOSITIONS.has(next.lower) || next.lower === 'that') return true;
  return /^(?:[a-z]+ed|written|built|which)$/.test(next.text);
}
