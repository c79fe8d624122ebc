// Promise: ids are the same when statements of sameness join them, however long the chain and in whatever order they were read.
import { expect, it } from 'vitest';
import { chance, fc, runs } from '../../../shared/testing/campaign.ts';
import { aliasClosure } from './alias-closure.ts';

it('closes over aliases both ways and through others, and a CVE stands for its group', () => {
  const closure = aliasClosure([
    { id: 'PYSEC-2023-74', aliases: ['CVE-2023-32681'] },
    { id: 'ghsa-j8r2-6x86-q33q', aliases: ['cve-2023-32681'] },
    { id: 'GO-2024-2963' },
  ]);
  expect(closure.members('GHSA-j8r2-6x86-q33q')).toEqual([
    'CVE-2023-32681',
    'GHSA-j8r2-6x86-q33q',
    'PYSEC-2023-74',
  ]);
  expect(closure.representative('pysec-2023-74')).toBe('CVE-2023-32681');
  expect(closure.representative('GO-2024-2963')).toBe('GO-2024-2963');
  expect(closure.representative('cve-1999-0001')).toBe('CVE-1999-0001');
});

it('does not close over upstream or related, which are no statements of sameness', () => {
  const closure = aliasClosure([
    { id: 'RHSA-2022:0216', ...{ upstream: ['CVE-2021-1', 'CVE-2021-44228'], related: ['CVE-2021-45046'] } },
    { id: 'CVE-2021-44228', aliases: [] },
  ]);
  expect(closure.members('RHSA-2022:0216')).toEqual(['RHSA-2022:0216']);
  expect(closure.members('CVE-2021-44228')).toEqual(['CVE-2021-44228']);
});

it('passes over what is no id', () => {
  const closure = aliasClosure([
    { id: '', aliases: ['CVE-2024-3094'] },
    { id: 'MAL-2024-1', aliases: ['', 'two words', 'CVE-2024-0001'] },
  ]);
  expect(closure.members('MAL-2024-1')).toEqual(['CVE-2024-0001', 'MAL-2024-1']);
  expect(closure.members('CVE-2024-3094')).toEqual(['CVE-2024-3094']);
});

it('a chain of a hundred thousand ids is one group', () => {
  const id = (n: number) => `CVE-2024-${10_000_000 + n}`;
  const closure = aliasClosure(
    Array.from({ length: 100_000 }, (_, n) => ({ id: id(n), aliases: [id(n + 1)] })),
  );
  expect(closure.representative(id(100_000))).toBe(id(0));
});

it('the outcome hangs on what was stated, not on its order', () => {
  const id = fc.integer({ min: 0, max: 14 }).map((n) => (n % 3 === 0 ? `CVE-2024-${1000 + n}` : `x-${n}`));
  const statements = fc.array(fc.record({ id, aliases: fc.array(id, { maxLength: 2 }) }), { maxLength: 12 });
  const random = chance('aliases');
  fc.assert(
    fc.property(statements, (given) => {
      const turned = given.flatMap(({ id: one, aliases }) => [
        { id: one },
        ...aliases.map((other) => ({ id: other, aliases: [one] })),
      ]);
      const shuffled = turned.map((value) => ({ value, at: random() })).sort((a, b) => a.at - b.at);
      const [one, other] = [aliasClosure(given), aliasClosure(shuffled.map(({ value }) => value))];
      for (const { id: named } of turned) {
        expect(other.members(named)).toEqual(one.members(named));
        expect(other.representative(named)).toBe(one.representative(named));
      }
    }),
    { numRuns: runs(1000) },
  );
});
