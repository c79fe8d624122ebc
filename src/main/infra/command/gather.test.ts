import { expect, it } from 'vitest';
import { gather } from './gather.ts';

const shell = (text: string, times: number): string => `bash -c "${`bash -c '${text}';`.repeat(times)}"`;

it('holds what a text within a text runs, and what its carriers may carry', () => {
  const found = gather(shell('ssh a rm -r /srv; echo x > /etc/y', 1));
  expect(found?.argvs).toContainEqual(['rm', '-r', '/srv']);
  expect(found?.written).toEqual(['/etc/y']);
});

it('is null where texts within texts hold too much', () => {
  expect(gather(shell(`ssh ${'a '.repeat(24)};`, 40))?.argvs.length).toBeGreaterThan(1000);
  expect(gather(shell(`ssh ${'a '.repeat(24)};`, 400))).toBeNull();
});
