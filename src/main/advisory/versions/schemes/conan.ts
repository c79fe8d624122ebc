// Versions of Conan packages: items between dots, numbers where they are digits, zeros at the end without meaning, then a prerelease and
// a build of the same form. A number and a word are compared as text, as Conan does, which makes the order no order of all versions:
// `2 < 10 < 10a < 2`. Called by the table in compare.ts.
// Source: decision 056.
import {
  firstOf,
  isDigits,
  type Order,
  orderDigits,
  orderLists,
  orderTexts,
  type SchemeRules,
  withoutLast,
  withoutZeros,
} from './rules.ts';

type Items = readonly string[];

interface ConanVersion {
  readonly items: Items;
  /** Null for a release. */
  readonly pre: Items | null;
  readonly build: Items | null;
}

const FORM = /^[0-9A-Za-z._*+-]+$/;

export const conan: SchemeRules<ConanVersion> = {
  parse(text) {
    if (!FORM.test(text)) return null;
    const plus = text.lastIndexOf('+');
    const main = plus < 0 ? text : text.slice(0, plus);
    const hyphen = main.indexOf('-');
    const items = itemsOf(hyphen < 0 ? main : main.slice(0, hyphen));
    if (main === '' || hyphen === 0) return null;
    return {
      items,
      pre: hyphen < 0 ? null : itemsOf(main.slice(hyphen + 1)),
      build: plus < 0 ? null : itemsOf(text.slice(plus + 1)),
    };
  },
  order: (a, b) =>
    firstOf(
      orderLists(a.items, b.items, orderItems),
      orderParts(a.pre, b.pre, 1),
      orderParts(a.build, b.build, -1),
    ),
};

const itemsOf = (text: string): string[] => {
  const items = text.split('.').map((item) => (isDigits(item) ? withoutZeros(item) || '0' : item));
  return withoutLast(items, (item) => item === '0');
};

/** @param absent where the part is missing in the first alone */
function orderParts(a: Items | null, b: Items | null, absent: Order): Order {
  if (a === null || b === null) return a === b ? 0 : a === null ? absent : absent === 1 ? -1 : 1;
  return orderLists(a, b, orderItems);
}

const orderItems = (a: string, b: string): Order =>
  isDigits(a) && isDigits(b) ? orderDigits(a, b) : orderTexts(a, b);
