// Promises: the log is bounded by count and bytes, answers filters and pages, and tells watchers in bundles.
import { describe, expect, it } from 'vitest';
import type { TrafficRow } from '../../shared/model/traffic.ts';
import { NO_USAGE } from './response-tail.ts';
import { TrafficLog } from './traffic-log.ts';

const row = (id: string, more: Partial<TrafficRow> = {}): TrafficRow => ({
  id,
  at: 0,
  state: 'running',
  phase: 'reading',
  method: 'POST',
  path: '/api/chat',
  route: 'chat',
  client: 'tester',
  project: 'default',
  conversation: null,
  model: 'm',
  upstream: 'u',
  status: null,
  error: null,
  streamed: true,
  reason: 'nothing_to_recall',
  recalledConcepts: 0,
  injectedBytes: 0,
  prefixBytes: 0,
  requestBytes: 0,
  responseBytes: 0,
  timings: { addedMs: 0, queuedMs: 0, firstByteMs: null, totalMs: null },
  usage: NO_USAGE,
  loop: null,
  local: false,
  pinned: false,
  ...more,
});

/** Changes a request's row as the request itself does. */
function change(traffic: TrafficLog, row: TrafficRow, part: Partial<TrafficRow>): void {
  Object.assign(row, part);
  traffic.touched(row.id);
}

const log = (requests = 100, bytes = 10_000_000) => new TrafficLog(() => ({ requests, bytes }));
const ids = (traffic: TrafficLog, filter: Partial<Parameters<TrafficLog['list']>[0]> = {}) =>
  traffic.list({ limit: 100, ...filter }).rows.map(({ id }) => id);

describe('TrafficLog', () => {
  it('holds the newest rows within the bounds of count and bytes', () => {
    const few = log(3);
    for (const id of ['a', 'b', 'c', 'd']) few.begin(row(id));
    expect(ids(few)).toEqual(['d', 'c', 'b']);
    const small = log(100, 20_000);
    for (const id of ['a', 'b', 'c']) {
      small.begin(row(id));
      small.setDetail(id, {
        lines: [],
        loop: null,
        diff: null,
        segments: [{ role: 'user', trust: 'user', scanned: true, text: 'x'.repeat(4000) }],
      });
    }
    expect(ids(small)).toEqual(['c', 'b']);
    small.setDetail('c', {
      lines: [],
      loop: null,
      diff: null,
      segments: [{ role: 'user', trust: 'user', scanned: true, text: 'x'.repeat(40_000) }],
    });
    expect(ids(small)).toEqual(['c']); // the row just written stays, whatever its size
  });

  it('counts what a filter matches, and pages from a row on', () => {
    const traffic = log();
    const rows = ['a', 'b', 'c', 'd', 'e'].map((id) => row(id, { client: id === 'b' ? 'Zelda' : 'tester' }));
    for (const each of rows) traffic.begin(each);
    change(traffic, rows[2] as TrafficRow, { state: 'done', reason: 'injected' });
    expect(traffic.list({ limit: 2 })).toMatchObject({ total: 5, held: 5, rows: [{ id: 'e' }, { id: 'd' }] });
    expect(ids(traffic, { limit: 2, before: 'd' })).toEqual(['c', 'b']);
    expect(ids(traffic, { before: 'forgotten' })).toEqual(['e', 'd', 'c', 'b', 'a']);
    expect(ids(traffic, { search: 'zelda' })).toEqual(['b']);
    expect(ids(traffic, { state: 'done' })).toEqual(['c']);
    expect(ids(traffic, { injected: true })).toEqual(['c']);
    expect(ids(traffic, { injected: false })).toHaveLength(4);
    expect(traffic.running).toBe(4);
    expect(traffic.clear()).toBe(5);
    expect(traffic.list({ limit: 1 })).toEqual({ rows: [], total: 0, held: 0 });
  });

  it('tells watchers of many changes at once, with the rows as they are then', async () => {
    const traffic = log();
    const told: TrafficRow[][] = [];
    const bundle = Promise.withResolvers<void>();
    const stop = traffic.watch((rows) => {
      told.push(rows);
      bundle.resolve();
    });
    const first = row('a');
    traffic.begin(first);
    traffic.begin(row('b'));
    change(traffic, first, { status: 200 });
    change(traffic, first, { state: 'done' });
    await bundle.promise;
    expect(told).toHaveLength(1);
    expect(told[0]?.map(({ id, state, status }) => [id, state, status])).toEqual([
      ['a', 'done', 200],
      ['b', 'running', null],
    ]);
    stop();
  });

  it('ignores what comes for a row that is gone', () => {
    const traffic = log();
    traffic.touched('x');
    traffic.setLearned('x', { text: 't', status: 's' });
    traffic.setDetail('x', { lines: [], loop: null, diff: null, segments: null });
    expect(traffic.get('x')).toBeUndefined();
    expect(traffic.held).toBe(0);
  });
});
