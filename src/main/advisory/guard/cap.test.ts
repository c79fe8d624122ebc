// Promise: what was ranked lowest leaves first and is recorded, as much stays as fits, one chunk at least; and no more is said than
// that the prompt is too long.
import { describe, expect, it } from 'vitest';
import { fc } from '../../../shared/testing/campaign.ts';
import { cap, PROMPT_LIMIT } from './cap.ts';

const FRAME = 100;
const lengthOf = (chunks: readonly string[]) =>
  FRAME + chunks.reduce((sum, chunk) => sum + chunk.length + 1, 0);

describe('cap', () => {
  it('keeps the best that fit, and records the others in their order', () => {
    const chunks = ['a'.repeat(9000), 'b'.repeat(6000), 'c'.repeat(2000), 'd'];
    const { kept, dropped, code, length } = cap(chunks, lengthOf);
    expect(kept).toEqual(chunks.slice(0, 2));
    expect(dropped).toEqual(chunks.slice(2));
    expect([code, length <= PROMPT_LIMIT]).toEqual([undefined, true]);
  });

  it('says so where the best one alone is too long', () => {
    const { kept, dropped, code } = cap(['a'.repeat(20_000), 'b'], lengthOf);
    expect([kept.length, dropped.length, code]).toEqual([1, 1, 'prompt_too_long']);
  });

  it('takes none for an answer where there is none', () => {
    expect(cap([], lengthOf)).toEqual({ kept: [], dropped: [], length: FRAME });
    expect(cap([], lengthOf, 10).code).toBe('prompt_too_long');
  });

  it('never drops one that would have fitted, and never keeps one too many', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 80 }), { maxLength: 30 }),
        fc.integer({ min: 0, max: 900 }),
        (chunks, limit) => {
          const { kept, dropped, length, code } = cap(chunks, lengthOf, limit);
          expect([...kept, ...dropped]).toEqual(chunks);
          expect(length).toBe(lengthOf(kept));
          expect(code === undefined).toBe(length <= limit);
          if (dropped.length > 0) expect(lengthOf(chunks.slice(0, kept.length + 1))).toBeGreaterThan(limit);
        },
      ),
    );
  });
});
