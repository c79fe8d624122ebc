import { expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { decode, parseDocument } from './json-document.ts';
import { Refusal } from './refusal.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

function refusal(act: () => unknown): Refusal {
  try {
    act();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('It was taken.');
}

it('refuses a member that is there twice, however its name is spelt, and says where', () => {
  expect(refusal(() => parseDocument('{"a":{"b":[1,{"c":1,"c":2}]}}')).path).toBe('/a/b/1/c');
  expect(refusal(() => parseDocument(String.raw`{"id":"x","\u0069d":"y"}`)).path).toBe('/id');
  expect(refusal(() => parseDocument('{"a/b":1,"~":{"x":1,"x":1}}')).path).toBe('/~0/x');
  expect(refusal(() => parseDocument('{"":1,"":2}')).path).toBe('/');
});

it('takes the same name in two objects, and texts that look like members', () => {
  expect(parseDocument('[{"a":1},{"a":2}]')).toEqual([{ a: 1 }, { a: 2 }]);
  expect(parseDocument(String.raw`{"a":"\"a\":1,\\","b":"{[\"a\",\"a\"]}"}`)).toEqual({
    ...{ a: '"a":1,\\', b: '{["a","a"]}' },
  });
  expect(parseDocument('{"a":"a","b":["b","b"]}')).toEqual({ a: 'a', b: ['b', 'b'] });
});

it('refuses what is nested deeper than anything real, at the place where it begins to be', () => {
  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  expect(parseDocument(deep(128))).toBeInstanceOf(Array);
  const { path, message } = refusal(() => parseDocument(deep(129)));
  expect([path.split('/').length - 1, message]).toEqual([128, expect.stringContaining('128 deep')]);
  expect(refusal(() => parseDocument(deep(500_000))).message).toContain('nested');
});

it('takes what JSON takes, and nothing else', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const text = JSON.stringify(value);
      expect(parseDocument(text)).toEqual(JSON.parse(text));
    }),
    { numRuns: runs(2000) },
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      let plain: unknown;
      try {
        plain = JSON.parse(text);
      } catch {
        expect(refusal(() => parseDocument(text)).path).toBe('');
        return;
      }
      expect(parseDocument(text)).toEqual(plain);
    }),
    { numRuns: runs(2000) },
  );
});

it('says which byte is no UTF-8, and how to mend UTF-16', () => {
  expect(decode(bytes('{"a":"ö"}'))).toBe('{"a":"ö"}');
  expect(refusal(() => decode(new Uint8Array([0x22, 0xc3, 0xb6, 0xff, 0x22]))).message).toContain('byte 3');
  expect(refusal(() => decode(Buffer.from('{}', 'latin1').fill(0xe9))).message).toContain('byte 1');
  expect(refusal(() => decode(Buffer.from('\ufeff{}', 'utf16le'))).message).toContain('UTF-16');
  expect(refusal(() => decode(Buffer.from([0, 0x7b, 0, 0x7d]))).message).toContain('UTF-16');
});

it('reads over a byte order mark and gives back the very bytes', () => {
  const given = bytes('\ufeff{"a":1}');
  const text = decode(given);
  expect(parseDocument(text)).toEqual({ a: 1 });
  expect(Buffer.from(text, 'utf8')).toEqual(Buffer.from(given));
});

it('is done with eight megabytes of brackets, quotes and backslashes in time of their length', () => {
  const begun = process.cpuUsage().user;
  parseDocument(JSON.stringify('\\"'.repeat(1_000_000)));
  parseDocument(`[${'"\\\\",'.repeat(500_000)}0]`);
  parseDocument(`{${Array.from({ length: 200_000 }, (_, n) => `"k${n}":${n}`).join(',')}}`);
  expect((process.cpuUsage().user - begun) / 1000).toBeLessThan(4000);
});
