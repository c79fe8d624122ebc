// Small lines are asked for politely: what is visible, two at a time, once a minute.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLoadsStore } from './loads-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const cpu = { metric: 'cpu', unit: 'percent', from: 0, stepMs: 60_000, values: [1], limit: 100, baseline: 1 };

function store(answer: () => Promise<unknown>) {
  vi.stubGlobal('document', { hidden: false });
  const metrics = vi.fn(answer);
  return { metrics, loads: createLoadsStore(() => ({ metrics }) as never, Date.now) };
}

it('asks for no more than two at a time', async () => {
  const { metrics, loads } = store(() => new Promise(() => undefined));
  for (const id of ['a', 'b', 'c', 'd']) loads.getState().want(id);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(metrics).toHaveBeenCalledTimes(2);
});

it('asks for nothing that was only scrolled past', async () => {
  const { metrics, loads } = store(() => Promise.resolve({ series: [cpu] }));
  loads.getState().want('passed')();
  loads.getState().want('stayed');
  await vi.advanceTimersByTimeAsync(1000);
  expect(metrics.mock.calls).toEqual([[{ id: 'stayed', minutes: 60 }]]);
  expect(loads.getState().loads.stayed?.busy).toEqual(cpu);
});

it('asks again after a minute, and less often where nothing is measured', async () => {
  const { metrics, loads } = store(() => Promise.resolve({ series: [] }));
  loads.getState().want('a');
  await vi.advanceTimersByTimeAsync(100_000);
  expect(metrics).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(100_000);
  expect(metrics).toHaveBeenCalledTimes(2);
});
