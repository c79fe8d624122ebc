// Where a tool request ends decides when an agent hangs up: a byte too early breaks its JSON, one too late costs a generation.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endOfJson } from './agent.ts';

describe('the end of a JSON object in a stream', () => {
  it('is found exactly, whatever follows, and never before it is there', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.string(),
        fc.boolean(),
        (value, tail, pretty) => {
          const json = JSON.stringify(value, null, pretty ? 4 : 0);
          expect(endOfJson(json + tail)).toBe(json.length);
          expect(endOfJson(json.slice(0, -1))).toBe(-1);
        },
      ),
    );
  });

  it('is not found where there is no object', () => {
    expect(endOfJson('')).toBe(-1);
    expect(endOfJson('no braces } here')).toBe(-1);
  });
});
