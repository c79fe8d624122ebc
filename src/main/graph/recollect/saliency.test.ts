import { describe, expect, it } from 'vitest';
import { fc } from '../../../shared/testing/campaign.ts';
import { freshness, type Ranked, recallScore, saliency, surfaces } from './saliency.ts';

describe('saliency', () => {
  it('is the natural logarithm of the encounters, and 0 for dictionary words and the unseen', () => {
    expect(saliency(1, false)).toBe(0);
    expect(saliency(50, false)).toBeCloseTo(3.912, 3);
    expect(saliency(1_000_000, true)).toBe(0);
    expect(saliency(0, false)).toBe(0);
  });
});

describe('a concept surfaces (memory D3)', () => {
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

describe('decay', () => {
  const DAY = 86_400_000;
  const NOW = 2000 * DAY;
  const HALF = 30 * DAY;
  const time = fc.integer({ min: 1, max: NOW });
  const ranked = fc.record({
    saliency: fc.double({ min: 0, max: 15, noNaN: true }),
    novelty: fc.double({ min: 0, max: 1, noNaN: true }),
    lastSeen: fc.oneof(time, fc.constant(0)),
    lastConfirmed: fc.option(time, { nil: null }),
  });
  const score = (one: Ranked) => recallScore(one, NOW, HALF);

  it('halves freshness with every half-life, and gives none to what was never heard of', () => {
    expect([0, 1, 2, 10].map((n) => freshness(NOW - n * HALF, NOW, HALF))).toEqual([1, 0.5, 0.25, 2 ** -10]);
    expect(freshness(0, NOW, HALF)).toBe(0);
    expect(freshness(NOW + DAY, NOW, HALF), 'a clock that was set back').toBe(1);
  });

  it('never takes a concept out: every score is above zero and finite', () => {
    fc.assert(
      fc.property(ranked, (one) => {
        expect(score(one)).toBeGreaterThan(0);
        expect(Number.isFinite(score(one))).toBe(true);
        expect(score(one)).toBeGreaterThanOrEqual((1 + one.saliency + one.novelty) / 16);
      }),
    );
  });

  it('puts what was seen, confirmed, met or explained more behind nothing that was less', () => {
    const more = fc.record({
      seen: fc.nat(NOW),
      confirmed: fc.nat(NOW),
      met: fc.double({ min: 0, max: 5, noNaN: true }),
    });
    fc.assert(
      fc.property(ranked, more, (one, { seen, confirmed, met }) => {
        const fresher: Ranked = {
          ...one,
          saliency: one.saliency + met,
          lastSeen: Math.min(NOW, one.lastSeen + seen),
          lastConfirmed: one.lastConfirmed === null ? null : Math.min(NOW, one.lastConfirmed + confirmed),
        };
        expect(score(fresher)).toBeGreaterThanOrEqual(score(one));
      }),
    );
  });
});
