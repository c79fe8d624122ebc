// Promise: a body of more members or brackets than ours have is refused before it is parsed; what is said in strings is not counted.
import { expect, it } from 'vitest';
import { hasFewMembers } from './few-members.ts';

it.each([
  ['{"fact":"a -isa b"}', true],
  [JSON.stringify({ facts: Array.from({ length: 1000 }, (_, n) => `x${n} -isa "y[{\\" z`) }), true],
  [JSON.stringify({ fact: '{"'.repeat(100) }), true],
  [`{"fact":${'['.repeat(40)}${']'.repeat(40)}}`, false],
  [`{"facts":[${'{},'.repeat(40)}{}]}`, false],
  [`{${Array.from({ length: 40 }, (_, n) => `"k${n}":0`).join(',')}}`, false],
])('%s', (text, isFew) => {
  expect(hasFewMembers(text)).toBe(isFew);
});
