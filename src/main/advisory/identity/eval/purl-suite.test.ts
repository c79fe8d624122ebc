// Promise: we read package URLs as the published suite has them read, but for cases that are named with their reason; and better than
// the library alone, which is why it is not used.
import { expect, it } from 'vitest';
import { peerSuite, purlSuite } from './purl-suite.ts';

const ours = purlSuite();
const peer = peerSuite();
if (ours === null) console.log('purl-suite: skipped, the suite is not at hand beside the project');

it.skipIf(ours === null)('the suite passes to its target, and each miss has its reason', () => {
  expect((ours?.passed ?? 0) / (ours?.total ?? 1)).toBeGreaterThanOrEqual(ours?.target ?? 1);
  expect(ours?.misses.filter(({ reason }) => reason === 'not explained')).toEqual([]);
});

it.skipIf(peer === null)('the library alone does not reach the target', () => {
  expect((peer?.passed ?? 0) / (peer?.total ?? 1)).toBeLessThan(peer?.target ?? 0);
});
