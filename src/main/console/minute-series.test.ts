import { describe, expect, it } from 'vitest';
import { MinuteSeries } from './minute-series.ts';

const MINUTE = 60_000;

describe('Overview series', () => {
  it('sums what is counted, takes the median of what is timed, and leaves a minute without traffic empty', () => {
    const series = new MinuteSeries();
    const now = 100_000 * MINUTE + 5000;
    for (const ms of [1, 9, 2]) series.add('addedMs', ms, now);
    for (let n = 0; n < 3; n++) series.add('requests', 1, now - 2 * MINUTE);
    const view = series.view('1h', now);
    expect([view.stepMs, view.endAt]).toEqual([MINUTE, 100_001 * MINUTE]);
    expect(view.values.requests.slice(-3)).toEqual([3, null, 0]);
    expect(view.values.addedMs.slice(-3)).toEqual([null, null, 2]);
    expect(view.values.requests).toHaveLength(60);
  });

  it('the day view gathers quarters of an hour and forgets what is older than a day', () => {
    const series = new MinuteSeries();
    const start = 200_000 * MINUTE;
    for (let minute = 0; minute < 3000; minute++) series.add('requests', 1, start + minute * MINUTE);
    const view = series.view('24h', start + 2999 * MINUTE);
    expect(view.values.requests).toEqual(Array.from({ length: 96 }, () => 15));
  });

  it('begins anew when it is told to', () => {
    const series = new MinuteSeries();
    series.add('requests', 1, 10 * MINUTE);
    series.clear();
    expect(series.view('1h', 10 * MINUTE).values.requests.every((value) => value === null)).toBe(true);
  });

  it('a clock that was set back counts nothing twice', () => {
    const series = new MinuteSeries();
    const now = 300_000 * MINUTE;
    for (let minute = 0; minute < 60; minute++) series.add('requests', 10, now + (60 + minute) * MINUTE);
    for (let minute = 0; minute < 120; minute++) series.add('requests', 1, now + minute * MINUTE);
    expect(series.view('1h', now + 119 * MINUTE).values.requests).toEqual(
      Array.from({ length: 60 }, () => 1),
    );
  });

  it('a clock that goes a moment back loses nothing', () => {
    const series = new MinuteSeries();
    const now = 300_000 * MINUTE;
    for (const at of [now - 1, now, now - 1, now]) series.add('requests', 1, at);
    expect(series.view('1h', now).values.requests.slice(-2)).toEqual([2, 2]);
  });
});
