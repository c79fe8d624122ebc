// Promise: watchers are told a state when it is another by now, also who came later and has seen another than the one that was told last.
import { expect, it } from 'vitest';
import { ManualClock } from '../store/testing/temp-store.ts';
import { LiveView } from './live-view.ts';

it('tells who came later what was told before they came, when it is so again', async () => {
  const clock = new ManualClock();
  let state = 'none';
  const view = new LiveView(async () => state, 100, clock);
  const step = async () => {
    view.changed();
    clock.advance(100);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const first: string[] = [];
  const leave = view.watch((value) => first.push(value));
  await step();
  await step();
  expect(first, 'once').toEqual(['none']);
  leave();
  state = 'one waits';
  await step();
  const second: string[] = [];
  view.watch((value) => second.push(value));
  expect(await view.state()).toBe('one waits');
  state = 'none';
  await step();
  expect(second).toEqual(['none']);
});
