// Promise: the first line names the worst part, and figures are not invented where nothing was measured.
import { describe, expect, it } from 'vitest';
import type { Part, SystemStatus } from '../../../../shared/model/status.ts';
import { verdict } from './state-sentence.ts';
import { summarise, trend } from './trend.ts';

const part = (name: Part['name'], health: Part['health'], since: number | null = null): Part => ({
  name,
  label: name,
  health,
  reason: null,
  fix: null,
  since,
});

const status = (...parts: Part[]): SystemStatus => ({
  version: '0.1.0',
  startedAt: 0,
  now: 0,
  demo: false,
  baseUrl: 'http://127.0.0.1:11435',
  parts,
  feed: { behind: 0, lastLookAt: 0, listening: null },
  models: [],
  counts: {
    concepts: 0,
    edges: 0,
    conflictsPending: 0,
    approvalsWaiting: 0,
    jobsPending: 0,
    jobsDead: 0,
    requestsWaiting: 0,
    loopsActive: 0,
    requestsRunning: 0,
    agents: 0,
  },
  addedMsP50: null,
  bodiesKept: false,
});

describe('verdict', () => {
  it('is well only when every part is', () => {
    expect(verdict(status(part('proxy', 'ok'), part('database', 'ok')))).toEqual({
      tone: 'ok',
      part: null,
      others: 0,
    });
  });

  it('lets bad speak before degraded, and the older before the newer', () => {
    const older = part('upstream', 'bad', 10);
    const said = verdict(status(part('config', 'wait', 1), part('database', 'bad', 20), older));
    expect(said).toEqual({ tone: 'bad', part: older, others: 2 });
  });
});

describe('figures', () => {
  it('sums counts and takes the middle of latencies, over what was measured', () => {
    expect(summarise([1, null, 2], 'sum')).toBe(3);
    expect(summarise([3, null, 1, 100], 'median')).toBe(3);
    expect(summarise([1, 2], 'median')).toBe(1.5);
    expect(summarise([null, null], 'sum')).toBeNull();
  });

  it('compares the last quarter with the one before and says nothing without a base', () => {
    expect(trend([9, 9, 9, 9, 1, 1, 2, 1], 'sum')).toBeCloseTo(0.5);
    expect(trend([0, 0, 0, 0, 0, 0, 2, 1], 'sum')).toBeNull();
    expect(trend([1, 2], 'sum')).toBeNull();
  });
});
