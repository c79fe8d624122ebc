// Versions of Python packages by PEP 440: epoch, release, pre-, post- and development releases, local labels, in all the spellings that
// the PEP reads as one. What it does not read is no version. Called by the table in compare.ts.
// Source: decision 056.
import {
  firstOf,
  isDigits,
  type Order,
  orderDigits,
  orderLists,
  orderOf,
  orderTexts,
  type SchemeRules,
  withoutLast,
  withoutZeros,
} from './rules.ts';

/** What stands at a place of the key: nothing, which sorts first or last, or a number, of a kind where there are kinds. */
interface Place {
  readonly rank: number;
  readonly number: string;
}

interface PyVersion {
  readonly epoch: string;
  /** Without the zeros at its end. */
  readonly release: readonly string[];
  /** Pre-, post- and development release. */
  readonly places: readonly Place[];
  readonly local: readonly string[];
}

const FORM = new RegExp(
  [
    /^v?(?:([0-9]+)!)?([0-9]+(?:\.[0-9]+)*)/,
    /(?:[-_.]?(alpha|a|beta|b|preview|pre|c|rc)[-_.]?([0-9]*))?/,
    /(?:-([0-9]+)|[-_.]?(post|rev|r)[-_.]?([0-9]*))?/,
    /(?:[-_.]?(dev)[-_.]?([0-9]*))?/,
    /(?:\+([a-z0-9]+(?:[-_.][a-z0-9]+)*))?$/,
  ]
    .map(({ source }) => source)
    .join(''),
);

const FIRST: Place = { rank: -1, number: '' };
const LAST: Place = { rank: 9, number: '' };
/** Kinds of prereleases in their order, by the letter of all their spellings. */
const KINDS: Readonly<Record<string, number>> = { a: 0, alpha: 0, b: 1, beta: 1 };
const CANDIDATE = 2;

export const pep440: SchemeRules<PyVersion> = {
  parse(text) {
    const found = FORM.exec(text.toLowerCase());
    if (found === null) return null;
    const [
      ,
      epoch = '0',
      release = '',
      kind,
      number = '',
      implicit,
      post,
      postNumber = '',
      dev,
      devNumber = '',
    ] = found;
    const isPost = implicit !== undefined || post !== undefined;
    return {
      epoch,
      release: withoutLast(release.split('.'), (part) => withoutZeros(part) === ''),
      places: [
        prePlace(kind, number, !isPost && dev !== undefined),
        isPost ? { rank: 0, number: implicit ?? postNumber } : FIRST,
        dev === undefined ? LAST : { rank: 0, number: devNumber },
      ],
      local: found[10] === undefined ? [] : found[10].split(/[-_.]/),
    };
  },
  order: (a, b) =>
    firstOf(
      orderDigits(a.epoch, b.epoch),
      orderLists(a.release, b.release, orderDigits, '0'),
      orderLists(a.places, b.places, orderPlaces),
      orderLists(a.local, b.local, orderLabels),
    ),
};

/** @param isBare a development release of the release itself, which comes before its first alpha */
function prePlace(kind: string | undefined, number: string, isBare: boolean): Place {
  if (kind === undefined) return isBare ? FIRST : LAST;
  return { rank: KINDS[kind] ?? CANDIDATE, number };
}

const orderPlaces = (a: Place, b: Place): Order =>
  firstOf(orderOf(a.rank - b.rank), orderDigits(a.number, b.number));

/** Of local versions: words before numbers. */
function orderLabels(a: string, b: string): Order {
  const isNumber = isDigits(a);
  if (isNumber !== isDigits(b)) return isNumber ? 1 : -1;
  return isNumber ? orderDigits(a, b) : orderTexts(a, b);
}
