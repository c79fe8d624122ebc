// Promise: several are approved at once only where they are the same thing, not high risk, and decided here.
import { expect, it } from 'vitest';
import { anApproval, aPlan } from '../../session/approval/approval.fixture.ts';
import { whyNotTogether } from './together.ts';

it('says why not, the strongest reason first', () => {
  const one = anApproval();
  expect(whyNotTogether([one, anApproval({ id: 'two' })])).toBeNull();
  expect(whyNotTogether([one, anApproval({ id: 'two', shape: 'stop' })])).toBe('differs');
  const high = anApproval({ id: 'two', shape: 'kill', plan: aPlan({ risk: 'high' }) });
  expect(whyNotTogether([one, high])).toBe('high');
  expect(whyNotTogether([high])).toBe('high');
  expect(whyNotTogether([one, anApproval({ id: 'two', here: false })])).toBe('elsewhere');
});
