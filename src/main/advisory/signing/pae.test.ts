// Promise: no two pairs of type and payload are signed as the same bytes.
import { expect, it } from 'vitest';
import { fc } from '../../../shared/testing/campaign.ts';
import { pae } from './pae.ts';

const text = (type: string, payload: string) => Buffer.from(pae(type, Buffer.from(payload))).toString();

it('counts bytes, not characters', () => {
  expect(text('é', '😀')).toBe('DSSEv1 2 é 4 😀');
  expect(text('', '')).toBe('DSSEv1 0  0 ');
});

it('tells apart what reads alike without lengths', () => {
  const parts = fc
    .array(fc.constantFrom(' ', '1', '2', 'a', 'DSSEv1'), { maxLength: 6 })
    .map((all) => all.join(''));
  fc.assert(
    fc.property(parts, parts, parts, parts, (typeA, a, typeB, b) => {
      fc.pre(typeA !== typeB || a !== b);
      expect(text(typeA, a)).not.toBe(text(typeB, b));
    }),
  );
});

it('refuses half a surrogate pair, which UTF-8 has no bytes of its own for', () => {
  for (const type of ['\ud800', 'a\udc00', '\udc00\ud800']) expect(() => text(type, '')).toThrow(RangeError);
});
