// Promise: what the assembler escaped and a model repeats is read as it was meant, once and nothing more.
import { expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { assemble } from './assemble.ts';
import { decodeClaim } from './decode-claim.ts';

it.each([
  ['versions &lt; 1.2.3 &amp; &gt;= 1.0', 'versions < 1.2.3 & >= 1.0'],
  ['&quot;affected&quot;', '"affected"'],
  ['&amp;lt;script&amp;gt;', '&lt;script&gt;'],
  ['&amp;amp;amp;', '&amp;amp;'],
  ['&LT; &lt &apos; &#60; &#x3c; &nbsp;', '&LT; &lt &apos; &#60; &#x3c; &nbsp;'],
  ['&&lt;;', '&<;'],
  ['', ''],
])('decodes %j once', (text, meant) => {
  expect(decodeClaim(text)).toBe(meant);
});

it('gives back what a source held, of any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('&', 'lt;', 'amp;', '<', '>', '"', 'x') }), (content) => {
      const out = assemble('', [{ id: 1, urn: '', content }], '');
      const shown = out.slice(out.indexOf('urn="">') + 7, out.indexOf('</source>'));
      expect(decodeClaim(shown)).toBe(content);
    }),
    { numRuns: runs(1000) },
  );
});
