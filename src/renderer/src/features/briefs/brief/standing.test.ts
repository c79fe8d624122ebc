// Promise: a brief that was refused is never called anything else, one that fell back says so.
import { expect, it } from 'vitest';
import { aBrief } from '../briefs.fixture.ts';
import { canHandOn, isSound, originOf, standingOf } from './standing.ts';

const guardrail = { blocked: false, codes: [], redactions: {} };

it('tells the four ways in which a brief came about', () => {
  expect(standingOf(aBrief())).toBe('computed');
  expect(standingOf(aBrief({ inference: { fallback_reason: 'timeout' } }))).toBe('fallback');
  const inference = { model_id: 'm' };
  expect(standingOf(aBrief({ inference }))).toBe('worded');
  const codes = ['canary_leak' as const];
  expect(standingOf(aBrief({ inference, guardrail: { ...guardrail, codes, blocked: true } }))).toBe(
    'refused',
  );
});

it('says of what came from another host whether anybody who is known vouches for it', () => {
  expect(originOf({ cameFrom: null, signature: 'unsigned' })).toBeNull();
  expect(originOf({ cameFrom: 'b.tar', signature: 'valid' })).toEqual({ says: 'came', bundle: 'b.tar' });
  for (const signature of ['unknown_key', 'unsigned', 'not_verifiable', 'invalid'] as const)
    expect(originOf({ cameFrom: 'b.tar', signature })?.says).toBe('cameUnknown');
});

it('hands steps on of what was made here or is vouched for', () => {
  const hands = (part: object) => canHandOn({ intact: true, signature: 'valid', cameFrom: null, ...part });
  expect([hands({}), hands({ signature: 'unsigned' }), hands({ cameFrom: 'b.tar' })]).toEqual([
    true,
    true,
    true,
  ]);
  expect([hands({ intact: false }), hands({ signature: 'unsigned', cameFrom: 'b.tar' })]).toEqual([
    false,
    false,
  ]);
  expect(hands({ signature: 'unknown_key', cameFrom: 'b.tar' })).toBe(false);
});

it('takes nothing for sound that was changed, or whose signature does not fit', () => {
  expect(isSound({ intact: true, signature: 'unsigned' })).toBe(true);
  expect(isSound({ intact: true, signature: 'unknown_key' })).toBe(true);
  expect(isSound({ intact: true, signature: 'invalid' })).toBe(false);
  expect(isSound({ intact: false, signature: 'valid' })).toBe(false);
});
