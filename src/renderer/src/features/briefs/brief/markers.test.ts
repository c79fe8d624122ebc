// Promise: what the core takes for a citation can be pressed, and nothing else: no index, no escaped bracket, no code, no link.
import { expect, it } from 'vitest';
import { fc, runs } from '../../../../../shared/testing/campaign.ts';
import { markCitations, markersIn } from './markers.ts';

const ids = (text: string, raw?: string) => markersIn(text, raw).map((marker) => marker.ids);

it('finds every form of a marker, with its ids in order', () => {
  expect(ids('So it is [1], and so [^2]; see [3, 4;5] and [7–9][10].')).toEqual([
    [1],
    [2],
    [3, 4, 5],
    [7, 8, 9],
    [10],
  ]);
});

it('takes no index, no day, no zero, no range that descends and no interval for one', () => {
  for (const text of ['rows[1]', 'größe[2]', '[2026-01-02]', '[0]', '[01]', '[3-1]', '[1,]', '[ ]', '[1.2]'])
    expect(ids(text), text).toEqual([]);
});

it('knows an escaped bracket from a marker by how it was written', () => {
  expect(ids('as [1] says [2]', 'as \\[1\\] says [2]')).toEqual([[2]]);
  expect(ids('as [1] says', 'as &#91;1] says')).toEqual([]);
});

it('leaves ranges that nobody can press as words', () => {
  expect(ids('[1-1000]')).toEqual([]);
});

it('cuts words into words and markers, and neither code nor links', () => {
  const text = (value: string) => ({ type: 'text', value });
  const of = (tagName: string, ...children: object[]) => ({ type: 'element', tagName, children });
  const tree = of('p', text('It is so [1].'), of('code', text('a [2]')), of('a', text('b [3]')));
  markCitations()(tree, { toString: () => '' });
  expect(tree.children).toEqual([
    text('It is so '),
    { type: 'element', tagName: 'cite', properties: { dataIds: '1' }, children: [text('[1]')] },
    text('.'),
    of('code', text('a [2]')),
    of('a', text('b [3]')),
  ]);
});

it('loses no letter of any text', () => {
  const part = fc.constantFrom('[1]', '[^2', ']', '[', '3', ' ', ',', '-', 'word', '\n', '–');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const value = parts.join('');
      const tree = { type: 'element', tagName: 'p', children: [{ type: 'text', value }] as object[] };
      markCitations()(tree, { toString: () => value });
      const words = (node: { value?: string; children?: object[] }): string =>
        node.value ?? (node.children ?? []).map(words).join('');
      expect(words(tree)).toBe(value);
    }),
    { numRuns: runs(300) },
  );
});
