// Promise: a model is wanted from when it was asked for, by whichever of its two names, until the operator lets it go.
import { expect, it } from 'vitest';
import { ManualClock } from '../../store/testing/temp-store.ts';
import { AskedModels } from './asked-models.ts';

it('is asked for by its name with or without `latest`, and forgotten by either', () => {
  const clock = new ManualClock();
  const asked = new AskedModels(clock);
  asked.add({ upstream: 'gpu', model: 'llama3' });
  expect(asked.at('gpu', 'llama3:latest')).toBe(clock.now());
  expect(asked.at('other', 'llama3')).toBeNull();
  clock.advance(5);
  asked.add({ upstream: 'gpu', model: 'llama3:latest' });
  asked.forget('gpu', 'llama3');
  expect([asked.at('gpu', 'llama3'), asked.at('gpu', 'llama3:latest')]).toEqual([null, null]);
});
