// Promise: the dimension of a fact is recognised as far as it is typed, and nothing else is taken for it.
import { expect, it } from 'vitest';
import { typedContext } from './tell-context.tsx';

it.each([
  ['a -isa b', null],
  ['a -isa b in context of', null],
  ['a -isa b in context of ', ''],
  ['a -isa b in context of Runs-', 'runs-'],
  ['a -isa b in context of type ', null],
  ['in context of type', null],
  ['a -isa b IN CONTEXT OF type', 'type'],
])('%s', (fact, typed) => {
  expect(typedContext(fact)).toBe(typed);
});
