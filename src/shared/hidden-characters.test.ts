// Promise: what a screen would not show as it stands is shown; what it shows, and what scripts and emoji need, is left alone.
import { describe, expect, it } from 'vitest';
import { hasHidden, onlyHidden, showHidden, splitHidden } from './hidden-characters.ts';

it.each([
  ['rm \u202Etxt.exe', 'rm ⟨U+202E⟩txt.exe'],
  ['a\u0000b\u001b[31mc', 'a⟨U+0000⟩b⟨U+001B⟩[31mc'],
  ['over\rwritten', 'over⟨U+000D⟩written'],
  ['ze\u200bro\ufeff', 'ze⟨U+200B⟩ro⟨U+FEFF⟩'],
  ['tag\u{e0041}', 'tag⟨U+E0041⟩'],
  ['new\u2028line', 'new⟨U+2028⟩line'],
])('%j is shown', (text, shown) => {
  expect(showHidden(text)).toBe(shown);
});

it.each(['lines\nand\ttabs\r\nof windows\r\n', 'Größe – “naïve” 東京 العربية עברית 😀', ''])(
  '%j stays',
  (text) => {
    expect(showHidden(text)).toBe(text);
  },
);

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

describe('between two letters of a plain script', () => {
  it.each([
    ['zero-width characters and marks of direction', range(0x200b, 0x200f)],
    ['embeddings and overrides', range(0x202a, 0x202e)],
    ['invisible operators', range(0x2060, 0x2064)],
    ['isolates', range(0x2066, 0x2069)],
    ['controls', [...range(0, 8), 0x0b, 0x0c, ...range(0x0e, 0x1f), ...range(0x7f, 0x9f)]],
    ['fillers and blanks', [0xad, 0x61c, 0x115f, 0x1160, 0x180e, 0x2800, 0x3164, 0xfeff, 0xffa0]],
    ['variation selectors', [...range(0xfe00, 0xfe0f), ...range(0xe0100, 0xe01ef)]],
    ['tags', range(0xe0000, 0xe007f)],
  ])('%s are hidden', (_what, codes) => {
    const missed = codes.filter((code) => !hasHidden(`a${String.fromCodePoint(code)}b`));
    expect(missed.map((code) => code.toString(16))).toEqual([]);
  });
});

describe('text that needs such characters', () => {
  it.each([
    ['Persian', 'می\u200cخواهم'],
    ['Hindi', 'क्\u200dष और क्\u200cष'],
    ['Sinhala', 'ශ්\u200dරී'],
    ['a sign before Arabic digits', '\u0600١٢'],
    ['a family', '👨\u200d👩\u200d👧'],
    ['a profession with a colour of skin', '👩🏽\u200d💻'],
    ['a flag of two signs', '🏳\ufe0f\u200d🌈'],
    ['a heart, and a telephone as text', '❤\ufe0f ☎\ufe0e'],
    ['a key', '1\ufe0f\u20e3'],
    ['the flag of Wales', '🏴\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}'],
  ])('stays: %s', (_what, text) => {
    expect(showHidden(text)).toBe(text);
  });

  it.each([
    ['a joiner in Latin', 'pay\u200dpal'],
    ['a second joiner', 'می\u200c\u200cخ'],
    ['a joiner at the end', 'می\u200c'],
    ['a mark of direction in Hebrew', 'שלום\u200e'],
    ['a selector after a letter, and a second one', 'a\ufe0f❤\ufe0f\ufe0f'],
    ['tags that are no flag', '🏴\u{e0068}\u{e0069}\u{e007f}'],
  ])('is marked elsewhere: %s', (_what, text) => {
    expect(hasHidden(text)).toBe(true);
  });
});

it('cuts a text at what it hides, and counts what stands together', () => {
  expect(splitHidden('a\u200b\u200bb\u202e')).toEqual([
    'a',
    { code: 'U+200B', count: 2 },
    'b',
    { code: 'U+202E', count: 1 },
  ]);
  expect(splitHidden('plain')).toEqual(['plain']);
  expect(onlyHidden('a\u200bb\u202e')).toBe('\u200b\u202e');
});
