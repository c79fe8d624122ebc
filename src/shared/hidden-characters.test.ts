// Promise: what a screen would not show as it stands is shown; what it shows is left alone.
import { expect, it } from 'vitest';
import { showHidden } from './hidden-characters.ts';

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
