// Promise: the list never jumps under the pointer: while it is held, no visible row moves, and nothing that arrived is lost.

import { describe, expect, it } from 'vitest';
import { fc } from '../../../../shared/testing/campaign.ts';
import { rowFilter } from '../../../../shared/traffic-filter.ts';
import { appendOlder, type Gathered, release, takeRows } from './gather.ts';
import { trafficRow } from './traffic-row.fixture.ts';

const all = () => true;
const none: Gathered = { rows: [], waiting: [] };
const ids = (rows: readonly { id: string }[]) => rows.map((r) => r.id);
const row = (n: number) => trafficRow({ id: `r${String(n)}`, at: n });

describe('takeRows', () => {
  it('moves no visible row while held, whatever arrives, and releases all of it in order', () => {
    const batches = fc.array(fc.array(fc.nat({ max: 40 }), { maxLength: 8 }), { maxLength: 12 });
    fc.assert(
      fc.property(batches, (arrivals) => {
        const start = takeRows(none, [row(100), row(101), row(102)], {
          matches: all,
          hold: false,
          most: 1000,
        });
        let held = start;
        for (const batch of arrivals)
          held = takeRows(held, batch.map(row), { matches: all, hold: true, most: 1000 });
        expect(ids(held.rows)).toEqual(ids(start.rows));
        const arrived = new Set(arrivals.flat().map((n) => `r${String(n)}`));
        expect(new Set(ids(held.waiting))).toEqual(arrived);
        expect(release(held, 1000).rows).toHaveLength(arrived.size + 3);
        expect(release(held, 1000).waiting).toEqual([]);
      }),
    );
  });

  it('replaces a known row where it stands, held or not, even when it no longer fits the filter', () => {
    const running = rowFilter({ state: 'running' });
    const start = takeRows(none, [trafficRow({ id: 'a', at: 1, state: 'running' })], {
      matches: running,
      hold: false,
      most: 10,
    });
    const after = takeRows(start, [trafficRow({ id: 'a', at: 1, state: 'failed' })], {
      matches: running,
      hold: true,
      most: 10,
    });
    expect(after.rows.map((r) => r.state)).toEqual(['failed']);
    expect(after.waiting).toEqual([]);
  });

  it('keeps new rows that do not fit the filter out, and the newest when full', () => {
    const search = rowFilter({ search: 'OPS' });
    const took = takeRows(none, [row(1), trafficRow({ id: 'b', at: 2, client: 'ops-bot' })], {
      matches: search,
      hold: false,
      most: 10,
    });
    expect(ids(took.rows)).toEqual(['b']);
    expect(
      ids(takeRows(none, [row(1), row(3), row(2)], { matches: all, hold: false, most: 2 }).rows),
    ).toEqual(['r3', 'r2']);
  });
});

it('puts a row that fits only now, though it began earlier, in its place', () => {
  const start = takeRows(none, [row(5), row(9)], { matches: all, hold: false, most: 10 });
  const after = takeRows(start, [row(7), row(11)], { matches: all, hold: false, most: 10 });
  expect(ids(after.rows)).toEqual(['r11', 'r9', 'r7', 'r5']);
});

it('adds older rows once', () => {
  const held = takeRows(none, [row(5), row(4)], { matches: all, hold: false, most: 10 });
  expect(ids(appendOlder(held, [row(4), row(3)]).rows)).toEqual(['r5', 'r4', 'r3']);
});
