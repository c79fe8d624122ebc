import { expect, it } from 'vitest';
import { compareBlocks } from './compare-blocks.ts';

const block = (...lines: string[]) => `<recollection>\n${lines.join('\n')}\n</recollection>`;

it('says of each line whether it stays, comes or goes', () => {
  expect(compareBlocks(block('a: [type] x', 'b: [type] y'), block('b: [type] y', 'c: [type] z'))).toEqual([
    { line: 'a: [type] x', change: 'goes' },
    { line: 'b: [type] y', change: 'stays' },
    { line: 'c: [type] z', change: 'comes' },
  ]);
});

it('takes no block for no lines', () => {
  expect(compareBlocks(null, null)).toEqual([]);
  expect(compareBlocks(null, block('a: [type] x'))).toEqual([{ line: 'a: [type] x', change: 'comes' }]);
});
