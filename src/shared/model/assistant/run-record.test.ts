// Promises: the record of a run puts what is undone or unproven first, tells each resource that was looked at once with its newest time, says plainly when
// nothing was looked at, and lets an attempt that no gate let through make room for what came of it in the end.
import { expect, it } from 'vitest';
import type { Approval } from '../approval.ts';
import { recordOf } from './run-record.ts';
import type { Entry, EntryOf } from './transcript.ts';
import type { WriteOutcome } from './words.ts';
import { writeRecordOf } from './write-record.ts';

let ids = 0;
const call = (part: Partial<EntryOf<'tool'>>): EntryOf<'tool'> => ({
  ...{ id: `c${ids++}`, run_id: 'r', at: 1000, kind: 'tool', turn: 1, tool: 'query', arguments: {} },
  ...{ resource: null, as_text: false, gates: [], status: 'done', approval_id: null, write: null },
  ...{ result: {}, error: null, outside: null, ms: 1 },
  ...part,
});
const web = { id: 'docker_container:media:web', kind: 'docker_container', name: 'web' };
const write = (outcome: WriteOutcome, part: Partial<EntryOf<'tool'>> = {}) =>
  call({
    ...{ tool: 'control', resource: web, approval_id: `a${ids++}` },
    write: { what: `Restart ${ids}`, outcome, detail: null },
    ...part,
  });
const outcomes = (entries: readonly Entry[]) =>
  recordOf(entries).map((one) => (one.kind === 'write' ? one.outcome : one.kind));

it('says that no tools were used where none succeeded and nothing was looked at', () => {
  expect(recordOf([])).toEqual([{ kind: 'no_tools' }]);
  expect(outcomes([call({ status: 'failed' }), call({ status: 'blocked' })])).toEqual(['no_tools']);
  expect(outcomes([call({ tool: 'question' }), call({ result: { planned: 1 } })])).toEqual(['no_tools']);
});

it('puts writes that failed, were denied or are unproven first, marked', () => {
  const entries = [
    write('verified'),
    write('not_verified'),
    call({}),
    write('denied'),
    write('failed'),
    write('running'),
  ];
  expect(outcomes(entries)).toEqual(['failed', 'not_verified', 'denied', 'running', 'verified', 'read']);
  expect(recordOf(entries).map((one) => one.kind === 'write' && one.marked)).toEqual([
    ...[true, true, true, false, false, false],
  ]);
});

it('tells a resource once, at the newest time; what came from memory at the time it was looked up', () => {
  const context: Entry = {
    ...{ kind: 'context', id: 'x', run_id: 'r', at: 500, not_found: [], text: '' },
    resources: [web, { ...web, id: 'other', name: 'db' }],
  };
  const entries = [
    context,
    call({ resource: web, at: 900 }),
    call({ resource: web, result: { observed_at: 700 } }),
  ];
  expect(
    recordOf(entries).map((one) => one.kind === 'read' && [one.resource?.name, one.tool, one.at]),
  ).toEqual([
    ['web', 'query', 700],
    // The model was given it, and did not look itself.
    ['db', 'prefetch', 500],
  ]);
});

it('names every step of a plan that was denied', () => {
  const step = { runs: 'x', resource: 'web', risk: 'low', preview: null, undo: null };
  const plan = (state: 'denied' | 'approved'): Entry => ({
    ...{ kind: 'plan', id: 'p', run_id: 'r', at: 1, plan_hash: 'h', state },
    steps: [
      { ...step, description: 'Stop web' },
      { ...step, description: 'Start web' },
    ],
  });
  expect(outcomes([plan('denied'), call({})])).toEqual(['denied', 'denied', 'read']);
  expect(outcomes([plan('approved'), call({})])).toEqual(['read']);
});

it('forgets a refused attempt for what its tool was let do later, and for the same attempt made again', () => {
  const refused = (what: string) =>
    write('rejected', { approval_id: null, write: { what, outcome: 'rejected', detail: null } });
  expect(outcomes([refused('restart web'), write('verified')])).toEqual(['verified']);
  expect(outcomes([refused('restart web'), refused('restart web')])).toEqual(['rejected']);
  expect(outcomes([write('verified'), refused('stop web')])).toEqual(['rejected', 'verified']);
});

const approval = (
  status: Approval['status'],
  execution: Partial<NonNullable<Approval['execution']>> | null,
) => ({ status, reason: 'why', execution, plan: { description: 'Restart web' } }) as unknown as Approval;

it.each<[WriteOutcome, Approval['status'], Partial<NonNullable<Approval['execution']>> | null]>([
  ['pending', 'pending', null],
  ['denied', 'denied', null],
  ['expired', 'expired', null],
  ['rejected', 'replaced', null],
  ['running', 'approved', null],
  ['running', 'approved', { state: 'started' }],
  ['rejected', 'approved', { state: 'refused' }],
  ['failed', 'approved', { state: 'failed' }],
  ['unknown', 'approved', { state: 'unknown' }],
  ['verified', 'approved', { state: 'done', verified: 'yes' }],
  ['verification_failed', 'approved', { state: 'done', verified: 'no' }],
  ['not_verified', 'approved', { state: 'done', verified: 'unproven' }],
  ['not_verified', 'approved', { state: 'done', verified: null }],
])('%s is what an approval that is %s with %j has come to', (outcome, status, execution) => {
  expect(writeRecordOf(approval(status, execution)).outcome).toBe(outcome);
});
