// Promise: a brief that was refused is never called anything else, one that fell back says so, and what only the build needs is far from what runs.
import { expect, it } from 'vitest';
import { aBrief } from '../briefs.fixture.ts';
import { isSound, nearness, standingOf } from './standing.ts';

const guardrail = { blocked: false, codes: [], redactions: {} };

it('tells the five ways in which a brief came about', () => {
  expect(standingOf(aBrief())).toBe('computed');
  expect(standingOf(aBrief({ inference: { fallback_reason: 'timeout' } }))).toBe('fallback');
  const inference = { model_id: 'm' };
  expect(standingOf(aBrief({ inference }))).toBe('worded');
  const codes = ['citation_missing' as const];
  expect(standingOf(aBrief({ inference, guardrail: { ...guardrail, codes } }))).toBe('left');
  expect(standingOf(aBrief({ inference, guardrail: { ...guardrail, codes, blocked: true } }))).toBe(
    'refused',
  );
});

it('calls a direct need of what runs near, and a deep one of the build far', () => {
  expect(nearness(1)).toBe('near');
  expect(nearness(0.3)).toBe('some');
  expect(nearness(0.3 * 0.25)).toBe('far');
});

it('takes nothing for sound that was changed, or whose signature does not fit', () => {
  expect(isSound({ intact: true, signature: 'unsigned' })).toBe(true);
  expect(isSound({ intact: true, signature: 'unknown_key' })).toBe(true);
  expect(isSound({ intact: true, signature: 'invalid' })).toBe(false);
  expect(isSound({ intact: false, signature: 'valid' })).toBe(false);
});
