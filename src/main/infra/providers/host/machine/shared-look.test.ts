// One look serves all who ask within a moment; one that failed serves nobody after.
import { describe, expect, it } from 'vitest';
import { Shared } from './shared-look.ts';

function rig(look: () => Promise<number>) {
  let at = 0;
  const clock = { now: () => at, monotonic: () => at, after: () => () => undefined };
  return {
    shared: new Shared(look, clock, 1000),
    pass: (ms: number) => {
      at += ms;
    },
  };
}

describe('a shared look', () => {
  it('is taken once for all who ask within its time', async () => {
    let looks = 0;
    const { shared, pass } = rig(async () => ++looks);
    expect(await Promise.all([shared.recent(), shared.recent()])).toEqual([1, 1]);
    pass(999);
    expect(await shared.recent()).toBe(1);
    pass(1);
    expect(await shared.recent()).toBe(2);
  });

  it('is taken anew by who wants it as it is now', async () => {
    let looks = 0;
    const { shared } = rig(async () => ++looks);
    await shared.recent();
    expect(await shared.now()).toBe(2);
    expect(await shared.recent()).toBe(2);
  });

  it('that failed is not kept', async () => {
    let looks = 0;
    const { shared } = rig(async () => {
      looks += 1;
      if (looks === 1) throw new Error('no answer');
      return looks;
    });
    await expect(shared.recent()).rejects.toThrow('no answer');
    expect(await shared.recent()).toBe(2);
  });
});
