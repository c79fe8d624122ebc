// For tests: anything that can be done to a memory, small enough to read when it goes wrong.

import type { DecisionKind } from '../../../shared/model/decision.ts';
import type { Source } from '../../../shared/model/graph.ts';
import type { EdgeChoice, GraphEdit } from '../../../shared/model/memory/graph-edit.ts';
import { fc } from '../../../shared/testing/campaign.ts';
import type { CueChange } from '../../graph/types.ts';

/** `by` counts memories; `which` counts what there is to choose from (conflicts, edges, actions), round and round. */
export type Step =
  | { readonly tell: readonly string[]; readonly source: Source; readonly by: number }
  /** A change is about one of the facts there are. */
  | { readonly hear: string; readonly segment: string; readonly by: number }
  | { readonly change: CueChange; readonly which: number; readonly to: string; readonly by: number }
  | { readonly retract: number; readonly source: Source; readonly by: number }
  | {
      readonly decide: DecisionKind;
      readonly which: number;
      readonly dimensions: readonly [string, string];
      readonly by: number;
    }
  | {
      readonly edit: 'retire' | 'move' | 'use' | 'tell';
      readonly which: number;
      readonly to: string;
      readonly by: number;
    }
  | { readonly reshape: readonly AnyEdit[]; readonly by: number }
  | { readonly undo: number; readonly by: number }
  | { readonly redo: number; readonly by: number }
  | { readonly resolve: string; readonly by: number }
  /** A file of this project as it is, as it was at an earlier import, or of the project before it. */
  | { readonly import: 'itself' | 'earlier' | 'another'; readonly by: number }
  | { readonly atOnce: readonly Step[] };

/** An edit by hand; edges are counted among those there are when the list is applied. */
export type AnyEdit =
  | Exclude<GraphEdit, { edit: 'move' | 'retire' }>
  | (Omit<Extract<GraphEdit, { edit: 'move' }>, 'edges'> & { readonly which: readonly number[] })
  | (Omit<Extract<GraphEdit, { edit: 'retire' }>, 'edges'> & { readonly which: readonly number[] });

/** Dimensions are names like any other, so that roots meet facts about their own concept; `big_pa` refines `pa`. */
const name = fc.constantFrom('pa', 'pb', 'pc', 'pd', 'big_pa', 'dim1', 'dim2');
const dimension = fc.constantFrom('dim1', 'dim2', 'type', 'dim3');
const fact = fc
  .tuple(name, fc.constantFrom('isa', 'ispart'), name, fc.constantFrom('dim1', 'dim2', 'type'))
  .map(([concept, flavour, parent, dim]) => `${concept} ${flavour} ${parent} @${dim}`);
const change: fc.Arbitrary<CueChange> = fc.oneof(
  fc.constant<CueChange>({ kind: 'ends' }),
  fc.constant<CueChange>({ kind: 'now' }),
  fc.record({ kind: fc.constant('now' as const), from: name }),
);
const which = fc.nat(7);

const anyName = fc.oneof(
  { weight: 4, arbitrary: name },
  { weight: 1, arbitrary: fc.constantFrom('pe', 'dim4') },
);
const anyDimension = fc.oneof(
  { weight: 4, arbitrary: dimension },
  { weight: 1, arbitrary: fc.constantFrom('dim4', 'pa', 'alias') },
);
const question = fc.constantFrom(null, 'What is it?', 'Where is it?');
const rule: fc.Arbitrary<EdgeChoice> = fc.oneof(
  fc.record({ by: fc.constant('rule' as const), parents: fc.array(name, { minLength: 1, maxLength: 3 }) }),
  fc.record({ by: fc.constant('rule' as const), under: name }),
  fc.record({
    by: fc.constant('rule' as const),
    flavour: fc.constantFrom('isa' as const, 'ispart' as const),
  }),
);
const editKind = <K extends AnyEdit['edit']>(kind: K) => fc.constant(kind);
const anyEdit: fc.Arbitrary<AnyEdit> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      ...{ edit: editKind('add'), concept: anyName, parent: anyName, dimension: anyDimension },
      isIsa: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.oneof(
      fc.record({
        edit: editKind('move'),
        which: fc.array(which, { minLength: 1, maxLength: 3 }),
        parent: anyName,
      }),
      fc.record({
        ...{ edit: editKind('move'), which: fc.array(which, { minLength: 1, maxLength: 3 }) },
        dimension: anyDimension,
      }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      edit: editKind('retire'),
      which: fc.array(which, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ edit: editKind('rename'), name: anyName, to: anyName }) },
  {
    weight: 4,
    arbitrary: fc.record({
      ...{ edit: editKind('merge'), names: fc.array(anyName, { minLength: 1, maxLength: 2 }), into: anyName },
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ edit: editKind('dimension'), name: anyDimension, question, isIsa: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      ...{ edit: editKind('split'), dimension: anyDimension },
      parts: fc.array(fc.record({ dimension: anyDimension, question, which: rule }), {
        minLength: 1,
        maxLength: 2,
      }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ edit: editKind('end_dimension'), dimension: anyDimension }) },
);
/** One edit mostly: of a longer list any that cannot be refuses all. */
const edits = fc.oneof(
  { weight: 3, arbitrary: fc.array(anyEdit, { minLength: 1, maxLength: 1 }) },
  { weight: 1, arbitrary: fc.array(anyEdit, { minLength: 2, maxLength: 4 }) },
);

/** @param memories how many there are to do it */
export function anyStep(memories: number): fc.Arbitrary<Step> {
  const by = fc.nat(memories - 1);
  const one = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        tell: fc.array(fact, { minLength: 1, maxLength: 4 }),
        source: fc.constantFrom<Source>('gutask', 'inferred', 'operator'),
        by,
      }),
    },
    { weight: 2, arbitrary: fc.record({ hear: fact, segment: fc.constantFrom('s1', 's2'), by }) },
    { weight: 2, arbitrary: fc.record({ change, which, to: name, by }) },
    {
      weight: 2,
      arbitrary: fc.record({
        retract: which,
        source: fc.constantFrom<Source>('gutask', 'inferred', 'operator'),
        by,
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        decide: fc.constantFrom<DecisionKind>('keep', 'replace', 'split', 'move', 'dismiss'),
        which,
        dimensions: fc.tuple(dimension, dimension),
        by,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        edit: fc.constantFrom('retire' as const, 'move' as const, 'use' as const, 'tell' as const),
        which,
        to: fc.oneof(dimension, name),
        by,
      }),
    },
    { weight: 6, arbitrary: fc.record({ reshape: edits, by }) },
    { weight: 3, arbitrary: fc.record({ undo: which, by }) },
    { weight: 1, arbitrary: fc.record({ redo: which, by }) },
    {
      weight: 1,
      arbitrary: fc.record({
        import: fc.constantFrom('itself' as const, 'earlier' as const, 'another' as const),
        by,
      }),
    },
    { weight: 1, arbitrary: fc.record({ resolve: fc.constantFrom('as asked', 'dismiss', 'nonsense'), by }) },
  );
  const atOnce = fc.record({ atOnce: fc.array(one, { minLength: 2, maxLength: 4 }) });
  return fc.oneof({ weight: 6, arbitrary: one }, { weight: memories > 1 ? 2 : 1, arbitrary: atOnce });
}

/** What can be taken back, and taking it back. @param memories how many there are to do it */
export function anyAction(memories: number): fc.Arbitrary<Step> {
  const isAction = (step: Step) =>
    'decide' in step || 'edit' in step || 'reshape' in step || 'undo' in step || 'redo' in step;
  return anyStep(memories).filter(isAction);
}
