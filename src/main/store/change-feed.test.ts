// Promise: a look sees what was written before it was asked for, also when another look is under way.
import { expect, it } from 'vitest';
import { ChangeFeed } from './change-feed.ts';
import { type Pulse, revise } from './pulse.ts';
import type { Store } from './store.ts';
import { tempStore } from './testing/temp-store.ts';

it('a look that is asked for while another is under way sees what was written meanwhile', async () => {
  await using temp = await tempStore();
  const { store, clock, log } = temp;
  const held: (() => void)[] = [];
  /** Asks at once, and answers when it is let go. */
  const pulse = async (): Promise<Pulse> => {
    const found = await store.pulse();
    await new Promise<void>((resolve) => held.push(resolve));
    return found;
  };
  const slow: Store = Object.create(store, { pulse: { value: pulse } });
  const feed = new ChangeFeed({ store: slow, clock, log });
  const revisions: number[] = [];
  feed.onPulse(async (found) => void revisions.push(found.revisions.clients));
  const letGo = async () => {
    await expect.poll(() => held.length).toBe(1);
    held.pop()?.();
  };

  const first = feed.look();
  await expect.poll(() => held.length).toBe(1);
  await store.write((writer) => revise(writer, 'clients'));
  const second = feed.look();
  await letGo();
  await letGo();
  await Promise.all([first, second]);
  expect(revisions).toEqual([0, 1]);
  await feed.close();
});
