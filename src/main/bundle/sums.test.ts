// Promise: a list of hashes has one spelling, that of `sha256sum`; every other is refused with the line, however the bytes come in.
import { expect, it } from 'vitest';
import { fc, runs } from '../../shared/testing/campaign.ts';
import { SumsReader, sumsBytes, sumsText } from './sums.ts';

const HASH = 'ab'.repeat(32);

function readIn(text: string | Uint8Array, step = 7) {
  const reader = new SumsReader();
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += step) {
    const reason = reader.push(bytes.subarray(at, at + step));
    if (reason !== null) return { ok: false as const, reason };
  }
  return reader.end();
}

it.each([
  ['', /lists no file/],
  ['\n', /Line 1 is not a hash/],
  [`${HASH}  a`, /Line 1 has no end/],
  [`${HASH} a\n`, /Line 1 is not a hash/],
  [`${HASH} *a\n`, /Line 1 is not a hash/],
  [`${HASH.toUpperCase()}  a\n`, /Line 1 is not a hash/],
  [`${HASH}  a\r\n`, /Line 1 .*other characters/],
  [`\\${HASH}  a\n`, /Line 1 is not a hash/],
  [`\ufeff${HASH}  a\n`, /Line 1 is not a hash/],
  [`${HASH}  a\n\n`, /Line 2 is not a hash/],
  [`${HASH}  \n`, /Line 1 .*is empty/],
  [`${HASH}  b\n${HASH}  a\n`, /Line 2 is out of order/],
  [`${HASH}  a\n${HASH}  a\n`, /Line 2 .*twice/],
  [`${HASH}  A\n${HASH}  a\n`, /Line 2 .*twice/],
  [`${HASH}  a\n${HASH}  a/b\n`, /Line 2 .*folder/],
  [`${HASH}  ../a\n`, /Line 1 .*"\.\." as a part/],
  [`${HASH}  \u00e4\n`, /Line 1 .*other characters/],
  [`${HASH}  SHA256SUMS\n`, /Line 1 lists what attests/],
  [`${HASH}  signatures/a\n`, /Line 1 lists what attests/],
  [`${HASH}  ${'a'.repeat(300)}`, /Line 1 is too long/],
])('%j is refused', (text, reason) => {
  for (const step of [1, 7, 1000])
    expect(readIn(text, step)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
});

it('what is written is read as it was, is as long as was said before, and is the only text that reads so', () => {
  const name = fc.stringMatching(/^[a-z]{1,9}$/);
  const hash = fc.stringMatching(/^[0-9a-f]{64}$/);
  const lists = fc.uniqueArray(fc.tuple(name, hash), { minLength: 1, selector: ([key]) => key });
  fc.assert(
    fc.property(lists, fc.nat(), fc.integer({ min: 1, max: 99 }), (list, at, step) => {
      const sums = new Map(list.toSorted(([a], [b]) => (a < b ? -1 : 1)));
      const text = Buffer.from(sumsText(sums));
      expect(text.length).toBe(sumsBytes([...sums.keys()]));
      expect(readIn(text, step)).toEqual({ ok: true, sums });
      const place = at % text.length;
      text[place] = (text[place] ?? 0) ^ 0x20;
      const changed = readIn(text, step);
      if (changed.ok) expect(sumsText(changed.sums)).toBe(text.toString());
    }),
    { numRuns: runs(2000) },
  );
});
