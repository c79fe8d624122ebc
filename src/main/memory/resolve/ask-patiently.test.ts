// The promise: what passes is waited for, what does not pass is not repeated, and stopping ends every wait.
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/model/envelope.ts';
import { ManualClock } from '../../store/testing/temp-store.ts';
import type { AskModel, ModelAnswer } from '../ask-model.ts';
import { askPatiently, failureScope } from './ask-patiently.ts';

const ANSWER: ModelAnswer = { text: '{}', model: 'scripted', inputTokens: 1, outputTokens: 1, ms: 1 };
const busy = (retryAfterMs?: number) =>
  new AppError('UNAVAILABLE', 'busy', retryAfterMs === undefined ? {} : { retryAfterMs }, true);

/** Fails as listed, then answers. Time passes as fast as somebody waits for it. */
function asking(failures: readonly unknown[]) {
  const clock = new ManualClock();
  const waits: number[] = [];
  const impatient = {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    after(ms: number, callback: () => void) {
      waits.push(ms);
      queueMicrotask(callback);
      return () => undefined;
    },
  };
  let calls = 0;
  const ask: AskModel = {
    problem: () => null,
    async ask() {
      const failure = failures[calls++];
      if (failure) throw failure;
      return ANSWER;
    },
  };
  const abort = new AbortController();
  const question = {
    ...{ purpose: 'resolve' as const, system: '', prompt: '', schema: { name: 's', schema: {} } },
    signal: abort.signal,
  };
  return { answer: askPatiently(ask, question, impatient), waits, calls: () => calls, abort };
}

describe('asking patiently', () => {
  it('repeats after a failure that may pass, longer each time, and honours Retry-After', async () => {
    const { answer, waits } = asking([busy(), busy(9000)]);
    expect(await answer).toEqual(ANSWER);
    expect(waits).toEqual([500, 9000]);
  });

  it('gives up after the third try', async () => {
    const { answer, calls } = asking([busy(), busy(), busy()]);
    await expect(answer).rejects.toThrow('busy');
    expect(calls()).toBe(3);
  });

  it.each([
    ['a refused key', new AppError('UNAVAILABLE', 'no', { kind: 'unauthenticated' }), 'run'],
    ['a spent budget', new AppError('BUDGET_EXCEEDED', 'no'), 'run'],
    ['no model chosen', new AppError('UNAVAILABLE', 'no', { setting: 'resolve_model_id' }), 'run'],
    ['a question it refuses', new AppError('UNAVAILABLE', 'no'), 'item'],
    ['a model that wants an hour', busy(3_600_000), 'run'],
    ['an answer that cannot be used', new AppError('BAD_ANSWER', 'no'), 'answer'],
    ['a fault of ours', new Error('no'), 'item'],
  ])('does not repeat after %s', async (_what, failure, scope) => {
    const { answer, calls } = asking([failure]);
    await expect(answer).rejects.toBe(failure);
    expect(calls()).toBe(1);
    expect(failureScope(failure)).toBe(scope);
  });

  it('ends at once when stopped while waiting', async () => {
    const { answer, abort, calls } = asking([busy(), busy()]);
    abort.abort();
    await expect(answer).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(calls()).toBe(1);
  });
});
