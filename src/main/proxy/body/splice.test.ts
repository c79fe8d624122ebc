// Promises: an insertion changes nothing but the one string it is meant for, and no other byte of a body.

import { describe, expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { PROMPT_SHAPES } from '../routes.ts';
import { oddString, promptBody } from '../testing/arbitrary-bodies.ts';
import { scanBody } from './body-scanner.ts';
import { decodeString } from './json-strings.ts';
import { commonPrefix, splice, textInsertion } from './splice.ts';

/** Every string of the body the scanner points at, with the offset of its content. */
function strings(bytes: Buffer): { start: number; end: number; escaped: boolean }[] {
  const index = scanBody(bytes, 'chat');
  if (!index) throw new Error('the body is JSON');
  const spans = Object.values(index.fields).flatMap((field) => (field.string ? [field.string] : []));
  for (const { content } of index.list?.turns ?? []) {
    if (content.kind === 'string') spans.push(content.span);
    if (content.kind === 'parts') spans.push(...content.list.parts.flatMap((p) => (p.text ? [p.text] : [])));
  }
  return spans;
}

describe('splice', () => {
  it('removing the inserted bytes gives back the body; parsed, only one string differs', () => {
    fc.assert(
      fc.property(
        promptBody(PROMPT_SHAPES.chat),
        oddString,
        fc.nat(),
        fc.boolean(),
        (text, block, pick, atEnd) => {
          const body = Buffer.from(text);
          const spans = strings(body);
          fc.pre(spans.length > 0);
          const span = spans[pick % spans.length] as (typeof spans)[number];
          const insertion = textInsertion(atEnd ? span.end : span.start, block);
          const out = splice(body, insertion);
          const without = Buffer.concat([
            out.subarray(0, insertion.at),
            out.subarray(insertion.at + insertion.bytes.length),
          ]);
          expect(without.equals(body)).toBe(true);
          const old = decodeString(body, span);
          const changed = atEnd ? old + block : block + old;
          // The same body with the one string replaced by hand: all else must parse to the same.
          const expected = Buffer.concat([
            body.subarray(0, span.start - 1),
            Buffer.from(JSON.stringify(changed)),
            body.subarray(span.end + 1),
          ]);
          expect(JSON.parse(out.toString())).toEqual(JSON.parse(expected.toString()));
        },
      ),
      { numRuns: runs(1500) },
    );
  });

  it('finds the first difference of two buffers', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 5000 }),
        fc.uint8Array({ maxLength: 50 }),
        fc.uint8Array({ maxLength: 50 }),
        (both, a, b) => {
          const left = Buffer.concat([both, a]);
          const right = Buffer.concat([both, b]);
          let same = 0;
          while (same < left.length && same < right.length && left[same] === right[same]) same++;
          expect(commonPrefix(left, right)).toBe(same);
        },
      ),
    );
  });
});
