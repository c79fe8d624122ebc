// Promise: whatever happens at the same time, and whatever bytes come, the program lives, serves the others, throws nothing of its own, and
// gives no host the operator's secrets. The kept cases first, then new ones from one seed; `npm run fuzz -- --minutes N` goes on from there.
// Found so when it was written: equal prompts under way together ended the process; the operator's token went upstream on unknown routes.
import { expect, it } from 'vitest';
import { isLong } from '../src/shared/testing/campaign.ts';
import { openCorpus } from './corpus.ts';
import { attackInterleavings } from './interleavings/attack.ts';
import type { Step } from './interleavings/scenario.ts';
import { attackWire } from './wire/attack.ts';
import type { WireCase } from './wire/cases.ts';

const SEED = 20_261_122;
const LONG_MS = 25_000;

/** Over after so many turns, or in the long run after a while. */
const after = (turns: number): (() => boolean) => {
  const end = performance.now() + LONG_MS;
  let left = turns;
  return () => (isLong ? performance.now() > end : left-- <= 0);
};

it('interleavings: concurrent, queued, failing over, leaving', { timeout: 240_000 }, async () => {
  const corpus = openCorpus<readonly Step[]>('interleavings', false);
  const { findings, plays } = await attackInterleavings({ seed: SEED, until: after(24), corpus });
  expect(findings).toEqual([]);
  expect(plays).toBeGreaterThanOrEqual(24);
});

it('bodies and heads on bare connections', { timeout: 240_000 }, async () => {
  const corpus = openCorpus<WireCase>('wire', false);
  const { findings, sent } = await attackWire({ seed: SEED, until: after(80), corpus });
  expect(findings).toEqual([]);
  expect(sent).toBeGreaterThan(300);
});
