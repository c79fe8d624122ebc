// Promise: an answer cut into blocks while it grows loses no line, and a block that is over is the same object from then on.
import { expect, it } from 'vitest';
import { fc, runs } from '../../../../shared/testing/campaign.ts';
import { type Cut, cutIntoBlocks, NO_BLOCKS } from './blocks.ts';

const kinds = (text: string) =>
  cutIntoBlocks(text).blocks.map(({ kind, text: of }) => `${kind}: ${of.trim()}`);

it('cuts at blank lines and fences', () => {
  expect(kinds('# One\n\ntwo\nthree\n\n```sh\nls\n\npwd\n```\nfour')).toEqual([
    'prose: # One',
    'prose: two\nthree',
    'code: ls\n\npwd',
    'prose: four',
  ]);
  expect(cutIntoBlocks('```yaml title\na: 1\n```').blocks[0]).toMatchObject({
    language: 'yaml',
    text: 'a: 1',
  });
});

it('closes a fence with no fewer marks of the same kind, and with nothing else on the line', () => {
  expect(kinds('````\n```\n~~~~\n```` x\n````\nafter')).toEqual(['code: ```\n~~~~\n```` x', 'prose: after']);
});

it('keeps a list with blank lines in it together, and a fence within an item', () => {
  expect(kinds('- one\n\n- two\n\n  more\n\nafter')).toEqual([
    'prose: - one\n\n- two\n\n  more',
    'prose: after',
  ]);
  expect(kinds('1. do\n\n   ```sh\n   ls\n   ```\n\n2. then')).toHaveLength(1);
});

it('cuts a list that goes on and on', () => {
  const list = Array.from({ length: 400 }, (_, at) => `- item ${at} with a few words`).join('\n\n');
  expect(cutIntoBlocks(list).blocks.length).toBeGreaterThan(2);
  expect(cutIntoBlocks(list.replaceAll('\n\n', '\n')).blocks.length).toBeGreaterThan(2);
});

it('is over block by block, and the last one with the text', () => {
  expect(cutIntoBlocks('one\n\ntwo').blocks.map(({ isOver }) => isOver)).toEqual([true, false]);
  const whole = cutIntoBlocks('one\n\ntwo', NO_BLOCKS, true);
  expect(whole.blocks.map(({ isOver }) => isOver)).toEqual([true, true]);
  expect(cutIntoBlocks('one\n\ntwo', whole, true)).toBe(whole);
});

it('begins anew where the text was replaced', () => {
  const before = cutIntoBlocks('I restarted it.\n\nAll is well.');
  expect(cutIntoBlocks('No.', before, true).blocks.map(({ text }) => text)).toEqual(['No.']);
});

const line = fc.constantFrom(
  '',
  'words',
  '- item',
  '  inside',
  '```',
  '```sh',
  '~~~',
  '> said',
  '1. first',
  '| a |',
);

it('however it grows, keeps every line in order and finished blocks as they were', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), fc.array(fc.nat(9), { minLength: 1 }), (lines, steps) => {
      const text = lines.join('\n');
      let cut: Cut = NO_BLOCKS;
      for (let at = 0, turn = 0; at < text.length; turn++) {
        at = Math.min(text.length, at + 1 + (steps[turn % steps.length] ?? 0));
        const next = cutIntoBlocks(text.slice(0, at), cut);
        // All but the last of before stand.
        for (const [place, block] of cut.blocks.slice(0, -1).entries())
          expect(next.blocks[place]).toBe(block);
        cut = next;
      }
      const kept = cut.blocks.flatMap(({ text: of }) => of.split('\n')).filter((each) => each.trim() !== '');
      const given = lines.filter((each) => each.trim() !== '');
      const isFence = (each: string) => /^(?:```|~~~)/.test(each);
      expect(kept.filter((each) => !isFence(each))).toEqual(given.filter((each) => !isFence(each)));
      for (const [place, { at }] of cut.blocks.entries())
        expect(at).toBeGreaterThan(cut.blocks[place - 1]?.at ?? -1);
    }),
    { numRuns: runs(1000) },
  );
});
