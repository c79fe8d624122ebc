// Promise: that no source says something needs no source where it is true; a silence that is broken, a topic nobody looks up and a step that names something do.
import { expect, it } from 'vitest';
import { HeldWords, type ToldSentence } from './held-words.ts';
import { needNoSource } from './silences.ts';

const QUIET = 'It affects Go example.org/reed.\nAffected (versions): from 0.';
const LOUD = `${QUIET}\nFixed in 1.2.3. Known to be exploited since 2031-01-01. As a work-around, restart it.`;
const isFree = (text: string, source: string, isRemedy = false): boolean => {
  const one: ToldSentence = { text, ids: [], isRemedy, start: 7, end: 7 + text.length };
  return needNoSource([one], new HeldWords([{ id: 1, content: source }])).has(7);
};

const SILENCES = [
  'No source says that it is exploited.',
  'Whether it is exploited is not stated in the sources.',
  'No fixed version is listed.',
  'There is no work-around in the evidence.',
];
it.each(SILENCES)('takes %j where it is so', (text) => {
  expect(isFree(text, QUIET)).toBe(true);
});
it.each(SILENCES)('does not take %j where it is not', (text) => {
  expect(isFree(text, LOUD)).toBe(false);
});

it.each(['None.', 'No conflicts were found.', 'The sources agree.'])('takes %j', (text) => {
  expect(isFree(text, LOUD)).toBe(true);
});

it.each([
  'No source names a work-around, and attackers can read every file.',
  'Although no source names a work-around, the vendor offers one.',
  'No fixed version is listed; the maintainers work on it.',
  'The sources agree: whoever runs it is safe.',
])('does not take what stands beside a silence: %j', (text) => {
  expect(isFree(text, QUIET)).toBe(false);
});

it.each([
  'In the passages given, no source says that it is exploited.',
  'No source says whether, when or by whom it is exploited.',
  'No work-around is listed, and no other mitigation is given.',
  'The sources give no severity, and they say nothing about exploitation.',
  'No source says how severe it is, and none says that it has been exploited.',
  'No source reports exploitation, and none names the finder.',
])('takes the silence %j', (text) => {
  expect(isFree(text, QUIET)).toBe(true);
});

it.each(['No source says that the moon is full.', 'Nobody is affected.', 'It is not exploited.'])(
  'does not take %j',
  (text) => {
    expect(isFree(text, QUIET)).toBe(false);
  },
);

it.each(['Check that the finding is gone after the next import.', 'Test it in a staging environment first.'])(
  'takes the step %j in a remediation alone',
  (text) => {
    expect([isFree(text, LOUD, true), isFree(text, LOUD)]).toEqual([true, false]);
  },
);

it.each([
  'Check that the firewall is off.',
  'Verify that 1.2.3 runs.',
  'Confirm with evil.example.',
  'Disable it first.',
])('does not take the step %j', (text) => {
  expect(isFree(text, QUIET, true)).toBe(false);
});
