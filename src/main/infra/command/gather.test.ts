import { expect, it } from 'vitest';
import { gather } from './gather.ts';

it('holds whatever a text within a text runs, however many commands that are', () => {
  // Each of these is taken for a carrier, and counts once for every word it may carry.
  const carriers = `ssh ${'a '.repeat(24)};`.repeat(200);
  const twice = `bash -c '${carriers}';`.repeat(40);
  const found = gather(`bash -c "${twice}"`);
  expect(found?.argvs.length).toBeGreaterThan(150_000);
});
