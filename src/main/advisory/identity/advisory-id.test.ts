// Promise: every id of an advisory in a text is found where it stands and has one spelling, and what only looks like one is none.
import { describe, expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { advisoryId, findIds } from './advisory-id.ts';

describe('spellings', () => {
  it.each([
    ['cve-2024-3094', 'CVE-2024-3094', 'CVE'],
    ['ghsa-9V2F-6vcg-3HGV', 'GHSA-9v2f-6vcg-3hgv', 'GitHub'],
    ['rhsa-2022:0216', 'RHSA-2022:0216', 'Red Hat'],
    ['RHSA-2022-0216', 'RHSA-2022:0216', 'Red Hat'],
    ['dsa-5532-1', 'DSA-5532-1', 'Debian'],
    ['DLA-3000', 'DLA-3000', 'Debian'],
    ['USN-6000-1', 'USN-6000-1', 'Ubuntu'],
    ['go-2024-2963', 'GO-2024-2963', 'Go'],
    ['pysec-2023-74', 'PYSEC-2023-74', 'PyPA'],
    ['RUSTSEC-2021-0124', 'RUSTSEC-2021-0124', 'RustSec'],
    ['MAL-2024-10238', 'MAL-2024-10238', 'OpenSSF'],
    ['ALAS2-2023-2001', 'ALAS2-2023-2001', 'Amazon'],
    ['ALASKERNEL-5.10-2022-001', 'ALASKERNEL-5.10-2022-001', 'Amazon'],
    ['alas-2022-1', 'ALAS-2022-1', 'Amazon'],
    ['suse-su-2023:1234-1', 'SUSE-SU-2023:1234-1', 'SUSE'],
    ['OPENSUSE-SU-2023:1234-1', 'openSUSE-SU-2023:1234-1', 'openSUSE'],
    ['debian-cve-2024-3094', 'DEBIAN-CVE-2024-3094', 'DEBIAN'],
    ['BIT-Django-2024-1', 'BIT-django-2024-1', 'Bitnami'],
    ['FEDORA-2024-0123ABCDEF', 'FEDORA-2024-0123abcdef', 'Fedora'],
    [' CVE\u20112024\u20113094 ', 'CVE-2024-3094', 'CVE'],
    ['asb-a-153358911', 'ASB-A-153358911', 'Android'],
    ['CLEANSTART-2025-AB12345', 'CLEANSTART-2025-AB12345', 'CleanStart'],
    ['drupal-contrib-2024-001', 'DRUPAL-CONTRIB-2024-001', 'Drupal'],
    // nobody we know: as it is written
    ['Foo-2024-1', 'Foo-2024-1', null],
    ['CVE-2024-309', 'CVE-2024-309', null],
    ['CVE-2024-3094x', 'CVE-2024-3094x', null],
  ])('%s is %s of %s', (text, id, issuer) => expect(advisoryId(text)).toMatchObject({ id, issuer }));

  it.each(['', '  ', 'CVE-2024-3094 and more', 'a\u0000b', 'x'.repeat(257)])('%j is no id', (text) =>
    expect(advisoryId(text)).toBeNull(),
  );
});

describe('in a text', () => {
  const found = (text: string) => findIds(text).map(({ id, start, end }) => [id, text.slice(start, end)]);
  it.each([
    [
      'see CVE-2024-3094, ghsa-9v2f-6vcg-3hgv.',
      [
        ['CVE-2024-3094', 'CVE-2024-3094'],
        ['GHSA-9v2f-6vcg-3hgv', 'ghsa-9v2f-6vcg-3hgv'],
      ],
    ],
    ['https://nvd.example/vuln/CVE-2024-3094#x', [['CVE-2024-3094', 'CVE-2024-3094']]],
    ['fix_CVE-2024-3094.patch', [['CVE-2024-3094', 'CVE-2024-3094']]],
    // places are counted in UTF-16 units, whatever stands before
    ['😀 CVE‑2024‑3094', [['CVE-2024-3094', 'CVE‑2024‑3094']]],
    // an id of a distribution's own is not the CVE within it
    ['UBUNTU-CVE-2024-3094', [['UBUNTU-CVE-2024-3094', 'UBUNTU-CVE-2024-3094']]],
    ['CVE-2024-30941234567', []],
    ['xCVE-2024-3094 CVE-24-3094 ERGO-2024-1234', []],
  ])('%s', (text, ids) => expect(found(text)).toEqual(ids));
});

it('an id is found whatever stands around it, and its spelling is found as itself', () => {
  const ids = fc.constantFrom(
    'CVE-2024-3094',
    'GHSA-9v2f-6vcg-3hgv',
    'RHSA-2022:0216',
    'ALAS2-2023-2001',
    'openSUSE-SU-2023:1-1',
  );
  const around = fc.string({ unit: fc.constantFrom(' ', '.', '😀', '(', '/', '\n', '"', '_'), maxLength: 6 });
  fc.assert(
    fc.property(fc.array(fc.tuple(around, ids), { maxLength: 5 }), around, (pieces, last) => {
      const text = pieces.map(([before, id]) => `${before} ${id}`).join('') + last;
      expect(findIds(text).map(({ id }) => id)).toEqual(pieces.map(([, id]) => id));
      for (const { id, start, end } of findIds(text)) {
        expect(text.slice(start, end)).toBe(id);
        expect(advisoryId(id.toLowerCase())?.id).toBe(id);
      }
    }),
    { numRuns: runs(1000) },
  );
});
