// Promise: the first line names the worst part, and figures are not invented where nothing was measured.
import { describe, expect, it } from 'vitest';
import { WIRES } from '../../../../shared/model/start/wires.ts';
import type { Component, Series, SystemStatus } from '../../../../shared/model/status.ts';
import type { UpstreamState } from '../../../../shared/model/upstream.ts';
import { upTo } from '../../ui/charts/round-up.ts';
import { conditionOf, worthShowing } from './condition.ts';
import { connectLine, KEY } from './connect/connect-lines.ts';
import { nameFor } from './first-run/first-run-store.ts';
import { LINES, timesOf, valuesOf } from './lines.ts';
import { verdict } from './state-sentence.ts';
import { summarise, trend } from './trend.ts';

const part = (
  name: Component['name'],
  health: Component['health'],
  since: number | null = null,
): Component => ({
  name,
  label: name,
  health,
  reason: null,
  fix: null,
  since,
});

const status = (...parts: Component[]): SystemStatus => ({
  version: '0.1.0',
  startedAt: 0,
  now: 0,
  demo: false,
  baseUrl: 'http://127.0.0.1:11435',
  parts,
  feed: { behind: 0, lastLookAt: 0, listening: null },
  models: [],
  cutPrompts: [],
  counts: {
    concepts: 0,
    edges: 0,
    conflictsPending: 0,
    approvalsWaiting: 0,
    alertsCritical: 0,
    alertsWarning: 0,
    findingsWaiting: 0,
    jobsPending: 0,
    jobsDead: 0,
    requestsWaiting: 0,
    agentsLooping: 0,
    requestsRunning: 0,
    agents: 0,
  },
  firstCalls: [],
  firstRun: false,
  bodiesKept: false,
});

describe('verdict', () => {
  it('is well only when every part is', () => {
    expect(verdict(status(part('proxy', 'ok'), part('database', 'ok')))).toEqual({
      tone: 'ok',
      part: null,
      others: 0,
      loops: 0,
      alerts: { critical: 0, warning: 0 },
      waiting: 0,
      cut: 0,
      findings: 0,
    });
  });

  it('lets bad speak before degraded, and the older before the newer', () => {
    const older = part('upstream', 'bad', 10);
    const said = verdict(status(part('config', 'wait', 1), part('database', 'bad', 20), older));
    expect(said).toMatchObject({ tone: 'bad', part: older, others: 2 });
  });
});

it('is not well while an alert is active, an agent loops or a finding needs somebody, and is well while prompts wait', () => {
  const well = status(part('proxy', 'ok'));
  const busy = (counts: Partial<SystemStatus['counts']>) =>
    verdict({ ...well, counts: { ...well.counts, ...counts } });
  expect(busy({ agentsLooping: 2 })).toMatchObject({ tone: 'wait', part: null, loops: 2 });
  expect(busy({ findingsWaiting: 4 })).toMatchObject({ tone: 'wait', part: null, findings: 4 });
  expect(busy({ alertsWarning: 1 })).toMatchObject({ tone: 'wait', alerts: { critical: 0, warning: 1 } });
  expect(busy({ alertsCritical: 1, agentsLooping: 1 })).toMatchObject({ tone: 'bad', part: null });
  expect(busy({ requestsWaiting: 3 })).toMatchObject({ tone: 'ok', waiting: 3 });
});

describe('lines', () => {
  it('add up their parts, and are silent where nothing was measured', () => {
    const tokens = LINES.find(({ name }) => name === 'tokens');
    if (!tokens) throw new Error('no line of tokens');
    const values = { promptTokens: [1, null, 5, null], completionTokens: [2, 3, null, null] };
    expect(valuesOf(tokens, values as unknown as Series['values'])).toEqual([3, 3, 5, null]);
  });

  it('know when each of their buckets begins', () => {
    const series = { stepMs: 60_000, endAt: 180_000, values: { requests: [0, 0, 0] } };
    expect(timesOf(series as unknown as Series)).toEqual([0, 60_000, 120_000]);
  });

  it('are drawn below a round number', () => {
    expect([0, 0.07, 1, 11, 149, 151, 9999].map(upTo)).toEqual([1, 0.08, 1, 15, 150, 200, 10_000]);
  });
});

describe('the panel of upstreams', () => {
  const host = (more: Partial<UpstreamState> = {}): UpstreamState => ({
    ...{ name: 'main', url: 'http://127.0.0.1:11434', weight: 1, slots: null, mode: 'open', ok: true },
    ...{ setBy: 'file', headerNames: [], revision: null },
    ...{ reason: null, since: 0, version: null, circuit: 'closed', running: 0, loaded: [], offered: null },
    ...more,
  });
  it.each([
    ['one that is well', [host()], false],
    ['several', [host(), host({ name: 'spare' })], true],
    ['one that does not answer', [host({ ok: false })], true],
    ['one that is paused', [host({ mode: 'paused' })], true],
    ['one with an open circuit', [host({ circuit: 'open' })], true],
  ] as const)('%s', (_what, hosts, shown) => {
    expect(worthShowing(hosts)).toBe(shown);
  });

  it('says the worst about a host first', () => {
    expect(conditionOf(host())).toBe('well');
    expect(conditionOf(host({ running: 2, mode: 'draining', ok: false }))).toBe('draining');
    expect(conditionOf(host({ ok: false, circuit: 'open' }))).toBe('down');
    expect(conditionOf(host({ circuit: 'half_open' }))).toBe('tried');
    expect(conditionOf(host({ mode: 'paused' }))).toBe('paused');
  });
});

describe('figures', () => {
  it('sums counts and takes the middle of latencies, over what was measured', () => {
    expect(summarise([1, null, 2], 'sum')).toBe(3);
    expect(summarise([3, null, 1, 100], 'median')).toBe(3);
    expect(summarise([1, 2], 'median')).toBe(1.5);
    expect(summarise([null, null], 'sum')).toBeNull();
  });

  const quarters = (before: number, now: number) => [
    ...Array.from({ length: 8 }, () => 1),
    ...Array.from({ length: 4 }, () => before),
    ...Array.from({ length: 4 }, () => now),
  ];

  it('compares the last quarter with the one before, where both have enough', () => {
    const busy = quarters(5, 5);
    expect(trend(quarters(10, 15), 'sum', busy)).toBeCloseTo(0.5);
    expect(trend(quarters(0.2, 0.1), 'median', busy)).toBeCloseTo(-0.5);
    expect(trend(quarters(5, 5), 'sum', busy)).toBe(0);
  });

  it.each([
    ['too few requests before', quarters(10, 15), quarters(4, 5)],
    ['too few requests now', quarters(10, 15), quarters(5, 4)],
    ['a count that was too small to rise', quarters(2, 8), quarters(50, 50)],
    ['nothing before', quarters(0, 8), quarters(50, 50)],
    ['all of it in one bucket', [...Array.from({ length: 15 }, () => null), 60], [...quarters(50, 50)]],
    ['no quarters at all', [1, 2], [50, 50]],
  ])('says nothing of %s', (_why, values, requests) => {
    expect(trend(values, 'sum', requests)).toBeNull();
  });
});

describe('the lines to connect with', () => {
  const how = { baseUrl: 'http://127.0.0.1:11435', needsKey: false, model: null };
  it('have the address, and no key where none is needed', () => {
    for (const wire of WIRES) {
      expect(connectLine(wire, how)).toContain('http://127.0.0.1:11435');
      expect(connectLine(wire, how)).not.toContain(KEY);
    }
    expect(connectLine('openai', how)).toContain('http://127.0.0.1:11435/v1');
  });
  it('have the place of the key where one is needed', () => {
    for (const wire of WIRES) expect(connectLine(wire, { ...how, needsKey: true })).toContain(KEY);
  });
  it('stay one word for a shell whatever a model is called', () => {
    expect(connectLine('curl', { ...how, model: "it's" })).toContain(`"model":"it'\\''s"`);
  });
});

it('names an upstream after its address, unlike any there is', () => {
  expect(nameFor('http://10.0.0.7:11434', [])).toBe('10.0.0.7-11434');
  expect(nameFor('http://[::1]:11434', ['--1-11434'])).toMatch(/^[\w.-]{1,64}$/);
  expect(nameFor('http://gpu', ['gpu', 'gpu-2'])).toBe('gpu-3');
});
