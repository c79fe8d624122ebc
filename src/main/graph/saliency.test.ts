import { describe, expect, it } from 'vitest';
import { saliency, surfaces } from './saliency.ts';

describe('saliency', () => {
  it('is the natural logarithm of the encounters, and 0 for dictionary words and the unseen', () => {
    expect(saliency(1, false)).toBe(0);
    expect(saliency(50, false)).toBeCloseTo(3.912, 3);
    expect(saliency(1_000_000, true)).toBe(0);
    expect(saliency(0, false)).toBe(0);
  });
});

describe('a concept surfaces (D3)', () => {
  const concept = { encounterCount: 1, novelty: 0, common: false, known: false, namedNow: false };
  it.each([
    ['by frequency', { encounterCount: 2 }, 'salient'],
    ['not at its first encounter', { encounterCount: 1 }, null],
    ['not on its first encounter just because it is named', { namedNow: true }, null],
    ['by novelty', { novelty: 0.5 }, 'novel'],
    ['when something is known and it is named now', { known: true, namedNow: true }, 'named_now'],
    ['not because something is known', { known: true }, null],
    ['a dictionary word never by frequency', { common: true, encounterCount: 1000 }, null],
    ['a dictionary word by novelty', { common: true, novelty: 1 }, 'novel'],
    [
      'a dictionary word that is known and named now',
      { common: true, known: true, namedNow: true },
      'named_now',
    ],
  ])('%s', (_name, more, expected) => expect(surfaces({ ...concept, ...more }, 0.5)).toBe(expected));

  it('a threshold of 0 lets every named thing in, but no dictionary word', () => {
    expect(surfaces(concept, 0)).toBe('salient');
    expect(surfaces({ ...concept, common: true }, 0)).toBeNull();
  });
});
