// Promises: nothing is taken in before it was asked for in so many words; what nobody is known to have made is trusted in a dry run, which changes nothing, and else only after the
// tick; a key that is given counts from the verification on; what was sent is let go of when another comes, and found again after a reload.
import { expect, it } from 'vitest';
import { desk, REPORT, settle, UNKNOWN, WHOLE } from '../offline.fixture.ts';

const file = (name = 'b.tar') => new File(['12345'], name);
const KEY = '-----BEGIN PUBLIC KEY-----\nMCow\n-----END PUBLIC KEY-----\n';

async function arrived(verification: typeof WHOLE) {
  const at = desk({
    verify: () => verification,
    import: ({ dryRun }: { dryRun: boolean }) => ({ ...REPORT, dryRun }),
    drop: () => ({ dropped: true }),
  });
  void at.store.getState().send(file());
  at.sent[0]?.resolve('u1');
  await settle();
  return at;
}

it('verifies what came by itself, and does no more by itself', async () => {
  const { store, calls } = await arrived(WHOLE);
  expect(store.getState().arriving).toMatchObject({ reached: 'verify', upload: 'u1', verification: WHOLE });
  expect(calls()).toEqual(['verify']);
});

it('tries first, and takes in with the keys it was verified with', async () => {
  const { store, log } = await arrived(WHOLE);
  store.getState().setKeyText(KEY);
  await store.getState().verifyArrived();
  store.getState().setKeyText('something else meanwhile');
  await store.getState().tryIt();
  expect(store.getState().arriving).toMatchObject({ reached: 'try', trial: { dryRun: true }, outcome: null });
  store.getState().showTake();
  await store.getState().takeIn();
  expect(store.getState().arriving).toMatchObject({
    reached: 'take',
    outcome: { dryRun: false },
    upload: null,
  });
  expect(log.slice(1)).toEqual([
    { call: 'verify', input: { upload: 'u1', keys: [KEY] } },
    {
      call: 'import',
      input: { upload: 'u1', keys: [KEY], dryRun: true, title: 'b.tar', trustUnsigned: false },
    },
    {
      call: 'import',
      input: { upload: 'u1', keys: [KEY], dryRun: false, title: 'b.tar', trustUnsigned: false },
    },
  ]);
});

it('trusts what nobody is known to have made only after the tick, which each dry run takes away', async () => {
  const { store, log } = await arrived(UNKNOWN);
  store.getState().accept(true);
  await store.getState().tryIt();
  await store.getState().takeIn();
  store.getState().accept(true);
  await store.getState().takeIn();
  expect(log.filter(({ call }) => call === 'import').map(({ input }) => input)).toMatchObject([
    { dryRun: true, trustUnsigned: true },
    { dryRun: false, trustUnsigned: false },
  ]);
});

it('lets go of what came when another is sent, and of nothing that was taken in', async () => {
  const { store, log, sent } = await arrived(WHOLE);
  void store.getState().send(file('c.tar'));
  expect(log.at(-1)).toEqual({ call: 'drop', input: { upload: 'u1' } });
  sent[1]?.resolve('u2');
  await settle();
  await store.getState().takeIn();
  store.getState().importAgain();
  expect(log.filter(({ call }) => call === 'drop')).toHaveLength(1);
});

it('leaves nothing behind when the sending is stopped, and can send the same file again where it broke', async () => {
  const { store, sent, kept } = desk({ verify: () => WHOLE });
  void store.getState().send(file());
  store.getState().stopArriving();
  await settle();
  expect(sent[0]?.signal.aborted).toBe(true);
  expect(store.getState().arriving).toMatchObject({ reached: 'file', file: null, unsent: null });
  void store.getState().send(file());
  sent[1]?.reject(new TypeError('The connection broke.'));
  await settle();
  expect(store.getState().arriving).toMatchObject({ unsent: 'The connection broke.', upload: null });
  expect(kept()).toBeNull();
  expect(store.getState().sendAgain()).toBe(true);
  sent[2]?.resolve('u3');
  await settle();
  expect(store.getState().arriving).toMatchObject({ reached: 'verify', upload: 'u3' });
  expect(kept()).toEqual({ upload: 'u3', name: 'b.tar', bytes: 5 });
});

it('goes on after a reload with what came before it', async () => {
  const { store, keep, log } = desk({ verify: () => WHOLE });
  keep({ upload: 'u9', name: 'b.tar', bytes: 5 });
  store.getState().resume();
  await settle();
  expect(store.getState().arriving).toMatchObject({
    reached: 'verify',
    file: { name: 'b.tar' },
    verification: WHOLE,
  });
  store.getState().resume();
  expect(log).toHaveLength(1);
});
