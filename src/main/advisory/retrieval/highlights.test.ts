// Promises of highlights: places are UTF-16 units of the very text; only what the brief is about is marked; ranges are marked with their bounds.
import { describe, expect, it } from 'vitest';
import { highlightsOf } from './highlights.ts';

const ABOUT = {
  ids: new Set(['CVE-2024-3094', 'GHSA-rxwq-x6h5-x02m', 'RHSA-2022:0216']),
  packages: new Set(['npm/left-pad']),
  versions: new Set(['1.2.3', '1:2.0-1+deb12u1']),
};
const marked = (text: string) =>
  highlightsOf(text, ABOUT).map(({ start, end, why }) => `${why} ${text.slice(start, end)}`);

describe('highlights', () => {
  it.each<[string, string[]]>([
    ['😀 cve-2024-3094 and CVE-2024-9999', ['id cve-2024-3094']],
    ['RHSA-2022-0216', ['id RHSA-2022-0216']],
    ['pkg:npm/left-pad@1.2.3 and pkg:npm/right-pad@1.2.3', ['purl pkg:npm/left-pad@1.2.3']],
    ['installed v1.2.3, not 1.2.4', ['version v1.2.3']],
    ['Debian has 1:2.0-1+deb12u1.', ['version 1:2.0-1+deb12u1']],
    ['versions before 2.31.0 are affected', ['range before 2.31.0']],
    ['>= 1.0.0, < 2.0.0 || ^3.1', ['range >= 1.0.0, < 2.0.0 || ^3.1']],
    ['from 1.0 before 2.0; through 2.5', ['range from 1.0 before 2.0', 'range through 2.5']],
    ['nothing at all', []],
  ])('of %j', (text, expected) => {
    expect(marked(text)).toEqual(expected);
  });
});
