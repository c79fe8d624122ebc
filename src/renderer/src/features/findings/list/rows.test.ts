// Promise: grouping changes where findings stand and never whether they do; the gravest group stays on top; a folded group keeps its count.

import { expect, it } from 'vitest';
import { fc } from '../../../../../shared/testing/campaign.ts';
import { aFinding } from '../findings.fixture.ts';
import { rowsOf } from './rows.ts';

const list = [
  aFinding({ key: '1', vulnerability: 'CVE-1' }),
  aFinding({
    key: '2',
    vulnerability: 'CVE-2',
    component: { name: 'zlib', version: null, purl: null },
  }),
  aFinding({ key: '3', vulnerability: 'CVE-1', product: { key: 'api', name: 'api', version: null } }),
];

it('gathers by vulnerability in the order of the first of each, with what each counts', () => {
  const rows = rowsOf(list, 'vulnerability', new Set());
  expect(rows.map(({ key, depth }) => [key, depth])).toEqual([
    ...[
      ['vulnerability:CVE-1', 0],
      ['1', 1],
      ['3', 1],
    ],
    // Alone it needs no group.
    ['2', 0],
  ]);
  expect(rows[0]).toMatchObject({ findings: 2, products: 2, open: true });
});

it('names a component with its version, and without one where the list gives none', () => {
  const twice = [...list, { ...(list[1] ?? aFinding()), key: '4' }];
  const names = rowsOf(twice, 'component', new Set()).flatMap((row) =>
    row.type === 'group' ? row.name : [],
  );
  expect(names).toEqual(['left-pad@1.2.0', 'zlib']);
});

it('hides what is folded and keeps its count', () => {
  const rows = rowsOf(list, 'vulnerability', new Set(['vulnerability:CVE-1']));
  expect(rows.map(({ key }) => key)).toEqual(['vulnerability:CVE-1', '2']);
  expect(rows[0]).toMatchObject({ findings: 2, open: false });
});

it('loses and doubles nothing', () => {
  const finding = fc.record({
    key: fc.uuid(),
    vulnerability: fc.constantFrom('CVE-1', 'CVE-2', 'CVE-3'),
    name: fc.constantFrom('a', 'b'),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(finding, { selector: ({ key }) => key, maxLength: 20 }),
      fc.constantFrom('none', 'component', 'vulnerability'),
      (made, grouping) => {
        const findings = made.map(({ key, vulnerability, name }) =>
          aFinding({ key, vulnerability, component: { name, version: '1', purl: null } }),
        );
        const shown = rowsOf(findings, grouping, new Set()).flatMap((row) =>
          row.type === 'finding' ? [row.key] : [],
        );
        expect(shown.toSorted()).toEqual(findings.map(({ key }) => key).toSorted());
      },
    ),
  );
});
