// Promise: an answer leads to the web or to mail and nowhere else, and what would hold the page to read is not read.
import { expect, it } from 'vitest';
import { isReadable } from './plain-html.ts';
import { safeLink } from './safe-link.ts';

it.each([
  ['https://example.com/a?b=1', 'example.com'],
  ['http://10.0.0.4:8096/', '10.0.0.4:8096'],
  ['mailto:ops@example.com', 'ops@example.com'],
])('lets %s through', (address, host) => {
  expect(safeLink(address)?.host).toBe(host);
});

it.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'app://console/',
  '#/settings',
  '/console/#/settings',
  '//example.com',
  'https://user:secret@example.com/',
  `https://example.com/${'a'.repeat(3000)}`,
])('makes no link of %s', (address) => {
  expect(safeLink(address)).toBeNull();
});

it('reads what people write', () => {
  expect(isReadable('- one\n  - two\n    - three\n\n> said\n>> said again')).toBe(true);
  expect(isReadable(`| ${'a | '.repeat(60)}|`)).toBe(true);
  expect(isReadable('word '.repeat(1500))).toBe(true);
  expect(isReadable(`| a | b |\n|---|---|\n${'| one | two |\n'.repeat(1000)}`)).toBe(true);
});

it.each([
  ['quotations in quotations', '> '.repeat(100)],
  ['lists in lists', `${'- '.repeat(100)}x`],
  ['brackets in brackets', '[ '.repeat(200)],
  ['stars in a row', '*'.repeat(400)],
  ['more marks than words', '*a'.repeat(2000)],
  ['a deep list', `${' '.repeat(200)}- x`],
  ['more than anybody reads', 'a '.repeat(20_000)],
])('does not read %s', (_, text) => {
  expect(isReadable(text)).toBe(false);
});
