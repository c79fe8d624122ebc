// Promise: results that are equal once their numbers are masked are never told apart here; others soon are.

import { expect, it } from 'vitest';
import { fc } from '../../../../shared/testing/campaign.ts';
import { mayBeAlike } from './alike-bytes.ts';

const alike = (a: string, b: string) =>
  mayBeAlike(Buffer.from(a).toString('latin1'), Buffer.from(b).toString('latin1'));

it.each([
  ['error 17 at 12:03:01', 'error 18 at 12:03:09'],
  ['Traceback in /tmp/tmpabc on Nov 3', 'Traceback in /tmp/tmpxyz on Dec 4'],
  ['{"tool_result": "no such file"}', '{"tool_result": "no such file"}'],
  ['', 'anything'],
])('%j and %j may be', (a, b) => expect(alike(a, b)).toBe(true));

it.each([
  ['src has main and test and docs folders', 'the build went well in the end today'],
  ['{"tool_result": "one two three four five"}', '{"tool_result": "uno due tre quattro cinque"}'],
])('%j and %j are not', (a, b) => expect(alike(a, b)).toBe(false));

it('any text with its numbers changed may be, whatever its length', () => {
  const text = fc.array(
    fc.oneof(fc.constantFrom('err', 'ok', '\n', 'päth', '"', '\\n'), fc.nat().map(String)),
    { maxLength: 300 },
  );
  fc.assert(
    fc.property(text, fc.nat(), (words, by) => {
      const other = words.map((word) => (/^\d+$/.test(word) ? String(Number(word) + by) : word));
      expect(alike(words.join(' '), other.join(' '))).toBe(true);
    }),
  );
});
