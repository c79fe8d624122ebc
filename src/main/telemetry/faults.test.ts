// Promises: nothing that is thrown in a timer, a batch or a counter gets out; it is counted, and logged without filling the disk;
// the work beside it is done.
import { expect, it } from 'vitest';
import { batched } from '../core/batched.ts';
import { systemClock } from '../core/clock.ts';
import { type FaultSite, Faults, faultProof, faultProofClock } from './faults.ts';

function open() {
  const counted: FaultSite[] = [];
  const logged: object[] = [];
  let now = 0;
  const faults = new Faults({
    count: (where) => void counted.push(where),
    log: { error: (fields) => void logged.push(fields) },
    now: () => now,
  });
  return { faults, counted, logged, pass: (ms: number) => (now += ms) };
}

const boom = () => {
  throw new Error('boom');
};

it('a timer that throws', async () => {
  const { faults, counted } = open();
  const clock = faultProofClock(systemClock, faults);
  clock.after(0, boom);
  await expect.poll(() => counted, { interval: 1 }).toEqual(['timer']);
  expect(faults.total).toBe(1);
});

it('one item of a batch does not cost the others', () => {
  const { faults, counted } = open();
  const done: number[] = [];
  const batch = batched<number>({ clock: systemClock, faults }, (item) => {
    if (item === 2) boom();
    done.push(item);
  });
  for (const item of [1, 2, 3]) batch.add(item);
  batch.flush();
  expect(done).toEqual([1, 3]);
  expect(counted).toEqual(['batch']);
});

it('a counter that refuses a number', () => {
  const { faults, counted } = open();
  faultProof({ count: boom }, 'metrics', faults).count();
  expect(counted).toEqual(['metrics']);
});

it('one that comes again and again is counted each time and logged once a second', () => {
  const { faults, counted, logged, pass } = open();
  for (let n = 0; n < 500; n++) faults.run('timer', boom);
  expect(counted).toHaveLength(500);
  expect(logged).toHaveLength(1);
  pass(1000);
  faults.run('timer', boom);
  expect(logged).toHaveLength(2);
});

it('a log and a counter that throw are nobody’s end', () => {
  const faults = new Faults({ count: boom, log: { error: boom }, now: () => 0 });
  faults.note('timer', new Error('x'));
  expect(faults.total).toBe(1);
});
