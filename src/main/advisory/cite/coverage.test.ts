// Promise: every claim of a brief is found as one sentence, with the citation behind it; headings, code, questions and announcements are none, unless they claim; what
// stands without a citation is named by section and by claim.
import { describe, expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { citationsIn } from './citations.ts';
import { chunkCoverage, coverageOf } from './coverage.ts';
import { readBrief } from './reading.ts';
import { sentencesOf } from './sentences.ts';

const claimsOf = (text: string): string[] =>
  sentencesOf(readBrief(text))
    .filter(({ isClaim }) => isClaim)
    .map(({ start, end }) => text.slice(start, end));

const covered = (text: string) => {
  const reading = readBrief(text);
  const { faults, ...rest } = coverageOf(reading, citationsIn(reading).citations, { sources: 9 });
  return {
    ...rest,
    missing: faults.map(({ of, section, start, end }) =>
      of === 'section' ? `section ${section}` : `${section}: ${text.slice(start, end)}`,
    ),
  };
};

describe('claims', () => {
  it.each([
    ['One. Two.', ['One.', 'Two.']],
    ['One [1]. Two [2].', ['One [1].', 'Two [2].']],
    ['One.[1] Two.[2][3]', ['One.[1]', 'Two.[2][3]']],
    ['One. [1] Two. [2]', ['One. [1]', 'Two. [2]']],
    ['One. [2] says so.', ['One.', '[2] says so.']],
    ['Xz 5.6.1 is bad. Use 5.6.2.', ['Xz 5.6.1 is bad.', 'Use 5.6.2.']],
    ['It is in 1.2.3 [1]. xz is not.', ['It is in 1.2.3 [1].', 'xz is not.']],
    ['Some, e.g. xz, i.e. all. Others cf. Debian.', ['Some, e.g. xz, i.e. all.', 'Others cf. Debian.']],
    ['Red Hat, Inc. agrees. See no. 5.', ['Red Hat, Inc. agrees.', 'See no. 5.']],
    ['It says no. Then yes.', ['It says no.', 'Then yes.']],
    ['xz, zstd etc. Then more.', ['xz, zstd etc.', 'Then more.']],
    ['J. Doe of the U.S. agency said so.', ['J. Doe of the U.S. agency said so.']],
    ['It said "stop." Then it stopped.', ['It said "stop."', 'Then it stopped.']],
    ['**It is so.** And more!', ['**It is so.**', 'And more!']],
    ['See https://a.b/c. Also `x. Y`. End…', ['See https://a.b/c.', 'Also `x. Y`.', 'End…']],
    ['受影响[1]。已修复。[2]', ['受影响[1]。', '已修复。[2]']],
    ['Is it so? It is.', ['It is.']],
    ['These are bad:\n\n- xz 5.6.0\n- xz 5.6.1', ['xz 5.6.0', 'xz 5.6.1']],
    ['1. Stop it.\n2. Start it. Check.', ['Stop it.', 'Start it.', 'Check.']],
    ['A line  \nwith a break', ['A line', 'with a break']],
    ['A line\ngoes on.', ['A line\ngoes on.']],
    ['| a | b |\n|---|---|\n| x. Y | 1 |\n| z | 2 |', ['| x. Y | 1 |', '| z | 2 |']],
    ['# Heading.\n\n**Title**\n\nText.', ['Text.']],
    ['```\nCode. Code.\n```\n\n    Code.\n\nText.', ['Text.']],
    ['### Not affected', [' Not affected']],
    ['**Nobody has to do anything**', ['**Nobody has to do anything**']],
    ['It is not so\n===', ['It is not so']],
    ['### What is affected\n\n**Affected versions**', []],
    ['Why upgrade, since it is harmless?', ['Why upgrade, since it is harmless?']],
    ['No upgrade is needed:', ['No upgrade is needed:']],
    ['| Nobody is affected | b |\n|---|---|\n| x | [1] |', ['| Nobody is affected | b |', '| x | [1] |']],
    ['| No. | Version |\n|---|---|', []],
    ['It is so. [1] left-pad is, too. [2]', ['It is so. [1]', 'left-pad is, too. [2]']],
    ['No evidence.', []],
    ['*No evidence.*', []],
    ['[1]', []],
    ['---\n\n***', []],
    ['', []],
  ])('of %j', (text, claims) => {
    expect(claimsOf(text)).toEqual(claims);
  });

  it('leave out nothing of a paragraph but blanks, and lie in order', () => {
    const piece = fc.constantFrom(
      'Ab',
      ' ',
      '. ',
      '.',
      '[1]',
      ' [2] ',
      '! ',
      'e.g. ',
      '`x. `',
      '\n',
      '5.6',
      ': ',
      '"',
      '。',
    );
    fc.assert(
      fc.property(fc.string({ unit: piece, maxLength: 40 }), (given) => {
        const text = `A${given}`;
        let from = 0;
        for (const { start, end } of sentencesOf(readBrief(text))) {
          expect(text.slice(from, start).trim()).toBe('');
          expect(end).toBeGreaterThan(start);
          from = end;
        }
        expect(text.slice(from).trim()).toBe('');
      }),
      { numRuns: runs(2000) },
    );
  });
});

const BRIEF = `## Summary
Xz 5.6.0 holds a backdoor [1]. It is exploited.

## Conflicts
Vendors disagree. One says no.

## Remediation
No evidence.

## References
- An advisory
`;

describe('coverage', () => {
  it('names each section and each claim without a citation', () => {
    expect(covered(BRIEF)).toEqual({
      claims: 4,
      citedClaims: 1,
      claimCoverage: 0.25,
      missing: [
        'summary: It is exploited.',
        'section conflicts',
        'conflicts: Vendors disagree.',
        'conflicts: One says no.',
      ],
    });
  });

  it('counts no citation of a source that is not there', () => {
    expect(covered('So it is [10].').missing).toEqual(['section ', ': So it is [10].']);
  });

  it('counts no malformed marker', () => {
    expect(covered('So it is [01].').citedClaims).toBe(0);
  });

  it('is whole where nothing is claimed', () => {
    expect(covered('## Summary\nNo evidence.')).toEqual({
      claims: 0,
      citedClaims: 0,
      claimCoverage: 1,
      missing: [],
    });
  });

  it('of chunks is the part that is cited, and whole where there are none', () => {
    const { citations } = citationsIn('A [1]. B [1,3].');
    expect(chunkCoverage(citations, [1, 2, 3, 4])).toBe(0.5);
    expect(chunkCoverage(citations, [])).toBe(1);
    expect(chunkCoverage([], [1])).toBe(0);
  });
});
