// Promise: a suggested split comes to edits that take exactly the parents of the named parts along, and says what is missing before.
import { expect, it } from 'vitest';
import { GraphEdits } from '../../../../../shared/model/memory/graph-edit.ts';
import { gapOf, isWhole, type Suggestion, splitEdits, startParts } from './split-parts.ts';

const suggestion = (first: readonly string[], second: readonly string[]): Suggestion => ({
  parts: [
    { dimension: null, parents: [...first], facts: 4 },
    { dimension: 'runs-as', parents: [...second], facts: 2 },
  ],
  settles: 3,
  contested: 4,
});
const SPLIT = suggestion(['repo', 'library'], ['container']);
const named = (...names: string[]) => names.map((name) => ({ name, question: `What ${name}?` }));

it('starts with the name that the graph knows, never with the dimension itself or one twice', () => {
  expect(startParts(SPLIT, 'type').map(({ name }) => name)).toEqual(['', 'runs-as']);
  expect(startParts(SPLIT, 'runs-as').map(({ name }) => name)).toEqual(['', '']);
  const twice = { ...SPLIT, parts: SPLIT.parts.map((part) => ({ ...part, dimension: 'runs-as' })) };
  expect(startParts(twice, 'type').map(({ name }) => name)).toEqual(['runs-as', '']);
});

it('needs one name at least, none twice and not its own', () => {
  expect(isWhole(named('', ''), 'type')).toBe(false);
  expect(isWhole(named('built-as', ''), 'type')).toBe(true);
  expect(gapOf(named('built-as', 'Built-As'), 1, 'type')).toBe('same');
  expect(gapOf(named('Type', ''), 0, 'type')).toBe('itself');
  expect(isWhole(named('type', 'other'), 'type')).toBe(false);
});

it('leaves a part without a name where it is, and the question of a dimension that is there alone', () => {
  expect(splitEdits('type', SPLIT, named('Built As', ''), new Set())).toEqual([
    {
      edit: 'split',
      dimension: 'type',
      parts: [
        {
          dimension: 'built_as',
          question: 'What Built As?',
          which: { by: 'rule', parents: ['repo', 'library'] },
        },
      ],
    },
  ]);
  const [both] = splitEdits('type', SPLIT, named('built-as', 'runs-as'), new Set(['runs-as']));
  expect(both).toMatchObject({
    parts: [{ question: 'What built-as?' }, { dimension: 'runs-as', question: null }],
  });
});

it('takes more parents along than one rule may name', () => {
  const many = Array.from({ length: 450 }, (_, i) => `parent-${String(i)}`);
  const edits = splitEdits('type', suggestion(many, ['container']), named('a-part', 'runs-as'), new Set());
  expect(GraphEdits.safeParse({ edits }).success).toBe(true);
  const taken = edits.flatMap((edit) =>
    edit.edit === 'split'
      ? edit.parts.flatMap(({ dimension, which }) =>
          dimension === 'a-part' && which.by === 'rule' ? (which.parents ?? []) : [],
        )
      : [],
  );
  expect(taken).toEqual(many);
  expect(edits.map((edit) => (edit.edit === 'split' ? edit.parts.length : 0))).toEqual([2, 1, 1]);
});
