// Promise: a word is among its own codes, wherever it begins in what was encoded.
import { expect, it } from 'vitest';
import { fc } from '../../../shared/testing/campaign.ts';
import { codesOf } from './codes-of.ts';

const word = fc.stringMatching(/^[A-Za-z0-9]{8,24}$/);
const around = fc.stringMatching(/^[a-z ]{0,9}$/);

it('finds a word in base 64, whatever stands around it', () => {
  fc.assert(
    fc.property(word, around, around, (secret, before, behind) => {
      const coded = Buffer.from(before + secret + behind).toString('base64');
      expect(codesOf(secret).some((one) => coded.includes(one))).toBe(true);
    }),
  );
});

it.each([
  ['in hexadecimal', '54696465'],
  ['by thirteen', 'Gvqr'],
  ['turned round', 'ediT'],
  ['as numbers', '84 105 100 101'],
  ['in base 32', 'KRUWI'],
])('knows a word %s', (_how, code) => {
  expect(codesOf('Tide').some((one) => one.startsWith(code))).toBe(true);
});
