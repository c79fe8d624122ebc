// Promise: whether a value is odd is told in one pass just as its pattern would tell it, in any script.
import { expect, it } from 'vitest';
import { isAnything, isOdd, isPhrase } from './secret-values.ts';
import { seededRandom } from './seeded-random.ts';

const PATTERN = /\p{N}|[!#$%^&*+=~@?]|\p{Ll}\p{Lu}/u;
/** Letters of both cases in several scripts and planes, one that is neither, digits of several kinds, signs. */
const ATOMS = [...'aBéÉßΩωжЖǅ漢٣Ⅷ½7𝟏𝒜𐐨𐐀_-/.:!?*#', '\ud835', '\udfff'];

it('a value that nobody quotes is odd when its pattern finds something in it', () => {
  const random = seededRandom(17);
  const told = { odd: 0, plain: 0 };
  for (let n = 0; n < 20_000; n++) {
    // Within letters, so that nothing is taken off its ends.
    const inner = Array.from(
      { length: Math.floor(random() * 6) },
      () => ATOMS[Math.floor(random() * ATOMS.length)],
    );
    const value = `qz${inner.join('')}qz`;
    expect(isOdd(value), JSON.stringify(value)).toBe(PATTERN.test(value));
    told[isOdd(value) ? 'odd' : 'plain']++;
  }
  expect(Math.min(told.odd, told.plain)).toBeGreaterThan(1000);
});

it('what a password is asked to be is none', () => {
  expect(isAnything('must')).toBe(false);
  expect(isPhrase('must have at least twelve characters')).toBe(false);
  expect(isPhrase('correct horse battery staple')).toBe(true);
});
