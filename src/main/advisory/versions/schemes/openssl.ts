// Versions of OpenSSL: three numbers, before 3.0 letters that go on from `z` to `za`, and prereleases. Called by the table in compare.ts.
// Source: decision 056.
import { firstOf, orderDigits, orderLists, orderTexts, type SchemeRules } from './rules.ts';
import { orderPrereleases } from './semver.ts';

interface OpensslVersion {
  readonly numbers: readonly string[];
  readonly letters: string;
  /** A word and its number. */
  readonly prerelease: readonly string[];
}

const FORM = /^([0-9]+\.[0-9]+\.[0-9]+)([a-z]*)(?:-(alpha|beta|pre)([0-9]+))?$/;

export const openssl: SchemeRules<OpensslVersion> = {
  parse(text) {
    const found = FORM.exec(text);
    if (found === null) return null;
    const [, numbers = '', letters = '', word, number = ''] = found;
    return { numbers: numbers.split('.'), letters, prerelease: word === undefined ? [] : [word, number] };
  },
  order: (a, b) =>
    firstOf(
      orderLists(a.numbers, b.numbers, orderDigits),
      orderTexts(a.letters, b.letters),
      orderPrereleases(a.prerelease, b.prerelease),
    ),
};
