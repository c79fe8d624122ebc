// Promise: a decision leaves the form only when it is whole, and says exactly what was chosen.
import { describe, expect, it } from 'vitest';
import type { DecisionOptions } from '../../../../../shared/model/decision.ts';
import { aConflict } from '../conflict.fixture.ts';
import {
  decisionKey,
  decisionOf,
  draftOf,
  formOf,
  gapOf,
  knownName,
  recordedKind,
  startDraft,
} from './draft.ts';

const options: DecisionOptions = {
  dimensions: [],
  split: { existingDimension: 'artifact-type', newDimension: 'deployment-type' },
  cycle: [
    { edgeId: 4, concept: 'a', parent: 'b', givesWay: false },
    { edgeId: 7, concept: 'b', parent: 'c', givesWay: true },
  ],
};
const conflict = aConflict({});
const cycle = aConflict({ collisionType: 'cycle' });

describe('a decision in the making', () => {
  it('asks for names to split, a dimension to move, an edge of the cycle to replace in a cycle, and nothing else', () => {
    const asks = (['keep', 'replace', 'split', 'move', 'dismiss'] as const).map((kind) =>
      formOf(kind, cycle, options),
    );
    expect(asks).toEqual([null, 'cycle', 'split', 'move', null]);
    expect(formOf('replace', conflict, options)).toBeNull();
    expect(formOf('replace', cycle, { ...options, cycle: options.cycle.slice(0, 1) })).toBeNull();
  });

  it('starts from what the graph suggests', () => {
    expect(decisionOf(startDraft('split', options), conflict)).toEqual({
      decision: 'split',
      existingDimension: 'artifact-type',
      newDimension: 'deployment-type',
    });
    expect(decisionOf(startDraft('replace', options), cycle)).toEqual({ decision: 'replace', givesWay: 7 });
    expect(decisionOf(startDraft('replace', options), conflict)).toEqual({ decision: 'replace' });
  });

  it.each([
    ['newDimension', { existingDimension: 'a', newDimension: ' ' }, 'empty'],
    ['newDimension', { existingDimension: 'Runs On', newDimension: 'runs_on' }, 'same'],
    ['existingDimension', { existingDimension: 'type', newDimension: 'x' }, null],
    ['dimension', { dimension: ' TYPE ' }, 'here'],
    ['dimension', { dimension: 'artifact-type' }, null],
  ] as const)('finds what is missing in %s of %j', (field, typed, gap) => {
    expect(gapOf(field, { ...startDraft('split', null), ...typed }, conflict)).toBe(gap);
  });

  it('is no decision while a name is missing', () => {
    expect(decisionOf(startDraft('split', null), conflict)).toBeNull();
    expect(decisionOf(startDraft('move', null), conflict)).toBeNull();
  });

  it('takes a proposal over whole', () => {
    const move = { decision: 'move', dimension: 'membership', which: 'existing' } as const;
    expect(decisionOf(draftOf(move, options), conflict)).toEqual(move);
    expect(decisionOf(draftOf({ decision: 'replace', givesWay: 4 }, options), cycle)).toEqual({
      decision: 'replace',
      givesWay: 4,
    });
  });

  it('names the known fact, in a cycle the one that gives way', () => {
    const empty = { ...cycle.existing, parent: null };
    expect(knownName(conflict, options)).toBe('repo');
    expect(knownName(aConflict({ collisionType: 'cycle', existing: empty }), options)).toBe('b → c');
    expect(knownName(aConflict({ existing: empty }), null)).toBeNull();
  });

  it('knows equal decisions and the words of models', () => {
    expect(decisionKey({ decision: 'move', dimension: 'x', which: 'incoming' })).toBe(
      decisionKey({ which: 'incoming', dimension: 'x', decision: 'move' }),
    );
    expect(['decompose', 'update', 'redimension', 'dismiss', 'keep', 'other'].map(recordedKind)).toEqual([
      'split',
      'replace',
      'move',
      'dismiss',
      'keep',
      null,
    ]);
  });
});
