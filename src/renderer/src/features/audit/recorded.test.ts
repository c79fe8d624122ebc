// Promise: what an event holds is said in names and values; nothing of it stands as JSON.
import { expect, it } from 'vitest';
import { spelt } from './kind-words.ts';
import { recordedFields } from './recorded.tsx';

it('opens what was said, and leaves out what stands beside it', () => {
  const payload = {
    ...{
      concept: 'web',
      before: null,
      after: { parent: 'box' },
      source: 'gutask',
      confidence: 0.9,
      edgeId: 7,
    },
    provenance: { client: 'coder', sentence: 'web is a box.', segment: null },
    models: ['a', 'b'],
    nested: { deep: { er: 1 } },
  };
  expect(recordedFields(payload)).toEqual([
    ...[
      { name: 'source', value: 'gutask' },
      { name: 'confidence', value: 0.9 },
    ],
    ...[
      { name: 'client', value: 'coder' },
      { name: 'sentence', value: 'web is a box.' },
    ],
    { name: 'models', value: 'a, b' },
  ]);
  for (const nothing of [null, 'x', [], 3]) expect(recordedFields(nothing)).toEqual([]);
});

it('spells out what it has no words for', () => {
  expect([spelt('fact.unheard_of'), spelt('replacedBy')]).toEqual(['Fact unheard of', 'Replaced by']);
});
