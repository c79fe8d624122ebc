// Versions of Maven artifacts, as Maven's own comparison orders them: items parted by dots, lists parted by hyphens and by the seam
// between digits and letters, known qualifiers in their order and unknown ones behind. A list ends with the list within it, so lists
// are kept one after another and nothing recurses. Called by the table in compare.ts.
// Source: decision 056.
import {
  firstOf,
  isDigit,
  type Order,
  orderDigits,
  orderOf,
  orderTexts,
  reversed,
  type SchemeRules,
  withoutZeros,
} from './rules.ts';

/** A number, a qualifier, or a qualifier with the number behind it. */
type Item =
  | { readonly kind: 'number'; readonly digits: string }
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'pair'; readonly word: string; readonly digits: string };

/** Lists from the outermost in, each within the one before it, at its end. */
type Lists = readonly (readonly Item[])[];

const FORM = /^[0-9A-Za-z._+~-]+$/;
const QUALIFIERS = ['alpha', 'beta', 'milestone', 'rc', 'snapshot', '', 'sp'];
const RELEASE = QUALIFIERS.indexOf('');
/** Words that say no more than the release itself. */
const RELEASES: ReadonlySet<string> = new Set(['ga', 'final', 'release']);
/** Before a number a letter stands for a word. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['a', 'alpha'],
  ['b', 'beta'],
  ['m', 'milestone'],
]);

export const maven: SchemeRules<Lists> = {
  parse: (text) =>
    FORM.test(text) && /[0-9A-Za-z]/.test(text) ? normal(new Reader(text.toLowerCase()).lists()) : null,
  order: orderOfLists,
};

/** Takes a version apart. */
class Reader {
  readonly #text: string;
  readonly #lists: Item[][] = [[]];
  #start = 0;
  #isNumber = false;
  #isPair = false;

  constructor(text: string) {
    this.#text = text;
  }

  lists(): Item[][] {
    const text = this.#text;
    for (let at = 0; at < text.length; at++) {
      const char = text[at];
      if (char === '.') this.#dot(at);
      else if (char === '-') this.#hyphen(at);
      else if (isDigit(char)) this.#digit(at);
      else this.#letter(at);
    }
    if (this.#start < text.length) {
      // `.x` is as much as `-x`
      if (!this.#isNumber) this.#nest();
      this.#take(text.length);
    }
    return this.#lists;
  }

  #dot(at: number): void {
    this.#takeOrZero(at);
    this.#isPair = false;
    this.#start = at + 1;
  }

  #hyphen(at: number): void {
    // `x-1` is as much as `x1`
    if (at > this.#start && !this.#isNumber && isDigit(this.#text[at + 1])) {
      this.#isPair = true;
      return;
    }
    this.#takeOrZero(at);
    this.#isPair = false;
    this.#start = at + 1;
    this.#nest();
  }

  #digit(at: number): void {
    if (!this.#isNumber && at > this.#start) {
      this.#isPair = true;
      this.#nest();
    }
    this.#isNumber = true;
  }

  #letter(at: number): void {
    if (this.#isNumber && at > this.#start) {
      this.#take(at);
      this.#isPair = false;
      this.#start = at;
      this.#nest();
    }
    this.#isNumber = false;
  }

  #nest(): void {
    if (this.#lists.at(-1)?.length !== 0) this.#lists.push([]);
  }

  #takeOrZero(end: number): void {
    if (end > this.#start) this.#take(end);
    else this.#lists.at(-1)?.push({ kind: 'number', digits: '' });
  }

  #take(end: number): void {
    const part = this.#text.slice(this.#start, end);
    this.#lists.at(-1)?.push(itemOf(part, this.#isNumber, this.#isPair));
  }
}

function itemOf(part: string, isNumber: boolean, isPair: boolean): Item {
  if (isPair) {
    const [, word = '', digits = ''] = /^([^0-9]*)([0-9]*)$/.exec(part.replaceAll('-', '')) ?? [];
    return { kind: 'pair', word: canonical(LETTERS.get(word) ?? word), digits: withoutZeros(digits) };
  }
  return isNumber ? { kind: 'number', digits: withoutZeros(part) } : { kind: 'word', word: canonical(part) };
}

const canonical = (word: string): string => (word === 'cr' ? 'rc' : word);

const isZero = (item: Item): boolean => item.kind === 'number' && item.digits === '';

/** Without zeros that stand at the end of a list or before a qualifier, and without lists that are then empty. */
function normal(lists: readonly (readonly Item[])[]): Lists {
  const kept: (readonly Item[])[] = [];
  for (const list of lists.toReversed()) {
    const items: Item[] = [];
    for (const item of list.toReversed()) {
      const next = items.at(-1);
      const within = kept.at(-1)?.[0];
      const isNeedless =
        next === undefined ? within === undefined || within.kind !== 'number' : next.kind === 'word';
      if (!isZero(item) || !isNeedless) items.push(item);
    }
    if (items.length > 0) kept.push(items.toReversed());
  }
  return kept.toReversed();
}

/** What stands at a place of a list: an item, the list within it, or nothing. */
function elementAt(lists: Lists, depth: number, at: number): Item | 'list' | undefined {
  const list = lists[depth] ?? [];
  if (at < list.length) return list[at];
  return at === list.length && depth + 1 < lists.length ? 'list' : undefined;
}

function orderOfLists(a: Lists, b: Lists): Order {
  let depth = 0;
  let at = 0;
  for (;;) {
    const left = elementAt(a, depth, at);
    const right = elementAt(b, depth, at);
    if (left === undefined && right === undefined) return 0;
    if (left === 'list' && right === 'list') {
      depth += 1;
      at = 0;
      continue;
    }
    const order = orderElements([a, left], [b, right], depth);
    if (order !== 0) return order;
    at += 1;
  }
}

function orderElements(
  [a, left]: readonly [Lists, Item | 'list' | undefined],
  [b, right]: readonly [Lists, Item | 'list' | undefined],
  depth: number,
): Order {
  if (left === undefined) return reversed(orderElements([b, right], [a, left], depth));
  if (right === undefined)
    return left === 'list' ? restAgainstNothing(a, depth + 1, 0) : againstNothing(left);
  if (left === 'list') return right === 'list' ? 0 : listAgainst(a, depth + 1, right);
  if (right === 'list') return reversed(listAgainst(b, depth + 1, left));
  return orderItems(left, right);
}

/** A list where the other version has an item. */
function listAgainst(lists: Lists, depth: number, item: Item): Order {
  const first = lists[depth]?.[0];
  if (item.kind === 'number' || first === undefined) return -1;
  return firstOf(orderItems(first, item), restAgainstNothing(lists, depth, 1));
}

/** What is left of a version where the other has ended. */
function restAgainstNothing(lists: Lists, depth: number, at: number): Order {
  for (let list = depth; list < lists.length; list++) {
    for (const item of (lists[list] ?? []).slice(list === depth ? at : 0)) {
      const order = againstNothing(item);
      if (order !== 0) return order;
    }
  }
  return 0;
}

function againstNothing(item: Item): Order {
  if (item.kind === 'number') return item.digits === '' ? 0 : 1;
  const order = orderOf(rankOf(item.word) - RELEASE);
  return item.kind === 'word' || order !== 0 ? order : orderDigits(item.digits, '');
}

function orderItems(a: Item, b: Item): Order {
  if (a.kind === 'number') return b.kind === 'number' ? orderDigits(a.digits, b.digits) : 1;
  if (b.kind === 'number') return -1;
  const order = orderWords(a.word, b.word);
  if (order !== 0 || (a.kind === 'word' && b.kind === 'word')) return order;
  if (a.kind === 'pair' && b.kind === 'pair') return orderDigits(a.digits, b.digits);
  // of two equal words the one with a number is later, unless the word says nothing and the number is zero
  return a.kind === 'pair' ? pairAgainstWord(a) : reversed(b.kind === 'pair' ? pairAgainstWord(b) : 0);
}

const pairAgainstWord = ({ word, digits }: { word: string; digits: string }): Order =>
  rankOf(word) === RELEASE ? orderDigits(digits, '') : 1;

function rankOf(word: string): number {
  if (RELEASES.has(word)) return RELEASE;
  const known = QUALIFIERS.indexOf(word);
  return known < 0 ? QUALIFIERS.length : known;
}

/** Unknown qualifiers by their letters, behind those that are known. */
function orderWords(a: string, b: string): Order {
  const rank = rankOf(a);
  return firstOf(orderOf(rank - rankOf(b)), rank === QUALIFIERS.length ? orderTexts(a, b) : 0);
}
