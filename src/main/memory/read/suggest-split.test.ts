// A split that is suggested puts apart what was contradicted, and says how much of it.
import { describe, expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { type ParentPair, suggestSplit } from './suggest-split.ts';

const [REPO, PACKAGE, CONTAINER, VM, HOST] = [1, 2, 3, 4, 5];
const facts = new Map([
  [REPO, 40],
  [PACKAGE, 10],
  [CONTAINER, 30],
  [VM, 5],
  [HOST, 8],
]);
const ground = { facts, usedIn: () => undefined };
const pair = (one: number, other: number, concepts: number): ParentPair => ({ one, other, concepts });

describe('a suggested split', () => {
  it('puts what something is made as apart from what it runs as', () => {
    const split = suggestSplit(
      [pair(REPO, CONTAINER, 5), pair(PACKAGE, CONTAINER, 2), pair(REPO, VM, 1)],
      ground,
    );
    expect(split).toEqual({
      parts: [
        { parents: [REPO, PACKAGE], usedIn: undefined, facts: 50 },
        { parents: [CONTAINER, VM], usedIn: undefined, facts: 35 },
      ],
      ...{ settles: 8, contested: 8 },
    });
  });

  it('says how much three ways of contradicting leave', () => {
    const split = suggestSplit([pair(REPO, CONTAINER, 5), pair(CONTAINER, VM, 4), pair(REPO, VM, 1)], ground);
    expect(split?.settles).toBe(9);
    expect(split?.contested).toBe(10);
  });

  it('names a part by where its parents are used elsewhere', () => {
    const usedIn = (parent: number) => (parent === CONTAINER ? 77 : undefined);
    const split = suggestSplit([pair(REPO, CONTAINER, 1)], { facts, usedIn });
    expect(split?.parts.map((part) => part.usedIn)).toEqual([undefined, 77]);
  });

  it('is none where nothing is contradicted', () => {
    expect(suggestSplit([], ground)).toBeNull();
    expect(suggestSplit([pair(REPO, REPO, 3)], ground)).toBeNull();
  });

  it('settles at least half of what is contested, names each parent once, and is the same whatever the order', () => {
    const pairs = fc.array(
      fc.record({ one: fc.nat(12), other: fc.nat(12), concepts: fc.integer({ min: 1, max: 9 }) }),
      { minLength: 1, maxLength: 40 },
    );
    fc.assert(
      fc.property(pairs, (some) => {
        const apart = some.filter(({ one, other }) => one !== other);
        const split = suggestSplit(some, ground);
        if (apart.length === some.length) expect(split).not.toBeNull();
        if (!split) return;
        const named = split.parts.flatMap(({ parents }) => parents);
        expect(new Set(named).size).toBe(named.length);
        expect(split.settles * 2).toBeGreaterThanOrEqual(split.contested);
      }),
      { numRuns: runs(2000) },
    );
  });
});
