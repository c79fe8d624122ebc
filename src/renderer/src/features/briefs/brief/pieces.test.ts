// Promise: the passage is shown whole and in order, with what is cited marked exactly where the core says, whatever else is marked.
import { expect, it } from 'vitest';
import { fc, runs } from '../../../../../shared/testing/campaign.ts';
import { isWhole, piecesOf } from './pieces.ts';

it('marks what is cited and what is named, and where both are', () => {
  const text = 'CVE-1 is fixed in 2.0 now.';
  const highlights = [
    { start: 0, end: 5, why: 'id' },
    { start: 18, end: 21, why: 'version' },
  ];
  expect(piecesOf({ text, highlights }, { start: 9, end: 21 })).toEqual([
    { at: 0, text: 'CVE-1', isCited: false, why: 'id' },
    { at: 5, text: ' is ', isCited: false, why: null },
    { at: 9, text: 'fixed in ', isCited: true, why: null },
    { at: 18, text: '2.0', isCited: true, why: 'version' },
    { at: 21, text: ' now.', isCited: false, why: null },
  ]);
});

it('knows when all of a source is cited', () => {
  expect(isWhole({ text: 'All of it.\n' }, { start: 0, end: 10 })).toBe(true);
  expect(isWhole({ text: 'All of it.' }, { start: 4, end: 10 })).toBe(false);
});

const span = fc
  .tuple(fc.nat(40), fc.nat(40))
  .map(([one, other]) => ({ start: Math.min(one, other), end: Math.max(one, other) }));
const highlight = span.map((of) => ({ ...of, why: 'id' }));

it('keeps every letter, and marks as cited those of the span and no others', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 30 }),
      fc.array(highlight, { maxLength: 5 }),
      span,
      (text, highlights, cited) => {
        const pieces = piecesOf({ text, highlights }, cited);
        expect(pieces.map((piece) => piece.text).join('')).toBe(text);
        const marked = pieces.filter((piece) => piece.isCited).map((piece) => piece.text);
        expect(marked.join('')).toBe(text.slice(cited.start, cited.end));
      },
    ),
    { numRuns: runs(300) },
  );
});
