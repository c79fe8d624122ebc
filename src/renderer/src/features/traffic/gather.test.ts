// Promise: the list never jumps under the pointer: while it is held, no visible row moves, and nothing that arrived is lost.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appendOlder, type Criteria, type Gathered, matches, release, takeRows, toQuery } from './gather.ts';
import { trafficRow } from './traffic-row.fixture.ts';

const all: Criteria = { search: '', filter: 'all' };
const none: Gathered = { rows: [], waiting: [] };
const ids = (rows: readonly { id: string }[]) => rows.map((r) => r.id);
const row = (n: number) => trafficRow({ id: `r${String(n)}`, at: n });

describe('takeRows', () => {
  it('moves no visible row while held, whatever arrives, and releases all of it in order', () => {
    const batches = fc.array(fc.array(fc.nat({ max: 40 }), { maxLength: 8 }), { maxLength: 12 });
    fc.assert(
      fc.property(batches, (arrivals) => {
        const start = takeRows(none, [row(100), row(101), row(102)], {
          criteria: all,
          hold: false,
          most: 1000,
        });
        let held = start;
        for (const batch of arrivals)
          held = takeRows(held, batch.map(row), { criteria: all, hold: true, most: 1000 });
        expect(ids(held.rows)).toEqual(ids(start.rows));
        const arrived = new Set(arrivals.flat().map((n) => `r${String(n)}`));
        expect(new Set(ids(held.waiting))).toEqual(arrived);
        expect(release(held, 1000).rows).toHaveLength(arrived.size + 3);
        expect(release(held, 1000).waiting).toEqual([]);
      }),
    );
  });

  it('replaces a known row where it stands, held or not, even when it no longer fits the filter', () => {
    const running: Criteria = { search: '', filter: 'running' };
    const start = takeRows(none, [trafficRow({ id: 'a', at: 1, state: 'running' })], {
      criteria: running,
      hold: false,
      most: 10,
    });
    const after = takeRows(start, [trafficRow({ id: 'a', at: 1, state: 'failed' })], {
      criteria: running,
      hold: true,
      most: 10,
    });
    expect(after.rows.map((r) => r.state)).toEqual(['failed']);
    expect(after.waiting).toEqual([]);
  });

  it('keeps new rows that do not fit the filter out, and the newest when full', () => {
    const search: Criteria = { search: 'OPS', filter: 'all' };
    const took = takeRows(none, [row(1), trafficRow({ id: 'b', at: 2, client: 'ops-bot' })], {
      criteria: search,
      hold: false,
      most: 10,
    });
    expect(ids(took.rows)).toEqual(['b']);
    expect(
      ids(takeRows(none, [row(1), row(3), row(2)], { criteria: all, hold: false, most: 2 }).rows),
    ).toEqual(['r3', 'r2']);
  });
});

describe('filters', () => {
  it.each([
    ['failed', { state: 'failed' as const }, true],
    ['failed', {}, false],
    ['injected', {}, true],
    ['untouched', {}, false],
    ['untouched', { reason: 'raw' as const }, true],
  ] as const)('%s decides about %o: %s', (filter, part, expected) => {
    expect(matches(trafficRow({ id: 'x', ...part }), { search: '', filter })).toBe(expected);
  });

  it('asks the core the same question', () => {
    expect(toQuery({ search: ' web ', filter: 'untouched' })).toEqual({ search: 'web', injected: false });
    expect(toQuery(all)).toEqual({});
  });
});

it('adds older rows once', () => {
  const held = takeRows(none, [row(5), row(4)], { criteria: all, hold: false, most: 10 });
  expect(ids(appendOlder(held, [row(4), row(3)]).rows)).toEqual(['r5', 'r4', 'r3']);
});
