// Promise: the first sentence of a finding says what holds now: a person's word while it holds, else what the evidence says, and never that it is safe in doubt.
import { expect, it } from 'vitest';
import type { Finding, FindingDecision } from '../../../../../shared/model/evidence/finding.ts';
import { FINDING_STATUSES } from '../../../../../shared/model/evidence/words.ts';
import { aFinding } from '../findings.fixture.ts';
import { staleOf, verdictOf } from './verdict.ts';

const decided = (part: Partial<FindingDecision>): FindingDecision => ({
  ...{ id: 1, kind: 'fixed', justification: null, reason: 'patched', expiresAt: null, by: 'operator' },
  ...{ at: 5, version: '1.2.0', state: 'holds' },
  ...part,
});

it.each<[string, Partial<Finding>, object]>([
  ['names version and fix', {}, { says: 'below', version: '1.2.0', fix: '1.2.3', tone: 'bad' }],
  ['says that nobody names a fix', { fixedIn: null }, { says: 'noFix' }],
  [
    'says that no version is known',
    { component: { name: 'left-pad', version: null, purl: null } },
    { says: 'noVersion', tone: 'bad' },
  ],
  ['says that it is held', { held: true }, { says: 'held', tone: 'wait' }],
  ['says that nobody knows yet', { status: 'under_investigation' }, { says: 'under_investigation' }],
  ['says that it is mended', { status: 'fixed' }, { says: 'fixed', version: '1.2.0', tone: 'ok' }],
  ['a person’s word comes first', { decision: decided({}) }, { says: 'decidedFixed', tone: 'ok' }],
  [
    'a risk is accepted until its day',
    { decision: decided({ kind: 'accepted', expiresAt: 9 }) },
    { says: 'accepted', at: 9, tone: 'info' },
  ],
  [
    'and is open again after it',
    { decision: decided({ kind: 'accepted', expiresAt: 9, state: 'expired' }) },
    { says: 'acceptedOver', at: 9, tone: 'bad' },
  ],
  ['a stale word decides nothing', { decision: decided({ state: 'stale' }) }, { says: 'below' }],
])('%s', (_, part, says) => {
  expect(verdictOf(aFinding(part))).toMatchObject(says);
});

it('looks safe for nothing but what is fixed or not affected', () => {
  const safe = FINDING_STATUSES.filter((status) => verdictOf(aFinding({ status })).tone === 'ok');
  expect(safe).toEqual(['fixed', 'not_affected']);
});

it('says of a stale decision for which version it was', () => {
  expect(staleOf(aFinding({ decision: decided({ state: 'stale', version: '1.1.0' }) }))).toMatchObject({
    says: 'stale',
    version: '1.1.0',
  });
  expect(staleOf(aFinding({ decision: decided({ state: 'stale', version: null }) }))?.says).toBe('staleNone');
  expect(staleOf(aFinding({ decision: decided({}) }))).toBeNull();
});
