import { describe, expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { FACT_GRAMMAR, MAX_FACT_CHARS, parseFact } from './fact-grammar.ts';
import { canonicalToken } from './words.ts';

const told = (text: string) => {
  const parsed = parseFact(text);
  if (!parsed.ok) return parsed;
  const { concept, isIsa, parent, dimension, confidence } = parsed.fact;
  expect(confidence).toBe(1);
  return `${concept} ${isIsa ? 'isa' : 'ispart'} ${parent} in ${dimension}`;
};

describe('facts', () => {
  it.each<[string, string]>([
    ['gnommoweb -isa repo', 'gnommoweb isa repo in type'],
    ['gnommoweb -ispart glitch_university', 'gnommoweb ispart glitch_university in membership'],
    ['gnommoweb -isa repo in context of glitch_university', 'gnommoweb isa repo in glitch_university'],
    [
      'gnommoweb -ispart glitch_university in context of membership',
      'gnommoweb ispart glitch_university in membership',
    ],
    [
      '  Gnommoweb\t-ISA \n Repo   IN  context\nof   Glitch University . ',
      'gnommoweb isa repo in glitch_university',
    ],
    [
      'Glitch University -IsPart New York City in context of geography.',
      'glitch_university ispart new_york_city in geography',
    ],
    ['"agent pool" -isa \'Work Group\' in context of “team type”', 'agent_pool isa work_group in team_type'],
    ['glitch.university -isa platform in context of runs-on', 'glitch.university isa platform in runs-on'],
    ['"C++" -isa language', 'c isa language in type'],
    ['Type -isa In', 'type isa in in type'],
    ['Émile Zola -isa 漢字', 'émile_zola isa 漢字 in type'],
  ])('%j', (text, expected) => expect(told(text)).toBe(expected));
});

describe('what is not a fact is told with its column', () => {
  it.each<[string, number, RegExp]>([
    ['', 1, /expected a subject, found the end/],
    ['   ', 1, /expected a subject/],
    ['.', 1, /expected a subject/],
    ['gnommoweb', 10, /expected -isa or -ispart, found the end/],
    ['gnommoweb is a repo', 11, /expected -isa or -ispart, found "is"/],
    ['gnommoweb -isaa repo', 11, /expected -isa or -ispart/],
    ['gnommoweb -isa', 15, /expected a parent, found the end/],
    ['-isa repo', 1, /expected a subject, found "-isa"/],
    ['x -isa -ispart', 8, /expected a parent, found "-ispart"/],
    ['agent pool -isa group', 7, /expected -isa or -ispart, found "pool"/],
    ['Agent pool -isa group', 7, /"pool" is not capitalised/],
    ['gnommoweb -isa software repo', 25, /should end here, but goes on with "repo"/],
    ['gnommoweb -isa repo in context', 21, /goes on with "in"/],
    ['gnommoweb -isa repo in context of', 34, /expected a dimension, found the end/],
    ['gnommoweb -isa repo in context of type now', 40, /goes on with "now"/],
    ['gnommoweb -isa <parent>', 16, /"<" cannot stand in a name/],
    ['gnommoweb, -isa repo', 10, /"," cannot stand in a name/],
    ['http://x -isa repo', 5, /":" cannot stand in a name/],
    ['"gnommoweb -isa repo', 1, /not closed/],
    ['"" -isa repo', 1, /no word between/],
    ['"!!" -isa repo', 1, /no word between/],
    ['"x"y -isa repo', 4, /white space after the quoted name/],
    ['gnommoweb\u0000 -isa repo', 10, /U\+0000/],
    ['gnommoweb -isa repo\u001b[0m', 20, /U\+001B/],
    ['😀😀 -isa repo', 1, /"😀" cannot stand/],
    ['x😀 -isa repo', 2, /"😀" cannot stand/],
    ['"😀x" isa repo', 6, /expected -isa or -ispart, found "isa"/],
    ['Aa Bb Cc Dd Ee Ff Gg -isa heading', 1, /more than 6 words/],
    [`${'x'.repeat(201)} -isa repo`, 1, /at most 200 characters/],
    [`x -isa ${'y'.repeat(MAX_FACT_CHARS)}`, MAX_FACT_CHARS + 1, /at most 4096 characters/],
  ])('%j: column %i', (text, column, message) => {
    const parsed = parseFact(text);
    expect(parsed).toMatchObject({ ok: false, column });
    expect(parsed.ok ? '' : parsed.message).toMatch(message);
  });

  it('the grammar names both operators and the context', () => {
    for (const part of ['-isa', '-ispart', 'in context of']) expect(FACT_GRAMMAR).toContain(part);
  });
});

describe('for any names', () => {
  // "x -p 0" and "pw -isa" hand over a password, and are refused as one: see secrets.
  const name = fc
    .stringMatching(/^[A-Za-zé漢0-9][A-Za-zé漢0-9_. -]{0,20}$/u)
    .filter((s) => canonicalToken(s) !== '' && !/[ _.]-|(?:^|[ _.])pw *$/i.test(s));
  it('a quoted fact comes back as its canonical tokens', () => {
    fc.assert(
      fc.property(name, name, fc.option(name), fc.boolean(), (subject, parent, dimension, isIsa) => {
        const context = dimension === null ? '' : ` in context of "${dimension}"`;
        expect(parseFact(`"${subject}" ${isIsa ? '-isa' : '-ispart'} '${parent}'${context}`)).toEqual({
          ok: true,
          fact: {
            concept: canonicalToken(subject),
            parent: canonicalToken(parent),
            dimension: dimension === null ? (isIsa ? 'type' : 'membership') : canonicalToken(dimension),
            isIsa,
            confidence: 1,
          },
        });
      }),
    );
  });

  it('what was read can be told again in canonical form, and nothing throws', () => {
    const piece = fc.oneof(
      fc.constantFrom(' -isa ', ' -ispart ', ' in context of ', ' ', '"', "'", '.', 'Aa', 'x', '-', '“'),
      fc.string({ unit: 'binary', maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        const parsed = parseFact(text);
        if (!parsed.ok) {
          expect(parsed.column).toBeGreaterThanOrEqual(1);
          expect(parsed.column).toBeLessThanOrEqual([...text].length + 1);
          return;
        }
        const { concept, parent, dimension, isIsa } = parsed.fact;
        const again = `${concept} ${isIsa ? '-isa' : '-ispart'} ${parent} in context of ${dimension}`;
        expect(parseFact(again)).toEqual(parsed);
      }),
      { numRuns: runs(3000) },
    );
  });
});
