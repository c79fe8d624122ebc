// Puts the name of what is spoken of in the place of "it": "Jellyfin is slow today, it runs on hilbert". Only where the
// clause before has a name for its subject. Called by cues.ts for every sentence, with what the one before it spoke of. Source: memory, Cue scanner, decision 085.

import type { Lexicon } from '../types.ts';
import { verbIn } from './clauses.ts';
import { skipOpeners } from './fronted.ts';
import { isNameLike } from './names.ts';
import { isNameAlone } from './naming.ts';
import type { Chunk, Word } from './sentences/sentences.ts';
import { isNamed, readSubject } from './subject.ts';
import { PRONOUNS } from './words/function-words.ts';
import { ATTRIBUTIONS } from './words/moods.ts';

/** What a sentence speaks of: the words of its name, or null where it may be one of several. */
export type Topic = readonly Word[] | null;

const CALLED = /^(?:called|named)$/;
/** "is on it", "Ada owns it" */
const BEFORE_IT = /^(?:on|after|owns|maintains|operates)$/;

/** The chunks of a sentence with names for its pronouns, and what it speaks of at its end. */
export function withTopic(
  chunks: readonly Chunk[],
  before: Topic,
  lexicon: Lexicon,
): { readonly chunks: readonly Chunk[]; readonly topic: Topic } {
  let topic = before;
  const named = chunks.map((chunk, index) => {
    const words = topic === null ? chunk.words : resolved(chunk.words, topic, index === 0);
    // "samba and nfs run on it"
    const isListed = chunks[index + 1]?.conjunction === 'and' && verbIn(chunk.words, lexicon) === -1;
    const isMain = !isListed && (chunk.conjunction === null || /^(?:and|but)$/.test(chunk.conjunction));
    const found = isMain ? topicOf(words, lexicon) : undefined;
    if (found !== undefined) topic = found;
    return words === chunk.words ? chunk : { ...chunk, words };
  });
  return { chunks: named, topic };
}

/** "it runs", "it's a", "is on it". */
function resolved(words: readonly Word[], topic: readonly Word[], isFirst: boolean): readonly Word[] {
  const from = skipOpeners(words, words.length);
  const last = words.length - 1;
  const isLast = last > 1 && words[last]?.lower === 'it' && BEFORE_IT.test(words[last - 1]?.lower ?? '');
  const [first, next] = words.slice(from, from + 2);
  // "..., that's the NAS" is of the name beside it.
  const isThat =
    isFirst &&
    /^(?:that|this)$/.test(first?.lower ?? '') &&
    (first?.possessive === true || next?.lower === 'is');
  const at = (first?.lower === 'it' || isThat) && last > from ? from : isLast ? last : -1;
  if (at === -1) return words;
  const pronoun = words[at] as Word;
  const name = topic.map(
    (word, index): Word => ({
      ...word,
      start: pronoun.start,
      end: pronoun.end,
      possessive: index === topic.length - 1 && pronoun.possessive,
    }),
  );
  return [...words.slice(0, at), ...name, ...words.slice(at + 1)];
}

/** What a clause speaks of: its subject, or the name that it says something goes by; undefined where it says nothing of it. */
function topicOf(words: readonly Word[], lexicon: Lexicon): Topic | undefined {
  if (words.some(({ lower }) => lower === 'it') || /^an?$/.test(words[0]?.lower ?? '')) return undefined;
  if (words.some(({ lower }) => ATTRIBUTIONS.has(lower))) return null;
  const from = skipOpeners(words, words.length);
  const verb = verbIn(words, lexicon);
  const before = words.slice(from, verb).filter(({ lower }) => !/^(?:no|longer)$/.test(lower));
  if (verb === from) return undefined;
  // "Our concentrator is called quill", "our build server is quill-1": what it goes by.
  const called = words.slice(words.findIndex(({ lower }) => CALLED.test(lower)) + 1 || words.length);
  const own = called.length > 0 ? called.slice(0, 1) : words.slice(verb + 1);
  const isOurs = words[verb]?.lower === 'is' && /^(?:our|my|the)$/.test(before[0]?.lower ?? '');
  if (called.length === 1 || ((called.length > 0 || isOurs) && isNameAlone(own, lexicon))) return own;
  const subject = verb === -1 ? null : readSubject(before, lexicon);
  if (subject !== null && subject !== 'none' && isNamed(subject)) return before;
  const first = words[from];
  // "The UPS is attached to nuthatch", where it is the UPS; "please restart grafana", which names another one.
  const isOther = verb > from && first !== undefined && !PRONOUNS.has(first.lower);
  return isOther || words.some((word) => isNameLike(word, lexicon)) ? null : undefined;
}
