// Versions that are numbers in a row, of which a shorter one comes before what it begins: Haskell's and nginx's (dots), R's (dots and
// hyphens, two numbers at least), and VERS's intdot, which reads as far as there are digits and dots. Called by the table in compare.ts.
// Source: decision 056.
import { orderDigits, orderLists, type SchemeRules } from './rules.ts';

type Numbers = readonly string[];

const rulesOf = (form: RegExp, signs: RegExp): SchemeRules<Numbers> => ({
  parse: (text) => form.exec(text)?.[1]?.split(signs) ?? null,
  order: (a, b) => orderLists(a, b, orderDigits),
});

export const integers = rulesOf(/^([0-9]+(?:\.[0-9]+)*)$/, /\./);
export const cran = rulesOf(/^([0-9]+(?:[.-][0-9]+)+)$/, /[.-]/);
export const intdot = rulesOf(/^([0-9]+(?:\.[0-9]+)*)/, /\./);
