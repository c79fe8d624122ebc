// Promise: what an answer cites is found where it stands and nowhere else, in both dialects, whatever markdown stands around it; what is wrong with a
// marker is said; any text is read, in time that grows at most by the square of its length.
import { describe, expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { citationsIn, type Dialect } from './citations.ts';

/** What is found in a text of ten sources: markers that cite; behind a bar those with faults, malformed ones with `!`, out of range ones with `>`. */
function shown(text: string, dialect?: Dialect): string {
  const { citations, faults } = citationsIn(text, { sources: 10, ...(dialect ? { dialect } : {}) });
  const wrong = faults.map(({ marker, reason }) => `${reason === 'malformed' ? '!' : '>'}${marker}`);
  return [
    citations.map(({ marker }) => marker).join(' '),
    ...(wrong.length > 0 ? [wrong.join(' ')] : []),
  ].join(' | ');
}

const TICKS = '```';

/** Texts by what they are about, each with what is found in it. */
const ROWS: Readonly<Record<string, readonly (readonly [text: string, found: string])[]>> = {
  'one marker': [
    ['It is so [1].', '[1]'],
    ['It is so [^1].', '[^1]'],
    ['It is so.[1]', '[1]'],
    ['It is so.[^1]', '[^1]'],
    ['so[^1] it is', '[^1]'],
    ['[1] it is', '[1]'],
    ['[10]', '[10]'],
    ['(see [1])', '[1]'],
    ['"so"[1], **so**[2], (so)[3], so,[4]', '[1] [2] [3] [4]'],
    ['それは本当です[1]。', '[1]'],
    ['受影响[1]，已修复[2]。', '[1] [2]'],
    ['यह है[1]', '[1]'],
    ['so😀[1]', '[1]'],
    ['<sup>[1]</sup>', '[1]'],
    ['<b>so</b>[1]', '[1]'],
    ['[[1]]', '[1]'],
    ['*[1]*', '[1]'],
  ],
  'lists and ranges': [
    ['[1,2]', '[1,2]'],
    ['[1;2]', '[1;2]'],
    ['[1, 2; 3]', '[1, 2; 3]'],
    ['[1-3]', '[1-3]'],
    ['[1–3]', '[1–3]'],
    ['[1 - 3]', '[1 - 3]'],
    ['[1-3,5]', '[1-3,5]'],
    ['[3,1]', '[3,1]'],
    ['[2,2]', '[2,2]'],
    ['[2-2]', '[2-2]'],
    ['[ 1 ]', '[ 1 ]'],
    ['[\t1\t]', '[\t1\t]'],
    ['[1,\u00a02]', '[1,\u00a02]'],
    ['[^1,2]', '[^1,2]'],
    ['[^1-3]', '[^1-3]'],
    ['[^ 1 ]', '[^ 1 ]'],
    ['[1][2]', '[1] [2]'],
    ['[1] [2]', '[1] [2]'],
    ['[^1][^2]', '[^1] [^2]'],
    ['[1][^2]', '[1] [^2]'],
    ['[1][2][3]', '[1] [2] [3]'],
  ],
  'out of range': [
    ['[11]', '[11] | >[11]'],
    ['[^11]', '[^11] | >[^11]'],
    ['[9-11]', '[9-11] | >[9-11]'],
    ['[1,4294967295]', '[1,4294967295] | >[1,4294967295]'],
    ['[2024]', '[2024] | >[2024]'],
    ['[1-1000]', '[1-1000] | >[1-1000]'],
  ],
  malformed: [
    ['[0]', ' | ![0]'],
    ['[01]', ' | ![01]'],
    ['[1,]', ' | ![1,]'],
    ['[,1]', ' | ![,1]'],
    ['[1,,2]', ' | ![1,,2]'],
    ['[1;]', ' | ![1;]'],
    ['[1-]', ' | ![1-]'],
    ['[-1]', ' | ![-1]'],
    ['[1--3]', ' | ![1--3]'],
    ['[1-2-3]', ' | ![1-2-3]'],
    ['[3-1]', ' | ![3-1]'],
    ['[0-2]', ' | ![0-2]'],
    ['[0,1]', ' | ![0,1]'],
    ['[1-1001]', ' | ![1-1001]'],
    ['[1-5000]', ' | ![1-5000]'],
    ['[4294967296]', ' | ![4294967296]'],
    ['[99999999999999999999]', ' | ![99999999999999999999]'],
    ['[1 2]', ' | ![1 2]'],
    ['[1,\n2]', ' | ![1,\n2]'],
    ['[1\n]', ' | ![1\n]'],
    ['[1—3]', ' | ![1—3]'],
    ['[1‑3]', ' | ![1‑3]'],
    ['[1，2]', ' | ![1，2]'],
    ['[１]', ' | ![１]'],
    ['[٣]', ' | ![٣]'],
    ['[^0]', ' | ![^0]'],
    ['[^01]', ' | ![^01]'],
    ['[^abc]', ' | ![^abc]'],
    ['[^]', ' | ![^]'],
    ['[^1a]', ' | ![^1a]'],
    ['[^1,^2]', ' | ![^1,^2]'],
    ['[^-1]', ' | ![^-1]'],
    ['[^+1]', ' | ![^+1]'],
    ['[^3-1]', ' | ![^3-1]'],
    ['and [^1', ' | ![^1'],
    ['and [^1, so', ' | ![^1,'],
    ['[1] [01] [2]', '[1] [2] | ![01]'],
  ],
  'ordinary brackets': [
    ['[abc] [a1] [1a] [n] []', ''],
    ['[1.2] [1.2.3] [1/2] [1:3] [1..3] [#1] [+1]', ''],
    ['[1, p. 5]', ''],
    ['[ ] [-] [,] [–]', ''],
    ['[2024-01-15]', ''],
    ['[1 of 3', ''],
    ['[1', ''],
    ['1]', ''],
    ['[sic] so [1]', '[1]'],
    ['[ ^1]', ''],
    ['and [^x', ''],
    ['&#91;1&#93;', ''],
  ],
  escapes: [
    ['\\[1]', ''],
    ['\\\\[1]', '[1]'],
    ['\\\\\\[1]', ''],
    ['\\[^1]', ''],
    ['[1\\]', ''],
    ['\\[1\\]', ''],
    ['\\a[1]', ''],
    ['\\`[1]\\`', '[1]'],
  ],
  intervals: [
    ['[1,2)', ''],
    ['(1,2]', ''],
    ['[1;2)', ''],
    ['[1-3)', ''],
    ['[1, 2) and [3]', '[3]'],
    ['[1,2),[3]', '[3]'],
    ['(,1.5][1]', '[1]'],
    ['[1.0,1.5][1]', '[1]'],
    ['[1,2[', ''],
  ],
  'indexes and labels': [
    ['name[1]', ''],
    ['name[1][2]', ''],
    ['x[i][1]', ''],
    ['a_[1] $[1] é[1] e\u0301[1] 7[1]', ''],
    ['name[0] name[01]', ''],
    ['name[1] [2]', '[2]'],
    ['name[^1]', '[^1]'],
    ['[text][1]', ''],
    ['![text][1]', ''],
    ['[text][^1]', '[^1]'],
    ['[text] [1]', '[1]'],
    ['[0][1]', '[1] | ![0]'],
  ],
  'code between ticks': [
    ['`[1]`', ''],
    ['``[1]``', ''],
    ['`` ` [1] ``', ''],
    ['`[1] [2]', '[1] [2]'],
    ['``[1]`', '[1]'],
    ['`a\n[1]` [2]', '[2]'],
    ['`a\n\n[1]` [2]', '[1] [2]'],
    ['`a`[1]`b`', '[1]'],
    ['`\\`[1]`', '[1]'],
    ['| `a | [1]` |\n|---|---|\n| `b` | [2] |', '[1] [2]'],
  ],
  'fenced code': [
    [`${TICKS}\n[1]\n${TICKS}\n[2]`, '[2]'],
    [`${TICKS}js [1]\n[1]\n${TICKS}\n[2]`, '[2]'],
    [`${TICKS}\n[1]`, ''],
    [`\`${TICKS}\n${TICKS}\n[1]\n\`${TICKS}\n[2]`, '[2]'],
    [`${TICKS}\n[1]\n\`${TICKS}\n[2]`, '[2]'],
    [`${TICKS}\n[1]\n~~~\n[2]\n${TICKS}\n[3]`, '[3]'],
    ['~~~\n[1]\n~~~\n[2]', '[2]'],
    ['~~~ a`b\n[1]\n~~~~~\n[2]', '[2]'],
    [`${TICKS} a\`b\n[1]`, '[1]'],
    [`${TICKS}\n[1]\n${TICKS} x\n[2]\n${TICKS}\n[3]`, '[3]'],
    [`   ${TICKS}\n[1]\n   ${TICKS}\n[2]`, '[2]'],
    [`${TICKS}\n[1]\n    ${TICKS}\n[2]`, ''],
    [`text\n${TICKS}\n[1]\n${TICKS}\n[2]`, '[2]'],
    [`> ${TICKS}\n> [1]\n[2]`, '[2]'],
    [`> ${TICKS}\n> [1]\n> ${TICKS}\n> [2]`, '[2]'],
    [`- a\n  ${TICKS}\n  [1]\n  ${TICKS}\n  [2]`, '[2]'],
    [`1. ${TICKS}\n   [1]\n   ${TICKS}\n   [2]`, '[2]'],
    [`- ${TICKS}\n  [1]\n[2]`, '[2]'],
    ['``\n[1]\n``', ''],
    [`${TICKS}\r\n[1]\r\n${TICKS}\r\n[2]`, '[2]'],
  ],
  'indented code': [
    ['    [1]', ''],
    ['\t[1]', ''],
    ['  \t[1]', ''],
    ['   [1]', '[1]'],
    ['text\n    [1]', '[1]'],
    ['text\n\n    [1]\n\n[2]', '[2]'],
    ['- a\n\n      [1]\n\n  [2]', '[2]'],
    ['- a\n\n    [1]', '[1]'],
    ['> a\n    [1]', '[1]'],
    ['# a\n    [1]', ''],
    ['-     [1]', ''],
    ['1. a\n\n        [1]', ''],
  ],
  links: [
    ['[1](https://a.b)', ''],
    ['[a [1]](https://a.b) [2]', '[2]'],
    ['[[1]](https://a.b)', ''],
    ['[a](https://a.b/[1])', ''],
    ['[a](<b [1]>)', ''],
    ['[a](b "[1]") [2]', '[2]'],
    ['[a](b)[1]', '[1]'],
    ['[1](no link', '[1]'],
    ['[1](see note)', '[1]'],
    ['[1] (https://a.b)', '[1]'],
    ['![1](a.png)', ''],
    ['![a [1]](b.png) [2]', '[2]'],
    ['wow![1]', '[1]'],
    ['[^1](https://a.b)', ''],
    ['<https://a.b/[1]>', ''],
    ['<a@b.c>[1]', '[1]'],
    ['https://a.b/[1]', ''],
    ['https://a.b/c[1]', ''],
    ['https://a.b/c.[1]', '[1]'],
    ['(https://a.b/c)[1]', '[1]'],
    ['https://a.b/c[^1]', '[^1]'],
    ['https://a.b [1]', '[1]'],
    ['<a href="#[1]">[2]</a>[3]', '[3]'],
    ['<a title="[1]" b=[2]>', ''],
    ['a <b [1]', '[1]'],
    ['a < 1.2 [1] and > 1.0 [2]', '[1] [2]'],
  ],
  definitions: [
    ['so [1]\n\n[1]: https://a.b', '[1]'],
    ['so [1]\n[1]: https://a.b', '[1]'],
    ['[1]: <a b> "title [2]"\n\nso [1]', '[1]'],
    ['[1]:\n  https://a.b\n  "[2]"\n\nso [3]', '[3]'],
    ['[1]: Red Hat advisory [2]', '[2]'],
    ['[0]: https://a.b', ''],
    ['[ref]: https://a.b/[1]\n\n[see [2]][ref] [ref] [3]', '[3]'],
    ['[a][1]\n\n[1]: https://a.b', ''],
    ['![1]\n\n[1]: a.png', ''],
    ['[1][]\n\n[1]: a.b', ''],
    ['[1][2]\n\n[2]: a.b', '[1] [2]'],
    ['so[^1]\n\n[^1]: as said in [2]', '[^1] [2]'],
    ['[^abc]: note [1]', '[1]'],
    ['- [1]: https://a.b', ''],
    ['> [1]: https://a.b\n> so [2]', '[2]'],
    ['so [1]: it is', '[1]'],
  ],
  'comments and markup': [
    ['<!-- [1] --> [2]', '[2]'],
    ['a <!-- [1] --> [2]', '[2]'],
    ['<!--\n[1]\n\n[2]\n-->\n[3]', '[3]'],
    [`<!--\n${TICKS}\n-->\n[1]`, '[1]'],
    [`${TICKS}\n<!--\n${TICKS}\n[1]`, '[1]'],
    ['<!-- [1]', ''],
    ['a <!-- [1]', '[1]'],
    ['<pre>\n[1]\n</pre>\n[2]', '[2]'],
    ['a <code>[1]</code> [2]', '[2]'],
    ['<?x [1] ?> [2]', '[2]'],
    ['a <![CDATA[ [1] ]]> [2]', '[2]'],
  ],
  'checkboxes, items, tables, headings': [
    ['- [ ] a\n- [x] b\n- [X] c', ''],
    ['- [x] a [1]', '[1]'],
    ['- [1] a', '[1]'],
    ['1. a [1]\n2. b [2]', '[1] [2]'],
    ['* a\n  - b [1]\n    1. c [2]', '[1] [2]'],
    ['> a [1]\n> > b [2]', '[1] [2]'],
    ['| a [1] | b |\n|---|:-:|\n| c [2] | d [3] |', '[1] [2] [3]'],
    ['a | b\n--|--\n[1] | \\| [2]', '[1] [2]'],
    ['## a [1]', '[1]'],
    ['a [1]\n---\nb [2]', '[1] [2]'],
    ['#a [1]', '[1]'],
  ],
};

describe.each(Object.entries(ROWS))('%s', (_, rows) => {
  it.each(rows)('in %j', (text, found) => {
    expect(shown(text)).toBe(found);
  });
});

it('has a table of more than a hundred rows', () => {
  expect(Object.values(ROWS).flat().length).toBeGreaterThan(180);
});

it.each([
  ['bracket', '[1] [^2] [^x] [03]', '[1] | ![03]'],
  ['caret', '[1] [^2] [^x] [03]', '[^2] | ![^x]'],
  ['both', '[1] [^2] [^x] [03]', '[1] [^2] | ![^x] ![03]'],
] as const)('reads only what the dialect %s has', (dialect, text, found) => {
  expect(shown(text, dialect)).toBe(found);
});

it.each([
  ['[3,1,3]', [3, 1]],
  ['[2-5]', [2, 3, 4, 5]],
  ['[4, 2–4; 1]', [4, 2, 3, 1]],
  ['[4294967290-4294967292]', [4_294_967_290, 4_294_967_291, 4_294_967_292]],
])('names the ids of %s in the order they are written, each once', (marker, ids) => {
  expect(citationsIn(marker).citations.map((citation) => citation.ids)).toEqual([ids]);
});

it('finds no id out of range where it is not told how many sources there are, and each where there are none', () => {
  expect(citationsIn('[4294967295]').faults).toEqual([]);
  expect(citationsIn('[1]', { sources: 0 }).faults).toEqual([
    { code: 'citation_invalid', marker: '[1]', start: 0, reason: 'out_of_range' },
  ]);
});

it('reports places and markers as they are in the text, behind a byte order mark and with code in a marker', () => {
  expect(citationsIn('\ufeffso [1]').citations).toEqual([{ marker: '[1]', ids: [1], start: 4, end: 7 }]);
  expect(citationsIn('so [^`a`]').faults).toEqual([
    { code: 'citation_invalid', marker: '[^`a`]', start: 3, reason: 'malformed' },
  ]);
});

it('takes ranges of a hundred thousand ids in a text, and no more', () => {
  const { citations, faults } = citationsIn('[1-1000] '.repeat(200));
  expect([citations.length, faults.length, faults[0]?.reason]).toEqual([100, 100, 'malformed']);
  expect(citationsIn('[1-3]'.repeat(5000)).faults).toEqual([]);
  expect(citationsIn('[1]'.repeat(5000)).citations).toHaveLength(5000);
});

describe('of any text', () => {
  const piece = fc.constantFrom(
    ...[
      '[',
      ']',
      '[1]',
      '[^2]',
      '[1,',
      '2]',
      '(',
      ')',
      '](',
      '`',
      '``',
      '```',
      '~~~',
      '\n',
      '\n\n',
      '    ',
      '\t',
      '> ',
      '- ',
      '1. ',
    ],
    ...[
      '\\',
      '!',
      '<',
      '>',
      '<!--',
      '-->',
      '<a ',
      '</a>',
      '"',
      ': ',
      '[1]: ',
      'https://',
      'a',
      'B.',
      '|',
      '|-|',
      '\r',
      '\r\n',
      '#',
      '\ud800',
      '=',
      '😀',
    ],
  );
  const text = fc.oneof(fc.string({ unit: piece }), fc.string({ unit: 'binary' }));

  it('places point at the marker, in order and apart from each other', () => {
    fc.assert(
      fc.property(text, (given) => {
        const { citations, faults } = citationsIn(given, { sources: 1 });
        for (const { marker, start, end, ids } of citations) {
          expect(given.slice(start, end)).toBe(marker);
          expect(new Set(ids).size).toBe(ids.length);
        }
        for (const { marker, start } of faults)
          expect(given.slice(start, start + marker.length)).toBe(marker);
        const ends = citations.map(({ end }) => end);
        expect(citations.slice(1).every(({ start }, n) => start >= (ends[n] ?? 0))).toBe(true);
      }),
      { numRuns: runs(3000) },
    );
  });

  it('a paragraph in front changes nothing but places', () => {
    fc.assert(
      fc.property(text, (given) => {
        const alone = citationsIn(given);
        const moved = citationsIn(`Neutral words.\n\n${given}`);
        const by = 'Neutral words.\n\n'.length;
        expect(moved.citations).toEqual(
          alone.citations.map((one) => ({ ...one, start: one.start + by, end: one.end + by })),
        );
        expect(moved.faults).toEqual(alone.faults.map((one) => ({ ...one, start: one.start + by })));
      }),
      { numRuns: runs(3000) },
    );
  });

  it('a code fence around it leaves nothing', () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(citationsIn(`~~~~~~~~~~\n${given.replaceAll('~~~', '')}`).citations).toEqual([]);
      }),
      { numRuns: runs(1000) },
    );
  });
});

/** Shapes of which one reading backwards or anew from each place would be slow. */
const SLOW: Readonly<Record<string, string>> = {
  'open brackets': '[',
  'open carets': '[^1',
  'links that are none': '[](<a',
  'titles that end nowhere': '[](a "b',
  parentheses: '[](((',
  'ticks of all lengths': '',
  'tags that end nowhere': '<a b="',
  'comments that end nowhere': 'a <!--',
  'nested quotations': '> ',
  'nested items': '- ',
  'nested brackets': '[[a]',
  definitions: '[a]: b\n',
  labels: '[a][b]',
  ranges: '[1-1000]',
  'lists of ranges': '1-1000,',
  'blank lines in items': '- a\n\n\n',
  rows: '|a|b\n|-|-\n',
};

it.each(Object.entries(SLOW))('reads 8,192 characters of %s in time', (name, unit) => {
  const length = 8_192;
  const ticks = () => Array.from({ length: 180 }, (_, n) => '`'.repeat(n + 1)).join(' ');
  const text =
    name === 'lists of ranges'
      ? `[${unit.repeat(length / unit.length)}1]`
      : unit.repeat(length / (unit.length || 1));
  const began = performance.now();
  citationsIn(unit === '' ? ticks() : text);
  // By the square it takes tenths of a second; by the cube, minutes. The command line takes texts four times as long.
  expect(performance.now() - began).toBeLessThan(3000);
});
