// Promise: what a sentence names stands whole in a source that the sentence cites, in whatever spelling; what does not is named with its sentence.
import { describe, expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { citationsIn } from './citations.ts';
import { entityFaults } from './entities.ts';
import { readBrief } from './reading.ts';

const IDS = /(?<![\w-])(?:CVE-\d{4}-\d{1,19}|GHSA(?:-[0-9a-z]{4}){3}|RHSA-\d{4}:\d{1,6})(?![\w-])/gi;
const findIds = (text: string) =>
  [...text.matchAll(IDS)].map(({ 0: id, index }) => ({ id, start: index, end: index + id.length }));

const unsupported = (text: string, ...contents: readonly string[]): string[] => {
  const reading = readBrief(text);
  const sources = contents.map((content, n) => ({ id: n + 1, content }));
  return entityFaults(reading, citationsIn(reading).citations, sources, findIds).map(
    ({ kind, entity }) => `${kind} ${entity}`,
  );
};

describe('what a source holds', () => {
  it.each([
    ['cve-2024-3094 is bad [1].', 'CVE-2024-3094'],
    [
      'CVE-2024-3094, ghsa-ABCD-1234-efgh and RHSA-2024:123 [1].',
      'cve-2024-3094 GHSA-abcd-1234-EFGH rhsa-2024:123',
    ],
    ['Fixed in v5.6.2 [1].', 'fixed: 5.6.2'],
    ['Fixed in 5.6.2 [1].', 'fixed: v5.6.2,'],
    ['Fixed in 5.6.2-RC1 [1].', 'fixed: 5.6.2-rc1'],
    ['Fixed in 5.6.2. [1]', '>=5.6.0 <5.6.2'],
    ['Before &lt;5.6.2 &amp; more [1].', '<5.6.2'],
    ['Fixed in 1:2.3.4-5ubuntu1.2 [1].', '(1:2.3.4-5ubuntu1.2)'],
    ['Fixed in 3.0.7-18.el9_2 [1].', 'openssl-3.0.7-18.el9_2'],
    ['Between 5.6.0-5.6.1 [1].', '5.6.0, 5.6.1'],
    ['Between 5.6.0–5.6.1 [1].', '5.6.0, 5.6.1'],
    ['In **5.6.0**, `5.6.1` and _5.6.2_ [1].', '5.6.0 5.6.1 5.6.2'],
    ['In pkg:deb/debian/xz-utils@5.6.1?arch=amd64 [1].', 'pkg:deb/debian/xz-utils@5.6.1?arch=amd64'],
    ['In pkg:DEB/debian/xz-utils [1].', 'pkg:deb/debian/xz-utils@5.6.1?arch=amd64'],
    ['In `pkg:npm/%40a/b@1.0.0` [1].', 'pkg:npm/@a/b@1.0.0'],
    ['Version 5.6.1 of it [1].', 'pkg:deb/debian/xz-utils@5.6.1'],
    ['Version 7 and v8 [1].', 'version 7, v8'],
    ['See https://A.B/c. [1]', 'https://a.b/c'],
    ['See <https://a.b/> [1].', 'https://a.b'],
    ['See [it](https://a.b/c?d=e) [1].', '(https://a.b/c?d=e)'],
    ['On 2024-03-29 [1].', '29 March 2024'],
    ['On March 29th, 2024 [1].', '2024-03-29T12:00:00Z'],
    ['On 29.03.2024 [1].', 'Mar 29, 2024'],
    ['On 03/29/2024 [1].', '2024-03-29'],
    ['On 04/03/2024 [1].', '2024-03-04'],
    ['In March 2024, on 29 March [1].', '2024-03-29'],
    ['CVSS 9.8 [1].', 'CVSS 9.8 (critical)'],
    ['A score of 9.0 [1].', '{"baseScore": 9}'],
    [
      'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H [1].',
      'cvss CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
    ],
    ['In 5\\.6\\.2 [1].', '5.6.2'],
    ['In CVE‑2024‑3094 [1].', 'CVE-2024-3094'],
    ['Nothing to name [1].', ''],
    ['In `1.2.3`-based images [1].', '1.2.3'],
    ['A chance of 12.3% and 97% [1].', 'chance 0.123, then 0.97351'],
    ['See hxxps://a[.]b/c [1].', 'https://a.b/c'],
    ['Fixed in 9 [1].', 'version 9'],
    ['A score of 9 [1].', 'CVSS score 9'],
    ['Fixed in 3 products [1].', 'nothing'],
  ])('supports %j', (text, content) => {
    expect(unsupported(text, content)).toEqual([]);
  });
});

describe('what no cited source holds', () => {
  it.each([
    ['In 1.2.3 [1].', '11.2.30', ['version 1.2.3']],
    ['In 1.2.3 [1].', '1.2.3.4 1.2.3-rc1 1.2.3a 0.1.2.3', ['version 1.2.3']],
    ['In 5.6.1-1 [1].', '5.6.1', ['version 5.6.1-1']],
    ['In CVE-2024-1 [1].', 'CVE-2024-10', ['id CVE-2024-1']],
    ['In CVE-2024-10 [1].', 'CVE-2024-1', ['id CVE-2024-10']],
    ['In CVE-2024-3\u200b094 [1].', 'CVE-2024-3', ['id CVE-2024-3094']],
    ['In version 7 [1].', 'version 17 or 8', ['version 7']],
    ['On 2024-03-29 [1].', '2024-03-28 March 2024', ['date 2024-03-29']],
    ['In April 2024 [1].', '2024-03-29', ['date April 2024']],
    ['CVSS 9.8 [1].', 'CVSS 9.1', ['cvss 9.8']],
    ['https://a.b/c [1]', 'https://a.b/cd https://a.bc', ['url https://a.b/c']],
    ['pkg:npm/a@2.0.0 [1]', 'pkg:npm/a@1.0.0', ['purl pkg:npm/a@2.0.0']],
    ['pkg:npm/a@1.0.0 [1]', 'pkg:pypi/a@1.0.0', ['purl pkg:npm/a@1.0.0']],
    ['In ５.６.２ [1].', '5.6.1', ['version 5.6.2']],
    ['EPSS is 0.94 [1].', 'EPSS 0.49', ['version 0.94']],
    ['EPSS is 1% [1].', 'EPSS 0.49', ['version 1']],
    ['Its score is 3.1 [1].', 'CVSS:3.1/AV:N/AC:L', ['cvss 3.1']],
    ['Its score is 3 [1].', 'CVSS score 9.8', ['cvss 3']],
    ['It is rated 3/10 [1].', 'CVSS score 9.8', ['cvss 3']],
    ['Fixed in 9 [1].', 'CVE', ['version 9']],
    // One word to whoever reads it, in pieces to whoever searches.
    ['In 9.**8**.7 [1].', '1', ['version 9.8.7']],
    ['In 9._8_.7 [1].', '1', ['version 9.8.7']],
    ['In 9.`8`.7 [1].', '1', ['version 9.8.7']],
    ['In 9.[8](#x).7 [1].', '1', ['version 9.8.7']],
    ['In 9&#46;8&period;7 [1].', '1', ['version 9.8.7']],
    ['In 9\u200a.8.7 [1].', '1', ['version 9.8.7']],
    ['In 9\u0332.\u03328\u0332.7 [1].', '1', ['version 9.8.7']],
    ['In ٩.٨.٧ [1].', '1', ['version 9.8.7']],
    ['In 9·8․7 [1].', '1', ['version 9.8.7']],
    ['In СVE-2024-9 [1].', '1', ['id CVE-2024-9']],
    ['In CVE-**2024**-3094 [1].', '1', ['id CVE-2024-3094']],
    ['In CVE 2024 3094 [1].', '1', ['id CVE-2024-3094']],
  ])('is named: %j', (text, content, found) => {
    expect(unsupported(text, content)).toEqual(found);
  });

  it('is so though another source holds it', () => {
    expect(unsupported('In 1.2.3 [1]. In 1.2.3 [2]. In 1.2.3 [1,2].', 'a', '1.2.3')).toEqual([
      'version 1.2.3',
    ]);
  });

  it('is so of a claim that cites nothing', () => {
    expect(unsupported('In 1.2.3.', '1.2.3')).toEqual(['version 1.2.3']);
  });

  it('says which sentence, where, and what it cites', () => {
    const text = 'Fine. So CVE-2024-9999 is in 1.2.3 [1].';
    const reading = readBrief(text);
    const faults = entityFaults(
      reading,
      citationsIn(reading).citations,
      [{ id: 1, content: '1.2.3' }],
      findIds,
    );
    expect(faults).toEqual([
      {
        code: 'entity_unsupported',
        entity: 'CVE-2024-9999',
        kind: 'id',
        start: 6,
        end: text.length,
        cited: [1],
      },
    ]);
  });
});

it('holds what claims nothing against the whole pack', () => {
  expect(
    unsupported('## CVE-2024-1\n\nIs it in 1.2.3?\n\n```\napt install xz=1.2.3\n```', 'CVE-2024-1', '1.2.3'),
  ).toEqual([]);
  expect(
    unsupported('## CVE-2024-2\n\nIs it in 1.2.4?\n\n```\napt install xz=1.2.5\n```', 'CVE-2024-1', '1.2.3'),
  ).toEqual(['id CVE-2024-2', 'version 1.2.4', 'version 1.2.5']);
});

it.each([
  ['On the 5.6 branch it is mended [1].', []],
  ['All of 5.6.x are affected [1].', []],
  ['5.6: before 5.6.2 [1]', []],
  ['| Line | Fixed |\n|---|---|\n| 5.6 | 5.6.2 [1] |', []],
  ['Fixed in 5.6 [1].', ['version 5.6']],
  ['All of 5.7.x are affected [1].', ['version 5.7.x']],
  ['Target: `pkg:npm/reed@5.6.2` [1].', []],
  ['Target: `pkg:npm/reed@5.6.3` [1].', ['purl pkg:npm/reed@5.6.3']],
  ['Target: `pkg:npm/rush@5.6.2` [1].', ['purl pkg:npm/rush@5.6.2']],
])('of branches and of packages with a version, of %j finds %j', (text, found) => {
  expect(unsupported(text, 'It affects npm reed. Fixed in 5.6.2.')).toEqual(found);
});

it('holds a list of references against the whole pack', () => {
  expect(unsupported('## References\n\n- CVE-2024-3094\n- CVE-2024-3095', 'a', 'CVE-2024-3094')).toEqual([
    'id CVE-2024-3095',
  ]);
});

it('supports every sentence that a source itself has', () => {
  const piece = fc.constantFrom(
    'CVE-2024-1',
    '1.2.3',
    'v4.5',
    ' ',
    '-',
    '2024-03-29',
    'March 3, 2024',
    'pkg:npm/a@1',
    'https://a.b',
    'CVSS 9.8',
    ':',
    '.',
    'x',
    '/',
    '&lt;',
    '@',
  );
  fc.assert(
    fc.property(fc.string({ unit: piece, maxLength: 20 }), (said) => {
      const text = `${said} [1]`;
      expect(unsupported(text, said.replaceAll('&lt;', '<'))).toEqual([]);
    }),
    { numRuns: runs(2000) },
  );
});
