// The part of a fact that events and outcomes repeat.
import type { Fact } from '../../shared/model/graph.ts';

/** What a fact says, without how sure. */
export function factNames({ concept, parent, dimension, isIsa }: Fact): Omit<Fact, 'confidence'> {
  return { concept, parent, dimension, isIsa };
}
