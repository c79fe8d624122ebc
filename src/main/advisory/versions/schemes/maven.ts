// Versions of Maven artifacts, as Maven's own comparison orders them: items parted by dots, lists parted by hyphens and by the seam
// between digits and letters, known qualifiers in their order and unknown ones behind. A list ends with the list within it, so a
// version is one row of items with marks where the next list begins, and nothing recurses. Called by the table in compare.ts.
// Source: decision 056.
import {
  firstOf,
  type Order,
  orderDigits,
  orderOf,
  orderTexts,
  reversed,
  type SchemeRules,
  withoutZeros,
} from './rules.ts';

/** A number (no word), a qualifier (no digits), or a qualifier with the number behind it. */
interface Item {
  readonly word: string | null;
  /** Without zeros in front. */
  readonly digits: string | null;
}

/** `list` where the list within begins. */
type Token = Item | 'list';

const FORM = /^[0-9A-Za-z._+~-]+$/;
/** A word, a word with its number (`x-1` is as much as `x1`), a number or nothing, and the sign behind it. */
const TOKEN = /(?:([^0-9.-]+)(?:-?([0-9]+))?|([0-9]+))?([.-]?)/y;
const QUALIFIERS = ['alpha', 'beta', 'milestone', 'rc', 'snapshot', '', 'sp'];
/** Words that say no more than the release itself, and others in another spelling. */
const SAME: ReadonlyMap<string, string> = new Map([
  ['ga', ''],
  ['final', ''],
  ['release', ''],
  ['cr', 'rc'],
]);
/** Before a number a letter stands for a word. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['a', 'alpha'],
  ['b', 'beta'],
  ['m', 'milestone'],
]);

export const maven: SchemeRules<readonly Token[]> = {
  parse: (text) =>
    FORM.test(text) && /[0-9A-Za-z]/.test(text) ? withoutNeedless(tokensOf(text.toLowerCase())) : null,
  order: orderOfTokens,
};

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    TOKEN.lastIndex = at;
    const [all = '', word, behind, digits, sign = ''] = TOKEN.exec(text) ?? [];
    at += all.length;
    // `x1` begins a list, and so does a word at the end: `.x` is as much as `-x`.
    if (behind !== undefined || (word !== undefined && sign === '' && at === text.length))
      tokens.push('list');
    if (word === undefined) tokens.push({ word: null, digits: withoutZeros(digits ?? '') });
    else if (behind === undefined) tokens.push({ word: SAME.get(word) ?? word, digits: null });
    else {
      const named = LETTERS.get(word) ?? word;
      tokens.push({ word: SAME.get(named) ?? named, digits: withoutZeros(behind) });
    }
    if (sign !== '.') tokens.push('list');
  }
  return tokens;
}

/** Without zeros that stand at the end of a list or before a qualifier, and without lists that are then empty. */
function withoutNeedless(tokens: readonly Token[]): readonly Token[] {
  const kept: Token[] = [];
  for (const token of tokens.toReversed()) {
    const next = kept.at(-1);
    if (token === 'list') {
      if (next !== undefined && next !== 'list') kept.push(token);
      continue;
    }
    const isNeedless =
      next === 'list' ? (kept.at(-2) as Item).word !== null : next === undefined || next.digits === null;
    if (token.word !== null || token.digits !== '' || !isNeedless) kept.push(token);
  }
  if (kept.at(-1) === 'list') kept.pop();
  return kept.toReversed();
}

function orderOfTokens(a: readonly Token[], b: readonly Token[]): Order {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const [left, right] = [a[at], b[at]];
    if (left === 'list' && right !== 'list' && right !== undefined) return orderOfList(a, b, at);
    if (right === 'list' && left !== 'list' && left !== undefined) return reversed(orderOfList(b, a, at));
    const order = orderItems(left, right);
    if (order !== 0) return order;
  }
  return 0;
}

/** A list where the other version has an item: less than a number; else its first item is held against the other, and what follows against nothing. */
function orderOfList(a: readonly Token[], b: readonly Token[], at: number): Order {
  const item = b[at];
  if (item === 'list' || item?.word === null) return -1;
  return firstOf(
    orderItems(a[at + 1], item),
    orderOfTokens(a.slice(at + 2), []),
    orderOfTokens([], b.slice(at + 1)),
  );
}

const NOTHING: Item = { word: '', digits: null };
const itemOf = (token: Token | undefined): Item =>
  token === undefined || token === 'list' ? NOTHING : token;

function orderItems(left: Token | undefined, right: Token | undefined): Order {
  const [a, b] = [itemOf(left), itemOf(right)];
  const numbers = orderDigits(a.digits ?? '', b.digits ?? '');
  if (a.word === null) return b.word === null || b === NOTHING ? numbers : 1;
  if (b.word === null) return reversed(orderItems(right, left));
  const words = firstOf(orderOf(rankOf(a.word) - rankOf(b.word)), orderTexts(a.word, b.word));
  // Of two equal words the one with a number is later, unless the word says nothing and the number is zero.
  const withNumber = a.word === '' ? 0 : orderOf(Number(a.digits !== null) - Number(b.digits !== null));
  return firstOf(words, withNumber, numbers);
}

/** Unknown qualifiers are behind those that are known. */
function rankOf(word: string): number {
  const known = QUALIFIERS.indexOf(word);
  return known < 0 ? QUALIFIERS.length : known;
}
