// Versions of Ruby gems: segments of digits and of letters, a word before any number, zeros at the end of the release and at the end of
// the whole without meaning, a hyphen as much as `.pre.`. Called by the table in compare.ts.
// Source: decision 056.
import {
  isDigits,
  type Order,
  orderDigits,
  orderLists,
  orderTexts,
  type SchemeRules,
  withoutLast,
  withoutZeros,
} from './rules.ts';

const FORM = /^[0-9]+(?:\.[0-9A-Za-z]+)*(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;

export const gem: SchemeRules<readonly string[]> = {
  parse(text) {
    if (!FORM.test(text)) return null;
    const segments = text.replaceAll('-', '.pre.').match(/[0-9]+|[A-Za-z]+/g) ?? [];
    const words = segments.findIndex((segment) => !isDigits(segment));
    const numbers = words < 0 ? segments.length : words;
    return [
      ...withoutLast(segments.slice(0, numbers), isZero),
      ...withoutLast(segments.slice(numbers), isZero),
    ];
  },
  order: (a, b) => orderLists(a, b, orderSegments, '0'),
};

const isZero = (segment: string): boolean => isDigits(segment) && withoutZeros(segment) === '';

function orderSegments(a: string, b: string): Order {
  const isNumber = isDigits(a);
  if (isNumber !== isDigits(b)) return isNumber ? 1 : -1;
  return isNumber ? orderDigits(a, b) : orderTexts(a, b);
}
