// Promise: canonical JSON is that of RFC 8785, so that anybody can compute our hashes; where the RFC refuses, what chains have been hashed over stays as it is.
import { describe, expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { canonicalJson, type Json } from './canonical-json.ts';

describe('canonical JSON', () => {
  it.each<[number, string]>([
    [-0, '0'],
    [1e21, '1e+21'],
    [1e20, '100000000000000000000'],
    [333333333.3333333, '333333333.3333333'],
    [1e30, '1e+30'],
    [4.5, '4.5'],
    [2e-3, '0.002'],
    [1e-7, '1e-7'],
    [5e-324, '5e-324'],
    [Number.MAX_SAFE_INTEGER + 1, '9007199254740992'],
  ])('writes %d as %s', (number, text) => {
    expect(canonicalJson(number)).toBe(text);
  });

  it('orders names by UTF-16 units, on every level, and not as numbers or by a language', () => {
    const names = ['\u20ac', '\r', '\ufb33', '1', '\u{1f600}', '\u0080', '\u00f6', '10', '9'];
    const object = Object.fromEntries(names.map((name) => [name, { b: 1, a: 2 }]));
    const ordered = ['\r', '1', '10', '9', '\u0080', '\u00f6', '\u20ac', '\u{1f600}', '\ufb33'];
    expect(canonicalJson(object)).toBe(
      `{${ordered.map((name) => `${JSON.stringify(name)}:{"a":2,"b":1}`).join(',')}}`,
    );
  });

  it('escapes what has to be and nothing else', () => {
    expect(canonicalJson('\u20ac$\u000f\nA\'B"\\"/\u007f\u2028é')).toBe(
      '"\u20ac$\\u000f\\nA\'B\\"\\\\\\"/\u007f\u2028é"',
    );
  });

  it('writes half a surrogate pair as chains have it, which the RFC refuses, and refuses what is no number', () => {
    expect(canonicalJson('\ud800')).toBe('"\\ud800"');
    for (const number of [Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => canonicalJson(number)).toThrow(TypeError);
  });

  it('is the same for equal values in whatever order they were made, and reads back as the value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value as Json);
        expect(canonicalJson(JSON.parse(text) as Json)).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: runs(2000) },
    );
  });
});
