// Promise: what was replaced, or refused as it was about to run, leads to the one that was asked in its place, and to no other.
import { expect, it } from 'vitest';
import { anApproval, anExecution, aPlan } from './approval.fixture.ts';
import { successorOf } from './successor.ts';

const replaced = anApproval({ status: 'replaced', decidedAt: 50_000 });
const next = anApproval({ id: 'two', askedAt: 50_001 });

it('finds the same thing asked anew in the same moment', () => {
  expect(successorOf(replaced, [next])).toBe('two');
  const execution = anExecution({ state: 'refused', finishedAt: 50_010 });
  expect(successorOf(anApproval({ status: 'approved', execution }), [next])).toBe('two');
});

it.each([
  ['another time', anApproval({ id: 'two', askedAt: 90_000 })],
  ['another asker', anApproval({ id: 'two', askedAt: 50_001, askedBy: 'agent-zero' })],
  ['another session', anApproval({ id: 'two', askedAt: 50_001, session: 's' })],
  [
    'another resource',
    anApproval({
      id: 'two',
      askedAt: 50_001,
      plan: aPlan({ resource: { ...aPlan().resource, id: 'docker_container:media:ffff' } }),
    }),
  ],
])('takes nothing of %s for it', (_what, other) => {
  expect(successorOf(replaced, [other])).toBeNull();
});

it('finds none for what was denied, expired or done', () => {
  for (const status of ['denied', 'expired'] as const)
    expect(successorOf(anApproval({ status, decidedAt: 50_000 }), [next])).toBeNull();
  const execution = anExecution({ state: 'done', finishedAt: 50_000 });
  expect(successorOf(anApproval({ status: 'approved', execution }), [next])).toBeNull();
});
