// Which resources a message may mean, where nobody said so with an @: its words against their names, by three rules, on word borders. A word of the
// dictionary names nothing by itself: something beside it has to say that it is a name. What a longer name holds is no shorter one. Each resource by its
// id, five at most. Pure; time goes with the length of both. Source: agent, Context (fuzzy matching).
import { COMMON, KINDS_OF } from './mention/catalogue.ts';
import { LooseNames } from './mention/loose-names.ts';
import { type Candidate, Names } from './mention/names.ts';
import { Message } from './mention/text.ts';
import { WholeNames } from './mention/whole-names.ts';

export type { Candidate };

const MOST = 5;
const MOST_CHARS = 20_000;

export interface Matched {
  readonly id: string;
  /** A whole name; a word of one that has several; its beginning. */
  readonly rule: 'name' | 'part' | 'prefix';
}

/** @param isDictionaryWord of words in small letters @returns the surest first, each once */
export function mentionsIn(
  text: string,
  candidates: readonly Candidate[],
  isDictionaryWord: (word: string) => boolean,
): Matched[] {
  const message = new Message(text.slice(0, MOST_CHARS));
  const names = new Names(candidates);
  const isPlain = (word: string) => COMMON.has(word) || KINDS_OF.has(word) || isDictionaryWord(word);
  const whole = new WholeNames(message, names, isPlain);
  const found = new Map<string, Matched['rule']>();
  for (const { of } of whole.read()) for (const { id } of of) found.set(id, 'name');
  const loose = new LooseNames(message, names, whole.covered, isPlain);
  for (const rule of ['part', 'prefix'] as const)
    for (let at = 0; at < message.atoms.length && found.size < MOST; at += 1)
      for (const { id } of loose.at(at, rule)) if (!found.has(id)) found.set(id, rule);
  return [...found].slice(0, MOST).map(([id, rule]) => ({ id, rule }));
}
