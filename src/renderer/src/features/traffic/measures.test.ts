// Promise: a figure is shown only where it was measured, and none is impossible.
import { expect, it } from 'vitest';
import { prefillPerToken, prefixKept, writingSpeed } from './measures.ts';
import { trafficRow } from './traffic-row.fixture.ts';

const row = (part: Parameters<typeof trafficRow>[0] | object = {}) => trafficRow({ id: 'a', ...part });
const usage = { promptTokens: 250, completionTokens: 40, promptEvalNs: 5e8, evalNs: null };

it('takes the speed from the upstream, else from the clock of a stream, else from nothing', () => {
  expect(writingSpeed(row())).toBeCloseTo(50);
  expect(writingSpeed(row({ usage }))).toBeCloseTo(50);
  expect(writingSpeed(row({ usage, streamed: false }))).toBeNull();
  expect(writingSpeed(row({ usage: { ...usage, completionTokens: 0 } }))).toBeNull();
});

it('spreads the prefill over the tokens of the prompt', () => {
  expect(prefillPerToken(row({ usage }))).toBeCloseTo(2);
  expect(prefillPerToken(row({ usage: { ...usage, promptEvalNs: null } }))).toBeNull();
  expect(prefillPerToken(row({ usage: { ...usage, promptTokens: 0 } }))).toBeNull();
});

it('never keeps more of a prompt than there is', () => {
  expect(prefixKept(row({ prefixBytes: 560 }))).toBeCloseTo(0.5);
  expect(prefixKept(row({ prefixBytes: 9999 }))).toBe(1);
  expect(prefixKept(row())).toBeNull();
});
