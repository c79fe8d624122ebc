import { expect, it } from 'vitest';
import { changedFields } from './change.tsx';

it('names only what differs, in order', () => {
  expect(
    changedFields({
      before: { parent: 'repo', dim: 'type', is_isa: true },
      after: { parent: 'container', dim: 'type', is_isa: true },
    }),
  ).toEqual([{ name: 'parent', before: 'repo', after: 'container' }]);
});

it('shows what came and what went whole', () => {
  expect(changedFields({ before: null, after: { parent: 'repo' } })).toEqual([
    { name: 'parent', before: null, after: 'repo' },
  ]);
  expect(changedFields({ before: false, after: true })).toEqual([{ name: '', before: false, after: true }]);
});

it('leaves out ids that stand beside their names', () => {
  expect(
    changedFields({
      before: { concept: 'web', dimension: 'type', dimensionId: 1 },
      after: { concept: 'web', dimension: 'form', dimensionId: 7 },
    }),
  ).toEqual([{ name: 'dimension', before: 'type', after: 'form' }]);
});

it('has nothing to say of payloads without before and after', () => {
  for (const payload of [null, 'x', 7, [], { concept: 'web' }]) expect(changedFields(payload)).toEqual([]);
});
