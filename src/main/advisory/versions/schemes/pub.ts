// Versions of Dart packages: SemVer, but what is built later is later, so that `1.0.0+1` comes after `1.0.0`. Called by the table in
// compare.ts.
// Source: decision 056.
import { firstOf, orderLists, type SchemeRules } from './rules.ts';
import { orderIdentifiers, orderSemver, parseSemver, type Semver } from './semver.ts';

export const pub: SchemeRules<Semver> = {
  parse: parseSemver,
  order: (a, b) => firstOf(orderSemver(a, b), orderLists(a.build, b.build, orderIdentifiers)),
};
