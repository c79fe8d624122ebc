// Promise: what the form says will happen is what the core does: off and refused before worded, and a model that is not here is said to be elsewhere.
import { expect, it } from 'vitest';
import { aProfile } from '../briefs.fixture.ts';
import { adviceOf } from './advice.ts';
import { isRefused, willOf } from './will.ts';

it('says who words it, and whether that is in your network', () => {
  expect(willOf(aProfile(), true)).toEqual({ kind: 'computed' });
  expect(willOf(aProfile({ fallback: 'egress_denied' }), true)).toEqual({
    ...{ kind: 'computedOf', fallback: 'egress_denied' },
  });
  expect(willOf(aProfile({ model: 'm', modelIsLocal: true }), true)).toEqual({ kind: 'worded', model: 'm' });
  expect(willOf(aProfile({ model: 'm' }), true)).toEqual({ kind: 'wordedAway', model: 'm' });
});

it('says that it is refused, for the first reason there is', () => {
  const all = { isOn: false, problem: 'No signer.', model: 'm', digestNow: 'b' };
  expect(willOf(aProfile(all), false).kind).toBe('taskOff');
  expect(willOf(aProfile(all), true).kind).toBe('off');
  expect(willOf(aProfile({ ...all, isOn: true }), true).kind).toBe('problem');
  expect(willOf(aProfile({ ...all, isOn: true, problem: null }), true).kind).toBe('weights');
  expect(isRefused(willOf(aProfile(all), true))).toBe(true);
  expect(isRefused(willOf(aProfile(), true))).toBe(false);
});

it('leads to what helps, and nowhere where nothing does', () => {
  const failure = (code: string, reason?: string) => ({
    ...{ message: '', code, requestId: null, offline: false },
    details: reason === undefined ? {} : { reason },
  });
  const asked = (code: string, reason?: string) =>
    adviceOf({ kind: 'not asked', failure: failure(code, reason) });
  expect(asked('UNAVAILABLE', 'model_digest_mismatch')).toBe('weights');
  expect(asked('FEATURE_OFF')).toBe('settings');
  expect(asked('NOT_FOUND')).toBe('evidence');
  expect(asked('constructor')).toBe('none');
  expect(adviceOf({ kind: 'failed', reason: 'model_digest_mismatch', message: '' })).toBe('weights');
  expect(adviceOf({ kind: 'failed', reason: 'TIMEOUT', message: '' })).toBe('none');
});
