// Promise: a table never grows wider than its place, and a wider place never loses a column.

import { expect, it } from 'vitest';
import { fc } from '../../../../shared/testing/campaign.ts';
import { fitting } from './columns.ts';

const columns = [
  { id: 'state', least: 16, rank: 0 },
  { id: 'client', least: 100, rank: 0 },
  { id: 'model', least: 120, rank: 3 },
  { id: 'total', least: 60, rank: 1 },
];

it('drops what matters least first and keeps the order', () => {
  expect(fitting(columns, 2000).map((c) => c.id)).toEqual(['state', 'client', 'model', 'total']);
  expect(fitting(columns, 300).map((c) => c.id)).toEqual(['state', 'client', 'total']);
  expect(fitting(columns, 10).map((c) => c.id)).toEqual(['state', 'client']);
});

it('keeps at least as many in a wider place', () => {
  fc.assert(
    fc.property(fc.nat(2000), fc.nat(500), (width, more) => {
      expect(fitting(columns, width + more).length).toBeGreaterThanOrEqual(fitting(columns, width).length);
    }),
  );
});
