// Says which head of a noun phrase after a cue is none of a fact: judgements, data types, times, plurals, adjectives,
// phrases that point at the speaker or only gather something. Called by object.ts and place.ts.
// Source: memory, Cue scanner (evaluative heads, prose about formats).

import type { Lexicon } from '../types.ts';
import {
  hasIdentifierShape,
  isAdjective,
  isCapitalised,
  isGerund,
  isNoise,
  isOrdinary,
  isPastForm,
} from './names.ts';
import type { Word } from './sentences/sentences.ts';
import { PRONOUNS, STRICTLY_FINITE } from './words/function-words.ts';
import { isKind } from './words/kinds.ts';
import {
  ADJECTIVES,
  DATA_TYPES,
  EVALUATIVE,
  NO_CONTAINERS,
  NO_HOSTS,
  PARTITIVES,
  PRIVATIVES,
  TIME_NAMES,
} from './words/nouns.ts';
import type { Cue } from './words/table.ts';

export function isPlural(word: Word, lexicon: Lexicon): boolean {
  const { lower } = word;
  if (!/[^suio]s$/.test(lower) || lower.length < 4 || isCapitalised(word) || hasIdentifierShape(word))
    return false;
  if (['series', 'news', 'species', 'lens', 'atlas', 'alias', 'canvas', 'gas', 'means'].includes(lower))
    return false;
  return (
    isOrdinary({ ...word, lower: lower.slice(0, -1) }, lexicon) ||
    isOrdinary({ ...word, lower: lower.slice(0, -2) }, lexicon)
  );
}

export function isRefusedHead(
  head: readonly Word[],
  cue: Pick<Cue, 'dim' | 'isIsa' | 'strength'>,
  lexicon: Lexicon,
): boolean {
  const [first, ...more] = head;
  if (first === undefined || isNoise(first)) return true;
  if (cue.dim === 'owned-by' && NO_OWNERS.has((more[more.length - 1] ?? first).lower)) return true;
  if (more.length > 0) {
    const last = more[more.length - 1]?.lower ?? '';
    // "part of the ecosystem" says nothing, "part of the Quill ecosystem" whose.
    if (cue.dim === 'membership' && /^(?:ecosystem|portfolio|line-?up)$/.test(last) && isCapitalised(first))
      return false;
    return (
      !cue.isIsa && cue.dim !== 'owned-by' && (cue.dim === 'membership' ? NO_CONTAINERS : NO_HOSTS).has(last)
    );
  }
  const { lower } = first;
  if (
    cue.isIsa &&
    (/^(?:[ui]\d{1,3}|u?int\d+|\w+_t)$/.test(lower) || /^\p{Lu}\p{Ll}+(?:ean|ian|ish|ese)$/u.test(first.text))
  )
    return true;
  if (cue.isIsa && isCapitalised(first) && isAdjective({ ...first, text: lower }, lexicon)) return true;
  if (cue.isIsa && isAdjective(first, lexicon) && (lower.includes('-') || !isKind(lower))) return true;
  const known = isCapitalised(first) && !isOrdinary(first, lexicon);
  if (cue.isIsa && isGerund(first, lexicon)) return true;
  if (PRONOUNS.has(lower) || TIME_NAMES.has(lower) || STRICTLY_FINITE.has(lower)) return true;
  if (DATA_TYPES.has(lower) && !(known && !cue.isIsa)) return true;
  if (EVALUATIVE.has(lower) || ADJECTIVES.has(lower))
    return !(isCapitalised(first) && !first.initial && !cue.isIsa);
  if (!cue.isIsa && cue.dim === 'runs-on' && NO_HOSTS.has(lower)) return true;
  if (!cue.isIsa && cue.dim === 'membership' && NO_CONTAINERS.has(lower)) return true;
  if (isCapitalised(first) || hasIdentifierShape(first)) return false;
  if (/ly$|ful$|less$|ous$|est$/.test(lower) && isOrdinary(first, lexicon) && !KEPT_ENDINGS.has(lower))
    return true;
  if (isPastForm(first, lexicon) && !KEPT_ENDINGS.has(lower)) return true;
  // An explicit keyword may name a part of the house by its plural: "billing-api ISPART payments".
  return isPlural(first, lexicon) && cue.strength !== 'keyword';
}

/** Everybody: who owns a thing together with them owns nothing. */
const NO_OWNERS: ReadonlySet<string> = new Set(
  'ecosystem world internet everyone humans people volunteers enthusiasts contributors'.split(' '),
);

/** Nouns that end like an adjective, adverb or participle. */
const KEPT_ENDINGS: ReadonlySet<string> = new Set(
  'family assembly supply anomaly ally butterfly fly monopoly test request forest guest nest harvest chest quest contest feed seed bed embed shed sled speed breed weed need newsfeed digest manifest interest conquest'.split(
    ' ',
  ),
);

/** Whether a head only gathers or portions what follows its `of`. */
export function portions(head: readonly Word[]): boolean {
  return head.length === 1 && PARTITIVES.has(head[0]?.lower ?? '');
}

/** "Rack 4" is a name we cannot write, and no rack in general; "Debian 12" is Debian. */
export function isNumbered(head: readonly Word[], next: Word | undefined, lexicon: Lexicon): boolean {
  const [only, more] = head;
  if (only === undefined || more !== undefined || !/^\p{N}+$/u.test(next?.text ?? '')) return false;
  return isCapitalised(only) && isOrdinary(only, lexicon);
}

export function isSpoilt(phrase: readonly Word[]): boolean {
  return phrase.some(
    (word, at) =>
      (word.odd && at === phrase.length - 1) ||
      /\p{N}\+$/u.test(word.text) ||
      PRIVATIVES.has(word.lower) ||
      (PRONOUNS.has(word.lower) && !isCapitalised(word)),
  );
}
