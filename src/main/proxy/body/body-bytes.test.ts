// Promise: a body is what came, however it came.

import { expect, it } from 'vitest';
import { fc } from '../../../shared/testing/campaign.ts';
import { BLOCK_BYTES, BodyBytes } from './body-bytes.ts';

/** Lengths around which something else begins. */
const EDGES = [0, 1, 65_536, 327_680, BLOCK_BYTES, 2 * BLOCK_BYTES].flatMap((n) =>
  [n - 1, n, n + 1].filter((length) => length >= 0),
);
const lengths = fc.array(fc.oneof(fc.constantFrom(...EDGES), fc.integer({ min: 0, max: 200_000 })), {
  maxLength: 12,
});

it('is the pieces in order, joined or not', () => {
  fc.assert(
    fc.property(lengths, (cuts) => {
      let value = 0;
      const chunks = cuts.map((length) => {
        const chunk = Buffer.allocUnsafe(length);
        for (let at = 0; at < length; at++) chunk[at] = value++ % 251;
        return chunk;
      });
      const wanted = Buffer.concat(chunks);
      const body = new BodyBytes();
      for (const chunk of chunks) body.add(chunk);
      expect(body.size).toBe(wanted.length);
      expect(body.whole().equals(wanted)).toBe(true);
      expect(Buffer.concat(body.pieces).equals(wanted)).toBe(true);
    }),
    { numRuns: 60 },
  );
});
