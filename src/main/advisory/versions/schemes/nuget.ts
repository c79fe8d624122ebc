// Versions of NuGet packages: one to four numbers, those that are missing zero, and a prerelease as SemVer orders it but without regard
// to case. Called by the table in compare.ts.
// Source: decision 056.
import { firstOf, orderDigits, orderLists, type SchemeRules } from './rules.ts';
import { orderPrereleases } from './semver.ts';

interface NugetVersion {
  readonly numbers: readonly string[];
  readonly prerelease: readonly string[];
}

const FORM =
  /^([0-9]+(?:\.[0-9]+){0,3})(?:-([0-9a-z-]+(?:\.[0-9a-z-]+)*))?(?:\+[0-9a-z-]+(?:\.[0-9a-z-]+)*)?$/;

export const nuget: SchemeRules<NugetVersion> = {
  parse(text) {
    const found = FORM.exec(text.toLowerCase());
    if (found === null) return null;
    const [, numbers = '', prerelease] = found;
    return { numbers: numbers.split('.'), prerelease: prerelease?.split('.') ?? [] };
  },
  order: (a, b) =>
    firstOf(orderLists(a.numbers, b.numbers, orderDigits, '0'), orderPrereleases(a.prerelease, b.prerelease)),
};
