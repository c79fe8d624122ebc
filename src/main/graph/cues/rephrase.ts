// Wordings in another order than the cue table reads: each is said again in that order, so that one place reads subjects and
// objects. A new wording is a row of the table. Called by statements.ts, before cues are looked for.
// Source: memory, Cue scanner (plain forms), decision 085.

import type { Lexicon } from '../types.ts';
import { skipOpeners } from './fronted.ts';
import {
  isAdjective,
  isCapitalised,
  isFunctionWord,
  isNameLike,
  isOrdinary,
  isPlainAdverb,
} from './names.ts';
import { isHostLike } from './object.ts';
import type { Chunk, Word } from './sentences/sentences.ts';
import { isKind, saysSomething } from './words/kinds.ts';
import { OPERATING_SYSTEMS } from './words/nouns.ts';

const WE = 'i|we';
const WE_HAVE = "i|we|i'm|we're|i've|we've";
const OUR = 'my|our|the';

/**
 * A wording and what it is read as. `X` (or a list of such) and `Y` are words up to the next that is told, the last slot takes
 * the rest; `W` is a place that is left, `H` a machine, `N` a name and nothing else, `L` a list of names of software, `M` what somebody
 * says to be a name, `S` whose it is, `C` what it is, without its article, `K` the same, told so that it says more than which one is meant; `ADV*` any adverbs; other words stand as they are, `|` between alternatives.
 * With `alone`, nothing else may stand in the sentence.
 */
const REPHRASINGS: readonly (readonly [said: string, read: string, where?: 'alone'])[] = [
  [`${WE} ADV* run|host|self-host|keep X on Y`, 'X runs on Y'],
  [`${WE} ADV* run|host|self-host X in Y`, 'X runs in Y'],
  [`${WE_HAVE} ADV* running|hosting|hosted|self-hosted|deployed|installed|put X on|to Y`, 'X runs on Y'],
  ["i've|we've been running|hosting X on Y", 'X runs on Y'],
  [`${WE_HAVE} ADV* set up X on Y`, 'X runs on Y'],
  [`${WE_HAVE} ADV* have|got X running|hosted|installed|deployed on Y`, 'X runs on Y'],
  ['Y ADV* hosts X', 'X runs on Y'],
  ['H ADV* runs L', 'L runs on H'],
  ['N on H', 'N runs on H', 'alone'],
  ['Y ADV* maintains|owns|operates X', 'X is maintained by Y'],

  [`${OUR} C ADV* is called|named M`, 'M is a C'],
  [`${WE} ADV* call|named ${OUR} C M`, 'M is a C'],
  [`${OUR} C name|hostname is M`, 'M is a C'],
  ['C name|hostname is M', 'M is a C'],
  [`M is the name|hostname of ${OUR} C`, 'M is a C'],
  [`${OUR} K is N`, 'N is a K'],
  ['N is S K', 'N is a K'],

  [`${WE_HAVE} ADV* moved|migrated|relocated X from W to Y`, 'X was moved from W to Y'],
  [`${WE_HAVE} ADV* switched X from W to Y`, 'X was moved from W to Y'],
  [`${WE_HAVE} ADV* moved|migrated X to Y`, 'X moved to Y'],
  [`${WE_HAVE} ADV* renamed X to Y`, 'X was renamed to Y'],
];

type Slot = 'X' | 'Y' | 'W' | 'H' | 'N' | 'L' | 'M' | 'S' | 'C' | 'K';
type Step = ReadonlySet<string> | 'ADV*' | Slot;
type Slots = Readonly<Record<string, readonly Word[]>>;

const SLOT = /^[XYWHNLMSCK]$/;
const LONGEST_SLOT = 12;

const ROWS = REPHRASINGS.map(([said, read, where]) => ({
  said: said
    .split(' ')
    .map((step): Step => (SLOT.test(step) || step === 'ADV*' ? (step as Step) : new Set(step.split('|')))),
  read: read.split(' '),
  isAlone: where === 'alone',
}));

/** Stands between the names of a list that a slot takes whole. */
const COMMA = ',';
const isComma = ({ text }: Word): boolean => text === COMMA;

/** The chunks of a sentence in the order that cues are read in; each as it was where it is so already. */
export function rephrased(chunks: readonly Chunk[], lexicon: Lexicon): readonly Chunk[] {
  const out: Chunk[] = [];
  for (let at = 0; at < chunks.length; ) {
    const chunk = chunks[at] as Chunk;
    const titled = withTitle(chunks, at, lexicon);
    if (titled !== null) {
      out.push(...titled);
      at += 3;
      continue;
    }
    const list = listFrom(chunks, at, lexicon);
    const words = list.length > 1 ? rephrase(joined(list), false, lexicon) : null;
    const alone = words === null ? rephrase(chunk.words, chunks.length === 1, lexicon) : null;
    if (words !== null) out.push(...split(words, chunk, list.at(-1) as Chunk));
    else out.push(...named(alone === null ? chunk : { ...chunk, words: alone }, lexicon));
    at += words === null ? 1 : list.length;
  }
  return out;
}

/** "our CRM, Quillwork, is ..." and "the invoicing service (penny-jar) is ..." as "Quillwork is ..." and "Quillwork is a CRM". */
function withTitle(chunks: readonly Chunk[], at: number, lexicon: Lexicon): readonly Chunk[] | null {
  const [title, name, rest] = chunks.slice(at, at + 3);
  const isSetOff =
    name !== undefined && (name.mark === ',' || name.mark === '(') && name.conjunction === null;
  if (
    title === undefined ||
    rest === undefined ||
    !isSetOff ||
    rest.conjunction !== null ||
    rest.words.length < 2
  )
    return null;
  if (rest.mark !== (name.mark === ',' ? ',' : ')')) return null;
  const from = skipOpeners(title.words, title.words.length);
  const kind = title.words
    .slice(from)
    .filter((word, index) => index > 0 || !/^(?:my|our|the)$/.test(word.lower));
  if (
    !isClass(kind, true, lexicon) ||
    name.words.length > LONGEST_NAME ||
    !name.words.every((word) => isNameLike(word, lexicon))
  )
    return null;
  const [first] = name.words as [Word];
  return [
    {
      ...title,
      words: [...title.words.slice(0, from), ...name.words, made('is', first), made('a', first), ...kind],
      closedBy: ',',
    },
    { ...rest, mark: ',', words: [...name.words, ...rest.words] },
  ];
}

/** The chunk and those behind it that go on with a list of names: "hosts Jellyfin, Immich and Gitea". */
function listFrom(chunks: readonly Chunk[], at: number, lexicon: Lexicon): readonly Chunk[] {
  let end = at + 1;
  for (; end < chunks.length; end++) {
    const { mark, conjunction, words } = chunks[end] as Chunk;
    const name = words[0]?.lower === 'the' ? words[1] : words[0];
    const joins = conjunction === null ? mark === ',' : conjunction === 'and';
    if (!joins || name === undefined || !isNameLike(name, lexicon)) break;
  }
  return chunks.slice(at, end);
}

function joined(chunks: readonly Chunk[]): readonly Word[] {
  return chunks.flatMap(({ words }, index) =>
    index === 0 ? words : [made(COMMA, words[0] as Word), ...words],
  );
}

/** "X , X2 runs on Y" as the chunks that "X and X2 run on Y" has. */
function split(words: readonly Word[], first: Chunk, last: Chunk): readonly Chunk[] {
  const commas = words.flatMap((word, index) => (isComma(word) ? [index] : []));
  return [-1, ...commas].map((comma, index): Chunk => {
    const end = commas[index];
    const own = words.slice(comma + 1, end);
    const isLast = end === undefined && index > 0;
    return {
      mark: index === 0 ? first.mark : null,
      conjunction: index === 0 ? first.conjunction : 'and',
      words: own.map((word) => (isLast && word.text === 'runs' ? made('run', word) : word)),
      closedBy: end === undefined ? last.closedBy : null,
    };
  });
}

function rephrase(words: readonly Word[], isAlone: boolean, lexicon: Lexicon): readonly Word[] | null {
  const from = skipOpeners(words, words.length);
  for (const row of ROWS) {
    const slots = row.isAlone && !isAlone ? null : match(words, from, row.said, 0, {}, lexicon);
    if (slots !== null) return row.read.flatMap((word) => slots[word] ?? [made(word, words[from] as Word)]);
  }
  return null;
}

/** A word that nobody wrote, where `near` stands. */
const made = (text: string, near: Word): Word => ({
  ...near,
  text,
  lower: text,
  end: near.start,
  possessive: false,
  code: false,
});

/** Tries each length of each slot, shortest first: at most twelve to the power of three slots. */
function match(
  words: readonly Word[],
  at: number,
  steps: readonly Step[],
  step: number,
  slots: Slots,
  lexicon: Lexicon,
): Slots | null {
  const wanted = steps[step];
  if (wanted === undefined) return at === words.length ? slots : null;
  if (wanted === 'ADV*') {
    let to = at;
    while (words[to] !== undefined && isPlainAdverb(words[to] as Word)) to++;
    return match(words, to, steps, step + 1, slots, lexicon);
  }
  if (typeof wanted !== 'string') {
    const word = words[at];
    return word !== undefined && wanted.has(word.lower)
      ? match(words, at + 1, steps, step + 1, slots, lexicon)
      : null;
  }
  const left = words.length - at;
  const isLast = step === steps.length - 1;
  for (let length = isLast ? left : 1; length <= (isLast ? left : Math.min(left, LONGEST_SLOT)); length++) {
    const slot = words.slice(at, at + length);
    if (!fits(wanted, slot, words[at - 1], lexicon)) continue;
    const found = match(words, at + length, steps, step + 1, { ...slots, [wanted]: slot }, lexicon);
    if (found !== null) return found;
  }
  return null;
}

function fits(slot: Slot, words: readonly Word[], before: Word | undefined, lexicon: Lexicon): boolean {
  const [first] = words;
  if (first === undefined || (slot !== 'X' && slot !== 'L' && words.some(isComma))) return false;
  if (slot === 'S') return words.length === 1 && first.possessive;
  if (slot === 'N') return isNameAlone(words, lexicon);
  if (slot === 'M') return isNameAlone(words, lexicon) || (words.length === 1 && isGivenName(first));
  if (slot === 'L')
    return !OPERATING_SYSTEMS.has(first.lower) && (first.lower === 'the' || isNameLike(first, lexicon));
  if (slot === 'H') {
    const isOpen = /^(?:the|our|my)$/.test(first.lower);
    return isHostLike(isOpen ? words.slice(1) : words, isOpen ? first.lower : null, lexicon);
  }
  if (slot === 'C') return isClass(words, true, lexicon);
  return (
    slot !== 'K' ||
    (isClass(words, before?.lower !== 'the', lexicon) && !words.some(({ lower }) => OTHERS.test(lower)))
  );
}

/** "my server is called atlas", and not "called often". */
const isGivenName = (word: Word): boolean =>
  !isFunctionWord(word) && !word.odd && !/^(?:often|once|twice)$|ed$/.test(word.lower);

/** Most words of a class, and of a name. */
const LONGEST_CLASS = 5;
const LONGEST_NAME = 3;
/** One of several, or one that is not: "the old server is hilbert", "the target platform is Linux". */
const OTHERS =
  /^(?:old|older|new|newer|previous|former|next|other|second|third|future|target|default|example|same|base|current)$/;

/** "build server", "server" of our own: what a name is given to. "The server is hilbert" says which of them is meant. */
function isClass(kind: readonly Word[], isOurs: boolean, lexicon: Lexicon): boolean {
  const head = kind.at(-1);
  if (head === undefined || kind.length > LONGEST_CLASS || !isKind(head.lower)) return false;
  if (kind.some((word) => word.possessive || word.odd || word.code || isFunctionWord(word))) return false;
  const nouns = kind.filter((word) => !isAdjective(word, lexicon));
  return (nouns.length > 1 || isOurs) && saysSomething(head.lower, kind.length - 1, false);
}

/** A name and nothing else: "down", "the problem" and "Go, too" are none. */
function isNameAlone(name: readonly Word[], lexicon: Lexicon): boolean {
  return (
    name.length <= LONGEST_NAME &&
    name.every((word) => !word.possessive && isOwn(word, lexicon) && isNameLike(word, lexicon))
  );
}

/** "immutable", "stateless" and "multi-arch" say how it is, whatever the dictionary has. */
const HOW = /-|(?:ive|less|able|ible|ous|ic|al|ed|ful|ent|ant|ary|ory|line|only|sync|ish)$/;

function isOwn(word: Word, lexicon: Lexicon): boolean {
  if (/\p{N}|\p{Ll}\p{Lu}/u.test(word.text)) return true;
  if (isCapitalised(word)) return !/(?:ive|less|-based|-only)$/.test(word.lower);
  return !HOW.test(word.text) && !isOrdinary(word, lexicon);
}

const CALLED = /^(?:called|named|dubbed)$/;
const ARTICLE = /^(?:an?|our|my|one|the)$/;
/** What is told to do, and what only shows how: "create a bucket called mail", "you have a server called X". */
const NOT_STATED =
  /^(?:your?|examples?|sample|demo|tutorial|create|add|make|new|use|call|for|whether|any|say|imagine|consider|suppose)$/;

/** "on a box called hilbert" as "on hilbert" and "hilbert is a box". */
function named(chunk: Chunk, lexicon: Lexicon): readonly Chunk[] {
  const { words } = chunk;
  const called = words.findIndex((word) => CALLED.test(word.text));
  const article = words.findLastIndex((word, at) => at < called && ARTICLE.test(word.text));
  const [name] = words.slice(called + 1);
  if (called < 2 || article === -1 || called - article > LONGEST_CLASS + 1 || name === undefined)
    return [chunk];
  const kind = words.slice(article + 1, called);
  const head = kind.at(-1);
  if (
    head === undefined ||
    !(isKind(head.lower) || isCapitalised(head)) ||
    words.slice(0, called).some(({ lower }) => NOT_STATED.test(lower))
  )
    return [chunk];
  if (!isNameLike(name, lexicon) || (isOrdinary(name, lexicon) && (name.code || !isCapitalised(name))))
    return [chunk];
  const behind = words.findIndex(
    (word, at) => at > called + 1 && !(isCapitalised(name) && isCapitalised(word)),
  );
  const end = behind === -1 ? words.length : behind;
  const given = words.slice(called + 1, end);
  return [
    { ...chunk, words: [...words.slice(0, article), ...given, ...words.slice(end)], closedBy: ',' },
    { ...chunk, mark: ',', conjunction: null, words: [...given, made('is', name), made('a', name), ...kind] },
  ];
}
