// Versions that are nothing but text, in the order of their bytes in UTF-8. Called by the table in compare.ts.
// Source: decision 056.
import { orderOf, type SchemeRules } from './rules.ts';

export const lexicographic: SchemeRules<Buffer> = {
  parse: (text) => (text !== '' && text.isWellFormed() ? Buffer.from(text, 'utf8') : null),
  order: (a, b) => orderOf(Buffer.compare(a, b)),
};
