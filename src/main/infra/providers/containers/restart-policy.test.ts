// Promise: whether a container should run is decided by its policy, by what the engine recorded of its end and, without a record, by its exit code.
import { expect, it } from 'vitest';
import { endsIn } from './recorded-ends.ts';
import { type RecordedEnd, restartExpectation } from './restart-policy.ts';

type Case = [
  policy: string | null,
  exitCode: number,
  recorded: RecordedEnd | null,
  shouldRun: boolean | null,
];

it.each<Case>([
  ['no', 1, null, null],
  ['', 1, null, null],
  [null, 1, null, null],
  ['always', 0, null, true],
  ['always', 137, 'stopped', true],
  ['unless-stopped', 137, 'killed', true],
  ['unless-stopped', 137, 'stopped', false],
  ['unless-stopped', 137, 'ended', false],
  ['unless-stopped', 0, 'killed', true],
  ['unless-stopped', 0, null, false],
  ['unless-stopped', 143, null, false],
  ['unless-stopped', 137, null, true],
  ['unless-stopped', 1, null, true],
  ['on-failure', 0, 'ended', false],
  ['on-failure', 1, null, true],
  ['on-failure', 1, 'ended', true],
  ['on-failure', 1, 'stopped', false],
  ['on-failure', 137, 'killed', true],
])('policy %s, exit code %i, recorded as %s', (policy, exitCode, recorded, shouldRun) => {
  const end = { policy, exitCode, recorded, startError: '', isOver: true, hasStarted: true };
  expect(restartExpectation(end)?.shouldRun ?? null).toBe(shouldRun);
});

it('one that runs or could not be started should run, one that was created and not started should not', () => {
  const end = {
    policy: 'always',
    exitCode: 0,
    recorded: null,
    startError: '',
    isOver: true,
    hasStarted: false,
  };
  expect(restartExpectation(end)?.shouldRun).toBe(false);
  expect(restartExpectation({ ...end, exitCode: 127 })?.shouldRun).toBe(true);
  expect(restartExpectation({ ...end, isOver: false, hasStarted: true })?.shouldRun).toBe(true);
  const failed = { ...end, policy: 'unless-stopped', hasStarted: true, startError: 'no such mount' };
  expect(restartExpectation(failed)?.shouldRun).toBe(true);
});

it('reads what engines record of ends, and passes over what is no event', () => {
  const line = (id: string, Action: string) =>
    JSON.stringify({ Type: 'container', Action, Actor: { ID: id } });
  const lines = [
    ...[line('stopped', 'kill'), line('stopped', 'die'), line('stopped', 'stop')],
    ...[line('killed', 'kill'), line('killed', 'die'), '{"Action":', '[]', ''],
    JSON.stringify({ status: 'died', id: 'ended' }),
    ...[line('again', 'stop'), line('again', 'start'), line('again', 'die')],
  ];
  expect([...endsIn(lines.join('\n'))]).toEqual([
    ['stopped', 'stopped'],
    ['killed', 'killed'],
    ['ended', 'ended'],
    ['again', 'ended'],
  ]);
});
