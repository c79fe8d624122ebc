// Promise: every concept on the canvas is reached with the arrow keys, and no key leads out of the tree.
import { describe, expect, it } from 'vitest';
import { inTreeOrder, walk } from './walk.ts';

const nodes = [
  { token: 'top', parent: 'not-shown' },
  { token: 'focus', parent: 'top' },
  { token: 'a', parent: 'focus' },
  { token: 'b', parent: 'focus' },
  { token: 'a1', parent: 'a' },
];

describe('walk', () => {
  it.each([
    ['focus', 'ArrowUp', 'top'],
    ['top', 'ArrowUp', 'top'],
    ['focus', 'ArrowDown', 'a'],
    ['a', 'ArrowRight', 'b'],
    ['b', 'ArrowRight', 'b'],
    ['b', 'ArrowLeft', 'a'],
    ['a1', 'ArrowDown', 'a1'],
    ['top', 'ArrowLeft', 'top'],
    ['focus', 'x', null],
  ])('from %s with %s to %s', (from, key, to) => expect(walk(nodes, from, key)).toBe(to));

  it('reaches all of them from the top', () => {
    const seen = new Set(['top']);
    for (const token of seen) {
      for (const key of ['ArrowDown', 'ArrowRight', 'ArrowLeft', 'ArrowUp'])
        seen.add(walk(nodes, token, key) ?? token);
    }
    expect(seen).toEqual(new Set(nodes.map((n) => n.token)));
  });
});

describe('inTreeOrder', () => {
  const order = (list: typeof nodes) =>
    inTreeOrder(
      list,
      (n) => n.token,
      (n) => n.parent,
    ).map((n) => n.token);

  it('lists parents before children and children together, from any order', () => {
    expect(order([...nodes].reverse())).toEqual(['top', 'focus', 'b', 'a', 'a1']);
    expect(order(nodes)).toEqual(['top', 'focus', 'a', 'a1', 'b']);
  });
});
