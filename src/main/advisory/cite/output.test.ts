// Promise: an answer that gives the canary away, leads where no source leads, shows an image from elsewhere or holds HTML is found out.
import { describe, expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { outputFaults } from './output.ts';
import { readBrief } from './reading.ts';

const canary = 'Q7w9Zk2mCanary';
const pack = ['See https://nvd.nist.gov/vuln/detail/CVE-2024-3094 and (https://a.b/c).'];
const faults = (text: string) =>
  outputFaults(readBrief(text), { canary, pack }).map((fault) =>
    fault.code === 'canary_leak' ? fault.code : `${fault.reason} ${fault.entity}`,
  );

describe('the canary', () => {
  it.each([
    canary,
    `The word is ${canary}.`,
    canary.toLowerCase(),
    [...canary].join(' '),
    [...canary].join('\u200b'),
    [...canary].join('**-**'),
    [...canary].reverse().join(''),
    `\`${canary}\``,
    `<!-- ${canary} -->`,
    'Ｑ7w9Ｚk2mCanary',
  ])('is found in %j', (text) => {
    expect(faults(text)).toContain('canary_leak');
  });

  it('is found wherever it stands, and nowhere else', () => {
    const words = fc.stringMatching(/^[a-p .\n]*$/);
    fc.assert(
      fc.property(words, words, (before, behind) => {
        expect(faults(`${before}${canary}${behind}`)).toContain('canary_leak');
        expect(faults(`${before}${canary.slice(1)}${behind}`)).not.toContain('canary_leak');
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('links', () => {
  it.each([
    ['[a](https://a.b/c)', []],
    ['https://A.b/c.', []],
    ['<https://nvd.nist.gov/vuln/detail/CVE-2024-3094>', []],
    ['[a](#references)', []],
    ['[a][1]\n\n[1]: https://a.b/c', []],
    ['![a](https://a.b/c)', []],
    ['`https://evil.example`', []],
    ['[a](https://a.b/c?q=secret)', ['link https://a.b/c?q=secret']],
    ['![a](https://evil.example/x.png?d=1)', ['image https://evil.example/x.png?d=1']],
    ['![a][i]\n\n[i]: https://evil.example', ['image https://evil.example', 'link https://evil.example']],
    ['https://evil.example/x', ['link https://evil.example/x']],
    ['www.evil.example', ['link http://www.evil.example']],
    ['Get it at evil-patches.com/x.', ['link http://evil-patches.com/x']],
    ['At nvd.nist.gov, in ASP.NET with socket.io.', []],
    ['<https://evil.example>', ['link https://evil.example']],
    ['[a](javascript:alert(1))', ['link javascript:alert(1)']],
    ['[a](//evil.example)', ['link //evil.example']],
    ['[a](https&#58;//evil.example)', ['link https&#58;//evil.example']],
    ['[a](/settings)', ['link /settings']],
    ['[1]: https://evil.example', ['link https://evil.example']],
    ['| [a](https://evil.example) |\n|---|', ['link https://evil.example']],
  ])('of %j', (text, found) => {
    expect(faults(text)).toEqual(found);
  });
});

it.each([
  ['<b>a</b>', ['html <b>', 'html </b>']],
  ['<img src=x onerror=y>', ['html <img src=x onerror=y>']],
  ['<!-- a -->', ['html <!-- a -->']],
  ['a <!-- b --> c', ['html <!-- b -->']],
  ['<script>\nx\n</script>', ['html <script>', 'html x', 'html </script>']],
  ['versions < 1.2 and > 1.0', []],
  ['`<b>`', []],
])('finds the HTML of %j', (text, found) => {
  expect(faults(text)).toEqual(found);
});
