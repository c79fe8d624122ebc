// Promises: the log is bounded by count and bytes, answers filters and pages, and tells followers in bundles, also those who come back.
import { describe, expect, it } from 'vitest';
import type { TrafficRow } from '../../../shared/model/traffic.ts';
import { NO_USAGE } from '../exchange/response-tail.ts';
import { ManualClock } from '../pool/testing/manual-clock.ts';
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
  promptCut: null,
  leftOut: [],
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

const log = (requests = 100, bytes = 10_000_000, clock = new ManualClock()) =>
  new TrafficLog(() => ({ requests, bytes }), { epoch: 'test', clock });
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
        asked: [],
        loop: null,
        diff: null,
        segments: [{ role: 'user', trust: 'user', scanned: true, text: 'x'.repeat(4000) }],
      });
    }
    expect(ids(small)).toEqual(['c', 'b']);
    small.setDetail('c', {
      lines: [],
      asked: [],
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

  it('keeps pinned rows when older ones go and when it is cleared, up to a bound that it names', () => {
    const traffic = log(3);
    for (const id of ['a', 'b']) traffic.begin(row(id));
    traffic.pin('a', true);
    for (const id of ['c', 'd', 'e']) traffic.begin(row(id));
    expect(ids(traffic)).toEqual(['e', 'd', 'a']);
    expect(ids(traffic, { pinned: true })).toEqual(['a']);
    expect(traffic.clear()).toBe(2);
    expect(ids(traffic)).toEqual(['a']);
    traffic.pin('a', false);
    expect(traffic.clear()).toBe(1);
    expect(traffic.pin('a', true)).toBeUndefined();

    const many = log(1000);
    const each = Array.from({ length: 201 }, (_, n) => `r${n}`);
    for (const id of each) many.begin(row(id));
    for (const id of each.slice(1)) many.pin(id, true);
    expect(() => many.pin('r0', true)).toThrow(/200 requests are pinned.*Unpin one/);
    many.pin('r1', true); // again: still one
    many.pin('r1', false);
    expect(many.pin('r0', true)).toMatchObject({ pinned: true });
  });

  it('finds rows by every filter, all of which must hold', () => {
    const traffic = log();
    const mark = { rule: 'cycle', level: 2, subject: 'search_engine {"query":"x"}', applied: [] } as const;
    const timings = { addedMs: 0, queuedMs: 0, firstByteMs: 1, totalMs: 4000 };
    traffic.begin(row('a', { client: 'ops', model: 'big', upstream: 'east', route: 'chat', timings }));
    traffic.begin(row('b', { client: 'ops', model: 'small', upstream: 'west', route: 'generate' }));
    traffic.begin(
      row('c', { client: 'dev', conversation: 'k1', loop: { ...mark, applied: [] }, status: 502 }),
    );
    expect(ids(traffic, { client: 'ops' })).toEqual(['b', 'a']);
    expect(ids(traffic, { client: 'ops', model: 'small' })).toEqual(['b']);
    expect(ids(traffic, { upstream: 'east', slowerThanMs: 4000 })).toEqual(['a']);
    expect(ids(traffic, { slowerThanMs: 4001 })).toEqual([]);
    expect(ids(traffic, { route: 'generate' })).toEqual(['b']);
    expect(ids(traffic, { loop: true })).toEqual(['c']);
    expect(ids(traffic, { conversation: 'k1' })).toEqual(['c']);
    expect(ids(traffic, { search: 'SEARCH_engine 502' })).toEqual(['c']);
    expect(ids(traffic, { search: 'search_engine ops' })).toEqual([]);
    expect(traffic.facets()).toEqual({
      clients: ['ops', 'dev'],
      models: ['big', 'm', 'small'],
      upstreams: ['east', 'u', 'west'],
    });
  });

  it('tells followers of many changes at once, with the rows as they are then, and of what was missed', async () => {
    const clock = new ManualClock();
    const traffic = log(100, 10_000_000, clock);
    const abort = new AbortController();
    const news = traffic.follow(undefined, abort.signal);
    expect((await news.next()).value).toMatchObject({ gap: true, rows: [], held: 0 });
    const first = row('a');
    traffic.begin(first);
    traffic.begin(row('b'));
    change(traffic, first, { status: 200 });
    change(traffic, first, { state: 'done' });
    clock.advance(16);
    const { value: bundle } = await news.next();
    expect(bundle).toMatchObject({
      ...{ gap: false, held: 2 },
      rows: [
        { id: 'a', state: 'done', status: 200 },
        { id: 'b', state: 'running', status: null },
      ],
    });
    abort.abort();
    traffic.begin(row('c'));
    change(traffic, first, { phase: 'over' });
    const missed = (await traffic.follow(bundle?.id).next()).value;
    expect([missed?.gap, missed?.rows.map(({ id }) => id)]).toEqual([false, ['c', 'a']]);
    traffic.clear();
    expect((await traffic.follow(bundle?.id).next()).value).toMatchObject({ gap: true, held: 0 });
  });

  it('is read again by all who follow when it was cleared', async () => {
    const clock = new ManualClock();
    const traffic = log(100, 10_000_000, clock);
    traffic.begin(row('a'));
    const news = traffic.follow();
    await news.next();
    traffic.clear();
    clock.advance(16);
    expect((await news.next()).value).toMatchObject({ gap: true, held: 0 });
  });

  it('ignores what comes for a row that is gone', () => {
    const traffic = log();
    traffic.touched('x');
    traffic.setLearned('x', { text: 't', status: 's' });
    traffic.setDetail('x', { lines: [], asked: [], loop: null, diff: null, segments: null });
    expect(traffic.get('x')).toBeUndefined();
    expect(traffic.held).toBe(0);
  });

  it('costs a request no more when the oldest row is pinned, however many have passed it', () => {
    const passing = (isPinned: boolean) => {
      const traffic = log(10);
      traffic.begin(row('oldest'));
      traffic.pin('oldest', isPinned);
      for (let n = 0; n < 15_000; n++) traffic.begin(row(`r${n}`));
      const began = performance.now();
      for (let n = 0; n < 500; n++) traffic.begin(row(`s${n}`));
      return performance.now() - began;
    };
    // Of three: whoever is kept waiting by others takes longer, and never shorter.
    const least = (isPinned: boolean) => Math.min(...[1, 2, 3].map(() => passing(isPinned)));
    expect(least(true)).toBeLessThan(Math.max(5, 10 * least(false)));
  });

  it('lets an unpinned row go at its own time: before all that came after it', () => {
    const traffic = log(3);
    for (const id of ['a', 'b', 'c']) traffic.begin(row(id));
    for (const id of ['a', 'b']) traffic.pin(id, true);
    for (const id of ['d', 'e', 'f']) traffic.begin(row(id));
    expect(ids(traffic)).toEqual(['f', 'b', 'a']);
    traffic.pin('a', false);
    traffic.begin(row('g'));
    expect(ids(traffic)).toEqual(['g', 'f', 'b']);
    traffic.pin('b', false);
    traffic.begin(row('h'));
    expect(ids(traffic)).toEqual(['h', 'g', 'f']);
  });

  it('holds what prompts taught within its bytes', () => {
    const traffic = log(10_000, 1_000_000);
    for (let n = 0; n < 100; n++) {
      traffic.begin(row(`r${n}`));
      for (let fact = 0; fact < 200; fact++) {
        traffic.setLearned(`r${n}`, { text: `${n} ${fact} ${'x'.repeat(250)}`, status: 'added' });
      }
    }
    const { rows } = traffic.list({ limit: 10_000 });
    const characters = rows
      .flatMap(({ id }) => traffic.get(id)?.learned ?? [])
      .reduce((sum, { text }) => sum + text.length, 0);
    expect(2 * characters).toBeLessThanOrEqual(1_000_000);
  });
});
