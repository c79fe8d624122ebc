// Versions of Gentoo packages by the package manager specification: numbers, a letter, suffixes, a revision. A number behind a dot that
// has a zero in front is compared as a fraction. Called by the table in compare.ts.
// Source: decision 056.
import {
  firstOf,
  type Order,
  orderDigits,
  orderLists,
  orderOf,
  orderTexts,
  type SchemeRules,
  withoutLastZeros,
} from './rules.ts';

interface Suffix {
  readonly rank: number;
  readonly number: string;
}

interface GentooVersion {
  readonly first: string;
  readonly numbers: readonly string[];
  readonly letter: string;
  readonly suffixes: readonly Suffix[];
  readonly revision: string;
}

const FORM = /^([0-9]+)((?:\.[0-9]+)*)([a-z]?)((?:_(?:alpha|beta|pre|rc|p)[0-9]*)*)(?:-r([0-9]+))?$/;
/** A suffix that the other version lacks: `p` is after the release, the others before it. */
const SUFFIXES = ['alpha', 'beta', 'pre', 'rc', '', 'p'];
const NO_SUFFIX: Suffix = { rank: SUFFIXES.indexOf(''), number: '' };

export const gentoo: SchemeRules<GentooVersion> = {
  parse(text) {
    const found = FORM.exec(text);
    if (found === null) return null;
    const [, first = '', numbers = '', letter = '', suffixes = '', revision = ''] = found;
    return {
      ...{ first, letter, revision, numbers: numbers.split('.').slice(1) },
      suffixes: suffixes.split('_').slice(1).map(suffixOf),
    };
  },
  order: (a, b) =>
    firstOf(
      orderDigits(a.first, b.first),
      orderLists(a.numbers, b.numbers, orderNumbers),
      orderTexts(a.letter, b.letter),
      orderLists(a.suffixes, b.suffixes, orderSuffixes, NO_SUFFIX),
      orderDigits(a.revision, b.revision),
    ),
};

function suffixOf(text: string): Suffix {
  const [, word = '', number = ''] = /^([a-z]+)([0-9]*)$/.exec(text) ?? [];
  return { rank: SUFFIXES.indexOf(word), number };
}

const orderSuffixes = (a: Suffix, b: Suffix): Order =>
  firstOf(orderOf(a.rank - b.rank), orderDigits(a.number, b.number));

function orderNumbers(a: string, b: string): Order {
  if (!a.startsWith('0') && !b.startsWith('0')) return orderDigits(a, b);
  return orderTexts(withoutLastZeros(a), withoutLastZeros(b));
}
