// Versions of PHP packages as Composer normalises them, four numbers and a stability, in the order of PHP: dev, alpha, beta, RC, the
// release, patch. Branches (`dev-main`, `1.x-dev`) have no order and are no versions. Called by the table in compare.ts.
// Source: decision 056.
import {
  firstOf,
  isDigits,
  type Order,
  orderDigits,
  orderLists,
  orderOf,
  type SchemeRules,
} from './rules.ts';

interface ComposerVersion {
  readonly numbers: readonly string[];
  /** A word or a number each. */
  readonly stability: readonly string[];
}

const FORM = new RegExp(
  [
    /^v?([0-9]+(?:\.[0-9]+){0,3})/,
    /(?:[._-]?(stable|beta|b|rc|alpha|a|patch|pl|p)[.-]?([0-9]*(?:[.-][0-9]+)*))?/,
    /(?:[.-]?(dev))?(?:\+[^\s]*)?$/,
  ]
    .map(({ source }) => source)
    .join(''),
);

/** By its first letter; a number, and the end, weigh as much as the release. */
const WEIGHTS: ReadonlyMap<string, number> = new Map([
  ['d', 0],
  ['a', 1],
  ['b', 2],
  ['r', 3],
  ['p', 5],
]);
const RELEASE = 4;

export const composer: SchemeRules<ComposerVersion> = {
  parse(text) {
    const found = FORM.exec(text.toLowerCase());
    if (found === null) return null;
    const [, numbers = '', word, digits = '', dev] = found;
    const isStable = word === undefined || word === 'stable';
    return {
      numbers: numbers.split('.'),
      stability: [
        ...(isStable ? [] : [word, ...digits.split(/[.-]/).filter((part) => part !== '')]),
        ...(dev === undefined ? [] : [dev]),
      ],
    };
  },
  order: (a, b) =>
    firstOf(
      orderLists(a.numbers, b.numbers, orderDigits, '0'),
      orderLists(a.stability, b.stability, orderParts, END),
    ),
};

/** Where nothing is: as a release, and less than any number. */
const END = '';

function orderParts(a: string, b: string): Order {
  if (isDigits(a) && (isDigits(b) || b === END)) return b === END ? 1 : orderDigits(a, b);
  if (isDigits(b) && a === END) return -1;
  return orderOf(weightOf(a) - weightOf(b));
}

const weightOf = (part: string): number => WEIGHTS.get(part.charAt(0)) ?? RELEASE;
