// Versions of Go modules: SemVer, with the short forms `v1` and `v1.2` that Go's own module library reads as `v1.0.0` and `v1.2.0`.
// A pseudo-version is a prerelease by its form, and `+incompatible` is build metadata. Called by the table in compare.ts.
// Source: decision 056.
import type { SchemeRules } from './rules.ts';
import { orderSemver, parseSemver, type Semver } from './semver.ts';

const SHORT = /^v?(?:0|[1-9][0-9]*)(\.(?:0|[1-9][0-9]*))?$/;

export const go: SchemeRules<Semver> = {
  parse(text) {
    const short = SHORT.exec(text);
    if (short === null) return parseSemver(text);
    return parseSemver(short[1] === undefined ? `${text}.0.0` : `${text}.0`);
  },
  order: orderSemver,
};
