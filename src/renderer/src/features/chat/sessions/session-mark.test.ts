// Promise: of all that can be said of a session the list says what needs a person most.
import { expect, it } from 'vitest';
import { aSession } from '../chat.fixture.ts';
import { markOf, startedBy } from './session-mark.ts';

it.each([
  [{ run_id: 'r1', waits: 'approval', unverified: ['web-1'] }, 'approval'],
  [{ run_id: 'r1', waits: 'answer' }, 'answer'],
  [{ run_id: 'r1', waits: 'model', unverified: ['web-1'] }, 'works'],
  [{ unverified: ['web-1'], here: false }, 'unverified'],
  [{ here: false }, 'elsewhere'],
  [{}, null],
] as const)('of %j says %s', (part, mark) => {
  expect(markOf(aSession(part as never))).toBe(mark);
});

it('names what began it only where that was no person', () => {
  const by = (started_by: string) => startedBy(aSession({ started_by }));
  expect([by('operator'), by('operator (browser)'), by('schedule: Nightly')]).toEqual([
    null,
    null,
    'schedule: Nightly',
  ]);
});
