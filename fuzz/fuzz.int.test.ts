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
/** Each, beside the kept cases. */
const MS = isLong ? 25_000 : 5_000;

const soon = (): (() => boolean) => {
  const end = performance.now() + MS;
  return () => performance.now() > end;
};

it('interleavings: concurrent, queued, failing over, leaving', { timeout: 240_000 }, async () => {
  const corpus = openCorpus<readonly Step[]>('interleavings', false);
  const { findings, plays } = await attackInterleavings({ seed: SEED, until: soon(), corpus });
  expect(findings).toEqual([]);
  expect(plays).toBeGreaterThan(20);
});

it('bodies and heads on bare connections', { timeout: 240_000 }, async () => {
  const corpus = openCorpus<WireCase>('wire', false);
  const { findings, sent } = await attackWire({ seed: SEED, until: soon(), corpus });
  expect(findings).toEqual([]);
  expect(sent).toBeGreaterThan(300);
});
