// For tests: anything that can be done to a memory, small enough to read when it goes wrong.

import type { DecisionKind } from '../../../shared/model/decision.ts';
import type { Source } from '../../../shared/model/graph.ts';
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
  | { readonly undo: number; readonly by: number }
  | { readonly redo: number; readonly by: number }
  | { readonly resolve: string; readonly by: number }
  /** A file of this project as it is, as it was at an earlier import, or of the project before it. */
  | { readonly import: 'itself' | 'earlier' | 'another'; readonly by: number }
  | { readonly atOnce: readonly Step[] };

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
