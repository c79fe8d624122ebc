// Promise: the drawer shows every line of the prompt exactly once, the added ones as added and tied to their concept.

import { describe, expect, it } from 'vitest';
import type { RecalledLine } from '../../../../shared/model/traffic.ts';
import { fc } from '../../../../shared/testing/campaign.ts';
import { type PromptLine, promptLines, tieLines } from './prompt-lines.ts';

const recalled = (concept: string, line: string): RecalledLine => ({
  concept,
  line,
  kind: line.startsWith('?') ? 'zero_hit' : 'edges',
  why: 'named_now',
  saliency: 1,
  edgeIds: [],
});
const gnommoweb = recalled('gnommoweb', 'gnommoweb: [type] repo');
const dobby = recalled(
  'dobby',
  "? dobby: no recollection.\ngutask iknowthat 'dobby -isa <parent> in context of <dimension>'",
);
const block = `<recollection>\n${gnommoweb.line}\n${dobby.line}\n</recollection>\n`;

const unfolded = (lines: readonly PromptLine[]) =>
  lines.flatMap((l) => (l.kind === 'fold' ? l.texts : [l.text]));
const added = (lines: readonly PromptLine[]) => lines.flatMap((l) => (l.kind === 'added' ? [l.text] : []));

const diff = (before: string | null, after: string | null) => ({
  bodiesKept: before !== null,
  where: 'messages[0].content',
  block,
  before,
  after,
  truncated: false,
});

describe('promptLines', () => {
  it('loses and invents no line, wherever the block goes in', () => {
    const text = fc.array(fc.stringMatching(/^[a-z ]{1,12}$/), { maxLength: 30 });
    fc.assert(
      fc.property(text, text, (above, below) => {
        const head = above.map((l) => `${l}\n`).join('');
        const tail = below.map((l) => `${l}\n`).join('');
        const lines = promptLines(diff(head + tail, head + block + tail), [gnommoweb, dobby]);
        expect(unfolded(lines)).toEqual([...above, ...block.trimEnd().split('\n'), ...below]);
        expect(added(lines)).toEqual(block.trimEnd().split('\n'));
      }),
    );
  });

  it('folds a long prompt and keeps what stands beside the block', () => {
    const long = Array.from({ length: 40 }, (_, i) => `line ${String(i)}\n`).join('');
    const lines = promptLines(diff(long, block + long), [gnommoweb]);
    expect(lines.filter((l) => l.kind === 'context')).toHaveLength(4);
    expect(lines.at(-1)).toMatchObject({ kind: 'fold', count: 36 });
  });

  it('compares the texts where the block is not there word for word', () => {
    const lines = promptLines(diff('a\nb\n', 'a\n  [type] repo\nb\n'), []);
    expect(added(lines)).toEqual(['  [type] repo']);
  });

  it('shows the block alone when bodies are not kept', () => {
    expect(promptLines(diff(null, null), [gnommoweb]).map((l) => l.kind)).toEqual(Array(5).fill('added'));
  });
});

it('ties continuation lines to their zero hit and tags to nothing', () => {
  const tied = tieLines(block, [gnommoweb, dobby]).map((l) =>
    l.kind === 'added' ? (l.recalled?.concept ?? null) : 'x',
  );
  expect(tied).toEqual([null, 'gnommoweb', 'dobby', 'dobby', null]);
});
