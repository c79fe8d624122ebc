// Says a list out: "X, Y and Z run on H" as "X runs on H", "Y runs on H" and "Z runs on H", so that every later step reads one
// subject with a verb in the singular. Called by statements.ts, before cues are looked for. Source: memory, Cue scanner.

import type { Lexicon } from '../types.ts';
import { skipOpeners } from './fronted.ts';
import { isPlainAdverb } from './names.ts';
import { made, type NamedChunk } from './naming.ts';
import { readPhrase } from './noun-phrase.ts';
import type { Chunk, Word } from './sentences/sentences.ts';
import { isNamed, readNounPhrase } from './subject.ts';
import { isKind } from './words/kinds.ts';

/** The verbs of a list, and each of them said of one. */
export const PLURALS: readonly string[] = 'are have run live sit reside belong share'.split(' ');
const SINGULAR = new Map(
  PLURALS.map((verb) => [verb, { are: 'is', have: 'has' }[verb] ?? `${verb}s`] as const),
);

/** Most names of a list. */
const LONGEST_LIST = 12;

/** The chunks of a sentence with every list of subjects said out. */
export function saidOut(chunks: readonly NamedChunk[], lexicon: Lexicon): readonly NamedChunk[] {
  const out: NamedChunk[] = [];
  for (let at = 0; at < chunks.length; at++) {
    const first = chunks[at] as NamedChunk;
    let end = at;
    while (end - at < LONGEST_LIST && joins(chunks[end + 1]) && isName(chunks[end], lexicon)) end++;
    const last = chunks[end] as NamedChunk;
    const verb = end > at && last.conjunction === 'and' ? verbBehindName(last.words, lexicon) : -1;
    if (verb === -1) {
      out.push(first);
      continue;
    }
    const said = inSingular(last.words.slice(verb), lexicon);
    for (const [index, one] of chunks.slice(at, end + 1).entries()) {
      const own =
        one === last
          ? one.words.slice(0, verb)
          : one.words.slice(index === 0 ? skipOpeners(one.words, one.words.length) : 0);
      const { mark, conjunction } = index === 0 ? first : { mark: ',' as const, conjunction: null };
      out.push({ ...one, mark, conjunction, words: [...own, ...said], closedBy: last.closedBy });
    }
    at = end;
  }
  return out;
}

const joins = (chunk: Chunk | undefined): boolean =>
  chunk !== undefined && (chunk.conjunction === null ? chunk.mark === ',' : chunk.conjunction === 'and');

function isName(chunk: Chunk | undefined, lexicon: Lexicon): boolean {
  if (chunk === undefined || chunk.mark === 'hole') return false;
  const subject = readNounPhrase(chunk.words.slice(skipOpeners(chunk.words, chunk.words.length)), lexicon);
  return subject !== null && isNamed(subject);
}

/** Where the plural verb stands behind the last name of a list; -1 where none does. */
function verbBehindName(words: readonly Word[], lexicon: Lexicon): number {
  const verb = words.findIndex(({ text }) => SINGULAR.has(text));
  let end = verb;
  while (end > 1 && isPlainAdverb(words[end - 1] as Word)) end--;
  const subject = end < 1 ? null : readNounPhrase(words.slice(0, end), lexicon);
  const isOne = words[verb]?.text === 'are' && /^an?$/.test(words[verb + 1]?.text ?? '');
  return subject !== null && isNamed(subject) && !isOne ? verb : -1;
}

/** "are our VMs on hilbert" as "is our VM on hilbert". */
function inSingular([verb, ...rest]: readonly Word[], lexicon: Lexicon): readonly Word[] {
  const near = verb as Word;
  const said = made(SINGULAR.get(near.text) as string, near);
  let from = 0;
  while (rest[from] !== undefined && isPlainAdverb(rest[from] as Word)) from++;
  const phrase = near.text === 'are' ? readPhrase(rest, from, lexicon) : null;
  const head = phrase?.words.at(-1);
  const one = head?.text.replace(/s$/, '') ?? '';
  if (phrase === null || head === undefined || one === head.text || !isKind(one.toLowerCase()))
    return [said, ...rest];
  const article = made(phrase.determiner === null ? 'a' : phrase.determiner, near);
  return [
    said,
    article,
    ...phrase.words.slice(0, -1),
    { ...head, text: one, lower: one.toLowerCase() },
    ...rest.slice(phrase.to),
  ];
}
