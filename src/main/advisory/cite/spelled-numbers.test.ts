// Promise: numbers in words, in Roman signs and in signs that pose as digits are read as digits; words that count nothing, days, lists and thousands stay as they are.
import { expect, it } from 'vitest';
import { withDigits } from './spelled-numbers.ts';

it.each([
  ['version five point two point zero', 'version 5.2.0'],
  ['release five dot two', 'release 5.2'],
  ['version eleven', 'version 11'],
  ['the twelfth major release', 'the version 12'],
  ['Sixty-one of your hosts', '61 of your hosts'],
  ['two thousand and thirty-one', '2031'],
  ['one thousand two hundred', '1200'],
  ['four thousand five hundred sixty-seven', '4567'],
  ['one million two hundred thousand and three', '1200003'],
  ['a hundred or two hundred and five', 'a 100 or 205'],
  ['twenty ninety-nine', '20 99'],
  ['sixty thousand seventy thousand', '60000 70000'],
  [
    'the eleventh major release has nine in a row of four hosts',
    'the version 11 has nine in a row of 4 hosts',
  ],
  ['two zero three one', '2031'],
  ['eight out of ten', '8/10'],
  ['four hosts', '4 hosts'],
  ['in V.II.IX', 'in 5.2.9'],
  ['in 5.l.O', 'in 5.1.0'],
  ['5_2_9 and 5-2-9 and 5,2,9', '5.2.9 and 5.2.9 and 5.2.9'],
  ['5 . 2 . 9', '5.2.9'],
])('reads %j as %j', (text, read) => {
  expect(withDigits(text)).toBe(read);
});

it.each([
  'one of two statements',
  'on 2031-04-05',
  'all 1,234,567 of them',
  'I.e. this',
  'Part II. Then',
  'someone, often',
])('leaves %j', (text) => {
  expect(withDigits(text)).toBe(text);
});
