// Promise: what is shown of two revisions is exactly what differs: each text can be read out of it again, and a source in another version is no other source.
import { expect, it } from 'vitest';
import { fc, runs } from '../../../../../shared/testing/campaign.ts';
import { compareSections, compareSources } from './compare.ts';

const sections = (summary: string, remediation = 'No evidence.') => ({
  ...{ summary, conflicts: 'No evidence.', remediation, references: '- [1] one' },
});

it('shows the words that changed and leaves out sections that did not', () => {
  const found = compareSections(sections('It is fixed in 1.2 [1].'), sections('It is fixed in 1.3 [1].'));
  expect(found.map((one) => one.section)).toEqual(['summary']);
  const changed = found[0]?.parts.filter((part) => part.change !== 'stays') ?? [];
  expect(changed.map(({ change }) => change)).toEqual(['goes', 'comes']);
});

it('both texts can be read out of what is shown', () => {
  const text = fc.array(fc.constantFrom('it', 'is', 'fixed', '1.2', '[1]', '.', '\n\n', '- '), {
    maxLength: 20,
  });
  fc.assert(
    fc.property(text, text, (one, other) => {
      const [was, is] = [one.join(' '), other.join(' ')];
      const parts = compareSections(sections(was), sections(is))[0]?.parts;
      if (parts === undefined) return expect(was).toBe(is);
      const without = (change: string) =>
        parts
          .filter((part) => part.change !== change)
          .map((part) => part.text)
          .join('');
      expect(without('comes')).toBe(was);
      expect(without('goes')).toBe(is);
    }),
    { numRuns: runs(200) },
  );
});

it('gives up on texts that have nothing in common, and shows both', () => {
  const many = (word: string) => Array.from({ length: 4000 }, (_, n) => `${word}${String(n)}`).join(' ');
  const [found] = compareSections(sections(many('a')), sections(many('b')));
  expect(found?.isWholesale).toBe(true);
  expect(found?.parts.map(({ change }) => change)).toEqual(['goes', 'comes']);
});

it('tells new sources, gone ones and other versions apart', () => {
  const cited = (source_id: string, content_hash: string) => ({
    ...{ n: 1, source_id, content_hash, span: { start: 0, end: 1 } },
  });
  const before = [cited('osv:A', 'a'), cited('osv:B', 'b'), cited('festinger:reach', 'r')];
  const after = [cited('osv:A', 'a2'), cited('osv:C', 'c'), cited('festinger:reach', 'r')];
  expect(compareSources(before, after)).toEqual([
    { id: 'osv:A', change: 'other' },
    { id: 'osv:C', change: 'comes' },
    { id: 'osv:B', change: 'goes' },
  ]);
});
